// The preview of payments: which positions are paid for, by terms that can be paid by.

import { type Code, type Outcome, type Refusal, refuse } from '../../wire/base/codes.js';
import { listFits, maskListOf } from '../../wire/base/mask.js';
import { parseScaledBig, RATE_SCALE } from '../../wire/base/scale.js';
import type { Caller } from '../../wire/desk/caller.js';
import type { OpenCount } from '../../wire/queries/position-queries.js';
import type { PaymentsPreviewBody } from '../../wire/rest/trading/payments.js';
import type { Settings } from '../../wire/settings/config.js';
import type { HandlerContext } from './route.js';

const PERCENT = 100n * 10n ** BigInt(RATE_SCALE);

/** The names of the symbols whose path or name fits masks; undefined = all. */
const namesOf = (masks: string, { symbol }: Settings): readonly string[] | undefined => {
  if (masks.trim() === '') return undefined;
  const list = maskListOf(masks);
  return symbol.filter(({ path, name }) => listFits(list, path, name)).map(({ name }) => name);
};

/** Is more taken as tax than there is, or less than nothing, or is a rate below 0? */
const refusedTerms = (body: PaymentsPreviewBody): Refusal<'invalid_input'> | undefined => {
  for (const side of ['buy', 'sell'] as const) {
    const tax = body[side]?.tax_percent ?? '0';
    const scaled = parseScaledBig(tax, RATE_SCALE) ?? 0n;
    if (scaled >= 0n && scaled <= PERCENT) continue;
    return refuse('invalid_input', `${side}.tax_percent: must be from 0 to 100, is ${tax}`);
  }
  for (const [pair, rate] of Object.entries(body.rates ?? {})) {
    if ((parseScaledBig(rate, RATE_SCALE) ?? 0n) >= 0n) continue;
    return refuse('invalid_input', `rates.${pair}: must not be negative, is ${rate}`);
  }
  return undefined;
};

/** The answer of a preview as JSON. */
export const paymentsPreview = async <C extends Code>(
  { symbols: masks = '', ...terms }: PaymentsPreviewBody,
  caller: Caller,
  coverage: OpenCount,
  context: Pick<HandlerContext<C>, 'query' | 'settings'>,
): Promise<Outcome<Uint8Array<ArrayBuffer>, C | 'invalid_input'>> => {
  const refused = refusedTerms(terms);
  if (refused !== undefined) return refused;
  const symbols = namesOf(masks, context.settings());
  return context.query(caller, 'open.payments', {
    ...coverage,
    waits_for: 'surely',
    ...(symbols && { symbols }),
    terms,
  });
};
