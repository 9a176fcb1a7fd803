// Preferences: up to three documents of a login; changes are not journaled.

import { PreferencesRecord } from '../../../wire/accounts/preferences.js';
import { checkedBy, IN_DATABASE, type RecordType } from '../store/record-type.js';

type DocumentOf = Pick<PreferencesRecord, 'login' | 'of'>;

/** The key of a document: the login, and whose it is, unless it is the staff user's. */
export const preferencesKey = ({ login, of }: DocumentOf): string =>
  of === undefined ? String(login) : `${login} ${of}`;

/** The keys of all documents of a login. */
export const preferencesKeys = (login: number): readonly string[] => [
  preferencesKey({ login }),
  preferencesKey({ login, of: 'trader' }),
  preferencesKey({ login, of: 'investor' }),
];

/** The record type of preferences. */
export const PREFERENCES: RecordType<PreferencesRecord> = {
  ...IN_DATABASE,
  ...checkedBy(PreferencesRecord),
  serverFields: 'all',
  returns: true,
  key: preferencesKey,
};
