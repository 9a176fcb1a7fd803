// The caller of an operation.

import type { Audience } from '../accounts/identity.js';
import type { Right } from '../accounts/rights.js';

/** The caller of an operation: taken from the verified session. */
export interface Caller {
  readonly session: string;
  readonly login: number;
  readonly audience: Audience;
  readonly terminal: string;
  readonly ip: string;
  readonly read_only: boolean;
  readonly rights: readonly Right[];
  readonly group_scope: readonly string[];
}

/** The caller as an account's actor knows it: the front has checked rights and scope. */
export type AccountCaller = Omit<Caller, 'rights' | 'group_scope'>;

/** The key of an act that a caller makes once, and the digest of its content. */
export interface OnceKey {
  readonly key: string;
  /** Is it the same for all callers? Otherwise it is the caller's own. */
  readonly isShared?: true;
  readonly digest: string;
}
