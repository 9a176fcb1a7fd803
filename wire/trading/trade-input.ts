// The input of a trade request: whether it has the fields of its kind, and its faults.

import { Type } from '@sinclair/typebox';
import { type Refusal, refuse } from '../base/codes.js';
import { isFields } from '../base/object.js';
import { REQUIRED } from '../base/schema.js';
import { faultsOf, inputCheck } from '../fields/input-faults.js';
import { TRADE_REQUESTS, type TradeKind } from './commands.js';

const KINDS = Object.keys(TRADE_REQUESTS) as readonly TradeKind[];
/** Dealers need no price request. */
const STAFF_KINDS = KINDS.filter((kind) => kind !== 'price');

const STAFF_ONLY = 'skip_margin_check';

/** Refuses a body that is no object. */
const objectRefusal = inputCheck(Type.Object({}));

/** Refuses a body without a known kind. */
const refuseKind = (allowed: readonly TradeKind[]): Refusal => {
  const message = `must be one of ${allowed.join(', ')}`;
  return refuse('invalid_input', `kind: ${message}`, {
    faults: [{ field: 'kind', message, allowed }],
  });
};

/**
 * The refusal of a trade request by its shape; undefined when it has the fields of its kind. If
 * fields are missing and nothing else is wrong, the code is `trade.invalid_request` (trading-rules
 * §2.3); for a malformed field it is `invalid_input`.
 */
export const tradeRefusal = (body: unknown, staff: boolean): Refusal | undefined => {
  if (!isFields(body)) return objectRefusal(body);
  const kinds = staff ? STAFF_KINDS : KINDS;
  const kind = body.kind as TradeKind;
  if (!kinds.includes(kind)) return refuseKind(kinds);
  const { schema, fault } = TRADE_REQUESTS[kind];
  const sentence = fault(body);
  if (sentence !== undefined) {
    const faults = faultsOf(schema, body, sentence);
    const isIncomplete = faults.every(({ message }) => message === REQUIRED);
    return refuse(isIncomplete ? 'trade.invalid_request' : 'invalid_input', sentence, { faults });
  }
  const isForbidden = !staff && Object.hasOwn(body, STAFF_ONLY);
  return isForbidden ? refuse('invalid_input', `${STAFF_ONLY}: unknown field`) : undefined;
};

/** The id of a request that is only checked: it is never remembered. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** A request that is only checked, which needs no id of its own. */
export const withRequestId = (body: unknown): unknown =>
  isFields(body) ? { request_id: NO_ID, ...body } : body;
