// The operations of live sockets as clients see them: their data, replies and refusals; and the
// operations that an account's actor answers.

import { type TSchema, Type } from '@sinclair/typebox';
import type { Code } from '../base/codes.js';
import { Named, OrNull, Strict, Uuid } from '../base/schema.js';
import { section } from '../fields/words.js';
import { AccountPicture, TradeResultShape } from '../rest/trading/shapes.js';
import { TRADE_CODES } from '../rest/trading/trade-codes.js';
import { TradeBody, TradeCheckBody, TradeCheckShape } from '../rest/trading/trades.js';
import { ChangeShape } from './changes.js';
import { Seq } from './fields.js';

/** An operation: the schema of a request's `data`, and its answer. */
export interface OperationForm<D extends TSchema = TSchema> {
  /** Its description, in sentences. */
  readonly says: string;
  readonly data: D;
  /** The `data` of the reply when it succeeds. */
  readonly reply: TSchema;
  /** The `data` of a refusal, where it may be another than null. */
  readonly refused?: TSchema;
  /** The codes of its refusals, besides `invalid_input`. */
  readonly codes: readonly Code[];
  /** A request's `data` as a client may send it. */
  readonly example: Readonly<Record<string, unknown>>;
}

/** The refusals of an account's actor, and of the way to it. */
const ACCOUNT_CODES = [
  'not_found',
  'trade.too_many_requests',
  'trade.timeout',
  'internal',
] as const;

/** The result of a trade request, and its changes. */
const TradeAnswer = Named('TradeAnswer', {
  ...TradeResultShape.properties,
  changes: section('Changes')(
    'Changes',
    'The event for which the answer stands. The member is absent where nothing changed, ' +
      'where more followed from the request, and in stored results.',
    Type.Optional(Type.Array(ChangeShape)),
  ),
});

/** The result of a trade request that was refused; null where there is none. */
const RefusedResult = OrNull(TradeAnswer);

const tradeCodes: readonly Code[] = [...new Set([...TRADE_CODES, ...ACCOUNT_CODES])];
const REQUEST_ID = '0d2a5c1e-6a52-4d0c-9d5b-3f7f0f6f1a01';

/** Operations that an account's actor answers, by name. Their frames have a lower limit. */
export const ACCOUNT_FRAMES = {
  trade: {
    says:
      'Makes a trade request. A `request_id` is executed once: the same request sent again ' +
      'gets the stored result with `repeated`, another request with the same `request_id` ' +
      'is refused with `conflict`. A request that a dealer or a provider must decide is ' +
      'answered `queued`; the event `trade_result` follows. The answer has in `changes` ' +
      'the event that the request caused. The account’s other sockets get the event; the ' +
      'asking socket gets no second copy, or gets the event before the answer, where the ' +
      'answer must wait.',
    data: { ...TradeBody, title: 'TradeRequest' },
    reply: TradeAnswer,
    refused: RefusedResult,
    codes: tradeCodes,
    example: { request_id: REQUEST_ID, kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.1' },
  },
  trade_check: {
    says:
      'Tests a trade request like `trade`, and answers its effects: margin, charges, the ' +
      'value of a point. A refusal is the `code` in the reply, which succeeds.',
    data: { ...TradeCheckBody, title: 'TradeCheckRequest' },
    reply: TradeCheckShape,
    codes: [...ACCOUNT_CODES, 'trade.invalid_request'],
    example: { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.1' },
  },
  trade_status: {
    says:
      'Answers the stored result of a trade request. `not_found`: no such request took ' +
      'effect, and the request may be sent again.',
    data: Strict({ request_id: Uuid() }),
    reply: TradeAnswer,
    refused: RefusedResult,
    codes: tradeCodes,
    example: { request_id: REQUEST_ID },
  },
  account: {
    says: 'Answers the account with its money, positions and orders in one snapshot.',
    data: Strict({}),
    reply: AccountPicture,
    codes: ACCOUNT_CODES,
    example: {},
  },
  cancel_on_disconnect: {
    says:
      'Decides whether the server cancels the pending orders of this session once the ' +
      'session has had no socket for `grace_sec` seconds. A restart of the server counts ' +
      'as a disconnect.',
    data: Strict({
      enabled: Type.Boolean({ description: 'Are they cancelled?' }),
      grace_sec: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 86_400,
          description: 'Seconds; omitted = 0.',
        }),
      ),
    }),
    reply: Strict({
      done: Type.Literal(true, { description: 'The rule is set.' }),
      seq: Seq(),
    }),
    codes: ['trade.read_only', ...ACCOUNT_CODES],
    example: { enabled: true, grace_sec: 30 },
  },
} as const satisfies Record<string, OperationForm>;
