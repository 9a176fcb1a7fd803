// The allocation of a new account: the offers to an applicant, and which offer is chosen.

import { accountLeverage } from '../../../wire/accounts/account.js';
import { isDemoGroup } from '../../../wire/accounts/group-kinds.js';
import { type Outcome, ok, refuse } from '../../../wire/base/codes.js';
import type { SignUpKind } from '../../../wire/rest/accounts/sign-up.js';
import type {
  AllocationRecord,
  AllocationSettingsRecord,
} from '../../../wire/settings/allocations.js';
import type { BrandRecord } from '../../../wire/settings/brands.js';
import type { GroupRecord } from '../../../wire/settings/groups.js';
import type { RecordReader } from '../store/record-type.js';

type OfferingBrand = Pick<BrandRecord, 'id' | 'company'>;

/** A person who signs up. */
export interface Applicant {
  readonly kind: SignUpKind;
  /** Null = no brand serves the host of the request. */
  readonly brand: OfferingBrand | null;
  /** The country; letter case is ignored. */
  readonly country: string;
}

/** An offered group; the first of a list is the default. */
export interface Offer {
  /** Null = the fallback group, without a rule. */
  readonly allocation_id: number | null;
  readonly group: string;
  readonly kind: SignUpKind;
  readonly description: string;
  readonly currency: string;
  readonly countries: readonly string[];
  readonly default_leverage: number;
  /** The choices of leverage; empty = the default alone. */
  readonly leverages: readonly number[];
}

/** Sorts rules by ascending priority. */
export const byPriority = (
  a: Pick<AllocationRecord, 'priority' | 'id'>,
  b: Pick<AllocationRecord, 'priority' | 'id'>,
): number => a.priority - b.priority || a.id - b.id;

/** The default leverage of a rule, else of the rule's group. */
export const leverageOf = (
  { default_leverage }: Pick<AllocationRecord, 'default_leverage'>,
  group: Pick<GroupRecord, 'leverage_default'>,
): number => accountLeverage({ leverage_own: default_leverage }, group);

/** Demo accounts belong to groups below `demo`, real applications to all others. */
const kindOf = (path: string): SignUpKind => (isDemoGroup(path) ? 'demo' : 'real');

const isFor = (countries: readonly string[], country: string): boolean =>
  countries.length === 0 ||
  countries.some((one) => one.toLowerCase() === country.trim().toLowerCase());

const servesBrand = (
  rule: AllocationRecord,
  group: GroupRecord,
  brand: OfferingBrand | null,
): boolean =>
  rule.white_label_id === null
    ? brand === null || brand.company === group.company
    : rule.white_label_id === brand?.id;

const offered = (rule: AllocationRecord, group: GroupRecord): Offer => ({
  allocation_id: rule.id,
  group: group.path,
  kind: kindOf(group.path),
  description: rule.description,
  currency: group.currency,
  countries: rule.countries,
  default_leverage: leverageOf(rule, group),
  leverages: rule.leverages,
});

const ANYWHERE = {
  id: 0,
  description: '',
  countries: [],
  default_leverage: 0,
  leverages: [],
  white_label_id: null,
};

/**
 * The offers, the default first. The fallback group is offered only if no rule of the kind and
 * brand is enabled, not even one for a deleted group: otherwise it would admit people whom the
 * rules' countries exclude.
 */
export const offersFor = (
  reader: RecordReader,
  { kind, brand, country }: Applicant,
  fallback: string | null,
): readonly Offer[] => {
  const groupAt = (path: string): GroupRecord | undefined => reader.get('group', path)?.record;
  const rules = Array.from(reader.all('allocation'), ({ record }) => record)
    .filter((rule) => rule.enabled && kindOf(rule.group_path) === kind)
    .sort(byPriority)
    .map((rule) => ({ rule, group: groupAt(rule.group_path) }))
    .filter(({ rule, group }) => group === undefined || servesBrand(rule, group, brand));
  if (rules.length > 0) {
    return rules.flatMap(({ rule, group }) =>
      group !== undefined && isFor(rule.countries, country) ? offered(rule, group) : [],
    );
  }
  const group = fallback === null ? undefined : groupAt(fallback);
  if (group === undefined || kindOf(group.path) !== kind) return [];
  const whole = { ...ANYWHERE, group_path: group.path, enabled: true, priority: 0 };
  return [{ ...offered(whole, group), allocation_id: null }];
};

/** The choices of a person who signs up; missing ones get the default. */
interface AllocationChoice {
  /** Null = the fallback group. */
  readonly allocation_id?: number | null;
  readonly leverage?: number;
}

/** The chosen offer and its leverage. Refuses choices that are not offered. */
export const chosenOf = (
  offers: readonly Offer[],
  { allocation_id, leverage }: AllocationChoice,
): Outcome<{ readonly offer: Offer; readonly leverage: number }> => {
  const offer =
    allocation_id === undefined
      ? offers[0]
      : offers.find((one) => one.allocation_id === allocation_id);
  if (offer === undefined) return refuse('invalid_input', 'allocation_id: is not offered');
  const taken = leverage ?? offer.default_leverage;
  return taken === offer.default_leverage || offer.leverages.includes(taken)
    ? ok({ offer, leverage: taken })
    : refuse('invalid_input', 'leverage: is not offered');
};

type AllocationLink = AllocationSettingsRecord['link_sets'][number]['links'][number];

/** The links for a country: the first matching set, in the order of the sets. */
export const linksFor = (
  { link_sets }: AllocationSettingsRecord,
  country: string,
): readonly AllocationLink[] =>
  link_sets.find(({ countries }) => isFor(countries, country))?.links ?? [];

/** The payment pages: the group's own if it has any. */
export const pagesFor = (
  settings: AllocationSettingsRecord,
  group: Pick<GroupRecord, 'deposit_url' | 'withdraw_url'>,
): { readonly deposit_url: string; readonly withdraw_url: string } => ({
  deposit_url: group.deposit_url || settings.deposit_url,
  withdraw_url: group.withdraw_url || settings.withdraw_url,
});
