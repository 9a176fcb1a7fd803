// Staff profiles as the desk stores them: rights, groups in scope, and allowed addresses.

import { type Static, Type } from '@sinclair/typebox';
import { ADDRESS_LENGTH_MAX } from '../base/address.js';
import type { Stamped } from '../base/object.js';
import { complete, Id, Named, refersTo, Strict, WholeText, Words } from '../base/schema.js';
import { Bool, Int, Masks, Text } from '../base/setting-fields.js';
import { section } from '../fields/words.js';
import { RIGHTS, type Right } from './rights.js';

const report = section('Report');
const access = section('Access');
const reach = section('Reach of history');
const identity = section('Identity');

/** Most masks in a scope, and most address prefixes. */
const SCOPE_MAX = 64;
const ADDRESSES_MAX = 64;
const MONTHS_MAX = 120;
/** Most report lines in one profile, and most days that one may reach back. */
const LINES_MAX = 256;
const DAYS_MAX = 36_500;

/** The report that a report line gives access to. */
const LINE = {
  view: report('View', 'May the reports be seen?', Bool(true)),
  export: report('Export', 'May the reports be exported?', Bool(false)),
  depth_days: report(
    'Depth',
    'Time that the reports reach back; 0 = without limit.',
    Int(0, DAYS_MAX),
  ),
  position: report(
    'Position',
    'Place among the lines, from 1 on; 0 = last.',
    Int(0, LINES_MAX),
    'number',
  ),
};
const path = report(
  'Path',
  'Name of a report configuration, or a mask of names.',
  WholeText(255, 1),
);
/**
 * A report line gives access to report configurations: those with this name, or those that match it
 * as a mask.
 */
export const ReportLine = Named('ReportLine', {
  path,
  ...LINE,
});
export type ReportLine = Static<typeof ReportLine>;
const linesOf = <T>(one: object) =>
  Type.Unsafe<readonly T[]>({ ...Type.Array(one as never, { maxItems: LINES_MAX }) });
const SentLine = Named('ReportLineBody', {
  path,
  ...Type.Partial(Strict(LINE)).properties,
});
/** The report lines in a request: only the path is required. */
export const SentLines = () => linesOf<Static<typeof SentLine>>(SentLine);

const Months = () => Int(0, MONTHS_MAX);
const listOf = <T>(one: object, maxItems: number) =>
  Type.Unsafe<readonly T[]>({
    ...Type.Array(one as never, { maxItems, uniqueItems: true }),
    default: [],
  });

/** The fields of a profile that staff can set. */
export const PROFILE = {
  rights: access(
    'Rights',
    'Names of the rights that the user holds.',
    listOf<Right>(Words(RIGHTS), RIGHTS.length),
  ),
  group_scope: access(
    'Scope',
    'Lists of group masks; a group is in scope if at least one list fits the group.',
    refersTo('group', 'mask', listOf<string>(Masks(), SCOPE_MAX)),
  ),
  ip_allow: access(
    'Allowed addresses',
    'Prefixes of addresses to sign in from; empty = any.',
    listOf<string>(WholeText(ADDRESS_LENGTH_MAX, 1), ADDRESSES_MAX),
  ),
  logs_months: reach(
    'Journal',
    'Time that the user reads back in the journal; 0 = without limit.',
    Months(),
  ),
  reports_months: reach('Reports', 'Time that reports reach back; 0 = without limit.', Months()),
  mailbox_name: identity(
    'Mailbox name',
    'Name that traders see; empty = the name itself.',
    Text(128),
  ),
};

/** Lines with defaults for missing fields, each at its position. */
export const completeLines = (lines: Static<ReturnType<typeof SentLines>>): ReportLine[] =>
  lines.map((sent, at) => {
    const line = complete(ReportLine, sent) as ReportLine;
    return { ...line, position: line.position || at + 1 };
  });

/** A staff profile. The key is the login of its account. */
export const StaffProfile = Strict({
  login: Id(),
  active: Bool(true),
  ...PROFILE,
  reports: Type.Unsafe<readonly ReportLine[]>({ ...linesOf(ReportLine), default: [] }),
});
export type StaffProfile = Readonly<Static<typeof StaffProfile>>;
export type StaffRecord = Stamped<StaffProfile>;
