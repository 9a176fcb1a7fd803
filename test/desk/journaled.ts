// Every operation of the desk: the ways in which it changes something, or why it does not.

import type { DeskOp } from '../../wire/desk.js';
import type { Change } from './changes.js';
import { PEOPLE } from './changes-people.js';
import { SESSIONS } from './changes-sessions.js';
import { SETTINGS } from './changes-settings.js';

/** What changes nothing, and therefore has no line. */
const UNJOURNALED = {
  'auth.otp_status': 'reads',
  'auth.verify': 'reads a session for a front that does not know it',
  'auth.activity': 'who is online is no event',
  'confirmations.issue': 'a code lies in memory alone, for two minutes',
  'confirmations.use': 'what is confirmed has its own line',
  'online.list': 'reads',
  'online.window': 'reads',
  'journal.reader': 'reads who reads the journal',
  'accounts.read': 'reads',
  'accounts.reach': 'reads',
  'settings.list': 'reads',
  'settings.read': 'reads',
  'transfer.catalog': 'reads',
  'transfer.export': 'reads',
  'transfer.preview': 'reads what an import would do',
  'config.export': 'reads',
  'routing.test': 'reads which rule would take a request',
  'holidays.check': 'reads',
  'datafeeds.statuses': 'reads',
  'gateways.statuses': 'reads',
  'preferences.read': 'reads',
  'staff.list': 'reads',
  'staff.read': 'reads',
  'staff.reports': 'reads',
  'staff.rights': 'reads',
} as const satisfies Readonly<Partial<Record<DeskOp, string>>>;

/**
 * Every operation: the ways in which it changes something, or why it does not. One that is missing
 * is a fault of types.
 */
export const OPERATIONS: {
  readonly [K in DeskOp]: readonly Change<K>[] | string;
} = { ...SESSIONS, ...PEOPLE, ...SETTINGS, ...UNJOURNALED };
