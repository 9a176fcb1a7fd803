// Staff profiles as the desk stores them: rights, groups in scope, and allowed addresses.

import { type Static, Type } from '@sinclair/typebox';
import { ADDRESS_LENGTH_MAX } from '../base/address.js';
import type { Stamped } from '../base/object.js';
import { complete, Id, Named, Strict, WholeText, Words } from '../base/schema.js';
import { Bool, Int, Masks, Text } from '../base/setting-fields.js';
import { RIGHTS, type Right } from './rights.js';

/** Most masks in a scope, and most address prefixes. */
const SCOPE_MAX = 64;
const ADDRESSES_MAX = 64;
const MONTHS_MAX = 120;
/** Most report lines in one profile, and most days that one may reach back. */
const LINES_MAX = 256;
const DAYS_MAX = 36_500;

/** The report that a report line gives access to. */
const LINE = {
  /** May the reports be seen, and exported? */
  view: Bool(true),
  export: Bool(false),
  /** Days that the reports reach back; 0 = no limit. */
  depth_days: Int(0, DAYS_MAX),
  /** The position among the lines, as terminals show them; 0 = last. */
  position: Int(0, LINES_MAX),
};
const path = WholeText(255, 1);
/**
 * A report line gives access to report configurations: those with this name, or those that match it
 * as a mask.
 */
export const ReportLine = Named('ReportLine', { path, ...LINE });
export type ReportLine = Static<typeof ReportLine>;
const linesOf = <T>(one: object) =>
  Type.Unsafe<readonly T[]>({ ...Type.Array(one as never, { maxItems: LINES_MAX }) });
const SentLine = Named('ReportLineBody', { path, ...Type.Partial(Strict(LINE)).properties });
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
  rights: listOf<Right>(Words(RIGHTS), RIGHTS.length),
  /** Lists of group masks; a group is in scope when at least one list matches it. */
  group_scope: listOf<string>(Masks(), SCOPE_MAX),
  /** Prefixes of addresses; empty = any address. */
  ip_allow: listOf<string>(WholeText(ADDRESS_LENGTH_MAX, 1), ADDRESSES_MAX),
  /** How far back the journal and reports can be read, in months; 0 = no limit. */
  logs_months: Months(),
  reports_months: Months(),
  /** The name that traders see; empty = the name itself. */
  mailbox_name: Text(128),
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
