// Figures of a refused trade: the amounts that it lacks or exceeds, by the names of the wire.

import { type Static, Type } from '@sinclair/typebox';
import { section } from '../fields/words.js';

const refusal = section('Figures of a refusal');

const text = () => Type.Optional(Type.String());

/**
 * Further members of a refused trade result, as far as they apply; numbers are decimals as text.
 */
export const FIGURES = {
  field: refusal('Field', 'Field of the request that is at fault.', text()),
  min: refusal('Minimum', 'Least value of the field, in its own unit.', text()),
  max: refusal('Maximum', 'Most value of the field, in its own unit.', text()),
  step: refusal('Step', 'The field must be a multiple of this step.', text()),
  allowed: refusal(
    'Allowed',
    'Words that the field may be.',
    Type.Optional(Type.Array(Type.String())),
  ),
  used: refusal('Used', 'Present amount of the account, which `max` bounds.', text()),
  required: refusal('Required', 'Money that the request needs, in `currency`.', text()),
  free: refusal('Free', 'Money that is available for the trade, in `currency`.', text()),
  currency: refusal('Currency', 'Currency of the two amounts.', text()),
  rule: refusal('Rule', 'The rule that was not kept.', text()),
  symbol: refusal('Symbol', 'Name of the symbol at fault.', text()),
  opens_at: refusal('Opens at', 'Time at which the market of the symbol opens.', text()),
  from: refusal('From currency', 'Currency that nothing converts now.', text()),
  to: refusal('To currency', 'Currency into which the amount could not be converted.', text()),
};

const Figures = Type.Object(FIGURES);
/** The figures of one refusal. */
export type Figures = Readonly<Static<typeof Figures>>;
