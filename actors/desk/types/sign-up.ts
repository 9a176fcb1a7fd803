// The settings of sign-up, a single record, and what sign-up stores beside them.

import type { ApplicationRecord } from '../../../wire/accounts/application.js';
import { isDemoGroup, isStaffGroup } from '../../../wire/accounts/group-kinds.js';
import type {
  ApplicantRecord,
  ConfirmedEmailRecord,
  EmailCodeRecord,
  SignUpCountRecord,
} from '../../../wire/accounts/sign-up.js';
import { isAddressPrefix } from '../../../wire/base/address.js';
import { type Refusal, refuse } from '../../../wire/base/codes.js';
import type { Stamped } from '../../../wire/base/object.js';
import { SIGN_UP as SETTINGS } from '../../../wire/rest/settings/sign-up.js';
import { SignUpRecord } from '../../../wire/settings/sign-up.js';
import {
  checkedBy,
  IN_DATABASE,
  IN_MEMORY,
  type RecordReader,
  type RecordType,
  SETTING,
} from '../store/record-type.js';

type SignUp = Stamped<SignUpRecord>;

const GROUPS = [
  { field: 'demo_group', isDemo: true, wanted: 'must be a demo group' },
  { field: 'real_group', isDemo: false, wanted: 'must be a trading group and no demo group' },
] as const;

const check = (
  record: SignUp,
  before: SignUp | undefined,
  reader: RecordReader,
): Refusal | undefined => {
  for (const { field, isDemo, wanted } of GROUPS) {
    const path = record[field];
    if (path === '' || path === before?.[field]) continue;
    if (reader.get('group', path) === undefined) {
      return refuse('invalid_input', `${field}: no such group`);
    }
    if (isDemoGroup(path) !== isDemo || isStaffGroup(path)) {
      return refuse('invalid_input', `${field}: ${wanted}`);
    }
  }
  const wrong = record.test_networks.find((prefix) => !isAddressPrefix(prefix));
  if (wrong !== undefined) {
    return refuse('invalid_input', `test_networks: ${wrong} is no prefix of addresses`);
  }
  return record.languages.includes(record.default_language)
    ? undefined
    : refuse(
        'invalid_input',
        `default_language: must be one of languages: ${record.languages.join(', ')}`,
      );
};

const { idsTo: _, ...single } = SETTING;

/** The key of the settings. */
export const SIGN_UP_KEY = 'sign_up';

/** The record type of the settings. */
export const SIGN_UP: RecordType<SignUp> = {
  ...single,
  ...checkedBy(SignUpRecord),
  noun: 'sign-up settings',
  label: () => '',
  key: () => SIGN_UP_KEY,
  defaults: { [SIGN_UP_KEY]: {} },
  references: {
    demo_group: ({ demo_group: path }) => (path === '' ? [] : [path]),
    real_group: ({ real_group: path }) => (path === '' ? [] : [path]),
  },
  check,
  settingType: { setting: SETTINGS, order: () => 0, transfer: { name: 'sign_up', keys: [] } },
};

/** The settings as they are now. */
export const signUpOf = (reader: RecordReader): SignUpRecord => {
  const held = reader.get('sign_up', SIGN_UP_KEY);
  if (held === undefined) throw new Error('there are no settings of sign-up');
  return held.record;
};

/** The record type of applications, which are kept for good. The desk writes their journal. */
export const APPLICATION: RecordType<ApplicationRecord> = {
  ...IN_DATABASE,
  serverFields: 'all',
  idsTo: Number.MAX_SAFE_INTEGER,
  key: ({ id }) => String(id),
};

/** The record types of proofs of e-mail addresses, and of counts. */
export const EMAIL_CODE: RecordType<EmailCodeRecord> = { ...IN_MEMORY, key: ({ email }) => email };
export const CONFIRMED_EMAIL: RecordType<ConfirmedEmailRecord> = {
  ...IN_MEMORY,
  key: ({ email }) => email,
};
export const SIGN_UP_COUNT: RecordType<SignUpCountRecord> = { ...IN_MEMORY, key: ({ key }) => key };

/** The record type of open applications by e-mail address. */
export const APPLICANT: RecordType<ApplicantRecord> = {
  ...IN_DATABASE,
  key: ({ email }) => email,
};
