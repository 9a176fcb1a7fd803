// Rules of settings beyond their schemas: what the engine could not carry out is refused.

import type { CommissionRule, GroupRecord, RoutingRecord } from '../../wire/config.js';
import type { LeverageProfileRecord } from '../../wire/leverage.js';
import { parseScaledBig, RATE_SCALE } from '../../wire/scale.js';

/** The longest delay of a routing rule; ms. */
export const DELAY_MS_MAX = 60_000;
/** Masks of one leverage rule, and the highest rate of a tier with its decimals. */
const MASKS_MAX = 128;
const RATE_MAX = 999_999;
const RATE_DECIMALS = 6;

/** A fault in words that begin with the field; undefined = none. */
type Fault = string | undefined;

/** The first fault among those of some rows, with the row's place. */
const firstOf = <T>(name: string, rows: readonly T[], faultOf: (row: T) => Fault): Fault => {
  for (const [at, row] of rows.entries()) {
    const fault = faultOf(row);
    if (fault !== undefined) return `${name}/${at}/${fault}`;
  }
  return undefined;
};

type Condition = RoutingRecord['conditions'][number];

/** The numbers that a condition's field may be compared with: bounds, and whether parts count. */
const NUMBERS: Readonly<Record<string, readonly [least: number, most: number, whole: boolean]>> = {
  login: [0, Number.MAX_SAFE_INTEGER, true],
  volume: [0, 1_000_000_000, false],
  hour: [0, 23, true],
  weekday: [0, 6, true],
  deviation_pts: [-1_000_000_000, 1_000_000_000, true],
};

const conditionFault = ({ field, op, value }: Condition): Fault => {
  const range = NUMBERS[field];
  if (range === undefined) {
    return op === 'eq' || op === 'ne' ? undefined : `op: a text is compared by eq or ne`;
  }
  const [least, most, whole] = range;
  const form = whole ? /^-?\d{1,16}$/ : /^-?\d{1,16}(\.\d{1,8})?$/;
  const fits = form.test(value) && Number(value) >= least && Number(value) <= most;
  const kind = whole ? 'a whole number' : 'a number';
  return fits ? undefined : `value: ${field} is compared with ${kind} from ${least} to ${most}`;
};

/** What is wrong with a routing rule: its delay, or what its conditions compare (§4.3). */
export const routingFault = ({ action, action_value, conditions }: RoutingRecord): Fault => {
  const ms = /^\d{1,5}$/.test(action_value) ? Number(action_value) : 0;
  if (action === 'delay' && (ms < 1 || ms > DELAY_MS_MAX)) {
    return `action_value: a delay is a whole number of milliseconds, 1 to ${DELAY_MS_MAX}`;
  }
  return firstOf('conditions', conditions, conditionFault);
};

/** Decimals of settings as the engine reads them, ×10^12. */
const scaled = (text: string): bigint => parseScaledBig(text, RATE_SCALE) ?? -1n;

const INSTANT_RANGES: ReadonlySet<string> = new Set(['volume', 'value', 'profit']);

const commissionFault = ({ kind, charge, range, tiers }: CommissionRule): Fault => {
  if (kind === 'fee' && charge !== 'instant') return 'charge: a fee is charged at once';
  if (charge === 'instant' && !INSTANT_RANGES.has(range)) {
    return 'range: what is charged at once goes by volume, value or profit';
  }
  for (const [at, tier] of tiers.entries()) {
    const [from, to] = [scaled(tier.range_from), scaled(tier.range_to)];
    const before = tiers[at - 1];
    const begins = before === undefined ? from >= 0n : from === scaled(before.range_to);
    if (!begins) return `tiers/${at}/range_from: a tier begins where the one before it ends`;
    const open = to === 0n && at === tiers.length - 1;
    if (to <= from && !open) return `tiers/${at}/range_to: tiers rise; only the last may be open`;
  }
  return undefined;
};

/** What is wrong with a group: a commission rule that cannot be charged (trading-rules §1.2). */
export const groupFault = ({ commissions }: GroupRecord): Fault =>
  firstOf('commissions', commissions, commissionFault);

/** The decimals of a number as it is written. */
const decimalsOf = (text: string): number => (text.split('.')[1] ?? '').replace(/0+$/, '').length;

const isRate = (text: string): boolean =>
  Number(text) >= 0 && Number(text) <= RATE_MAX && decimalsOf(text) <= RATE_DECIMALS;

const leverageRuleFault = ({ mask, tiers }: LeverageProfileRecord['rules'][number]): Fault => {
  const masks = mask.split(',').map((one) => one.trim());
  if (masks.length > MASKS_MAX) return `mask: at most ${MASKS_MAX} masks`;
  if (!masks.some((one) => one !== '' && !one.startsWith('!'))) {
    return 'mask: at least one mask must be without !';
  }
  let before = 0n;
  for (const [at, { range_to, initial, maintenance }] of tiers.entries()) {
    const to = scaled(range_to);
    const last = at === tiers.length - 1;
    if ((to === 0n) !== last) return `tiers/${at}/range_to: the last tier is open, and only it`;
    if (!last && to <= before) return `tiers/${at}/range_to: tiers rise`;
    before = to;
    for (const [name, rate] of Object.entries({ initial, maintenance })) {
      if (!isRate(rate)) return `tiers/${at}/${name}: 0 to ${RATE_MAX}, at most 6 decimals`;
    }
  }
  return undefined;
};

/** What is wrong with a leverage profile: masks, tiers or rates of a rule (trading-rules §3.7). */
export const leverageFault = ({ rules }: LeverageProfileRecord): Fault =>
  firstOf('rules', rules, leverageRuleFault);
