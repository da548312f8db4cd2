/** One socket to a table that comes back by itself: growing pauses, a ping, and a sync where a number is missing. */
import { Refusal } from "./api";
import type { ChatLine, Entry, TableState } from "./types";

export interface Listener {
  state(state: TableState, story: Entry[], chat: ChatLine[] | undefined): void;
  update(state: TableState, entry: Entry | undefined): void;
  presence(present: boolean[], watchers: number): void;
  chat(line: ChatLine): void;
  link(up: boolean, gone: boolean): void;
}

type Message = { type: string; re?: number | null } & Record<string, unknown>;
type Waiting = { done(number: number): void; refused(reason: Refusal): void };

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
    document.addEventListener("visibilitychange", this.hurry);
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
      this.post({ type: "hello", protocol: 1, table: this.table, tokens: this.tokens, after: this.number });
      clearInterval(this.beat);
      this.beat = setInterval(() => this.ping(), 20_000);
    };
    socket.onmessage = (message) => {
      this.heard = Date.now();
      this.hear(JSON.parse(String(message.data)) as Message);
    };
    socket.onclose = (event) => {
      if (this.socket !== socket) return;
      this.socket = null;
      clearInterval(this.beat);
      for (const waiting of this.waiting.values()) waiting.refused(new Refusal("offline"));
      this.waiting.clear();
      const gone = event.code === 4404;
      this.listener.link(false, gone);
      if (this.closed || gone) return;
      this.timer = setTimeout(() => this.open(), pause(this.attempt++));
    };
  }

  private ping(): void {
    if (Date.now() - this.heard > 45_000) this.socket?.close();
    else this.post({ type: "ping" });
  }

  private post(message: Record<string, unknown>): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private hear(message: Message): void {
    const { type } = message;
    if (type === "state") {
      this.attempt = 0;
      const state = message as unknown as TableState & { story: Entry[]; chat?: ChatLine[] };
      // a server that has just come back prepares its rules: what is on the screen still holds, an update follows
      if (state.phase === "preparing" && this.playing) return;
      this.playing = state.phase !== "preparing" && state.phase !== "gathering";
      this.number = state.number;
      this.listener.link(true, false);
      this.listener.state(state, state.story ?? [], state.chat);
    } else if (type === "update") {
      const state = message as unknown as TableState & { entry?: Entry };
      if (state.number < this.number) return;
      if (state.entry?.kind === "prepared") {
        this.post({ type: "sync", after: 0 }); // the story told until now was without events
        return;
      }
      if (state.number > this.number + 1) {
        this.post({ type: "sync", after: this.number });
        return;
      }
      this.number = state.number;
      this.listener.update(state, state.entry);
    } else if (type === "presence") {
      this.listener.presence(message.present as boolean[], message.watchers as number);
    } else if (type === "chat") this.listener.chat(message as unknown as ChatLine);
    else if (type === "done" || type === "refused") this.answer(message);
  }

  private answer(message: Message): void {
    const waiting = this.waiting.get(Number(message.re));
    this.waiting.delete(Number(message.re));
    if (message.type === "done") waiting?.done(Number(message.number ?? 0));
    else {
      waiting?.refused(
        new Refusal(String(message.code), message.values as Record<string, unknown>, String(message.rule ?? "")),
      );
      if (message.code === "stale") this.post({ type: "sync", after: this.number });
    }
  }

  /** Send something that is answered by `done`, with the number of what it made, or by `refused`. */
  send(message: Record<string, unknown>): Promise<number> {
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
    document.removeEventListener("visibilitychange", this.hurry);
    this.socket?.close();
  }
}
