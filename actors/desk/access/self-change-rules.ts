// Changes of oneself: staff users cannot lift their own restrictions, nor lock themselves out.

import { BINDING } from '../../../wire/accounts/rights.js';
import type { StaffRecord } from '../../../wire/accounts/staff.js';
import { type Refusal, refuse } from '../../../wire/base/codes.js';

/** Fields that restrict a staff user; for addresses see authority.ts. */
type SelfRestrictions = Pick<StaffRecord, 'active' | 'rights'> & {
  /** The group determines terminals, password rules and one-time codes. */
  readonly group: string;
};

/** A change of oneself that is for others to make, by the field that is to blame. */
interface SelfChangeRule {
  readonly field: keyof SelfRestrictions;
  readonly says: string;
  readonly applies: (before: SelfRestrictions, after: SelfRestrictions) => boolean;
}

const SELF_CHANGE_RULES: readonly SelfChangeRule[] = [
  {
    field: 'active',
    says: 'you cannot disable yourself',
    applies: (_, after) => !after.active,
  },
  ...BINDING.map(
    (right): SelfChangeRule => ({
      field: 'rights',
      says: `you cannot remove ${right} from yourself`,
      applies: (before, after) => before.rights.includes(right) && !after.rights.includes(right),
    }),
  ),
  {
    field: 'group',
    says: 'you cannot move yourself to another group',
    applies: (before, after) => before.group !== after.group,
  },
];

/** Why staff users may not change themselves in this way. */
export const selfChangeFault = (
  before: SelfRestrictions,
  after: SelfRestrictions,
): Refusal | undefined => {
  const rule = SELF_CHANGE_RULES.find(({ applies }) => applies(before, after));
  return rule && refuse('forbidden', `${rule.field}: ${rule.says}`);
};
