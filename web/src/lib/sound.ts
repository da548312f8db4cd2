/** Small sounds made on the spot, nothing is loaded; and a buzz for those who hold the game in their hands. */
import { prefs } from "./prefs.svelte";

let context: AudioContext | undefined;

type Note = { at: number; pitch: number; long: number; loud?: number; wave?: OscillatorType };

function play(notes: Note[]): void {
  if (!prefs.sound || navigator.userActivation?.hasBeenActive === false) return; // a page that nobody has touched yet may not
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
    const now = context.currentTime + 0.01;
    for (const { at, pitch, long, loud = 0.08, wave = "triangle" } of notes) {
      const tone = context.createOscillator();
      const gain = context.createGain();
      tone.type = wave;
      tone.frequency.value = pitch;
      gain.gain.setValueAtTime(0, now + at);
      gain.gain.linearRampToValueAtTime(loud, now + at + 0.012);
      gain.gain.exponentialRampToValueAtTime(0.0001, now + at + long);
      tone.connect(gain).connect(context.destination);
      tone.start(now + at);
      tone.stop(now + at + long + 0.05);
    }
  } catch {
    // a browser without sound plays on in silence
  }
}

/** Let the device tremble, for so many milliseconds. */
export function buzz(pattern: number | number[]): void {
  if (prefs.haptics && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
}

const chord = (at: number, long: number, pitches: number[], loud = 0.05): Note[] =>
  pitches.map((pitch) => ({ at, pitch, long, loud, wave: "sawtooth" as const }));

export const sounds = {
  card: () =>
    play([
      { at: 0, pitch: 620, long: 0.07, loud: 0.05 },
      { at: 0.05, pitch: 880, long: 0.08, loud: 0.04 },
    ]),
  /** wheels over the joints of the rails, one pair a wagon */
  train: (wagons: number) =>
    play(
      Array.from({ length: wagons }, (_, k) => [
        { at: k * 0.13, pitch: 150, long: 0.08, loud: 0.12, wave: "square" as const },
        { at: k * 0.13 + 0.05, pitch: 120, long: 0.07, loud: 0.1, wave: "square" as const },
      ]).flat(),
    ),
  build: () => play([0, 0.09, 0.18].map((at) => ({ at, pitch: 1250, long: 0.09, loud: 0.05 }))),
  station: () =>
    play([
      { at: 0, pitch: 784, long: 0.5 },
      { at: 0.18, pitch: 1047, long: 0.6 },
    ]),
  /** a two-tone whistle: it is your turn */
  turn: () => play([...chord(0, 0.28, [466, 587, 698], 0.022), ...chord(0.3, 0.5, [466, 587, 698], 0.022)]),
  ticket: () =>
    play([
      { at: 0, pitch: 523, long: 0.15 },
      { at: 0.1, pitch: 659, long: 0.15 },
      { at: 0.2, pitch: 784, long: 0.3 },
    ]),
  fail: () =>
    play([
      { at: 0, pitch: 233, long: 0.25 },
      { at: 0.16, pitch: 196, long: 0.4 },
    ]),
  last: () => play([0, 0.35, 0.7].map((at) => ({ at, pitch: 1318, long: 0.9, loud: 0.06 }))),
  win: () => play([523, 659, 784, 1047, 1319].map((pitch, k) => ({ at: k * 0.14, pitch, long: 0.6, loud: 0.07 }))),
};
