// The states of accounts, and the steps between them.

import { type Outcome, ok, refuse } from '../base/codes.js';
import type { AccountRecord } from './account.js';

/**
 * The states of an account. An archived account is history: nobody signs in, trades or pays. Staff
 * restore accounts that staff archived; an account that the server archived stays expired.
 */
export const ACCOUNT_STATES = ['active', 'disabled', 'archived', 'expired'] as const;
export type LifeCycleState = (typeof ACCOUNT_STATES)[number];

/** The state of an account's record. */
export const stateOf = ({
  enabled,
  archived_at,
  archived_by = 0,
}: Pick<AccountRecord, 'enabled' | 'archived_at' | 'archived_by'>): LifeCycleState => {
  if (archived_at !== null) return archived_by === 0 ? 'expired' : 'archived';
  return enabled ? 'active' : 'disabled';
};

/** A step of an account from one state to another. */
interface AccountStep {
  readonly from: readonly LifeCycleState[];
  readonly to: LifeCycleState;
}

/** A step that staff ask for. */
interface AskedStep extends AccountStep {
  /** Only for an account without positions, orders and waiting requests. */
  readonly isIdle: boolean;
  /** For the journal. */
  readonly past: string;
}

/** The steps that staff take. */
export const STAFF_STEPS = {
  enable: { from: ['disabled'], to: 'active', isIdle: false, past: 'enabled' },
  disable: { from: ['active'], to: 'disabled', isIdle: false, past: 'disabled' },
  archive: { from: ['active', 'disabled'], to: 'archived', isIdle: true, past: 'archived' },
  restore: { from: ['archived'], to: 'disabled', isIdle: false, past: 'restored' },
} as const satisfies Readonly<Record<string, AskedStep>>;
export type StaffStep = keyof typeof STAFF_STEPS;

/** The life cycle: every step. The server lets demo accounts expire. */
const ACCOUNT_STEPS = {
  ...STAFF_STEPS,
  expire: { from: ['active', 'disabled'], to: 'expired' },
} as const satisfies Readonly<Record<string, AccountStep>>;

const fieldsIn = (state: LifeCycleState, now: string, by: number): Partial<AccountRecord> => {
  if (state === 'active') return { enabled: true };
  if (state === 'disabled') return { enabled: false, archived_at: null };
  const archived = { enabled: false, archived_at: now, archived_by: by };
  // An expired account is never restored, so its switches need not be kept.
  return state === 'archived'
    ? archived
    : { ...archived, archived_by: 0, trading_enabled: false, api_enabled: false };
};

/**
 * The fields of the record by which an account takes a step; `by` is the login of the staff user
 * who takes the step. A step that does not begin in the account's state is refused with `conflict`.
 */
export const stepFields = (
  account: AccountRecord,
  step: keyof typeof ACCOUNT_STEPS,
  now: string,
  by: number,
): Outcome<Partial<AccountRecord>> => {
  const { from, to }: AccountStep = ACCOUNT_STEPS[step];
  const state = stateOf(account);
  if (!from.includes(state)) return refuse('conflict', `The account is ${state}.`);
  return ok(fieldsIn(to, now, by));
};
