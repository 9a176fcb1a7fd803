// Rules for changes to one's own staff user: users cannot lift their own restrictions, nor lock
// themselves out.

import { BINDING } from '../../../wire/accounts/rights.js';
import type { StaffRecord } from '../../../wire/accounts/staff.js';
import { type Refusal, refuse } from '../../../wire/base/codes.js';

/** Fields that restrict a staff user; for addresses see authority.ts. */
type Bound = Pick<StaffRecord, 'active' | 'rights'> & {
  /** The group determines terminals, password rules and one-time codes. */
  readonly group: string;
};

/** A change that users cannot make to themselves, by the field that the refusal names. */
interface SelfChangeRule {
  readonly field: keyof Bound;
  readonly says: string;
  readonly loosens: (before: Bound, after: Bound) => boolean;
}

const SELF_CHANGE_RULES: readonly SelfChangeRule[] = [
  {
    field: 'active',
    says: 'you cannot disable yourself',
    loosens: (_, after) => !after.active,
  },
  ...BINDING.map(
    (right): SelfChangeRule => ({
      field: 'rights',
      says: `you cannot remove ${right} from yourself`,
      loosens: (before, after) => before.rights.includes(right) && !after.rights.includes(right),
    }),
  ),
  {
    field: 'group',
    says: 'you cannot move yourself to another group',
    loosens: (before, after) => before.group !== after.group,
  },
];

/** Refuses such a change. */
export const selfChangeFault = (before: Bound, after: Bound): Refusal | undefined => {
  const leash = SELF_CHANGE_RULES.find(({ loosens }) => loosens(before, after));
  return leash && refuse('forbidden', `${leash.field}: ${leash.says}`);
};
