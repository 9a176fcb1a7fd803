// The preview of payments: which positions are paid for, by terms that can be paid by.

import { type Code, type Outcome, refuse } from '../../wire/base/codes.js';
import { listFits, maskListOf } from '../../wire/base/mask.js';
import type { Caller } from '../../wire/desk/caller.js';
import type { OpenCount } from '../../wire/queries/position-queries.js';
import { type PaymentsPreviewBody, paymentTermsFault } from '../../wire/rest/trading/payments.js';
import type { Settings } from '../../wire/settings/config.js';
import type { HandlerContext } from './route.js';

/** The names of the symbols whose path or name fits masks; undefined = all. */
const namesOf = (masks: string, { symbol }: Settings): readonly string[] | undefined => {
  if (masks.trim() === '') return undefined;
  const list = maskListOf(masks);
  return symbol.filter(({ path, name }) => listFits(list, path, name)).map(({ name }) => name);
};

/** The answer of a preview as JSON. */
export const paymentsPreview = async <C extends Code>(
  { symbols: masks = '', ...terms }: PaymentsPreviewBody,
  caller: Caller,
  coverage: OpenCount,
  context: Pick<HandlerContext<C>, 'query' | 'settings'>,
): Promise<Outcome<Uint8Array<ArrayBuffer>, C | 'invalid_input'>> => {
  const fault = paymentTermsFault(terms);
  if (fault !== undefined) return refuse('invalid_input', fault);
  const symbols = namesOf(masks, context.settings());
  return context.query(caller, 'open.payments', {
    ...coverage,
    waits_for: 'surely',
    ...(symbols && { symbols }),
    terms,
  });
};
