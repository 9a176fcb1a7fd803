// Sign-in rules of groups: who may change the sign-in rules of their members.

import { isDeepStrictEqual } from 'node:util';
import { hasEveryRight } from '../../../../wire/accounts/has-rights.js';
import { type Refusal, refuse } from '../../../../wire/base/codes.js';
import type { GroupRecord } from '../../../../wire/settings/groups.js';
import { depthOf, rightFault, untouchable } from '../../access/authority.js';
import type { RecordWriter } from '../../store/record-type.js';

type LoosensEntry = (after: GroupRecord, before: GroupRecord) => boolean;

/**
 * The fields of a group that restrict its members' sign-in or give them defaults, and for each
 * whether a change loosens the restriction.
 */
const ENTRY = {
  path: () => true,
  connection_enabled: (after) => after.connection_enabled,
  terminals: (after, before) => after.terminals.some((one) => !before.terminals.includes(one)),
  otp_required: (after) => !after.otp_required,
  password_change_first_login: (after) => !after.password_change_first_login,
  password_min_length: (after, before) => after.password_min_length < before.password_min_length,
  demo_inactivity_days: (after, before) =>
    depthOf(after.demo_inactivity_days) > depthOf(before.demo_inactivity_days),
} as const satisfies { readonly [K in keyof GroupRecord]?: LoosensEntry };
const FIELDS = Object.keys(ENTRY) as readonly (keyof typeof ENTRY)[];

/** Refuses a change of a group that the caller may not make because of its members. */
export const membersFault = (
  record: GroupRecord,
  before: GroupRecord,
  tx: RecordWriter,
): Refusal | undefined => {
  const changed = FIELDS.filter((name) => !isDeepStrictEqual(record[name], before[name]));
  const [field] = changed;
  if (tx.by === 0 || field === undefined) return undefined;
  const loosened = changed.find((name) => ENTRY[name](record, before));
  const mayOthers = rightFault(tx, tx.by, 'config.staff') === undefined;
  for (const { key, record: profile } of tx.all('staff')) {
    if (tx.get('account', key)?.record.group !== before.path) continue;
    const isOther = profile.login !== tx.by;
    if ((isOther && !mayOthers) || untouchable(tx, tx.by, profile.login) !== undefined) {
      return refuse('forbidden', `${field}: a staff user of the group is not yours to change`);
    }
    // Users who hold every right may loosen their own group's rules, so that somebody can.
    if (isOther || loosened === undefined) continue;
    if (!hasEveryRight(profile)) {
      return refuse('forbidden', `${loosened}: of your own group is for others to loosen`);
    }
  }
  return undefined;
};
