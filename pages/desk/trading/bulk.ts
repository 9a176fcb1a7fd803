// Bulk close: what it is for, and how it is done a thousand trades at a time.

import { type ReadonlySignal, signal } from '@preact/signals';
import type { components } from '../../../client/index.js';
import { sumOf } from '../../live/decimal.js';
import type { Attempt, Refusal } from '../../live/refusal.js';

/** Trades by their ids, or the trades of a symbol in groups. */
export interface BulkTarget {
  readonly positions?: readonly number[];
  readonly orders?: readonly number[];
  readonly symbol?: string;
  readonly groups?: string;
}

/** The acts of a bulk request on its trades. */
export interface BulkActs {
  readonly close_positions: boolean;
  readonly delete_orders: boolean;
  readonly clear_stops: boolean;
}

/** A preview, or the outcome of trades. */
export type BulkReply = components['schemas']['BulkCloseReply'];
/** The outcome of a trade. */
export type BulkResult = components['schemas']['BulkCloseResult'];
/** The body of a request. */
export type BulkBody = components['schemas']['BulkCloseBody'];

/** Most trades of a request. */
export const BULK_MAX = 1_000;

/** The members of a body that name trades. */
type NamedTrades = Pick<BulkBody, 'positions' | 'orders' | 'symbol' | 'groups'>;

const namesOf = ({ positions, orders, symbol, groups }: BulkTarget): NamedTrades => ({
  ...(positions !== undefined && { positions: [...positions] }),
  ...(orders !== undefined && { orders: [...orders] }),
  ...(symbol !== undefined && { symbol }),
  ...(groups ? { groups } : {}),
});

/** Are the trades named by ids? */
const isNamed = ({ positions, orders }: BulkTarget): boolean =>
  positions !== undefined || orders !== undefined;

const piecesOf = (ids: readonly number[] = []): readonly (readonly number[])[] =>
  Array.from({ length: Math.ceil(ids.length / BULK_MAX) }, (_, at) =>
    ids.slice(at * BULK_MAX, (at + 1) * BULK_MAX),
  );

/** The requests of a target by ids, each of at most 1,000 trades. */
const chunksOf = ({ positions, orders }: BulkTarget): readonly BulkTarget[] => [
  ...piecesOf(positions).map((ids) => ({ positions: ids })),
  ...piecesOf(orders).map((ids) => ({ orders: ids })),
];

/** The body that shows what would be done. */
export const previewBody = (target: BulkTarget, acts: BulkActs): BulkBody => ({
  ...namesOf(target),
  ...acts,
  preview: true,
});

/** The number of accounts that a preview concerns. */
export const accountsOf = ({ positions, orders }: BulkReply): number =>
  new Set([...positions, ...orders].map(({ login }) => login)).size;

/** Results of trades, those that were not done first. */
export const resultsByStatus = (results: readonly BulkResult[]): readonly BulkResult[] => [
  ...results.filter(({ status }) => status === 'rejected'),
  ...results.filter(({ status }) => status === 'queued'),
  ...results.filter(({ status }) => status === 'done'),
];

/** The sums of a preview for one symbol. */
export interface PreviewSum {
  readonly symbol: string;
  readonly positions: number;
  readonly buy: string;
  readonly sell: string;
  readonly orders: number;
}

/** The trades of a preview by symbol. */
export const previewSums = ({ positions, orders }: BulkReply): readonly PreviewSum[] => {
  const symbols = [...new Set([...positions, ...orders].map(({ symbol }) => symbol))].sort();
  return symbols.map((symbol) => {
    const own = positions.filter((row) => row.symbol === symbol);
    const lots = (side: 'buy' | 'sell') =>
      sumOf(own.filter((row) => row.side === side).map(({ volume }) => volume));
    return {
      symbol,
      positions: own.length,
      buy: lots('buy'),
      sell: lots('sell'),
      orders: orders.filter((row) => row.symbol === symbol).length,
    };
  });
};

/** How far a bulk close has come. */
interface BulkProgress {
  readonly kind: 'ready' | 'running' | 'stopped' | 'refused' | 'finished';
  readonly results: readonly BulkResult[];
  /** Why it did not go on; it may go on with the same request, which does nothing twice. */
  readonly refusal: Refusal | null;
}

/**
 * The number of a request of the run; requests are not counted where the server chooses the trades.
 */
export interface BulkTurn {
  readonly part: number;
  readonly parts: number | null;
}

/** Sends a request with its key; null = the user left the dialog of its code. */
export type BulkCall = (
  body: BulkBody,
  key: string,
  part: BulkTurn,
) => Promise<Attempt<BulkReply> | null>;

/** A bulk close that is under way. */
export interface BulkRun {
  readonly progress: ReadonlySignal<BulkProgress>;
  /** Begins, or goes on where it has stopped. */
  readonly go: () => Promise<void>;
  /** Stops before the next request. */
  readonly stop: () => void;
}

/** Makes a bulk close. */
export const makeBulkRun = (
  target: BulkTarget,
  acts: BulkActs,
  comment: string,
  call: BulkCall,
  uuid: () => string,
): BulkRun => {
  const progress = signal<BulkProgress>({ kind: 'ready', results: [], refusal: null });
  const chunks = isNamed(target) ? chunksOf(target) : null;
  let at = 0;
  let key = uuid();
  let isStopped = false;
  const put = (change: Partial<BulkProgress>): void => {
    progress.value = { ...progress.peek(), ...change };
  };
  const bodyOf = (part: BulkTarget): BulkBody => ({
    ...namesOf(part),
    ...acts,
    ...(comment !== '' && { comment }),
  });
  /** The next step. A bulk close without ids sends the same request again for the trades left. */
  const afterwards = ({ results, total }: BulkReply): BulkProgress['kind'] => {
    const isLast = chunks === null ? total <= BULK_MAX : at >= chunks.length;
    if (isLast) return 'finished';
    // The same trades would be chosen again.
    const isStuck = chunks === null && results.every(({ status }) => status === 'rejected');
    return isStuck || isStopped ? 'stopped' : 'running';
  };
  const go = async (): Promise<void> => {
    isStopped = false;
    put({ kind: 'running', refusal: null });
    for (;;) {
      const part = chunks === null ? target : chunks[at];
      if (part === undefined) return put({ kind: 'finished' });
      const parts = chunks?.length ?? null;
      const answer = await call(bodyOf(part), key, { part: at + 1, parts });
      if (answer === null) return put({ kind: 'stopped' });
      if (!answer.ok) return put({ kind: 'refused', refusal: answer.refusal });
      at += 1;
      key = uuid();
      const kind = afterwards(answer.value);
      put({ kind, results: [...progress.peek().results, ...answer.value.results] });
      if (kind !== 'running') return;
    }
  };
  const stop = (): void => {
    isStopped = true;
  };
  return { progress, go, stop };
};
