// Brands: the terminals of each company, and which brand serves a host.

import { done, type Refusal, refuse } from '../../../wire/base/codes.js';
import type { Stamped } from '../../../wire/base/object.js';
import { BRANDS } from '../../../wire/rest/settings/brands.js';
import { BrandRecord, brandLinkFault } from '../../../wire/settings/brands.js';
import { checkedBy, type RecordReader, type RecordType, SETTING } from '../store/record-type.js';
import { licencedCompanies } from './rules/licence.js';

type Brand = Stamped<BrandRecord>;

/** Refuses a new brand of a company that the licence does not list. */
const companyFault = ({ company }: Brand, reader: RecordReader): Refusal | undefined => {
  const companies = licencedCompanies(reader);
  if (companies === undefined || companies.includes(company)) return undefined;
  const listed = companies.length === 0 ? 'no company' : companies.join(', ');
  return refuse('invalid_input', `company: is not in the licence, which lists ${listed}`);
};

/** Refuses a domain that another brand has. */
const domainFault = ({ id, domains }: Brand, reader: RecordReader): Refusal | undefined => {
  for (const domain of domains) {
    for (const { record: other } of reader.referrers('brand', 'domain', domain)) {
      if (other.id === id) continue;
      return refuse(
        'conflict',
        `domains: ${domain} belongs to brand ${other.id}, ${other.company}`,
      );
    }
  }
  return undefined;
};

const check = (
  brand: Brand,
  before: Brand | undefined,
  reader: RecordReader,
): Refusal | undefined => {
  const links = brandLinkFault(brand);
  if (links !== undefined) return refuse('invalid_input', links);
  return (
    (before === undefined ? companyFault(brand, reader) : undefined) ?? domainFault(brand, reader)
  );
};

/** Sorts the default brand first, others by company. */
const byDefault = (a: Brand, b: Brand): number => {
  if (a.is_default !== b.is_default) return a.is_default ? -1 : 1;
  return a.company.toLowerCase() < b.company.toLowerCase() ? -1 : 1;
};

/** Images of brands are not stored: a brand has none. */
const NO_IMAGES = { has_logo: false, has_banner: false, has_icon: false };

/** The record type of brands. */
export const BRAND: RecordType<Brand> = {
  ...SETTING,
  ...checkedBy(BrandRecord),
  noun: 'brand',
  label: ({ company }) => company,
  key: ({ id }) => String(id),
  unique: { company: ({ company }) => company },
  references: { domain: ({ domains }) => domains },
  check,
  inUse: ({ is_licenced }) =>
    is_licenced ? refuse('conflict', 'The brand is issued by the licence.') : undefined,
  settingType: {
    setting: BRANDS,
    order: byDefault,
    // A disabled brand serves no host, so it cannot be the default.
    enter: (fields) => done(fields.enabled === false ? { ...fields, is_default: false } : fields),
    show: () => NO_IMAGES,
    showsUntil: () => Number.POSITIVE_INFINITY,
    transfer: {
      name: 'brands',
      keys: ['company'],
      sets: ['domains'],
      // The mark is set by a route of its own.
      leave: ({ item, removed }, { is_default }) =>
        is_default ? { item, removed: [...removed, 'is_default'] } : { item, removed },
    },
  },
};

/** The host name in a Host header: in lower case, without port and final dot. */
const nameOf = (host: string): string => host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');

/**
 * The brand that serves a Host header: the one with its domain, else the default brand; undefined =
 * none. Disabled brands serve no host.
 */
export const brandOf = (reader: RecordReader, host: string): Brand | undefined => {
  for (const { record } of reader.referrers('brand', 'domain', nameOf(host))) {
    if (record.enabled) return record;
  }
  for (const { record } of reader.all('brand')) if (record.is_default) return record;
  return undefined;
};
