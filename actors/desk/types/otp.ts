// One-time codes of logins, with encrypted secrets.

import type { OtpRecord } from '../../../wire/accounts/identity.js';
import { IN_DATABASE, type RecordType } from '../store/record-type.js';

/** The label under which a login's current or unconfirmed secret is encrypted. */
export const codePlace = (login: number, field: 'secret' | 'pending'): string =>
  `otp/${login}/${field}`;

/** The record type of one-time codes; at most one for each account. */
export const OTP: RecordType<OtpRecord> = {
  ...IN_DATABASE,
  guards: true,
  key: (record) => String(record.login),
  reencrypt: (record, renew) => ({
    ...record,
    secret: renew(record.secret, codePlace(record.login, 'secret')),
    pending: renew(record.pending, codePlace(record.login, 'pending')),
  }),
};
