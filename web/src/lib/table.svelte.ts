/** A table as this browser sees it. The server is the truth: nothing is assumed before it says so. */
import { type Difference, difference } from "./difference";
import { emotes } from "./emotes";
import { dropToken, keepTable, myTable } from "./mine";
import { namesOf } from "./names";
import { PAUSES, Queue } from "./pacing";
import { painted } from "./painted";
import { prefs } from "./prefs.svelte";
import { Refusal } from "./refusals";
import { TableSocket, type Wish } from "./socket";
import { buzz, sounds } from "./sound";
import { alike } from "./steady";
import { eventsOf, undone } from "./story";
import type {
  Advice,
  ChatLine,
  Choices,
  Entry,
  Move,
  Offer,
  Presence,
  Scores,
  TableState,
  Update,
  View,
} from "./types";

const NOTHING: Choices = {};

export class TableStore {
  state = $state.raw<TableState | null>(null);
  story = $state.raw<Entry[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  refusal = $state.raw<Refusal | null>(null);
  change = $state.raw<Difference | null>(null);
  up = $state(false);
  gone = $state(false);
  /** what is being said, and the position it was said at */
  #saying = $state.raw<{ at: number | undefined } | null>(null);
  /** whose cards lie open, of the seats of this browser */
  eyes = $state<number | null>(null);
  unread = $state(0);
  /** seats that this browser does not listen to */
  muted = $state.raw<number[]>([]);
  /** what seats have just let the others feel: the number of the line, and the sign */
  felt = $state.raw<Record<number, { number: number; sign: string }>>({});
  received = $state(Date.now());
  /** what a strong player would do, if it was asked for */
  advice = $state.raw<Advice | null>(null);

  private socket: TableSocket;
  private company: Pick<Presence, "present" | "watchers"> | null = null;
  /** what has happened and is yet to be shown */
  private news = new Queue<Update>(
    (update) => {
      this.tell([update.entry]);
      this.take(this.company ? { ...update, ...this.company } : update);
    },
    (update) => this.pauseAfter(update),
  );

  constructor(readonly table: string) {
    this.muted = myTable(table)?.muted ?? [];
    this.socket = new TableSocket(table, Object.values(myTable(table)?.tokens ?? {}), {
      state: (state) => {
        this.news.clear();
        this.company = null;
        this.tell(state.story);
        if (state.chat) this.chat = state.chat;
        this.take(state);
      },
      update: (update) => {
        this.company = null;
        this.news.push(update);
        if (this.pressing(update)) this.news.hurry();
      },
      presence: ({ present, watchers }) => {
        this.company = { present, watchers };
        if (this.state) this.state = { ...this.state, present, watchers };
      },
      chat: (line) => {
        if (this.chat.some((other) => other.number === line.number)) return;
        this.chat = [...this.chat, line];
        if (this.muted.includes(line.seat)) return;
        if (emotes.includes(line.text)) this.feel(line);
        else if (!this.you.includes(line.seat)) this.unread++;
      },
      link: (up, gone) => {
        this.up = up;
        this.gone = gone;
      },
      refused: (code) => this.refuse(code),
      stranger: (token) => {
        dropToken(table, token);
        this.refuse("wrong-token");
        this.reopen();
      },
    });
  }

  /** The story goes on; what is told again replaces what was told before. */
  private tell(entries: Entry[]): void {
    const again = new Set(entries.map((entry) => entry.number));
    this.story = undone([...this.story.filter((entry) => !again.has(entry.number)), ...entries]);
  }

  /** What others did is looked at for a while, cards shorter than trains; what the rest is made of is not. */
  private pauseAfter({ entry, you }: Update): number {
    if (entry.kind !== "move" || entry.seat === null || document.hidden) return 0;
    const own = you.includes(entry.seat) && !entry.bot;
    const cards = entry.events.every(({ e }) => e === "blind" || e === "take" || e === "row");
    return PAUSES[prefs.speed] * (own ? 0.4 : cards ? 0.7 : 1.2);
  }
  /** Nobody waits for what they did themselves, while their clock runs, or while they look elsewhere. */
  private pressing({ entry, clock, you }: Update): boolean {
    const own = entry.seat !== null && you.includes(entry.seat) && !(entry.kind === "move" && entry.bot);
    return own || document.hidden || you.includes(clock?.running ?? -1);
  }
  /** Show all that has happened: somebody wants to act. */
  hurry(): void {
    this.news.hurry();
  }

  private take(state: TableState): void {
    const before = this.view;
    const myTurnBefore = this.mine;
    if (this.advice && state.position !== this.state?.position && state.phase !== "first-tickets") this.advice = null;
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
        names: namesOf(state.table.seats),
        phase: state.table.phase,
        resigned: state.you.every((seat) => state.table.seats[seat]?.resigned),
        won: state.table.winners?.some((seat) => state.you.includes(seat)) ?? false,
        lesson: state.table.lesson ?? undefined,
      });
    }
  }

  /** A sign hovers over its seat for a moment. */
  private feel({ seat, number, text }: ChatLine): void {
    if (!prefs.emotes) return;
    this.felt = { ...this.felt, [seat]: { number, sign: text } };
    setTimeout(() => {
      if (this.felt[seat]?.number !== number) return;
      const { [seat]: _, ...others } = this.felt;
      this.felt = others;
    }, 5000);
  }

  private sound(myTurnBefore: boolean): void {
    const change = this.change;
    if (change?.over) return;
    if (change?.lastRound) sounds.last();
    else if (change && change.claimed.length > 0) sounds.train(Math.min(6, Math.max(2, change.claimed.length * 3)));
    else if (change && change.stations.length > 0) sounds.station();
    else if (change && change.built.length > 0) sounds.build();
    else if (change && change.drawn.length > 0) sounds.card();
    if (change?.claimed.some(({ seat }) => this.you.includes(seat))) buzz(30);
    if (!this.mine || myTurnBefore) return;
    buzz([60, 60, 60]);
    setTimeout(() => sounds.turn(), change && change.claimed.length > 0 ? 700 : 100);
  }

  get you(): number[] {
    return this.state?.you ?? [];
  }
  /** who "you" is; nobody where several share the screen: there all have names */
  get me(): number | null {
    return this.you.length === 1 ? (this.you[0] ?? null) : null;
  }
  get host(): boolean {
    return this.you.some((seat) => this.state?.table.hosts.includes(seat));
  }
  /** what is seen now: through the open seat's eyes, or a watcher's; nothing while the screen changes hands */
  get view(): View | null {
    if (!this.state) return null;
    return this.eyes === null ? this.state.watch : (this.state.views[this.eyes] ?? null);
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
  /** what the open seat may do now */
  get choices(): Choices {
    return (this.deciding && this.eyes !== null ? this.state?.choices[this.eyes] : null) ?? NOTHING;
  }
  get names(): string[] {
    return this.#names;
  }
  #same = alike<string[]>();
  #names = $derived(this.#same(namesOf(this.state?.table.seats ?? [])));
  /** the final scores, when the game is over */
  get final(): Scores | null {
    return this.#final;
  }
  #final = $derived(
    this.state?.phase === "over" ? (this.story.flatMap(eventsOf).findLast((event) => event.e === "end") ?? null) : null,
  );
  away(seat: number): boolean {
    return this.state?.table.seats[seat]?.away ?? false;
  }

  /** Is an answer awaited? What came of it may be seen before the answer is there: then it is none to whoever goes on at once. */
  get busy(): boolean {
    return this.#saying !== null && this.#saying.at === this.state?.position;
  }
  private async say(wish: Wish): Promise<boolean> {
    const saying = { at: this.state?.position };
    this.#saying = saying;
    this.refusal = null;
    try {
      if (wish.type === "move") await painted(); // an answer may be there sooner, and all that comes of it would be painted first
      const number = await this.socket.send(wish);
      await this.heard(wish.type === "chat" ? 0 : number);
      if (wish.type === "move") this.advice = null;
      return true;
    } catch (reason) {
      this.refusal = reason instanceof Refusal ? reason : new Refusal("offline");
      return false;
    } finally {
      if (this.#saying === saying) this.#saying = null;
    }
  }

  /** The answer may come before the update that it speaks of: until then nothing can be touched. */
  private async heard(number: number): Promise<void> {
    for (let tries = 0; tries < 100 && (this.state?.number ?? 0) < number; tries++) {
      await new Promise((done) => setTimeout(done, 20));
    }
  }

  /** Do what was chosen. */
  async play(decisions: number[]): Promise<boolean> {
    if (!this.state || this.eyes === null) return false;
    return this.say({ type: "move", seat: this.eyes, at: this.state.position, decisions });
  }
  /** Ask for what is not among the choices: the server's refusal says why. */
  async wish(move: Move): Promise<boolean> {
    if (!this.state || this.eyes === null) return false;
    return this.say({ type: "move", seat: this.eyes, at: this.state.position, move });
  }
  async undo(): Promise<boolean> {
    this.hurry();
    if (!this.state || this.state.undo === null) return false;
    return this.say({ type: "undo", seat: this.state.undo, at: this.state.position });
  }
  /** Until when bots wait for a seat of this browser; they need not where nobody wants them to. */
  get biding(): number | null {
    return this.state?.biding ?? null;
  }
  /** Bots need not wait any longer. */
  async goOn(): Promise<void> {
    if (this.eyes === null) return;
    await this.socket.send({ type: "go-on", seat: this.eyes }).catch(() => {}); // they will, by and by
  }
  /** The seats of a table that followed, by the seats of this one; nothing where it did not. */
  seatsIn(table: string): number[] {
    const told = this.story.find(
      (entry) => (entry.kind === "rematch" || entry.kind === "again") && entry.table === table,
    );
    return told && "seats" in told ? told.seats : [];
  }
  /** Does a seat of this browser go on at that table? */
  joins(table: string): boolean {
    const ballot = this.state?.table.ballots.find(({ sameDeal }) => sameDeal === (this.state?.table.again === table));
    return this.you.some((seat) => ballot?.yes.includes(seat) && this.seatsIn(table).includes(seat));
  }
  /** Ask what a strong player would do. */
  async ask(): Promise<boolean> {
    if (!this.state || this.eyes === null) return false;
    this.refusal = null;
    try {
      this.advice = await this.socket.ask({ type: "hint", seat: this.eyes, at: this.state.position });
      return true;
    } catch (reason) {
      this.refusal = reason instanceof Refusal ? reason : new Refusal("offline");
      return false;
    }
  }
  async talk(text: string): Promise<boolean> {
    const seat = this.eyes ?? this.you[0];
    return seat !== undefined && this.say({ type: "chat", seat, text });
  }
  /** A bot plays on for a seat. */
  replace(seat: number): Promise<boolean> {
    return this.say({ type: "replace", seat });
  }
  back(seat: number): Promise<boolean> {
    return this.say({ type: "back", seat });
  }
  /** Leave the game for good. */
  resign(seat: number): Promise<boolean> {
    return this.say({ type: "resign", seat });
  }
  /** Offer the others to call the game off, or to have a bot sit in for somebody. */
  propose(seat: number, what: Offer, about: number | null = null): Promise<boolean> {
    return this.say({ type: "propose", seat, what, about });
  }
  agree(seat: number, yes: boolean): Promise<boolean> {
    return this.say({ type: "agree", seat, yes });
  }
  /** Stop the clock of a seat for some days. */
  holiday(seat: number, days: number): Promise<boolean> {
    return this.say({ type: "holiday", seat, days });
  }
  /** Leave a seat before the game, or free it as whoever made the table. */
  stand(seat: number): Promise<boolean> {
    return this.say({ type: "stand", seat });
  }
  cancel(): Promise<boolean> {
    return this.say({ type: "cancel" });
  }
  /** Another game: yes or no; `now` without those who have not answered. */
  again(sameDeal: boolean, yes: boolean, now = false): Promise<boolean> {
    return this.say({ type: "again", sameDeal, yes, now });
  }
  fill(): Promise<boolean> {
    return this.say({ type: "fill" });
  }
  /** Explain why something cannot be touched, without asking anybody. */
  refuse(...reason: ConstructorParameters<typeof Refusal>): void {
    this.refusal = new Refusal(...reason);
  }
  reopen(): void {
    this.socket.reopen(Object.values(myTable(this.table)?.tokens ?? {}));
  }
  close(): void {
    this.news.clear();
    this.socket.close();
  }
}
