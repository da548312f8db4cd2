/** A table as this browser sees it. The server is the truth: nothing is assumed before it says so. */
import { api, Refusal, usualLevel } from "./api";
import { type Difference, difference } from "./difference";
import { keepTable, myTable } from "./mine";
import { type Legal, NOTHING, readMoves } from "./moves";
import { TableSocket } from "./socket";
import { sounds } from "./sound";
import type { ChatLine, Entry, TableState, View } from "./types";

export class TableStore {
  state = $state.raw<TableState | null>(null);
  story = $state.raw<Entry[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  refusal = $state.raw<Refusal | null>(null);
  change = $state.raw<Difference | null>(null);
  up = $state(false);
  gone = $state(false);
  busy = $state(false);
  /** whose cards lie open, of the seats of this browser */
  eyes = $state<number | null>(null);
  unread = $state(0);
  received = $state(Date.now());

  private socket: TableSocket;

  constructor(readonly table: string) {
    this.socket = new TableSocket(table, Object.values(myTable(table)?.tokens ?? {}), {
      state: (state, story, chat) => {
        const known = new Set(story.map((entry) => entry.number));
        this.story = undone([...this.story.filter((entry) => !known.has(entry.number)), ...story]);
        if (chat) this.chat = chat;
        this.take(state);
      },
      update: (state, entry) => {
        if (entry) this.story = undone([...this.story.filter((other) => other.number !== entry.number), entry]);
        this.take(state);
      },
      presence: (present, watchers) => {
        if (this.state) this.state = { ...this.state, present, watchers };
      },
      chat: (line) => {
        if (this.chat.some((other) => other.number === line.number)) return;
        this.chat = [...this.chat, line];
        if (!this.you.includes(line.seat)) this.unread++;
      },
      link: (up, gone) => {
        this.up = up;
        this.gone = gone;
      },
    });
  }

  private take(state: TableState): void {
    const before = this.view;
    const myTurnBefore = this.mine;
    this.state = state;
    this.received = Date.now();
    if (this.eyes === null || !state.you.includes(this.eyes))
      this.eyes = state.you.length === 1 ? (state.you[0] ?? null) : null;
    const after = this.view;
    this.change = before && after && before.seat === after.seat ? difference(before, after) : null;
    this.sound(myTurnBefore);
    if (state.you.length > 0) {
      keepTable(this.table, {
        game: state.table.game,
        created: state.table.created,
        names: state.table.seats.map((seat) => seat.name ?? ""),
        phase: state.table.phase,
        won: state.table.winners?.some((seat) => state.you.includes(seat)) ?? false,
      });
    }
  }

  private sound(myTurnBefore: boolean): void {
    const change = this.change;
    if (change?.over) return;
    if (change?.lastRound) sounds.last();
    else if (change && change.claimed.length > 0) sounds.train(Math.min(6, Math.max(2, change.claimed.length * 3)));
    else if (change && change.stations.length > 0) sounds.station();
    else if (change && change.built.length > 0) sounds.build();
    else if (change && change.drawn.length > 0) sounds.card();
    if (this.mine && !myTurnBefore) setTimeout(() => sounds.turn(), change && change.claimed.length > 0 ? 700 : 100);
  }

  get you(): number[] {
    return this.state?.you ?? [];
  }
  /** what is seen now: through the open seat's eyes, or a watcher's; nothing while the screen changes hands */
  get view(): View | null {
    if (!this.state) return null;
    return this.state.views[String(this.eyes ?? "watch")] ?? null;
  }
  /** any view of this browser, for what all may know */
  get anyView(): View | null {
    return this.view ?? Object.values(this.state?.views ?? {})[0] ?? null;
  }
  /** the seat of this browser that has to decide now, the open one first */
  get wanted(): number | null {
    const waiting = (this.state?.waiting ?? []).filter((seat) => this.you.includes(seat) && !this.away(seat));
    return this.eyes !== null && waiting.includes(this.eyes) ? this.eyes : (waiting[0] ?? null);
  }
  get mine(): boolean {
    return this.wanted !== null && (this.wanted === this.eyes || this.you.length > 1);
  }
  get deciding(): boolean {
    return this.wanted !== null && this.wanted === this.eyes;
  }
  /** the screen is to be handed to this seat */
  get handOver(): number | null {
    return this.you.length > 1 && this.wanted !== null && this.wanted !== this.eyes ? this.wanted : null;
  }
  get legal(): Legal {
    return this.deciding ? (this.#legal ?? NOTHING) : NOTHING;
  }
  #legal = $derived.by(() =>
    this.state && this.eyes !== null ? readMoves(this.state.moves[String(this.eyes)]) : NOTHING,
  );
  get names(): string[] {
    return this.state?.table.seats.map((seat) => seat.name ?? "") ?? [];
  }
  away(seat: number): boolean {
    return this.state?.table.seats[seat]?.away ?? false;
  }

  private async say(message: Record<string, unknown>): Promise<boolean> {
    this.busy = true;
    this.refusal = null;
    try {
      const number = await this.socket.send(message);
      await this.heard(message.type === "chat" ? 0 : number);
      return true;
    } catch (reason) {
      this.refusal = reason instanceof Refusal ? reason : new Refusal("offline");
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** The answer may come before the update that it speaks of: until then nothing can be touched. */
  private async heard(number: number): Promise<void> {
    for (let tries = 0; tries < 100 && (this.state?.number ?? 0) < number; tries++) {
      await new Promise((done) => setTimeout(done, 20));
    }
  }

  move(text: string): Promise<boolean> {
    return this.say({ type: "move", seat: this.eyes, at: this.state?.position, move: text });
  }
  undo(): Promise<boolean> {
    return this.say({ type: "undo", seat: this.state?.undo, at: this.state?.position });
  }
  talk(text: string): Promise<boolean> {
    return this.say({ type: "chat", seat: this.eyes ?? this.you[0], text });
  }
  /** A bot plays on for a seat. */
  async replace(seat: number): Promise<boolean> {
    return this.say({ type: "replace", seat, level: await this.level() });
  }
  private async level(): Promise<string> {
    return usualLevel((await api.games().catch(() => ({ levels: [] }))).levels);
  }
  back(seat: number): Promise<boolean> {
    return this.say({ type: "back", seat });
  }
  async fill(): Promise<boolean> {
    return this.say({ type: "fill", level: await this.level() });
  }
  /** Explain why something cannot be touched, without asking anybody. */
  refuse(code: string, values: Record<string, unknown> = {}): void {
    this.refusal = new Refusal(code, values);
  }
  reopen(): void {
    this.socket.reopen(Object.values(myTable(this.table)?.tokens ?? {}));
  }
  close(): void {
    this.socket.close();
  }
}

/** The story without moves that were taken back. */
export function undone(entries: Entry[]): Entry[] {
  const gone = new Set(entries.flatMap((entry) => (entry.kind === "undo" && entry.undoes ? [entry.undoes] : [])));
  return entries.map((entry) => (gone.has(entry.number) && entry.events ? { ...entry, events: [] } : entry));
}
