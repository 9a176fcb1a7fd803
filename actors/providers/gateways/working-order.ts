// An order that works at a provider, as its gateway knows it, and what its account has judged.

import { formatShortest, PRICE_EXTRA, VOLUME_SCALE } from '../../../wire/base/scale.js';
import type { SentRequest } from '../../../wire/trading/queued.js';
import { clientIdOf } from './client-ids.js';
import { type ExecutionReport, PROVIDER_PRICE_SCALE } from './provider-report.js';

/** 1 as a provider's price. */
const PROVIDER_UNIT = 10n ** BigInt(PROVIDER_PRICE_SCALE);

/** A modification or cancel of an order. */
interface OrderChange {
  request: SentRequest;
  /** Was it sent over the present connection, or is its order asked for again? */
  isSent: boolean;
  /** When it was sent or asked for last; elapsed ms. */
  sentAt: number;
  /** How often it was sent; of one that was sent before the start of this thread, 1 more. */
  attempts: number;
  /** Was it sent again, and has the provider refused its id as one that it has had? */
  isDuplicate: boolean;
}

/** The prefix of the ids of executions that no report contained. */
export const UNREPORTED = 'untold ';

/** A fill that was reported to an account. */
interface PassedFill {
  readonly executionId: string;
  /** The booked volume of the order up to this fill. */
  readonly upTo: number;
  readonly price: bigint;
}

/** An order that works at the provider, or is on its way there. */
export interface WorkingOrder {
  /** The row of its placement. */
  placement: SentRequest;
  /** The provider's name of its symbol when it became known here. */
  readonly symbolSent: string;
  /** The id under which the provider knows it now, and the provider's own id. */
  clientId: string;
  externalId: string;
  /** The volume that was booked or is about to be, also what the provider took back of it. */
  filled: number;
  /** Fills that the account has not judged, by request id. */
  readonly passed: Map<string, PassedFill>;
  /** The volume that the provider has taken back, and counts no more. */
  busted: number;
  /**
   * The value of what the provider counts, at its prices ×10^12; undefined while what it has taken
   * back is not known to be booked.
   */
  value: bigint | undefined;
  /** Was it sent before the start of this thread? Then only its account knows all its fills. */
  readonly isRestored: boolean;
  /** How many trades are being taken back that only the account knows to be booked or not. */
  doubts: number;
  /** The executions that it has taken back, and what each has added to `busted`. */
  readonly bustedIds: Map<string, number>;
  /** The executions that the account has refused, or that had no price. */
  readonly refused: Set<string>;
  /** Has the account got fills that no report contained? They have no ids of the provider. */
  hasUnreported: boolean;
  /** Was its placement sent over the present connection? Then it may be on its way yet. */
  isSent: boolean;
  /** When the cancel that follows a timeout was sent over the present connection; elapsed ms. */
  lateSentAt: number | undefined;
  /** How many such cancels were sent. */
  lateCancels: number;
  /** Has the provider said that it ended? Then its state is not reported again. */
  isEnded: boolean;
  /** Does the provider refuse its id as one that it has already, maybe for another order? */
  isDuplicate: boolean;
  /** How often it was asked for by a later id over the present connection. */
  askedAgain: number;
  /** The executions that were reported. Fills without a total are told apart by their ids alone. */
  readonly executions: Set<string>;
  /** The rows of changes that were sent for it, or that the provider has reported. */
  readonly rows: Set<number>;
  /** Changes that the provider has not answered, by id of their rows, the oldest first. */
  readonly changes: Map<number, OrderChange>;
}

/** The id under which the provider knows an order. */
export const knownAs = ({ id, sent_id, order_id }: SentRequest): string =>
  clientIdOf({ id: sent_id || id, order_id });

/** The value at the provider of what an account has booked of an order, ×10^12; if it is known. */
export const bookedValue = ({ filled, sent_value, digits }: SentRequest): bigint | undefined => {
  if (filled > 0 && sent_value === '') return undefined;
  return (BigInt(sent_value) * PROVIDER_UNIT) / 10n ** BigInt(digits + PRICE_EXTRA);
};

/** An order as it is when it becomes known. */
export const newOrder = (placement: SentRequest, symbolSent: string): WorkingOrder => ({
  placement,
  symbolSent,
  clientId: knownAs(placement),
  externalId: '',
  filled: placement.filled,
  passed: new Map(),
  busted: placement.busted,
  isRestored: !placement.isNew,
  doubts: 0,
  value: bookedValue(placement),
  bustedIds: new Map(),
  refused: new Set(),
  hasUnreported: false,
  executions: new Set(),
  isSent: false,
  lateSentAt: undefined,
  lateCancels: 0,
  isEnded: false,
  isDuplicate: false,
  askedAgain: 0,
  rows: new Set(),
  changes: new Map(),
});

/**
 * The account has judged fills: fills that it has not booked count no longer. `before` is the
 * volume that it had booked until then.
 */
export const judge = (
  order: WorkingOrder,
  { judged, filled }: SentRequest,
  before: number,
): void => {
  const { passed } = order;
  const counted = order.filled;
  const fill = passed.get(judged ?? '');
  if (fill !== undefined) {
    passed.delete(judged ?? '');
    const isBooked = fill.upTo <= filled;
    // With fills that no report contained, the fills refused before are booked.
    if (isBooked && fill.executionId.startsWith(UNREPORTED)) order.refused.clear();
    else if (isBooked) order.refused.delete(fill.executionId);
    else if (filled <= before) remember(order.refused, fill.executionId);
  }
  // A shard that was started again shows no single reports; reports on their way are sent again.
  if (judged === null) passed.clear();
  order.filled = filled;
  for (const [id, { upTo }] of passed) {
    if (upTo <= filled) passed.delete(id);
    else order.filled = Math.max(order.filled, upTo);
  }
  // A fill that was refused has a part in the value, too.
  if (order.filled < counted || (fill?.upTo ?? 0) > filled) order.value = undefined;
};

/** Most ids of executions, and of requests, that are kept of an order; the newest are. */
const IDS_MAX = 4096;

/** Drops the oldest id where there are too many. */
export const bound = <Id>(ids: Pick<Set<Id>, 'size' | 'keys' | 'delete'>): void => {
  const [oldest] = ids.keys();
  if (ids.size > IDS_MAX && oldest !== undefined) ids.delete(oldest);
};

/** Keeps an id of an execution or of a request. */
export const remember = <Id>(ids: Set<Id>, id: Id): void => {
  ids.add(id);
  bound(ids);
};

/** A volume in lots. */
export const lots = (volume: number): string => formatShortest(volume, VOLUME_SCALE);

/** An order in the words of a warning. */
export const nameOf = ({ placement }: WorkingOrder): string => `order ${placement.order_id}`;

/** The price of fills that no report contained; `isAverage`: none is likely beside the others. */
interface UnreportedPrice {
  readonly price: bigint;
  readonly isAverage: boolean;
}

/**
 * The price of fills that no report contained; undefined = none is known. It is the price that the
 * average of all fills that the provider counts (`counted`) leaves for them beside reported fills.
 * If that is not above 0, or more than `most` percent from the average (0 = at any distance), it is
 * the average.
 */
export const unreportedPrice = (
  { value }: WorkingOrder,
  { average, price }: ExecutionReport,
  counted: number,
  unreported: number,
  own: number,
  most: number,
): UnreportedPrice | undefined => {
  if (average === undefined || average === 0n) {
    return price === undefined ? undefined : { price, isAverage: false };
  }
  if (value === undefined) return { price: average, isAverage: false };
  const known = value + BigInt(own) * (price ?? 0n);
  const left = (average * BigInt(counted) - known) / BigInt(unreported);
  const off = (left < average ? average - left : left - average) * 100n;
  const isFar = most > 0 && off > average * BigInt(most);
  const isAverage = left <= 0n || isFar;
  return { price: isAverage ? average : left, isAverage };
};
