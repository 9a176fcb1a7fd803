// Desk operations of the server: its mode, the weekly maintenance, its notes.

import type { PlatformModeBody } from '../rest/settings/platform.js';
import type { MaintenanceRuns, ServerMaintenance } from '../rest/settings/server-views.js';
import type { Caller } from './caller.js';

/** A past run of the weekly maintenance. */
export interface MaintenanceRunRecord extends Omit<ServerMaintenance, 'status'> {
  readonly id: number;
  /** `failed` = the next run began before it had ended. */
  readonly status: 'done' | 'failed';
}

/** The weekly maintenance of demo accounts: its settings, and its newest run. */
export interface MaintenanceRecord {
  readonly server: 'trade';
  /** The time at which the settings took effect, and their version. */
  readonly effective_at: string;
  readonly config_version: number;
  readonly status: 'idle' | 'running' | 'done' | 'stopped';
  /** The planned time of the newest run; null = there was none. */
  readonly scheduled_at: string | null;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  /** The login that the run has reached: lower logins are done. */
  readonly cursor: number;
  /**
   * Accounts that were archived, and accounts that were kept because of positions, orders or
   * requests.
   */
  readonly expired: number;
  readonly skipped_busy: number;
  /** The error that stops the run; empty = none. */
  readonly error: string;
}

/** The operations of the server, with inputs and answers. */
export interface ServerOps {
  'maintenance.read': { input: { caller: Caller }; output: ServerMaintenance };
  /** A page of past runs of the weekly maintenance, the newest first. */
  'maintenance.runs': {
    input: { caller: Caller; page: number; limit: number };
    output: MaintenanceRuns;
  };
  'platform.mode': { input: { caller: Caller } & PlatformModeBody; output: null };
  /** Releases a copy; `caller` null = by the operator's command. */
  'platform.release': { input: { caller: Caller | null }; output: null };
  /** Writes a line to the journal. Only the server itself calls this, never the HTTP layer. */
  'server.note': { input: { text: string; login: number }; output: null };
}
