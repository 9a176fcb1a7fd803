// The contents of a licence key: companies, the name of the main company, and brands.

import { type Outcome, ok, refuse, unwrap } from '../../../wire/base/codes.js';
import { BRAND_IMAGES } from '../../../wire/settings/brands.js';
import type {
  ClaimedBrand,
  LicenceClaims,
  LicencedCompany,
  LicenceRecord,
} from '../../../wire/settings/licence.js';
import { removeSetting } from '../settings/setting-write.js';
import { noteServer } from '../state/server-notes.js';
import type { RecordReader } from '../store/record-type.js';
import type { Transaction } from '../store/transaction.js';
import { counted } from '../types/rules/counted.js';
import type { HeldSetting } from '../types/setting-types.js';

type Companies = readonly LicencedCompany[];

const mainOf = (companies: Companies): LicencedCompany | undefined =>
  companies.find(({ main }) => main);

const lists = (companies: readonly { readonly name: string }[], name: string): boolean =>
  companies.some((one) => one.name === name);

/**
 * The main company that a key renames: the key does not issue it any more, and has another main
 * company.
 */
const renamedMain = (
  before: LicenceRecord | undefined,
  companies: LicenceClaims['companies'],
): LicencedCompany | undefined => {
  const former = mainOf(before?.companies ?? []);
  return former !== undefined && !lists(companies, former.name) ? former : undefined;
};

/** The fields of a licence that the journal shows. */
export const termsOf = (licence: LicenceRecord | undefined) => {
  const { licence_id = '', issued_at = '', expires_at = '', companies = [] } = licence ?? {};
  const { max_accounts = 0, max_groups = 0 } = licence?.entitlements ?? {};
  const names = companies.map(({ name, main }) => (main ? `${name} (main)` : name)).join(', ');
  return { licence_id, issued_at, expires_at, companies: names, max_accounts, max_groups };
};

/** The companies of a key; companies of the previous licence keep the times of their creation. */
export const companiesOf = (
  before: LicenceRecord | undefined,
  { companies }: LicenceClaims,
  now: string,
): LicencedCompany[] => {
  const renamed = renamedMain(before, companies);
  return companies.map(({ name, main }) => {
    const known = before?.companies.find((one) => one.name === name);
    const { created_at = now } = known ?? (main ? renamed : undefined) ?? {};
    return { name, main, created_at };
  });
};

/** Renames the main company where it has another name now: its groups, and its brand. */
export const renameMain = (
  tx: Transaction,
  before: LicenceRecord | undefined,
  companies: Companies,
): Outcome<unknown> => {
  const former = renamedMain(before, companies);
  const main = mainOf(companies);
  if (former === undefined || main === undefined) return ok(null);
  let groups = 0;
  for (const { key, record } of [...tx.all('group')]) {
    if (record.company !== former.name) continue;
    tx.rewrite(key, { company: main.name });
    groups += 1;
  }
  const names = { from: former.name, to: main.name };
  const text = `main company renamed from ${names.from} to ${names.to}`;
  const moved = `${text}, with ${counted(groups, 'group')}`;
  noteServer(tx, 'config', moved, [{ field: 'company', ...names }]);
  const brand = brandOf(tx, former.name);
  if (brand === undefined || brand.company !== former.name) return ok(null);
  const other = brandOf(tx, main.name);
  return other === undefined || other.id === brand.id
    ? tx.patch('brand', String(brand.id), { company: main.name })
    : ok(null);
};

const brandOf = (reader: RecordReader, company: string) =>
  reader.find('brand', 'company', company)?.record;

/** Removes the brands of companies that are issued no more. */
export const removeBrands = (tx: Transaction, companies: Companies): void => {
  for (const { key, record } of [...tx.all('brand')]) {
    if (lists(companies, record.company)) continue;
    // The licence no longer issues it, so it may be deleted.
    if (record.is_licenced) unwrap(tx.patch('brand', key, { is_licenced: false }));
    const held = tx.get('brand', key) as unknown as HeldSetting;
    unwrap(removeSetting(tx, 'brand', held));
  }
};

/**
 * Makes brands what a key says. One that the key no longer has belongs to the staff from now on.
 */
export const putBrands = (tx: Transaction, brands: readonly ClaimedBrand[]): Outcome<null> => {
  for (const { key, record } of [...tx.all('brand')]) {
    const claimed = brands.find(({ company }) => company === record.company);
    const isLeft = claimed === undefined && record.is_licenced;
    // Brands of one key may exchange domains: they are taken off all of them first.
    const moves = claimed?.domains !== undefined && record.domains.length > 0;
    const fields = { ...(isLeft && { is_licenced: false }), ...(moves && { domains: [] }) };
    if (isLeft || moves) unwrap(tx.patch('brand', key, fields));
  }
  for (const claimed of brands) {
    const written = putBrand(tx, claimed);
    if (!written.ok) {
      return refuse('invalid_input', `brands: ${claimed.company}: ${written.message}`);
    }
  }
  return ok(null);
};

const putBrand = (tx: Transaction, claimed: ClaimedBrand): Outcome<unknown> => {
  const fields: Record<string, unknown> = { ...claimed, is_licenced: true };
  for (const kind of BRAND_IMAGES) delete fields[kind];
  // A disabled brand serves no host, so it cannot be the default.
  if (claimed.enabled === false) fields.is_default = false;
  const before = brandOf(tx, claimed.company);
  return before === undefined
    ? tx.create('brand', fields)
    : tx.patch('brand', String(before.id), fields);
};
