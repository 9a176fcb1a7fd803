// Staff profiles: rights, groups in scope, and allowed addresses of staff users.

import { isStaffGroup } from '../../../wire/accounts/group-kinds.js';
import { type ReportLine, StaffProfile, type StaffRecord } from '../../../wire/accounts/staff.js';
import { isAddressPrefix } from '../../../wire/base/address.js';
import { type Refusal, refuse } from '../../../wire/base/codes.js';
import { MASK_STARS_MAX } from '../../../wire/base/mask.js';
import { checkedBy, IN_MEMORY, type RecordReader, type RecordType } from '../store/record-type.js';
import { masksFault } from './rules/amount-rules.js';
import { firstOf, type RuleFault } from './rules/setting-rules.js';

const lineFault = ({ path }: ReportLine): RuleFault => {
  if (/[,!]/.test(path)) return 'path: is one name or mask, without , and !';
  return path.split('*').length - 1 > MASK_STARS_MAX
    ? `path: at most ${MASK_STARS_MAX} stars`
    : undefined;
};

const linesFault = (lines: readonly ReportLine[]): RuleFault => {
  const seen = new Set<string>();
  for (const [at, { path }] of lines.entries()) {
    if (seen.has(path.toLowerCase())) return `lines.${at}.path: there is a line of it already`;
    seen.add(path.toLowerCase());
  }
  return firstOf('lines', lines, lineFault);
};

const profileFault = ({ group_scope, ip_allow, reports }: StaffRecord): RuleFault => {
  for (const [at, list] of group_scope.entries()) {
    const fault = masksFault(`group_scope.${at}`, list);
    if (fault !== undefined) return fault;
  }
  const wrong = ip_allow.find((prefix) => !isAddressPrefix(prefix));
  if (wrong !== undefined) return `ip_allow: ${wrong} is no prefix of addresses`;
  return linesFault(reports);
};

const staffFault = (record: StaffRecord, reader: RecordReader): Refusal | undefined => {
  const account = reader.get('account', String(record.login));
  if (account === undefined) return refuse('not_found', 'login: no such account');
  if (!isStaffGroup(account.record.group)) {
    return refuse('invalid_input', 'login: the group of the login is not a staff group');
  }
  const fault = profileFault(record);
  return fault === undefined ? undefined : refuse('invalid_input', fault);
};

/** Refuses to delete a dealer for whom a routing rule would wait. */
const inUse = ({ login }: StaffRecord, reader: RecordReader): Refusal | undefined => {
  for (const { record: rule } of reader.all('routing')) {
    if (rule.action !== 'dealer' || !rule.dealers.includes(login)) continue;
    return refuse('conflict', `Routing rule "${rule.name}" names this dealer.`);
  }
  return undefined;
};

/** The record type of staff profiles. */
export const STAFF: RecordType<StaffRecord> = {
  ...IN_MEMORY,
  ...checkedBy(StaffProfile),
  serverFields: 'all',
  returns: true,
  noun: 'staff user',
  key: (record) => String(record.login),
  check: (record, _before, reader) => staffFault(record, reader),
  inUse,
};
