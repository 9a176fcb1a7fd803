// A waiting request as dealers see it: its side, prices, time left, and the dealer who has it.

import type { TradeRequest, WaitingRequest } from '../../../client/index.js';
import type { LiveQuote } from '../../live/quotes.js';

/** The kind without the mark of a request by staff. */
export const kindOf = ({ kind }: Pick<WaitingRequest, 'kind'>): string =>
  kind.replace(/^dealer_/, '');

/** Requests of these kinds make a deal, at a price that the dealer may set. */
const DEALING: readonly string[] = ['open', 'close', 'activate', 'sl', 'tp', 'stopout_position'];
/** Requests of these kinds can be confirmed in part. */
const DIVISIBLE: readonly string[] = ['open', 'close', 'activate'];
/** Requests of these kinds can be answered with other prices, which the client may accept. */
const QUOTED: readonly string[] = ['open', 'close'];

/** By what a dealer may answer a request of a kind. */
interface AnswerChoice {
  /** The price of the deal. */
  readonly hasPrice: boolean;
  /** Fewer lots than the client asked for. */
  readonly hasLots: boolean;
  /** Bid and ask, for a client who asks for them. */
  readonly isPriceRequest: boolean;
  /** Other prices, in executions that have them. */
  readonly hasRequote: boolean;
}

/** By what a dealer may answer a request. */
export const choiceOf = (request: Pick<WaitingRequest, 'kind'>): AnswerChoice => {
  const kind = kindOf(request);
  return {
    hasPrice: DEALING.includes(kind),
    hasLots: DIVISIBLE.includes(kind),
    isPriceRequest: kind === 'price',
    hasRequote: QUOTED.includes(kind),
  };
};

/** Requests of these kinds have the side of the position; their deal has the other side. */
const OF_POSITION: readonly string[] = ['modify', 'sl', 'tp', 'stopout_position'];

/** The side of the deal that the request asks for. */
export const dealtSide = (request: Pick<WaitingRequest, 'kind' | 'side'>): 'buy' | 'sell' => {
  if (!OF_POSITION.includes(kindOf(request))) return request.side;
  return request.side === 'buy' ? 'sell' : 'buy';
};

/** The price at which the client would deal by a quote. */
export const priceNow = (
  request: Pick<WaitingRequest, 'kind' | 'side'>,
  quote: Pick<LiveQuote, 'bid' | 'ask'> | undefined,
): string | null =>
  quote === undefined ? null : dealtSide(request) === 'buy' ? quote.ask : quote.bid;

type AskedFor = Pick<WaitingRequest, 'kind' | 'side' | 'price' | 'bid' | 'ask'>;

/** The price that the client asked for, or saw when the request came; null = there was none. */
export const priceAsked = (request: AskedFor): string | null =>
  request.price ?? (dealtSide(request) === 'buy' ? request.ask : request.bid);

/** The time left in whole seconds, at least 0; null = it has no end. */
export const secondsLeft = (
  { timeout_at }: Pick<WaitingRequest, 'timeout_at'>,
  nowMs: number,
): number | null =>
  timeout_at === null ? null : Math.max(0, Math.ceil((Date.parse(timeout_at) - nowMs) / 1_000));

/** May this dealer take it? */
export const mayTake = (
  { state, offered_to }: Pick<WaitingRequest, 'state' | 'offered_to'>,
  login: number,
): boolean => state === 'queued' && (offered_to === 0 || offered_to === login);

const endOf = ({ timeout_at }: WaitingRequest): number =>
  timeout_at === null ? Number.POSITIVE_INFINITY : Date.parse(timeout_at);

/** The requests, those that end first before the others. */
export const byTimeLeft = (requests: Iterable<WaitingRequest>): readonly WaitingRequest[] =>
  [...requests].sort((a, b) => endOf(a) - endOf(b) || a.id - b.id);

/** The trade by which it is checked what a confirmation does; null = nothing can be checked. */
export const tradeOf = (request: WaitingRequest, volume: string): TradeRequest | null => {
  const { symbol, side, position_id } = request;
  const kind = kindOf(request);
  if (kind === 'open') return { kind, symbol, side, volume };
  if (kind === 'close') return { kind, position_id, volume };
  return null;
};
