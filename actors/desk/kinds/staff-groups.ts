// Groups of staff: how their members come in is not changed by whoever may not touch a member.

import { isDeepStrictEqual } from 'node:util';
import { type Refusal, refuse } from '../../../wire/codes.js';
import type { GroupRecord } from '../../../wire/groups.js';
import { untouchable } from '../authority.js';
import type { Drafting } from './kind.js';

/** What of a group keeps its members out, or says what they come in with. */
const ENTRY = [
  'path',
  'connection_enabled',
  'terminals',
  'otp_required',
  'password_change_first_login',
  'password_min_length',
  'demo_inactivity_days',
] as const satisfies readonly (keyof GroupRecord)[];

/** Why the one who decides may not change a group in this way, for the sake of its members. */
export const membersFault = (
  record: GroupRecord,
  before: GroupRecord,
  draft: Drafting,
): Refusal | undefined => {
  const field = ENTRY.find((name) => !isDeepStrictEqual(record[name], before[name]));
  if (draft.by === 0 || field === undefined) return undefined;
  for (const { key, record: profile } of draft.all('staff')) {
    if (draft.get('account', key)?.record.group !== before.path) continue;
    if (untouchable(draft, draft.by, profile.login) !== undefined) {
      return refuse('forbidden', `${field}: a staff user of the group is not yours to change`);
    }
  }
  return undefined;
};
