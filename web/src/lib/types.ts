/** What the server says and hears. Made by `python -m railhead.server.contract` from railhead/words.py: change it there. */

export const PROTOCOL = 2;

export const NAME_MOST = 24;

export const CHAT_MOST = 500;

export const COLOURS = ["purple", "white", "blue", "yellow", "orange", "black", "red", "green"] as const;

export type Colour = (typeof COLOURS)[number];

export const KINDS = ["purple", "white", "blue", "yellow", "orange", "black", "red", "green", "locomotive"] as const;

export type Kind = (typeof KINDS)[number];

/** grey: any one colour; bed: a piece gives the colour */
export type RouteColour =
  "purple" | "white" | "blue" | "yellow" | "orange" | "black" | "red" | "green" | "grey" | "bed";

export const PHASES = [
  "first-tickets",
  "turn",
  "second-card",
  "pay-route",
  "pay-tunnel",
  "pay-station",
  "keep-tickets",
  "build",
  "build-colour",
  "over",
] as const;

export type Phase = (typeof PHASES)[number];

/** preparing: rules are compiled after an installation */
export type TablePhase =
  | "gathering"
  | "cancelled"
  | "preparing"
  | "first-tickets"
  | "turn"
  | "second-card"
  | "pay-route"
  | "pay-tunnel"
  | "pay-station"
  | "keep-tickets"
  | "build"
  | "build-colour"
  | "over";

export const WORDS = ["draw", "take", "tickets", "keep", "claim", "pay", "decline", "station", "build"] as const;

export type Word = (typeof WORDS)[number];

export const LEVELS = ["child", "easy", "medium", "hard", "expert", "virtuoso", "master"] as const;

export type Level = (typeof LEVELS)[number];

export const REASONS = [
  "none",
  "claim-plan",
  "claim-extra",
  "claim-last",
  "draw-cards",
  "draw-tickets",
  "keep-best",
  "pay-spare",
  "place-station",
  "build-for-plan",
  "build-harmless",
  "wins-most",
  "likeliest",
] as const;

export type Reason = (typeof REASONS)[number];

export type MoveCode =
  | "not-a-move"
  | "unknown-word"
  | "too-many-words"
  | "which"
  | "which-card"
  | "which-tickets"
  | "which-colour"
  | "with"
  | "not-cards"
  | "ambiguous"
  | "illegal-decision"
  | "over"
  | "not-now"
  | "no-cards"
  | "not-in-row"
  | "gap"
  | "locomotive-second"
  | "no-tickets"
  | "not-offered"
  | "keep-more"
  | "no-route"
  | "claimed"
  | "own-parallel"
  | "closed"
  | "crossed"
  | "not-built"
  | "trains"
  | "ferry"
  | "cards"
  | "payment"
  | "due"
  | "no-stations"
  | "no-city"
  | "stations-used"
  | "station-taken"
  | "station-price"
  | "not-a-bed"
  | "built"
  | "other-bed"
  | "no-piece";

export type ServiceCode =
  | "bad-json"
  | "bad-message"
  | "bad-name"
  | "bad-text"
  | "bad-position"
  | "unknown-game"
  | "unknown-level"
  | "unknown-table"
  | "unknown-seat"
  | "unknown-path"
  | "wrong-method"
  | "wrong-type"
  | "wrong-origin"
  | "too-large"
  | "too-fast"
  | "too-many-tables"
  | "too-many-sockets"
  | "seat-taken"
  | "wrong-token"
  | "not-over"
  | "not-started"
  | "not-yours"
  | "not-your-turn"
  | "stale"
  | "already-chosen"
  | "bot-plays"
  | "no-undo"
  | "no-hints"
  | "bad-record"
  | "present"
  | "not-away"
  | "not-host"
  | "hello-first"
  | "hello-once"
  | "wrong-version"
  | "lesson"
  | "preparing"
  | "unavailable"
  | "failed"
  | "cancelled"
  | "started"
  | "not-guest"
  | "resigned"
  | "answered"
  | "no-holiday"
  | "sealed"
  | "banned"
  | "no-profile"
  | "bad-address"
  | "too-many-ways"
  | "unknown-way"
  | "wrong-code"
  | "bad-passkey"
  | "unknown-passkey"
  | "too-many-passkeys"
  | "bad-map"
  | "no-places"
  | "few-places"
  | "unknown-place"
  | "unknown-town"
  | "slow-map"
  | "too-many-maps"
  | "unknown-club"
  | "too-many-clubs"
  | "few-members"
  | "club-full"
  | "no-offer";

export type Code = MoveCode | ServiceCode;

/** what players may offer one another during a game */
export type Offer = "end" | "bot";

/** whether the host has people keep profiles */
export type Policy = "allowed" | "forbidden" | "required";

/** cards by kind, those that are there */
export type Handful = Partial<Record<Kind, number>>;

export type Value = string | number | (number | string)[];

/** what a code's sentence is filled with */
export type Values = Record<string, Value>;

export type GameEvent =
  | Deal
  | RowFilled
  | Reset
  | Offered
  | Kept
  | First
  | Taken
  | Drawn
  | Reshuffled
  | Claimed
  | Tunnelled
  | Declined
  | StationBuilt
  | Built
  | Passed
  | LastRound
  | Ended;

/** left, top, right, bottom */
export type Box = [number, number, number, number];

export type Identity = string | number | null;

export type Entry =
  | Sat
  | Stood
  | Cancelled
  | Filled
  | Started
  | Chosen
  | Moved
  | Undone
  | Replaced
  | Returned
  | Rested
  | Answered
  | Rematched
  | PlayedAgain
  | Proposed
  | Agreed
  | CalledOff
  | Disclosed
  | Prepared;

export type Shape = "discord" | "slack" | "matrix" | "plain";

export type ClubKind = "duplicate" | "swiss" | "all";

export type ClubPhase = "gathering" | "playing" | "over" | "cancelled";

export type ServerMessage = State | Update | Presence | ChatSaid | Done | Advice | Refused | Pong;

export type ClientMessage =
  | Hello
  | MakeMove
  | Undo
  | GoOn
  | AskHint
  | Chat
  | Replace
  | Back
  | Resign
  | Propose
  | Agree
  | Rest
  | Attend
  | Stand
  | Cancel
  | Fill
  | PlayAgain
  | Sync
  | Ping;

/** One move; `str(move)` is its text, `railhead.game.moves.parse` the way back. */
export interface Move {
  word: Word;
  /** a route or a city */
  place?: string;
  /** of the row, from 1 */
  slot?: number;
  /** of a card taken by its colour, or of a track piece */
  colour?: Kind | "";
  /** a count of 0: as many as are needed */
  cards?: Handful;
  /** places in the offer, from 1 */
  kept?: number[];
}

/** Cards that pay. `decision` says so after the route or city was chosen; null where nothing is left to decide. */
export interface Payment {
  decision: number | null;
  cards: Handful;
}

/** A track piece for a bed, as a payment is for a route. */
export interface Piece {
  decision: number | null;
  colour: Colour;
}

/** A face-up card: its place in the row, from 1. */
export interface Take {
  decision: number;
  slot: number;
}

/** Tickets to keep: their places in the offer, from 1. */
export interface Keeping {
  decision: number;
  kept: number[];
}

/** A route to claim, and how it can be paid. */
export interface Claiming {
  decision: number;
  payments: Payment[];
}

/** A bed to build, and in which colours. */
export interface Building {
  decision: number | null;
  pieces: Piece[];
}

/** Stations: the decision for each city, and how any of them can be paid. */
export interface Placing {
  cities: Record<string, number>;
  payments: Payment[];
}

/** What a seat may do now, by word; only what is possible is there. A client sends back the decisions of what was chosen. */
export interface Choices {
  draw?: number;
  take?: Take[];
  tickets?: number;
  keep?: Keeping[];
  claim?: Record<string, Claiming>;
  pay?: Payment[];
  decline?: number;
  station?: Placing;
  build?: Record<string, Building>;
}

/** What everybody knows of a seat. `known`: cards it was openly seen to take and has not paid since. */
export interface Seat {
  name: string;
  cards: number;
  known: Handful;
  tickets: number;
  offered: number;
  trains: number;
  stationsLeft: number;
  points: number;
  routes: string[];
  stations: string[];
}

/** A claim, station or bed that waits for its second decision; all of it lies open on the table. */
export interface UnderWay {
  route: string | null;
  city: string | null;
  due: number;
  laid: Handful;
  turned: Kind[];
  tunnel: boolean;
}

/** What everybody may know of a game; `built` and `pieces` (the supply) only in games with beds. */
export interface View {
  game: string;
  seat: number | null;
  phase: Phase;
  toMove: number | null;
  turnsLeft: number | null;
  row: (Kind | null)[];
  deck: number;
  discards: Handful;
  ticketDeck: number;
  underWay: UnderWay | null;
  seats: Seat[];
  closed: string[];
  built?: Record<string, Colour>;
  pieces?: Partial<Record<Colour, Record<string, number>>>;
}

/** What a seat may know: its own cards and tickets too. */
export interface SeatView extends View {
  hand: Handful;
  tickets: string[];
  /** in the order that `keep` counts */
  offer: string[];
  /** seen and put back */
  returned: string[];
  /** closed to this seat alone (C17) */
  barred: string[];
}

/** Cards dealt to a seat (C3). */
export interface Deal {
  e: "deal";
  p: number;
  cards?: Kind[];
  count?: number;
}

/** The first face-up cards (C4). */
export interface RowFilled {
  e: "row";
  cards: (Kind | null)[];
}

/** Three locomotives lay face up: a new row (C4). */
export interface Reset {
  e: "reset";
  out: Kind[];
  cards: (Kind | null)[];
}

/** Tickets to choose from (C5, C20). */
export interface Offered {
  e: "offer";
  p: number;
  tickets?: string[];
  count?: number;
}

/** Tickets kept (C5, C20). */
export interface Kept {
  e: "keep";
  p: number;
  tickets?: string[];
  count?: number;
}

/** Who begins (C6). */
export interface First {
  e: "first";
  p: number;
}

/** A face-up card taken; `slot` from 0 (C8). */
export interface Taken {
  e: "take";
  p: number;
  slot: number;
  card: Kind;
  refill: Kind | null;
}

/** The unseen top of the deck drawn (C11). */
export interface Drawn {
  e: "blind";
  p: number;
  card?: Kind;
}

/** The discards become a new deck (C12). */
export interface Reshuffled {
  e: "reshuffle";
  cards: Handful;
}

/** A route claimed and paid (C14). */
export interface Claimed {
  e: "claim";
  p: number;
  route: string;
  cards: Handful;
  points: number;
}

/** A tunnel tried: what was laid, what turned up, what it costs more (E3). */
export interface Tunnelled {
  e: "tunnel";
  p: number;
  route: string;
  cards: Handful;
  turned: Kind[];
  extra: number;
}

/** A tunnel given up (E3). */
export interface Declined {
  e: "decline";
  p: number;
  route: string;
}

/** A station built (E7). */
export interface StationBuilt {
  e: "station";
  p: number;
  city: string;
  cards: Handful;
}

/** A piece laid on a bed (F3). */
export interface Built {
  e: "build";
  p: number;
  route: string;
  colour: Colour;
}

/** A seat that can do nothing (C6). */
export interface Passed {
  e: "pass";
  p: number;
}

/** A seat is nearly out of trains: everybody has one more turn (C23). */
export interface LastRound {
  e: "last";
  p: number;
}

/** A seat's final scoring. */
export interface Score {
  routes: number;
  tickets: number;
  completed: string[];
  failed: string[];
  stations: number;
  borrowed: string[];
  longest: number;
  longestBonus: number;
  mostTicketsBonus: number;
  total: number;
}

/** The scoring of a position as it stands. */
export interface Scores {
  scores: Score[];
  winners: number[];
}

/** The game is over (C22). */
export interface Ended {
  e: "end";
  scores: Score[];
  winners: number[];
}

/** Another decision, and what it is worth. */
export interface Alternative {
  move: Move;
  value: number;
}

/** What a level would play, and why: a code and values. */
export interface Hint {
  move: Move;
  decision: number;
  why: Reason;
  values: Values;
  /** routes */
  plan: string[];
  tickets: string[];
  others: Alternative[];
}

/** A choice, how likely it leads to winning, from 0 to 1, by what its seat may know, and how far that may be off beside the other choices. */
export interface Chance {
  move: Move;
  chance: number;
  sure: number;
}

/** A decision that was compared: its seat's chance to win with it, and the points it will be ahead of the best other, by what the seat could know. */
export interface Considered {
  move: Move;
  decision: number;
  chance: number;
  /** null where there was nothing to choose */
  margin: number | null;
}

/** A decision and what it gave away, or an act of chance and its luck for every seat. `chances` are each seat's, before the decision, after the chance. */
export interface ReviewedMoment {
  /** its number, from 1; the deal has 0 */
  move: number;
  /** null for the deal */
  seat: number | null;
  kind: "decision" | "chance";
  chances: number[];
  played: Considered | null;
  /** the best first; empty where there was nothing to choose */
  best: Considered[];
  /** what the seat gave away, judged by what it could know; what it leaves undone still is booked once */
  cost: number;
  luck: number[];
  /** standard error of the cost */
  sure: number;
}

/** Where a seat's chance went: start + luck + rivals_luck - errors + rivals_errors is the result. Adjusted: without luck. */
export interface SeatAccount {
  start: number;
  luck: number;
  rivals_luck: number;
  errors: number;
  rivals_errors: number;
  result: number;
  adjusted: number;
}

/** The account of a game. */
export interface Review {
  seats: SeatAccount[];
  moments: ReviewedMoment[];
}

/** A seat's account for people: win chance given away, luck of all moves, the result without luck and one standard error of it. */
export interface SeatFigures {
  given: number;
  luck: number;
  adjusted: number;
  sure: number;
}

/** One of the costliest decisions: its place among the moments; where the best would have claimed a route that another claimed later, who and when. */
export interface Costly {
  moment: number;
  taker: number | null;
  /** the number of that move */
  taken: number | null;
}

/** A choice of tickets: its place among the moments, what was kept, and what the best would have kept; good where they were worth the same. */
export interface TicketChoice {
  moment: number;
  kept: string[];
  best: string[];
  good: boolean;
}

/** What a review tells people; moments by their place in it. */
export interface Figures {
  seats: SeatFigures[];
  costliest: Costly[];
  /** acts of chance and decisions after which a chance had changed most */
  turning: number[];
  tickets: TicketChoice[];
}

/** The review of a finished game, as far as it is: waiting, rough (the chances alone) or whole; `done` of `total` decisions are judged. */
export interface GameReview {
  stage: "waiting" | "rough" | "whole";
  done: number;
  total: number;
  game: string;
  players: string[];
  review: Review | null;
  figures: Figures | null;
}

/** Everybody's chance to win at a position, by what all can see. */
export interface WatchedChance {
  position: number;
  chances: number[];
}

/** The line of chances of a game between bots, as far as somebody has watched it. */
export interface WatchedChances {
  line: WatchedChance[];
}

/** A puzzle in the list; how hard it is, is how many of the levels miss it. */
export interface PuzzleSummary {
  id: string;
  game: string;
  hard: number;
}

/** GET /api/puzzles: all of them, game by game, the easiest first. The one of the day (UTC) is the same for all. */
export interface Puzzles {
  /** 2026-11-16 */
  day: string;
  /** its id; null where there are no puzzles */
  today: string | null;
  puzzles: PuzzleSummary[];
}

/** GET /api/puzzles/{puzzle}: a position as its seat may know it, and what may be done. */
export interface PuzzlePosition {
  id: string;
  game: string;
  hard: number;
  view: SeatView;
  choices: Choices;
}

/** What is best in a puzzle: the best decision and those next to it, one standard error of its lead, and the levels that miss it. */
export interface PuzzleSolution {
  best: Considered[];
  sure: number;
  missed: Level[];
}

/** What a try is worth. What is best stands in it once it was found, or asked for. */
export interface PuzzleAnswer {
  right: boolean;
  /** to win; null where nothing was tried */
  chance: number | null;
  solution: PuzzleSolution | null;
}

/** How a game ended. */
export interface Result {
  totals: number[];
  winners: number[];
}

/** A server's word for a whole record: Ed25519, in hexadecimal digits. */
export interface Signature {
  /** the server's public key, as at /api/key */
  key: string;
  value: string;
}

/** The compact record: seed and moves. A board of one's own stands in it whole. */
export interface GameRecord {
  format: "railhead-record/1";
  game: string;
  players: string[];
  seed: string;
  seedHash?: string;
  starter: number | null;
  moves: string[];
  result?: Result;
  board?: Record<string, unknown>;
  /** of a game that a server dealt, when it is over */
  signature?: Signature;
}

/** The full log: every event, hidden cards included. */
export interface Log {
  format: "railhead-log/1";
  game: string;
  players: string[];
  seed: string;
  starter?: number;
  events: GameEvent[];
}

/** A city, or what else has a name. */
export interface Place {
  id: string;
  name: string;
}

/** A country or region that tickets name, with the ends of the routes into it. */
export interface Zone {
  id: string;
  name: string;
  terminals: string[];
}

/** Track pieces of a colour and length. */
export interface PieceSupply {
  colour: Colour;
  length: number;
  count: number;
}

/** How many can play. */
export interface Players {
  least: number;
  most: number;
}

/** A game in the list of games; `minutes` is a usual length with four people. */
export interface GameSummary {
  id: string;
  name: string;
  board: string;
  players: Players;
  minutes: number;
  /** its place among those shown at first */
  featured: number | null;
  /** how many there are */
  tickets: number;
  /** whether it is a board of the world tour, which pickers show by wish */
  tour: boolean;
}

/** A lesson in the list of lessons: the game that it is about, and how long it takes. */
export interface LessonSummary {
  name: string;
  game: string;
  minutes: number;
}

/** GET /api/games; levels from weak to strong, lessons in the order in which they are offered. */
export interface Games {
  protocol: number;
  games: GameSummary[];
  levels: Level[];
  lessons: LessonSummary[];
  profiles: Policy;
}

/** A map that the server keeps: it is a game of this name. */
export interface KeptMap {
  id: string;
}

/** GET /api/maps: maps that their makers show to others, the latest first. */
export interface Maps {
  maps: GameSummary[];
}

/** A country of the gazetteer. */
export interface Country {
  code: string;
  /** in English */
  name: string;
  /** its code */
  continent: string;
  regions: string[];
}

/** GET /api/places: where a map may be made, and to whom the knowledge of it is owed. */
export interface Places {
  credit: string;
  /** name by code */
  continents: Record<string, string>;
  countries: Country[];
  frame: MapFrame;
  /** the land of all the earth in that frame, as the path of an SVG */
  world: string;
  /** and those between countries */
  borders: string;
}

/** What a sketch shows, as Mercator drew it: x = (longitude - west) * scale, y = (top - m(latitude)) * scale, where m(a) is
ln(tan(45 degrees + a / 2)) in degrees; longitudes count from west to east, past 180 where need be. */
export interface MapFrame {
  west: number;
  top: number;
  scale: number;
  width: number;
  height: number;
}

/** A city that a map could have besides. */
export interface Spare {
  name: string;
  lat: number;
  lon: number;
}

/** A board file that could be played, what lies around it as SVG paths, and more cities to choose from. */
export interface MapProposal {
  board: Record<string, unknown>;
  frame: MapFrame;
  land: string;
  lakes: string;
  borders: string;
  spare: Spare[];
  /** the code of the one that was pointed at */
  country: string;
  /** cities left out, because names and routes had no room there */
  dropped: string[];
  /** where planners have played on it */
  measures: MapMeasures | null;
}

/** What planners' games over a proposed map were like, and which of it could not be brought to what it should be. */
export interface MapMeasures {
  games: number;
  /** of each player */
  turns: number;
  /** the share of tickets */
  completed: number;
  /** by which the best beats the second, in its own points */
  margin: number;
  /** their shares of the wins */
  seats: number[];
  missed: ("turns" | "tickets" | "margin" | "seats" | "owner")[];
}

/** How bots' games over a map went; what is unlike the known boards in them by the name of its figure. */
export interface MapTrial {
  games: number;
  /** of each player */
  turns: number;
  score: number;
  deviation: number;
  /** by which the best beats the second */
  margin: number;
  /** tickets of a player */
  kept: number;
  completed: number;
  /** its share of the wins */
  firstSeat: number;
  /** by route, in which share of the games it was claimed */
  claims: Record<string, number>;
  unlike: ("short" | "long" | "spread" | "margin" | "completed" | "route")[];
}

/** A route; `terminal` is the end of its own that a route into a zone has. */
export interface Route {
  id: string;
  a: string;
  b: string;
  length: number;
  colour: RouteColour;
  ferry: number;
  tunnel: boolean;
  terminal: string | null;
}

/** Two places to join, and what that is worth. */
export interface Ticket {
  id: string;
  a: string;
  b: string;
  points: number;
  long: boolean;
}

/** The numbers of a game's rules: what a player begins with, how tickets are drawn, what things are worth. */
export interface Numbers {
  trains: number;
  stations: number;
  /** for each station that is left (E9) */
  stationPoints: number;
  firstCards: number;
  firstTickets: number;
  /** long ones among the first */
  firstLong: number;
  /** at least so many */
  firstKeep: number;
  /** where first tickets go that are not kept */
  firstReturn: "bottom" | "out" | "shuffled";
  laterTickets: number;
  laterKeep: number;
  longestBonus: number;
  mostTicketsBonus: number;
  /** with so few left the last round begins (C23) */
  lastTrains: number;
  /** with so few players only one of two parallel routes is used (C18) */
  singleTrackPlayers: number;
  /** in the deck */
  cards: Handful;
  /** for a route, by its length */
  points: Record<string, number>;
}

/** GET /api/games/{game}: all that never changes about a game. It has an `ETag` and may be kept. */
export interface GameFacts {
  id: string;
  name: string;
  board: string;
  cities: Place[];
  zones: Zone[];
  routes: Route[];
  tickets: Ticket[];
  /** routes of which only one can be built */
  crossings: [string, string][];
  pieces: PieceSupply[];
  numbers: Numbers;
  colours: Colour[];
  /** null for a board that cannot be drawn */
  geometry: Plan | null;
}

/** From one space to the next, and how wide it is. */
export interface SlotSize {
  pitch: number;
  width: number;
}

/** Where a city or the end of a route into a zone is drawn. */
export interface Spot {
  id: string;
  x: number;
  y: number;
  r: number;
}

/** A space of a route around its middle; `index` counts from the route's first city, `angle` is in degrees. */
export interface Slot {
  route: string;
  index: number;
  x: number;
  y: number;
  angle: number;
  length: number;
}

/** A name on the board. */
export interface Label {
  id: string;
  box: Box;
  lines: string[];
  size: number;
  kind: "city" | "zone";
}

/** Where pieces lie and fingers reach, in units of which a slot's pitch has 40; the board itself is drawn in `map.svg`. */
export interface Plan {
  board: string;
  width: number;
  height: number;
  slot: SlotSize;
  cities: Spot[];
  terminals: Spot[];
  slots: Slot[];
  labels: Label[];
}

/** A claimed route: its strokes in order, then on every slot a wagon, drawn around the origin for slots of a length. */
export interface Train {
  length: number;
  /** classes; along the slots, or from its ends to their places */
  strokes: [string, "line" | "links"][];
  /** classes and paths */
  wagon: [string, string][];
  /** the pattern of each seat on its wagons */
  marks: [string, string][];
}

/** SVG paths in the box: a form for every colour, for locomotives and stations; and what claimed routes are drawn of. */
export interface Symbols {
  box: Box;
  colours: Partial<Record<Colour, string>>;
  locomotive: string;
  station: string;
  train: Train;
}

/** GET /api/look: the colours of each theme, the symbols of the colours, the board's style sheet. */
export interface Look {
  themes: Record<string, Record<string, string>>;
  symbols: Symbols;
  style: string;
}

/** Something that was not done: a code, the rule of the game that forbids it, and values for the sentence. */
export interface Refused {
  type: "refused";
  code: Code;
  rule: string;
  values: Values;
  re: Identity;
}

/** Thinking time: minutes a player, and seconds added after each turn. Where each turn has minutes of its own, the player's are a
reserve that is touched when those are gone: a game over days. One of the two must be there. */
export interface Clock {
  minutes: number;
  increment: number;
  /** minutes */
  turn: number;
  /** days for which a player may stop the own clock */
  holiday: number;
}

/** How a table is played. */
export interface Options {
  open: boolean;
  undo: boolean;
  /** null: where nobody plays but one person and bots */
  hints: boolean | null;
  starter: number | null;
  clock: Clock | null;
  rated: boolean;
}

/** Who is to sit somewhere: `me` and `here` are of this browser, `friend` is free until somebody takes it. */
export interface SeatPlan {
  kind: "me" | "here" | "friend" | "bot";
  name?: string | null;
  level?: string | null;
}

/** POST /api/tables. */
export interface NewTable {
  game: string;
  seats: SeatPlan[];
  options?: Options;
}

/** A city that a map has or could have. */
export interface MapCity {
  name: string;
  lat: number;
  lon: number;
}

/** A rectangle; one whose west is east of its east crosses the date line. */
export interface MapBox {
  south: number;
  west: number;
  north: number;
  east: number;
}

/** All that is within some kilometres of a point. */
export interface MapCircle {
  lat: number;
  lon: number;
  kilometres: number;
}

/** A point of the globe. */
export interface MapPoint {
  lat: number;
  lon: number;
}

/** What a map is to have, beside cities and routes. */
export interface MapExtras {
  tunnels?: number;
  /** at most; none: where there is water */
  ferries?: number | null;
  stations?: boolean;
  longTickets?: number;
  beds?: number;
  /** neighbouring countries */
  zones?: number;
  /** of each player; 0: as many as fit */
  trains?: number;
  /** at the tables where planners try it */
  players?: number;
}

/** POST /api/maps/proposal: a map of some places, or of these cities. At once it is a `sketch`; after some seconds there is `room` for all
names; after up to a minute it was changed until planners' `games` over it are as they should be. */
export interface MapWish {
  name: string;
  countries?: string[];
  continents?: string[];
  regions?: string[];
  /** only what lies in there */
  box?: MapBox | null;
  circle?: MapCircle | null;
  /** the country there */
  at?: MapPoint | null;
  /** cities as people list them: these, and no others */
  lines?: string[];
  extras?: MapExtras;
  stage?: "sketch" | "room" | "games";
  /** how many cities; none: as many as usual */
  count?: number | null;
  /** names as on the signposts there */
  local?: boolean;
  seed?: number;
  /** these, and no others */
  cities?: MapCity[];
}

/** POST /api/maps: a board file to be kept. */
export interface NewMap {
  board: unknown;
  /** may others find it? */
  listed?: boolean;
}

/** POST /api/maps/trial: a board file to be tried by bots. */
export interface TriedMap {
  board: unknown;
}

/** POST /api/tables/{table}/seats/{seat}. */
export interface TakeSeat {
  name: string;
}

/** POST /api/tables/{table}/branch: play on from before a move of a finished game, at one of its seats, against bots. */
export interface PlayOn {
  move: number;
  seat: number;
  name: string;
  level?: string | null;
}

/** POST /api/puzzles/{puzzle}: a decision, the first one of a move; or none, to be told what is best. */
export interface PuzzleTry {
  decision?: number | null;
}

/** A seat and the token that holds it, shown once. */
export interface HeldSeat {
  seat: number;
  token: string;
}

/** The answer to whoever made a table or took a seat. */
export interface Seated {
  table: string;
  seats: HeldSeat[];
}

/** Who sits somewhere; `away`: a bot plays for the person, for good if they `resigned`. */
export interface TableSeat {
  seat: number;
  kind: "person" | "free" | "bot";
  name: string | null;
  level: Level | null;
  away: boolean;
  resigned: boolean;
}

/** After a game somebody asks the others for another one: the seats that want it, and those that do not. */
export interface Ballot {
  sameDeal: boolean;
  yes: number[];
  no: number[];
}

/** A table as everyone may know it; the seed only when the game is over, its SHA-256 (`commitment`) from the start. */
export interface Table {
  table: string;
  game: string;
  created: number;
  phase: ClubPhase;
  options: Options;
  /** whose table this is */
  lesson: string | null;
  /** the day whose deal it has */
  daily: string | null;
  seats: TableSeat[];
  commitment: string;
  seed: string | null;
  sameDeal: boolean;
  winners: number[] | null;
  rematch: string | null;
  again: string | null;
  ballots: Ballot[];
  /** the seats of whoever made it */
  hosts: number[];
  /** of the map, where it is somebody's own */
  name: string | null;
  /** the duplicate or tournament that it is part of */
  club: string | null;
}

/** GET /api/tables/{table}: also who is there now, and whose decision the game waits for. */
export interface SeenTable extends Table {
  present: boolean[];
  waiting: number[];
  /** when the next clock does */
  runsOut: number | null;
}

/** GET /api/tables. */
export interface Tables {
  tables: SeenTable[];
}

/** A person took a free seat. */
export interface Sat {
  kind: "sit";
  number: number;
  time: number;
  seat: number | null;
  name: string;
}

/** A person left a seat before the game: it is free again. */
export interface Stood {
  kind: "stand";
  number: number;
  time: number;
  seat: number | null;
  name: string;
}

/** Whoever made the table gave it up before the game. */
export interface Cancelled {
  kind: "cancel";
  number: number;
  time: number;
  seat: number | null;
}

/** Bots took the free seats. */
export interface Filled {
  kind: "fill";
  number: number;
  time: number;
  seat: number | null;
  level: Level;
}

/** The game begins. */
export interface Started {
  kind: "start";
  number: number;
  time: number;
  seat: number | null;
  events: GameEvent[];
}

/** A seat has chosen its first tickets; what and how many nobody else learns yet (C5). */
export interface Chosen {
  kind: "choose";
  number: number;
  time: number;
  seat: number | null;
}

/** A move; `bot` if a bot made it for the seat. */
export interface Moved {
  kind: "move";
  number: number;
  time: number;
  seat: number | null;
  events: GameEvent[];
  bot: boolean;
}

/** The move of that number was taken back; take its events out of the story. */
export interface Undone {
  kind: "undo";
  number: number;
  time: number;
  seat: number | null;
  undoes: number;
}

/** A bot takes over: others wished it, the seat itself did, its clock ran out, or it resigned and does not come back. */
export interface Replaced {
  kind: "replace";
  number: number;
  time: number;
  seat: number | null;
  level: Level;
  reason: "wish" | "own" | "clock" | "resign";
}

/** The person plays again. */
export interface Returned {
  kind: "back";
  number: number;
  time: number;
  seat: number | null;
}

/** A player's clock stands still until then; or, where that is now, goes on. */
export interface Rested {
  kind: "holiday";
  number: number;
  time: number;
  seat: number | null;
  until: number;
}

/** A seat wants to play again, or does not. */
export interface Answered {
  kind: "answer";
  number: number;
  time: number;
  seat: number | null;
  sameDeal: boolean;
  yes: boolean;
}

/** The table that follows, with a new deal, and whose seats of this one it has, in their order. */
export interface Rematched {
  kind: "rematch";
  number: number;
  time: number;
  seat: number | null;
  table: string;
  seats: number[];
}

/** The table that follows, with the same deal. */
export interface PlayedAgain {
  kind: "again";
  number: number;
  time: number;
  seat: number | null;
  table: string;
  seats: number[];
}

/** Somebody offers to call the game off, or to have a bot sit in for an absent person. */
export interface Proposed {
  kind: "propose";
  number: number;
  time: number;
  seat: number | null;
  what: Offer;
  about: number | null;
}

/** Somebody agrees to what was offered, or does not: then it is gone. */
export interface Agreed {
  kind: "agree";
  number: number;
  time: number;
  seat: number | null;
  yes: boolean;
}

/** All agreed to end the game now: it counts for nobody. */
export interface CalledOff {
  kind: "call-off";
  number: number;
  time: number;
  seat: number | null;
}

/** All tables of the duplicate have ended: what was dealt may be known. */
export interface Disclosed {
  kind: "disclose";
  number: number;
  time: number;
  seat: number | null;
}

/** The rules are ready; no number is used up. */
export interface Prepared {
  kind: "prepared";
  number: number;
  time: number;
  seat: number | null;
}

/** A line of chat; it is for all at the table, and has numbers of its own. */
export interface ChatLine {
  number: number;
  time: number;
  seat: number;
  name: string;
  text: string;
}

/** Milliseconds left, as of the message's time, and whose clock runs; of a seat that has to decide with what its turn has. */
export interface ClockState {
  left: number[];
  running: number | null;
  /** until when each is on holiday; 0: is not */
  holiday: number[];
  /** ms of holiday that each may still take */
  rest: number[];
}

/** Where a lesson stands: what is told, by keys of the lessons' texts, and what is asked, as far as it matters how it is done. */
export interface LessonStep {
  name: string;
  /** from 0; as many as there are when all are done */
  step: number;
  steps: number;
  say: string[];
  /** none: anything counts */
  ask: Move[];
  /** routes, cities and tickets to look at */
  mark: string[];
  done: boolean;
}

/** What somebody offers: to call the game off, or to have a bot sit in for an absent person. It is gone with the next move. */
export interface Proposal {
  seat: number;
  what: Offer;
  about: number | null;
  agreed: number[];
  /** who has yet to agree; all must */
  asked: number[];
}

/** Everything a reader may see of a table now. `views`, `choices` and `chosen` are by seat, of the seats that the reader holds. */
export interface TableState {
  protocol: number;
  number: number;
  /** the number of the last thing that changed the game */
  position: number;
  time: number;
  table: Table | SeenTable;
  you: number[];
  phase: TablePhase;
  toMove: number | null;
  /** several only while first tickets are chosen */
  waiting: number[];
  views: Record<string, SeatView>;
  /** for whoever only watches */
  watch: View | SeatView | null;
  /** of the seats that are waited for */
  choices: Record<string, Choices>;
  /** first tickets that were chosen already: places in the offer, from 1 */
  chosen: Record<string, number[]>;
  /** the seat that may take its last move back now */
  undo: number | null;
  /** until when bots wait for a person who may take a move back, or has to read what a tunnel cost */
  biding: number | null;
  /** for whoever learns */
  lesson: LessonStep | null;
  clock: ClockState | null;
  proposal: Proposal | null;
  present: boolean[];
  watchers: number;
}

/** The hours of the day in which nobody is to be told anything, in some place's time. */
export interface Quiet {
  begins: number;
  ends: number;
  /** Europe/Paris */
  zone: string;
}

/** POST /api/me: what a person says about themselves, and whether they want to be told when it is their turn. */
export interface Card {
  name: string;
  /** the seat whose colour they like */
  colour: number | null;
  language: string;
  notices: boolean;
  quiet: Quiet | null;
}

/** A browser that is told by its maker's service: what `PushSubscription.toJSON()` says. */
export interface PushWay {
  kind: "push";
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** An address to which messages are posted, as a chat wants them. */
export interface HookWay {
  kind: "hook";
  url: string;
  shape: Shape;
}

/** An e-mail address. */
export interface MailWay {
  kind: "mail";
  address: string;
}

/** POST /api/me/ways: how to tell a person. A code is sent to addresses that are not the browser's own. */
export interface NewWay {
  way: PushWay | HookWay | MailWay;
}

/** POST /api/me/ways/{way}: the code that came that way; none: the way is given up. */
export interface Proof {
  code?: string | null;
}

/** A seat that a person holds. */
export interface KeptSeat {
  table: string;
  token: string;
}

/** POST /api/me/seats: seats that come to belong to a person. */
export interface KeptSeats {
  seats: KeptSeat[];
}

/** POST /api/me/forget: nobody does it by mistake. */
export interface Forget {
  sure: "forget";
}

/** POST /api/passkeys/challenge: something to sign; to bind a passkey to one's profile, or to come in with one. */
export interface AskPasskey {
  purpose: "bind" | "enter";
}

/** What a browser has a passkey made of, or has one sign: once, and soon. */
export interface PasskeyChallenge {
  challenge: string;
  /** the name for which the passkey is */
  host: string;
  /** by which it knows the profile again; empty where somebody wants to come in */
  handle: string;
  /** passkeys that the profile has, of which none is made again */
  known: string[];
}

/** POST /api/me/passkeys: a passkey that a browser has made, as WebAuthn has it. */
export interface NewPasskey {
  name: string;
  id: string;
  client_data: string;
  attestation: string;
}

/** POST /api/me/passkeys/{passkey}: another name for it; none: it is removed, and with it the keys of browsers that came in by it. */
export interface ChangedPasskey {
  name?: string | null;
}

/** POST /api/passkeys: the key in the header is that of a profile from now on, for a passkey of it has signed. */
export interface PasskeyEntry {
  id: string;
  client_data: string;
  authenticator_data: string;
  signature: string;
}

/** A passkey of somebody. */
export interface KnownPasskey {
  id: string;
  name: string;
  made: number;
}

/** A way to tell somebody; its address only as far as its owner knows it again. */
export interface KnownWay {
  id: string;
  kind: "push" | "hook" | "mail";
  shown: string;
  proved: boolean;
}

/** A person, as the server knows them: nobody else is told any of it. */
export interface Me {
  card: Card;
  ways: KnownWay[];
  /** for a browser's subscription */
  pushKey: string;
  /** does the server send e-mail? */
  mail: boolean;
  passkeys: KnownPasskey[];
}

/** POST /api/me/tables: the tables whose seats a browser still holds. */
export interface KnownTables {
  known?: string[];
}

/** A seat that comes back to its person, with a token of its own. */
export interface FoundSeat {
  table: string;
  game: string;
  created: number;
  seat: number;
  token: string;
  over: boolean;
}

/** A seat of a person. */
export interface FoundPlace {
  table: string;
  seat: number;
}

/** The seats of a person that a browser had lost, the latest first. */
export interface FoundSeats {
  seats: FoundSeat[];
}

/** A finished game of a person. */
export interface Played {
  table: string;
  game: string;
  ended: number;
  players: number;
  /** from 1 */
  place: number;
  points: number;
  completed: number;
  failed: number;
  longest: number;
  /** did they play to the end, or a bot for them? */
  own: boolean;
}

/** All finished games of a person on one board. */
export interface GameTally {
  game: string;
  played: number;
  won: number;
  /** on the average */
  points: number;
  best: number;
  completed: number;
  failed: number;
  /** the longest of all longest trails */
  longest: number;
  /** on the average */
  place: number;
  /** on the average */
  players: number;
}

/** How well somebody plays, as far as rated games tell: 1000 for a newcomer, and more the surer it is. */
export interface Rating {
  score: number;
  played: number;
  /** among all on this server */
  place: number;
}

/** GET /api/me/games: what a person has played: the latest games, and all of them in numbers. */
export interface History {
  games: Played[];
  tallies: GameTally[];
  rating: Rating | null;
}

/** A player among the best: a person's name, or a bot's level. */
export interface Ranked {
  place: number;
  name: string;
  level: Level | null;
  score: number;
  played: number;
  you: boolean;
}

/** GET /api/best: the best of this server. */
export interface Best {
  players: Ranked[];
}

/** GET /api/me/all: everything that is kept about a person. */
export interface Everything {
  card: Card;
  ways: (PushWay | HookWay | MailWay)[];
  seats: FoundPlace[];
  games: Played[];
  /** by game: how often each route was claimed */
  claims: Record<string, Record<string, number>>;
  rating: Rating | null;
  tries: DayTry[];
  passkeys: KnownPasskey[];
  clubs: FoundClub[];
  tallies: GameTally[];
  /** people whom one wants to meet no more */
  blocked: number;
  /** times that others told the host of one; in which words is theirs */
  reported: number;
}

/** POST /api/me/blocks: whoever sits there, at a table at which one sits as well, no longer gets a seat where one does. */
export interface Block {
  table: string;
  seat: number;
}

/** POST /api/tables/{table}/report: what the host of the server is told of somebody at the table. */
export interface Complaint {
  accused: number;
  words: string;
}

/** GET /api/announcement: what the host of the server says to all; empty if nothing. */
export interface Announcement {
  text: string;
}

/** POST /api/daily: play the deal of the day; of another day, that is over, for practice. */
export interface NewTry {
  name: string;
  day?: string | null;
}

/** A person's one try at the deal of a day. While it is played there are no points; where a bot has helped, or it came too late, it does not count. */
export interface DayTry {
  day: string;
  table: string;
  ended: number | null;
  points: number | null;
  place: number | null;
  completed: number | null;
  failed: number | null;
}

/** What a bot made of the same seat in the same deal. */
export interface DayRival {
  level: Level;
  points: number;
}

/** A try among the others': of how many, and which part of them it beats, from 0 to 1; equal ones by half. */
export interface DayStanding {
  players: number;
  /** null while there are no others */
  beats: number | null;
}

/** GET /api/daily and /api/daily/{day}: the deal of a day. Whoever has played it, or comes when it is closed, is told how others did. */
export interface Daily {
  day: string;
  game: string;
  seats: number;
  /** of the bots */
  level: Level;
  /** the SHA-256 of the seed */
  commitment: string;
  /** when it is closed */
  seed: string | null;
  begins: number;
  /** until when it can be begun */
  ends: number;
  /** until when it counts */
  closes: number;
  own: DayTry | null;
  standing: DayStanding | null;
  rivals: DayRival[];
}

/** A day in the list of days. */
export interface Day {
  day: string;
  game: string;
  own: DayTry | null;
}

/** GET /api/daily: the deal of today, the days before it, and the promise for tomorrow: the SHA-256 of its seed. */
export interface Days {
  today: Daily;
  tomorrow: string;
  before: Day[];
}

/** POST /api/clubs: a duplicate, one deal at several tables; or a tournament of rounds, Swiss or all against all. */
export interface NewClub {
  kind: ClubKind;
  name: string;
  game: string;
  /** of a table: for people, or the same bot everywhere */
  seats: (string | null)[];
  clock: Clock;
  /** of a duplicate */
  tables?: number;
  /** of a Swiss; all against all ends when all have met, or after twenty */
  rounds?: number;
  /** the bots that take the places of a duplicate that nobody took */
  fill?: string | null;
  /** does each round wait for the word of whoever made it? */
  waits?: boolean;
}

/** POST /api/clubs/{club}/members: be one of those who play, at a place of one's choice where there are places. */
export interface JoinClub {
  name: string;
  table?: number | null;
  seat?: number | null;
  /** of whoever made it */
  token?: string | null;
}

/** POST /api/clubs/{club}: begin, or play the next round; give it up; leave, or have somebody leave. */
export interface ClubWish {
  wish: "start" | "cancel" | "leave";
  member?: number | null;
}

/** The answer to whoever made a club or joins it: what holds their place, and their seat at every table of it. */
export interface ClubToken {
  club: string;
  token: string;
}

/** Somebody who plays. */
export interface ClubMember {
  member: number;
  name: string;
  left: boolean;
  /** the place in a duplicate */
  table: number | null;
  seat: number | null;
}

/** A table of a round: who sits there, by seats, and how it ended. Bots are nobody; one alone has a bye. */
export interface ClubMatch {
  /** from 1 */
  round: number;
  number: number;
  seats: (number | null)[];
  ended: boolean;
  /** of those that the reader may look at */
  table: string | null;
  /** none while it goes on, or where the reader may not know; empty: it was called off */
  points: number[] | null;
  /** seats that a bot ended */
  away: number[];
}

/** A line of the ranking. Tournament: points for rounds, the mean of those of the people they met, points of the games. Duplicate: what
they made more than the mean of their seat, which part of the others there they have beaten, points. */
export interface ClubStanding {
  member: number;
  place: number;
  score: number;
  second: number;
  points: number;
}

/** GET /api/clubs/{club}: a duplicate or a tournament as the reader may see it. */
export interface Club {
  club: string;
  kind: ClubKind;
  name: string;
  game: string;
  created: number;
  phase: ClubPhase;
  seats: (Level | null)[];
  clock: Clock;
  tables: number;
  rounds: number;
  fill: Level;
  waits: boolean;
  /** 0 before the first */
  round: number;
  /** does the next round wait for the word of whoever made it? */
  ready: boolean;
  /** of the deal of a duplicate */
  commitment: string | null;
  /** when all of it is over */
  seed: string | null;
  members: ClubMember[];
  matches: ClubMatch[];
  /** of the seats of a duplicate */
  means: number[];
  standings: ClubStanding[];
  /** which member the reader is */
  you: number | null;
  /** is it whoever made it? */
  host: boolean;
}

/** A duplicate or tournament of somebody. */
export interface FoundClub {
  club: string;
  name: string;
  kind: ClubKind;
  game: string;
  phase: ClubPhase;
}

/** GET /api/me/clubs: those that a person made or plays in, the latest first. */
export interface FoundClubs {
  clubs: FoundClub[];
}

/** What a notice says: which game, at which table, who moved; nothing that not all may know. */
export interface Turn {
  table: string;
  game: string;
  /** none: the game begins */
  mover: string | null;
  /** of the map, where it is somebody's own */
  name: string | null;
}

/** The answer to `hello` and `sync`: all of it, and the story after the number asked for; chat with `hello` only. */
export interface State extends TableState {
  type: "state";
  re: Identity;
  story: Entry[];
  /** the story is long and goes on: `sync` with the number of its last entry */
  more: boolean;
  chat: ChatLine[] | null;
}

/** What happened, and everything as it stands after it. */
export interface Update extends TableState {
  type: "update";
  entry: Entry;
}

/** Who is there; not numbered. */
export interface Presence {
  type: "presence";
  present: boolean[];
  watchers: number;
}

/** Somebody said something. */
export interface ChatSaid extends ChatLine {
  type: "chat";
}

/** It is done, and stored. */
export interface Done {
  type: "done";
  re: Identity;
  number: number;
}

/** Here I am. */
export interface Pong {
  type: "pong";
  re: Identity;
  time: number;
}

/** What a strong player would do for a seat at a position: the whole move, its decisions, why, and the chances of the choices there are. */
export interface Advice {
  type: "advice";
  re: Identity;
  seat: number;
  at: number;
  hint: Hint;
  decisions: number[];
  chances: Chance[];
}

/** The first message of a socket: the table, the tokens of the seats played here, the last number seen. */
export interface Hello {
  type: "hello";
  id?: Identity;
  protocol: number;
  table: string;
  tokens?: string[];
  after?: number;
}

/** A move of a seat, at a position: the decisions of what was chosen, or any move, to be told why not; in words or as text. */
export interface MakeMove {
  type: "move";
  id?: Identity;
  seat: number;
  at: number;
  decisions?: number[] | null;
  move?: Move | string | null;
}

/** Take the last move back. */
export interface Undo {
  type: "undo";
  id?: Identity;
  seat: number;
  at: number;
}

/** What would a strong player do here? Answered by `advice`, at tables that allow it. */
export interface AskHint {
  type: "hint";
  id?: Identity;
  seat: number;
  at: number;
}

/** A line of chat. */
export interface Chat {
  type: "chat";
  id?: Identity;
  seat: number;
  text: string;
}

/** Let a bot play on for a seat. */
export interface Replace {
  type: "replace";
  id?: Identity;
  seat: number;
  level?: string | null;
}

/** Take a seat back from its bot. */
export interface Back {
  type: "back";
  id?: Identity;
  seat: number;
}

/** Leave the game for good: a bot plays on. */
export interface Resign {
  type: "resign";
  id?: Identity;
  seat: number;
}

/** Offer the others to call the game off, which then counts for nobody; or to have a bot sit in for somebody who keeps a game over days
waiting. */
export interface Propose {
  type: "propose";
  id?: Identity;
  seat: number;
  what: Offer;
  about?: number | null;
}

/** Agree to what somebody offers, or not. */
export interface Agree {
  type: "agree";
  id?: Identity;
  seat: number;
  yes: boolean;
}

/** Stop the seat's clock for some days; 0: let it go on. */
export interface Rest {
  type: "holiday";
  id?: Identity;
  seat: number;
  days: number;
}

/** Whether anybody looks at the table on this screen: who does needs no notice. */
export interface Attend {
  type: "attend";
  id?: Identity;
  looks: boolean;
}

/** The seat will not take its move back, or has read what it had to: bots need not wait. */
export interface GoOn {
  type: "go-on";
  id?: Identity;
  seat: number;
}

/** Leave a seat before the game; whoever made the table may free a seat, too. */
export interface Stand {
  type: "stand";
  id?: Identity;
  seat: number;
}

/** Give the table up before the game; by whoever made it. */
export interface Cancel {
  type: "cancel";
  id?: Identity;
}

/** Another game of the same kind: for all seats of this client, yes or no. It begins when all have answered, or `now` with those who want it. */
export interface PlayAgain {
  type: "again";
  id?: Identity;
  sameDeal?: boolean;
  yes?: boolean;
  now?: boolean;
}

/** Let bots take all free seats. */
export interface Fill {
  type: "fill";
  id?: Identity;
  level?: string | null;
}

/** Send everything again. */
export interface Sync {
  type: "sync";
  id?: Identity;
  after?: number;
}

/** Are you there? */
export interface Ping {
  type: "ping";
  id?: Identity;
}

/** What a seat held, for all eyes after the end. */
export interface Hidden {
  hand: Handful;
  tickets: string[];
  offer: string[];
}

/** A move and the game after it: a seat's own view where it looks with a seat's eyes; `all` with all eyes only. */
export interface ReplayStep {
  number: number;
  seat: number | null;
  time: number;
  events: GameEvent[];
  view: View | SeatView;
  all?: Hidden[];
}

/** GET /api/tables/{table}/replay: as `eyes` saw it. `chart` has the points after each step, the last one the final totals. */
export interface Replay {
  table: string;
  game: string;
  names: string[];
  eyes: string;
  over: boolean;
  steps: ReplayStep[];
  chart: number[][];
}

/** GET /api/version; `ready` is false while rules are being prepared after an installation. */
export interface Version {
  protocol: number;
  version: string;
  ready: boolean;
}

/** GET /api/key: with which the server signs the records of finished games (Ed25519). */
export interface ServerKey {
  key: string;
}

/** GET /health. */
export interface Alive {
  alive: boolean;
}

/** GET /ready. */
export interface Ready {
  ready: boolean;
}
