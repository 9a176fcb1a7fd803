// The licence: the companies that the server may serve, and what it may have of accounts and
// groups. Without a licence nothing is limited; one that ended or is invalid stops what grows the
// platform.

import { isStaffGroup } from '../../../../wire/accounts/group-kinds.js';
import { type Refusal, refuse } from '../../../../wire/base/codes.js';
import type { LicenceRecord, ServerIdentityRecord } from '../../../../wire/settings/licence.js';
import { IN_MEMORY, type RecordReader, type RecordType } from '../../store/record-type.js';

/** The only key of the licence's record. */
export const LICENCE_KEY = 'licence';
/** The only key of the server's identity. */
export const SERVER_KEY = 'server';

/** The record type of the licence. */
export const LICENCE: RecordType<LicenceRecord> = { ...IN_MEMORY, key: () => LICENCE_KEY };

/** The record type of the server's identity. */
export const SERVER_IDENTITY: RecordType<ServerIdentityRecord> = {
  ...IN_MEMORY,
  key: () => SERVER_KEY,
};

/** The applied licence; undefined = there is none. */
export const licenceOf = (reader: RecordReader): LicenceRecord | undefined =>
  reader.get('licence', LICENCE_KEY)?.record;

/** The companies that the licence lists; undefined = there is no licence, so any is allowed. */
export const licencedCompanies = (reader: RecordReader): readonly string[] | undefined =>
  licenceOf(reader)?.companies.map(({ name }) => name);

/**
 * May groups belong to this company? Without a licence to any; a group without company is always
 * allowed.
 */
export const companyAllowed = (reader: RecordReader, company: string): boolean =>
  company === '' || (licencedCompanies(reader)?.includes(company) ?? true);

/** The fault of the applied licence now, in words; undefined = no fault, or no licence. */
export const licenceFault = (reader: RecordReader): string | undefined => {
  const licence = licenceOf(reader);
  if (licence === undefined) return undefined;
  if (licence.fault !== '') return `The licence is invalid: ${licence.fault}.`;
  return Date.parse(licence.expires_at) <= reader.now
    ? `The licence ended at ${licence.expires_at}.`
    : undefined;
};

/** Refuses what grows the platform under a licence that ended or is invalid. */
export const growthFault = (reader: RecordReader): Refusal | undefined => {
  const fault = licenceFault(reader);
  if (fault === undefined) return undefined;
  return refuse(
    'conflict',
    `${fault} Accounts, groups and brands can only be added under a valid licence.`,
  );
};

/** Refuses one more of what the licence limits; `limit` 0 = any number. */
const limitFault = (noun: string, used: number, limit = 0): Refusal | undefined =>
  limit === 0 || used < limit
    ? undefined
    : refuse('conflict', `The licence allows ${limit} ${noun}, and ${used} are there.`);

/** Refuses one more trading account. */
export const moreAccountsFault = (reader: RecordReader): Refusal | undefined => {
  const limit = licenceOf(reader)?.entitlements.max_accounts;
  return (
    growthFault(reader) ??
    (limit ? limitFault('accounts', reader.tradingAccounts(), limit) : undefined)
  );
};

/** The number of groups that a licence counts: all but groups of staff. */
export const countedGroups = (reader: RecordReader): number => {
  let count = 0;
  for (const { key } of reader.all('group')) if (!isStaffGroup(key)) count += 1;
  return count;
};

/** Refuses one more group of trading accounts. */
export const moreGroupsFault = (reader: RecordReader): Refusal | undefined => {
  const limit = licenceOf(reader)?.entitlements.max_groups;
  return growthFault(reader) ?? limitFault('groups', limit ? countedGroups(reader) : 0, limit);
};
