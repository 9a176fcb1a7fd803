// Desk operations of staff users, and of their access as readers.

import type { JournalViewer, Viewer } from '../accounts/scope.js';
import type { ReportLine } from '../accounts/staff.js';
import type { Json } from '../base/object.js';
import type {
  StaffCreate,
  StaffPatch,
  StaffQuery,
  StaffReports,
  StaffRight,
  StaffUser,
} from '../rest/accounts/staff.js';
import type { AvailableReport } from '../rest/settings/report-configs.js';
import type { Caller } from './caller.js';

/** The operations of staff users, and of their access as readers, with inputs and answers. */
export interface StaffOps {
  /**
   * The part of the journal that the caller may read: from which time on (ms since 1970), and which
   * subjects.
   */
  'journal.reader': { input: { caller: Caller }; output: { since: number; viewer: JournalViewer } };
  /**
   * The rights held now by a reader of reports, and the first day (since 1970) that they show;
   * null = all days.
   */
  'reports.reader': {
    input: { caller: Caller };
    output: { viewer: Viewer; since: number | null };
  };
  /** The reports that the caller may request, by position and name. */
  'reports.available': { input: { caller: Caller }; output: readonly AvailableReport[] };
  /** The reader of a list with the rights held now, and the key of the cursors of such a reader. */
  'lists.reader': { input: { caller: Caller }; output: { viewer: Viewer; key: string } };
  /** Lists the staff users in the caller's scope, by login. */
  'staff.list': { input: { caller: Caller; query: StaffQuery }; output: Json };
  'staff.read': { input: { caller: Caller; login: number }; output: StaffUser };
  'staff.create': { input: { caller: Caller; body: StaffCreate }; output: StaffUser };
  'staff.change': {
    input: { caller: Caller; login: number; body: StaffPatch };
    output: StaffUser;
  };
  'staff.disable': { input: { caller: Caller; login: number }; output: StaffUser };
  'staff.delete': { input: { caller: Caller; login: number }; output: null };
  'staff.password': { input: { caller: Caller; login: number; password: string }; output: null };
  'staff.reports': { input: { caller: Caller; login: number }; output: readonly ReportLine[] };
  'staff.put_reports': {
    input: { caller: Caller; login: number; body: StaffReports };
    output: readonly ReportLine[];
  };
  /** Lists all rights, and whether the caller may grant each. */
  'staff.rights': { input: { caller: Caller }; output: readonly StaffRight[] };
  /** Makes an administrator; returns a generated password. Only the operator's command calls it. */
  'staff.administrator': {
    input: { login?: number; password?: string };
    output: { login: number; password?: string };
  };
}
