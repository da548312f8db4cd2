/** Files that somebody opens: whether what is in them can be changed here. */
import { type BoardFile, LONGEST, TRACK_COLOURS } from "./draft.svelte";

const EDITED = new Set(["id", "a", "b", "length", "colour", "ferry", "tunnel", "bed", "terminal"]);
type Loose = Record<string, unknown>;
const isObject = (value: unknown): value is Loose =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const listOf = (value: unknown, fits: (one: Loose) => boolean): value is Loose[] =>
  Array.isArray(value) && value.every((one) => isObject(one) && fits(one));
const within = (value: unknown, least: number, most: number): boolean =>
  typeof value === "number" && value >= least && value <= most;
const onEarth = ({ id, lat, lon }: Loose): boolean =>
  typeof id === "string" && within(lat, -90, 90) && within(lon, -180, 180);
/** May this be changed here? A file with crossings is kept as it is, and one that is no board at all is the server's to speak of. */
export function editable(board: unknown): board is BoardFile {
  if (!isObject(board) || typeof board.name !== "string") return false;
  const { cities, zones = [], routes, pieces = [], ticketSets, game, crossings } = board;
  if (Array.isArray(crossings) ? crossings.length > 0 : crossings) return false;
  if (!listOf(cities, (city) => typeof city.name === "string" && onEarth(city)) || cities.length < 2) return false;
  if (!listOf(zones, (zone) => typeof zone.name === "string" && onEarth(zone) && listOf(zone.terminals, onEarth)))
    return false;
  const places = new Set([...cities, ...zones].map(({ id }) => id));
  const ends = new Set(zones.flatMap(({ terminals }) => terminals as Loose[]).map(({ id }) => id));
  const joins = ({ a, b }: Loose): boolean => places.has(a) && places.has(b) && a !== b;
  const isRoute = (route: Loose): boolean =>
    joins(route) &&
    within(route.length, 1, LONGEST) &&
    TRACK_COLOURS.includes(route.colour as string) &&
    (route.terminal === undefined || ends.has(route.terminal)) &&
    Object.keys(route).every((key) => EDITED.has(key));
  const isTicket = (ticket: Loose): boolean => joins(ticket) && within(ticket.points, 0, 1000);
  return (
    places.size === cities.length + zones.length &&
    listOf(routes, isRoute) &&
    listOf(
      pieces,
      ({ colour, length, count }) => typeof colour === "string" && within(length, 1, 99) && within(count, 0, 999),
    ) &&
    isObject(ticketSets) &&
    Array.isArray(ticketSets.regular) &&
    Object.values(ticketSets).every((set) => listOf(set, isTicket)) &&
    isObject(game) &&
    within(game.trains, 1, 1000)
  );
}
