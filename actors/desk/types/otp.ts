// One-time codes of logins: their secrets are sealed.

import type { OtpRecord } from '../../../wire/accounts/identity.js';
import { IN_DATABASE, type RecordType } from '../store/record-type.js';

/** Where a secret of a login is sealed: the one in force, or the one that waits. */
export const codePlace = (login: number, field: 'secret' | 'pending'): string =>
  `otp/${login}/${field}`;

/** The kind; there may be as many as accounts. */
export const OTP: RecordType<OtpRecord> = {
  ...IN_DATABASE,
  key: (record) => String(record.login),
  reencrypt: (record, renew) => ({
    ...record,
    secret: renew(record.secret, codePlace(record.login, 'secret')),
    pending: renew(record.pending, codePlace(record.login, 'pending')),
  }),
};
