// The dealing desk: the requests that wait for dealers, and the dealers' acts on them.

import { type TObject, Type } from '@sinclair/typebox';
import { Decimal, Id, Named, Strict, WholeText } from '../../base/schema.js';
import { section } from '../../fields/words.js';
import type { DEALER_ACTIONS } from '../../trading/commands.js';
import { WaitingRequestShape } from './shapes.js';

const answer = section('Answer');
const result = section('Result');

/** Most waiting requests that a dealer is shown at a time: the oldest. */
export const WAITING_SHOWN_MAX = 2_000;

/** Longest text of a rejection. */
const DEALER_TEXT_MAX = 31;

/** All requests that the caller may decide on. */
export const WaitingRequestList = Type.Array(WaitingRequestShape);

export const DealingPath = Strict({ request: Id() });

/** A dealer's answer: lots and price of a confirmation, prices of a quote, a reason. */
export const DEALER_FIELDS = {
  volume: answer(
    'Volume',
    'Lots to execute; omitted = all lots.',
    Type.Optional(Decimal()),
    'lots',
  ),
  price: answer(
    'Price',
    'Price of the deal; omitted = the current price.',
    Type.Optional(Decimal()),
    'price',
  ),
  bid: answer('Bid', 'Price of the answer to a price request.', Type.Optional(Decimal()), 'price'),
  ask: answer('Ask', 'Price of the answer to a price request.', Type.Optional(Decimal()), 'price'),
  text: answer('Text', 'The reason for the client.', Type.Optional(WholeText(DEALER_TEXT_MAX))),
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
  done: result('Done', 'The request was executed, and the result is on disk.', Type.Literal(true)),
  seq: Type.String(),
});
