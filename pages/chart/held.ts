// A line that the user holds: it is at the user's price and ignores the server until it is saved or
// given up.

import { type ReadonlySignal, signal } from '@preact/signals';
import type { TradeCheck } from '../../client/session/records.js';
import { answerOf } from '../live/intent.js';
import type { Refusal } from '../live/refusal.js';
import type { TraderLive } from '../live/trader.js';
import { checkOnce, sendChecked } from '../ticket/send.js';
import { moveRequest, type TradeLine } from './lines.js';

/** A held line. */
interface Held {
  readonly line: TradeLine;
  readonly price: string;
}

/** The held line of a chart, and what the server says of its price. */
export interface HeldLine {
  readonly held: ReadonlySignal<Held | null>;
  /** The newest check; null = there is no answer yet. */
  readonly check: ReadonlySignal<TradeCheck | null>;
  /** Why the price would be refused, or was. */
  readonly refusal: ReadonlySignal<Refusal | null>;
  readonly isSaving: ReadonlySignal<boolean>;
  readonly hold: (line: TradeLine, price: string) => void;
  readonly giveUp: () => void;
  /** Checks the move and sends it; the line is let go once it is done or given to a dealer. */
  readonly save: () => Promise<void>;
  readonly close: () => void;
}

/** The pause in ms after a move, before the server is asked. */
const ASK_MS = 150;

/** Makes the holder of a chart: it holds one line at most. */
export const makeHeldLine = (live: TraderLive): HeldLine => {
  const held = signal<Held | null>(null);
  const check = signal<TradeCheck | null>(null);
  const refusal = signal<Refusal | null>(null);
  const isSaving = signal(false);
  const draft = live.intents.draft();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const ask = async (asked: Held): Promise<void> => {
    const answer = await checkOnce(live.check, moveRequest(asked.line, asked.price));
    if (held.peek() !== asked || isSaving.peek()) return;
    if (answer.check !== null) check.value = answer.check;
    refusal.value = answer.refusal;
  };
  const giveUp = (): void => {
    clearTimeout(timer);
    held.value = null;
    check.value = null;
    refusal.value = null;
  };
  const hold = (line: TradeLine, price: string): void => {
    if (isSaving.peek()) return;
    if (held.peek()?.line.key !== line.key) giveUp();
    const now: Held = { line, price };
    held.value = now;
    clearTimeout(timer);
    timer = setTimeout(() => void ask(now), ASK_MS);
  };
  const save = async (): Promise<void> => {
    const now = held.peek();
    if (now === null || isSaving.peek()) return;
    clearTimeout(timer);
    isSaving.value = true;
    const sent = await sendChecked(live, draft, moveRequest(now.line, now.price));
    const answer = sent.ok ? await answerOf(sent.value) : sent;
    isSaving.value = false;
    if ('refusal' in answer) refusal.value = answer.refusal;
    else giveUp();
  };
  return { held, check, refusal, isSaving, hold, giveUp, save, close: giveUp };
};
