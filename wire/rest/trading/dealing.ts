// The dealing desk: the requests that wait for dealers, and what dealers do with them.

import { type TObject, Type } from '@sinclair/typebox';
import { Decimal, Id, Named, Strict, WholeText } from '../../base/schema.js';
import type { DEALER_ACTIONS } from '../../trading/commands.js';
import { WaitingRequestShape } from './shapes.js';

/** Most waiting requests that a dealer is shown at a time: the oldest. */
export const WAITING_SHOWN_MAX = 2_000;

/** Longest text of a rejection. */
const DEALER_TEXT_MAX = 31;

/** All requests that the caller may decide on. */
export const WaitingRequestList = Type.Array(WaitingRequestShape);

export const DealingPath = Strict({ request: Id() });

/** What a dealer says: lots and price of a confirmation, prices of a quote, a reason. */
export const DEALER_FIELDS = {
  volume: Type.Optional(Decimal()),
  price: Type.Optional(Decimal()),
  bid: Type.Optional(Decimal()),
  ask: Type.Optional(Decimal()),
  text: Type.Optional(WholeText(DEALER_TEXT_MAX)),
};
const { volume, price, bid, ask, text } = DEALER_FIELDS;

/** The body of each action. */
export const DEALER_BODIES: Readonly<Record<(typeof DEALER_ACTIONS)[number], TObject>> = {
  take: Named('DealerTakeBody', {}),
  confirm: Named('DealerConfirmBody', { volume, price, bid, ask }),
  requote: Named('DealerRequoteBody', { bid: Decimal(), ask: Decimal() }),
  reject: Named('DealerRejectBody', { text }),
  return: Named('DealerReturnBody', {}),
};

/** The action was executed, and is on disk. */
export const DealerDone = Named('DealerDone', {
  done: Type.Literal(true),
  seq: Type.String(),
});
