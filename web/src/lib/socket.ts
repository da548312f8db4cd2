/** One socket to a table that comes back by itself: growing pauses, a ping, and a sync where a number is missing. */
import { Refusal } from "./refusals";
import {
  type Advice,
  type AskHint,
  type ChatLine,
  type ClientMessage,
  type Done,
  PROTOCOL,
  type Presence,
  type Refused,
  type ServerMessage,
  type State,
  type Update,
} from "./types";

export interface Listener {
  state(state: State): void;
  update(update: Update): void;
  presence(presence: Presence): void;
  chat(line: ChatLine): void;
  link(up: boolean, gone: boolean): void;
  /** a token of ours opens no seat of this table */
  stranger(token: string): void;
  /** nobody may look on here yet */
  refused(code: Refused["code"]): void;
}

/** What a client asks for and is answered by `done` or `refused`. */
export type Wish = Exclude<ClientMessage, { type: "hello" | "sync" | "ping" | "hint" }>;
type Answer = Done | Advice;
type Waiting = { done(answer: Answer): void; refused(reason: Refusal): void };

export const pause = (attempt: number, chance = Math.random()): number =>
  Math.min(8000, 250 * 2 ** attempt) * (0.75 + chance / 2);

export class TableSocket {
  private socket: WebSocket | null = null;
  private waiting = new Map<number, Waiting>();
  private number = 0;
  private playing = false;
  private attempt = 0;
  private id = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private beat: ReturnType<typeof setInterval> | undefined;
  private heard = 0;
  private closed = false;

  constructor(
    private readonly table: string,
    private tokens: string[],
    private readonly listener: Listener,
  ) {
    this.open();
    addEventListener("online", this.hurry);
    addEventListener("offline", this.part);
    document.addEventListener("visibilitychange", this.hurry);
    document.addEventListener("visibilitychange", this.attend);
  }

  private hurry = () => {
    if (this.closed || document.hidden || this.socket?.readyState === WebSocket.OPEN) return;
    if (this.socket?.readyState === WebSocket.CONNECTING) return;
    this.attempt = 0;
    this.open();
  };

  private open(): void {
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/socket`);
    this.socket = socket;
    socket.onopen = () => {
      this.heard = Date.now();
      this.post({ type: "hello", protocol: PROTOCOL, table: this.table, tokens: this.tokens, after: this.number });
      if (document.hidden) this.attend();
      clearInterval(this.beat);
      this.beat = setInterval(() => this.ping(), 20_000);
    };
    socket.onmessage = (message) => {
      this.heard = Date.now();
      this.hear(JSON.parse(String(message.data)));
    };
    socket.onclose = (event) => {
      if (this.socket === socket) this.lost(event.code === 4404);
    };
  }

  private lost(gone: boolean): void {
    this.socket = null;
    clearInterval(this.beat);
    for (const waiting of this.waiting.values()) waiting.refused(new Refusal("offline"));
    this.waiting.clear();
    this.listener.link(false, gone);
    if (this.closed || gone) return;
    this.timer = setTimeout(() => this.open(), pause(this.attempt++));
  }

  /** Without a network a socket stays open until nothing is heard for long: who touches something meanwhile is to be told at once. */
  private readonly part = (): void => {
    const socket = this.socket;
    if (socket?.readyState !== WebSocket.OPEN) return;
    this.lost(false);
    socket.close();
  };

  /** Whether anybody looks: who does needs no notice of a turn. */
  private readonly attend = (): void => this.post({ type: "attend", looks: !document.hidden });

  private ping(): void {
    if (Date.now() - this.heard > 45_000) this.socket?.close();
    else this.post({ type: "ping" });
  }

  private post(message: ClientMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private hear(message: ServerMessage): void {
    switch (message.type) {
      case "state":
        this.began(message);
        break;
      case "update":
        this.went(message);
        break;
      case "presence":
        this.listener.presence(message);
        break;
      case "chat":
        this.listener.chat(message);
        break;
      case "done":
      case "advice":
      case "refused":
        this.answered(message);
        break;
      case "pong":
        break;
    }
  }

  private began(state: State): void {
    this.attempt = 0;
    // a server that has just come back prepares its rules: what is on the screen still holds, an update follows
    if (state.phase === "preparing" && this.playing) return;
    this.playing = state.phase !== "preparing" && state.phase !== "gathering";
    this.number = state.number;
    this.listener.link(true, false);
    this.listener.state(state);
    const last = state.story.at(-1);
    if (state.more && last) this.post({ type: "sync", after: last.number }); // a long story comes in parts
  }

  private went(update: Update): void {
    if (update.number < this.number) return;
    const prepared = update.entry.kind === "prepared"; // the story told until now was without events
    if (prepared || update.number > this.number + 1) {
      this.post({ type: "sync", after: prepared ? 0 : this.number });
      return;
    }
    this.number = update.number;
    this.listener.update(update);
  }

  private answered(answer: Answer | Refused): void {
    const waiting = this.waiting.get(Number(answer.re));
    this.waiting.delete(Number(answer.re));
    if (answer.type !== "refused") waiting?.done(answer);
    else {
      waiting?.refused(new Refusal(answer.code, answer.values, answer.rule));
      if (answer.code === "sealed") this.listener.refused(answer.code);
      if (answer.code === "stale") this.post({ type: "sync", after: this.number });
      const wrong = answer.code === "wrong-token" ? this.tokens[Number(answer.values.place)] : undefined;
      if (wrong !== undefined) this.listener.stranger(wrong);
    }
  }

  /** Send something that is answered by `done`, with the number of what it made, or by `refused`. */
  async send(message: Wish): Promise<number> {
    const answer = await this.answer(message);
    return answer.type === "done" ? answer.number : 0;
  }

  /** Ask for a hint. */
  async ask(message: AskHint): Promise<Advice | null> {
    const answer = await this.answer(message);
    return answer.type === "advice" ? answer : null;
  }

  private answer(message: Wish | AskHint): Promise<Answer> {
    if (this.socket?.readyState !== WebSocket.OPEN) return Promise.reject(new Refusal("offline"));
    const id = ++this.id;
    return new Promise((done, refused) => {
      this.waiting.set(id, { done, refused });
      this.post({ ...message, id });
    });
  }

  /** Come back with other seats. */
  reopen(tokens: string[]): void {
    this.tokens = tokens;
    this.number = 0;
    this.playing = false;
    this.attempt = 0;
    this.socket?.close();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.beat);
    removeEventListener("online", this.hurry);
    removeEventListener("offline", this.part);
    document.removeEventListener("visibilitychange", this.hurry);
    document.removeEventListener("visibilitychange", this.attend);
    this.socket?.close();
  }
}
