// A vendor of licences for tests: its keys, and licences that it signs.

import { newVendorKeys, signLicence } from '../../actors/secrets/licence-key.js';
import { unwrap } from '../../wire/base/codes.js';
import type { LicenceClaims, LicenceRecord } from '../../wire/settings/licence.js';

/** The vendor whose public key the servers of tests have. */
export const VENDOR = newVendorKeys();

const DAY_MS = 86_400_000;
/** The time so many days from a time. */
export const daysFrom = (now: number, days: number): string =>
  new Date(now + days * DAY_MS).toISOString();

/** Contents of a licence for a server, issued 100 days ago and valid for 100 days. */
export const claimsFor = (
  server_id: string,
  now: number,
  given: Partial<LicenceClaims> = {},
): LicenceClaims => ({
  licence_id: 'L-1',
  server_id,
  issued_at: daysFrom(now, -100),
  expires_at: daysFrom(now, 100),
  companies: [
    { name: 'Main', main: true },
    { name: 'White', main: false },
  ],
  ...given,
});

/** The key of these contents. */
export const signed = (claims: unknown, { privateKey } = VENDOR): string =>
  unwrap(signLicence(claims, privateKey));

/** A valid licence as it is stored, of which no key is. */
export const licenceOf = (names: readonly string[], now: number): LicenceRecord => ({
  ...claimsFor('', now),
  companies: names.map((name, at) => ({ name, main: at === 0, created_at: daysFrom(now, 0) })),
  entitlements: { max_accounts: 0, max_groups: 0 },
  applied_at: daysFrom(now, 0),
  applied_by: 1,
  key: { sha256: '0'.repeat(64), size: 1 },
  fault: '',
  alarmed_on: '',
});
