import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Listener, TableSocket } from "./socket";

/** The other end of a line. */
class Line {
  static readonly OPEN = 1;
  static readonly CONNECTING = 0;
  static all: Line[] = [];
  readyState = 1;
  sent: Record<string, unknown>[] = [];
  onopen?: () => void;
  onclose?: (event: { code: number }) => void;
  onmessage?: (event: { data: string }) => void;
  constructor() {
    Line.all.push(this);
  }
  send(data: string): void {
    this.sent.push(JSON.parse(data));
  }
  close(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
  say(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

let heard: string[];
/** what is told of the window */
let window: Record<string, () => void>;
const listener: Listener = {
  state: ({ number, phase, story }) => void heard.push(`state ${number} ${phase} ${story.length}`),
  update: ({ number, entry }) => void heard.push(`update ${number} ${entry.kind}`),
  presence: () => {},
  chat: () => {},
  link: (up) => void heard.push(up ? "up" : "down"),
  stranger: (token) => void heard.push(`not ${token}`),
  refused: (code) => void heard.push(`refused ${code}`),
};
const last = () => Line.all[Line.all.length - 1] as Line;

beforeEach(() => {
  heard = [];
  window = {};
  Line.all = [];
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Line);
  vi.stubGlobal("location", { protocol: "http:", host: "here" });
  vi.stubGlobal("addEventListener", (kind: string, told: () => void) => {
    window[kind] = told;
  });
  vi.stubGlobal("removeEventListener", () => {});
  vi.stubGlobal("document", { hidden: false, addEventListener: () => {}, removeEventListener: () => {} });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("asks for what it missed", () => {
  const socket = new TableSocket("t", ["token"], listener);
  last().onopen?.();
  expect(last().sent[0]).toMatchObject({ type: "hello", after: 0, tokens: ["token"] });
  last().say({ type: "state", number: 3, phase: "turn", story: [1, 2, 3] });
  last().say({ type: "update", number: 4, phase: "turn", entry: { kind: "move" } });
  last().say({ type: "update", number: 6, phase: "turn", entry: { kind: "move" } });
  expect(last().sent[1]).toEqual({ type: "sync", after: 4 });
  expect(heard).toEqual(["up", "state 3 turn 3", "update 4 move"]);
  socket.close();
});

it("keeps the game on the screen while a restarted server prepares, then takes the whole story", () => {
  const socket = new TableSocket("t", [], listener);
  last().onopen?.();
  last().say({ type: "state", number: 5, phase: "turn", story: [] });
  last().close();
  vi.advanceTimersByTime(1000);
  expect(Line.all.length).toBe(2);
  last().onopen?.();
  last().say({ type: "state", number: 5, phase: "preparing", story: [] });
  expect(heard).toEqual(["up", "state 5 turn 0", "down"]);
  last().say({ type: "update", number: 5, phase: "turn", entry: { kind: "prepared", number: 5 } });
  expect(last().sent.at(-1)).toEqual({ type: "sync", after: 0 });
  last().say({ type: "state", number: 5, phase: "turn", story: [1, 2, 3, 4, 5] });
  expect(heard.slice(3)).toEqual(["up", "state 5 turn 5"]);
  socket.close();
});

it("waits where a game has not been seen yet", () => {
  const socket = new TableSocket("t", [], listener);
  last().onopen?.();
  last().say({ type: "state", number: 2, phase: "preparing", story: [1, 2] });
  expect(heard).toEqual(["up", "state 2 preparing 2"]);
  last().close(4404);
  vi.advanceTimersByTime(60_000);
  expect(Line.all.length).toBe(1);
  socket.close();
});

it("reads a long story in parts, and tells of a token that opens nothing", () => {
  const socket = new TableSocket("t", ["good", "bad"], listener);
  last().onopen?.();
  last().say({ type: "refused", re: null, code: "wrong-token", rule: "", values: { place: 1 } });
  expect(heard).toEqual(["not bad"]);
  last().say({ type: "state", number: 900, phase: "turn", story: [{ number: 400 }], more: true });
  expect(last().sent.at(-1)).toEqual({ type: "sync", after: 400 });
  const asked = last().sent.length;
  last().say({ type: "state", number: 900, phase: "turn", story: [{ number: 900 }], more: false });
  expect(last().sent.length).toBe(asked);
  socket.close();
});

it("says at once that the network is gone, and comes back", async () => {
  const socket = new TableSocket("t", [], listener);
  last().onopen?.();
  last().say({ type: "state", number: 5, phase: "turn", story: [] });
  const sent = socket.send({ type: "fill" }).catch(({ code }) => code);
  last().close = () => {}; // without a network nobody answers a goodbye
  window.offline?.();
  expect(await sent).toBe("offline");
  expect(await socket.send({ type: "fill" }).catch(({ code }) => code)).toBe("offline");
  expect(heard.at(-1)).toBe("down");
  window.online?.();
  expect(Line.all.length).toBe(2);
  socket.close();
});
