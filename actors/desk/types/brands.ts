// Brands: the terminals of each company, and which brand serves a host.

import { ok, type Refusal, refuse, unwrap } from '../../../wire/base/codes.js';
import type { Fields, Stamped } from '../../../wire/base/object.js';
import {
  BRAND_IMAGES,
  BRANDS,
  type BrandImageRecord,
  BrandRecord,
  brandLinkFault,
  imageKey,
} from '../../../wire/settings/brands.js';
import { fileLocks } from '../store/record-locks.js';
import {
  checkedBy,
  IN_MEMORY,
  type RecordReader,
  type RecordType,
  type RecordWriter,
  SETTING,
} from '../store/record-type.js';
import { releaseFiles } from './messaging/files.js';
import { growthFault, licencedCompanies } from './rules/licence.js';

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
    (before === undefined ? (companyFault(brand, reader) ?? growthFault(reader)) : undefined) ??
    domainFault(brand, reader)
  );
};

/** Sorts the default brand first, others by company. */
const byDefault = (a: Brand, b: Brand): number => {
  if (a.is_default !== b.is_default) return a.is_default ? -1 : 1;
  return a.company.toLowerCase() < b.company.toLowerCase() ? -1 : 1;
};

/** The record type of images of brands. */
export const BRAND_IMAGE: RecordType<BrandImageRecord> = { ...IN_MEMORY, key: imageKey };

const imagesOf = (reader: RecordReader, brand: number): BrandImageRecord[] =>
  BRAND_IMAGES.flatMap((kind) => {
    const image = reader.get('brand_image', imageKey({ brand, kind }))?.record;
    return image === undefined ? [] : [image];
  });

/** Removes an image, within a decision under the locks of settings and of its content. */
export const dropImage = (tx: RecordWriter, image: BrandImageRecord): void => {
  releaseFiles(tx, [image]);
  unwrap(tx.remove('brand_image', imageKey(image)));
};

/** Which images a brand has. They change with its version. */
export const shownImages = (reader: RecordReader, id: number): Fields => {
  const kinds = imagesOf(reader, id).map(({ kind }) => kind);
  return Object.fromEntries(BRAND_IMAGES.map((kind) => [`has_${kind}`, kinds.includes(kind)]));
};

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
    enter: (fields) => ok(fields.enabled === false ? { ...fields, is_default: false } : fields),
    show: (brand, reader) => shownImages(reader, brand.id),
    removedUnder: (key, reader) => fileLocks(imagesOf(reader, Number(key))),
    removed: (tx, { id }) => {
      for (const image of imagesOf(tx, id)) dropImage(tx, image);
    },
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
