// Desk operations of accounts.

import type { PasswordKind } from '../accounts/password.js';
import type { AccountProfile } from '../accounts/profile.js';
import type { StaffStep } from '../accounts/states.js';
import type { Fields } from '../base/object.js';
import type { AccountGroup } from '../rest/accounts/account-lists.js';
import type { AccountCreate, AccountPatch } from '../rest/accounts/accounts.js';
import type { OtpStatus } from '../rest/accounts/auth.js';
import type { Caller } from './caller.js';
import type { Payment } from './payment-operations.js';

/** The result of checking a row of an import before the account is opened. */
export interface JudgedRow {
  /** Why the row is refused, as a sentence; null = its account may be opened. */
  readonly fault: string | null;
  /** The payment to make once the account is open; null = none. */
  readonly deposit: Omit<Payment, 'login'> | null;
}

/** The operations of accounts, with inputs and answers. */
export interface AccountOps {
  /** Removes an account's one-time codes and ends its sessions. */
  'accounts.otp_reset': { input: { caller: Caller; login: number }; output: OtpStatus };
  /** Lists the groups that the caller sees, by path. */
  'accounts.groups': { input: { caller: Caller }; output: readonly AccountGroup[] };
  'accounts.create': {
    input: { caller: Caller; body: AccountCreate };
    output: AccountProfile;
  };
  /**
   * Begins an import of accounts: returns the judgement about each row, in order. The rows are as
   * they were sent, of any form. Deposits need the right to pay.
   */
  'accounts.import_begin': {
    input: { caller: Caller; request_id: string; rows: readonly Fields[] };
    output: readonly JudgedRow[];
  };
  /**
   * Opens the account of a row of an import, once for the request id; `row` counts from 1. A dry
   * run opens nothing. Login 0 = there is no account yet.
   */
  'accounts.import_row': {
    input: { caller: Caller; request_id: string; row: number; given: Fields; dry_run: boolean };
    output: { login: number };
  };
  'accounts.read': {
    input: { caller: Caller; login: number };
    output: AccountProfile;
  };
  /**
   * Changes the given fields; sessions at terminals that are no longer allowed end. Here and below
   * the `version` of the account must be the present one, if it is given.
   */
  'accounts.change': {
    input: { caller: Caller; login: number; body: Partial<AccountPatch> };
    output: AccountProfile;
  };
  /** Takes a step of an account's life cycle. */
  'accounts.step': {
    input: { caller: Caller; login: number; step: StaffStep };
    output: AccountProfile;
  };
  /** Deletes an account that never traded and was never paid. */
  'accounts.delete': { input: { caller: Caller; login: number }; output: null };
  /** Moves an account to another group. */
  'accounts.move': {
    input: { caller: Caller; login: number; group: string; version?: number };
    output: AccountProfile;
  };
  /** Sets an account's own leverage; 0 = the leverage of its group. */
  'accounts.leverage': {
    input: { caller: Caller; login: number; leverage: number; version?: number };
    output: AccountProfile;
  };
  'accounts.next_login': {
    input: { caller: Caller; group: string };
    output: { login: number };
  };
  /**
   * Returns the group of an account that the caller may touch, else refuses. With `writes` the
   * account's shard is about to write for the caller, which counts against the caller's write
   * allowance.
   */
  'accounts.reach': {
    input: { caller: Caller; login: number; writes?: boolean };
    output: { group: string };
  };
  /** Sets a password and ends the sessions that were opened with it (master: all sessions). */
  'accounts.password': {
    input: { caller: Caller; login: number; kind: PasswordKind; password: string };
    output: null;
  };
  /** Does a password match? A wrong one counts as a failed sign-in. */
  'accounts.password_check': {
    input: { caller: Caller; login: number; kind: PasswordKind; password: string };
    output: { matches: boolean };
  };
}
