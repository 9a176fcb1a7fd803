// A line that the user holds: it is at the user's price and ignores the server until it is saved or
// given up.

import { effect, type ReadonlySignal, signal } from '@preact/signals';
import type { TradeRequest } from '../../client/index.js';
import type { TradeCheck } from '../../client/session/records.js';
import type { IntentDraft, IntentState } from '../live/intent.js';
import { attempt, type Refusal } from '../live/refusal.js';
import type { TraderLive } from '../live/trader.js';
import { moveRequest, type TradeLine } from './lines.js';

/** A held line. */
export interface Held {
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
  /** Sends the move; true = it was done, or given to a dealer. */
  readonly save: () => Promise<boolean>;
  readonly close: () => void;
}

/** The pause in ms after a move, before the server is asked. */
const ASK_MS = 150;

const isOpen = ({ kind }: IntentState): boolean => kind === 'sending' || kind === 'asking';

/** Sends a request, and waits until it is done, queued or refused. */
export const sendAndWait = (draft: IntentDraft, request: TradeRequest): Promise<IntentState> => {
  const { state } = draft.send(request);
  return new Promise((resolve) => {
    const stop = effect(() => {
      const now = state.value;
      if (isOpen(now)) return;
      resolve(now);
      queueMicrotask(() => stop());
    });
  });
};

/** The refusal of a check; null = the trade would be done. */
const refusalIn = (check: TradeCheck): Refusal | null => {
  const { code, message, field = null } = check;
  if (code === 'ok') return null;
  return { code, message, field, faults: [], data: check, request_id: null } as unknown as Refusal;
};

/** Makes the holder of a chart: it holds one line at most. */
export const makeHeldLine = (live: TraderLive): HeldLine => {
  const held = signal<Held | null>(null);
  const check = signal<TradeCheck | null>(null);
  const refusal = signal<Refusal | null>(null);
  const isSaving = signal(false);
  const draft = live.intents.draft();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const ask = async (asked: Held): Promise<void> => {
    const answer = await attempt(live.check(moveRequest(asked.line, asked.price)));
    if (held.peek() !== asked || isSaving.peek()) return;
    if (answer.ok) check.value = answer.value;
    refusal.value = answer.ok ? refusalIn(answer.value) : answer.refusal;
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
  const save = async (): Promise<boolean> => {
    const now = held.peek();
    if (now === null || isSaving.peek() || !live.canTrade.peek()) return false;
    clearTimeout(timer);
    isSaving.value = true;
    const state = await sendAndWait(draft, moveRequest(now.line, now.price));
    isSaving.value = false;
    if (state.kind === 'refused' || state.kind === 'requote') {
      refusal.value = state.refusal;
      return false;
    }
    giveUp();
    return true;
  };
  return { held, check, refusal, isSaving, hold, giveUp, save, close: giveUp };
};
