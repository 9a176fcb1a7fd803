// The kinds of versioned records: what each is keyed by, held as, checked for and refers to.

import type { TSchema } from '@sinclair/typebox';
import { type Refusal, refuse } from '../../wire/codes.js';
import {
  GroupRecord,
  HolidayRecord,
  PlatformRecord,
  RoutingRecord,
  type SettingsKinds,
  SymbolRecord,
} from '../../wire/config.js';
import { DatafeedRecord, GatewayRecord } from '../../wire/connections.js';
import type { AccessRecord, AccountRecord, MaintenanceRecord } from '../../wire/desk.js';
import type { SessionRecord, SigninBlockRecord, StaffRecord } from '../../wire/identity.js';
import { LeverageProfileRecord } from '../../wire/leverage.js';
import { isStaffGroup } from '../../wire/mask.js';
import { type Check, compile } from '../../wire/schema.js';
import { isArchived } from '../switches.js';
import type { Held } from './deps.js';
import { groupFault, leverageFault, routingFault } from './setting-rules.js';

/** The next number to give out under a name. */
export interface SequenceRecord {
  readonly name: string;
  readonly next: number;
}

/** A deposit that an opening promised: it is made once, after the account is known everywhere. */
export interface DepositRecord {
  readonly request_id: string;
  readonly login: number;
  readonly amount: string;
  readonly comment: string;
}

/** Every kind of the desk's records with its type. */
export interface RecordKinds extends SettingsKinds {
  account: AccountRecord;
  staff: StaffRecord;
  session: SessionRecord;
  signin_block: SigninBlockRecord;
  sequence: SequenceRecord;
  deposit: DepositRecord;
  access: AccessRecord;
  maintenance: MaintenanceRecord;
}
export type KindName = keyof RecordKinds;

/** How checks look at other records. */
export interface Look {
  get<K extends KindName>(kind: K, key: string): Held<RecordKinds[K]> | undefined;
  /** Every record of a kind that is held in memory. */
  all<K extends KindName>(kind: K): Iterable<Held<RecordKinds[K]>>;
}

/** One kind of record. */
export interface Kind<R> {
  readonly key: (record: R) => string;
  /** Settings go to every thread and raise the version of the settings. */
  readonly settings: boolean;
  /** Held in memory whole; other kinds are read from the database one by one. */
  readonly bounded: boolean;
  /** The record has a field `version` of its own. */
  readonly stamped: boolean;
  /** How the journal calls it; absent = its changes write no line of their own. */
  readonly noun?: string;
  /** What the journal names the record by; its key where absent. */
  readonly title?: (record: R) => string;
  readonly schema?: TSchema;
  /** The first fault against the schema, in words. */
  readonly fault?: Check;
  /** Names that no two records share, whatever the letter case. */
  readonly unique?: Readonly<Record<string, (record: R) => string>>;
  /** Rules beyond the schema, references among them. */
  readonly check?: (record: R, before: R | undefined, look: Look) => Refusal | undefined;
  /** Why the record cannot be deleted. */
  readonly inUse?: (record: R, look: Look) => Refusal | undefined;
}

const checkedBy = (schema: TSchema) => ({ schema, fault: compile(schema) });
const setting = { settings: true, bounded: true, stamped: false };
const inMemory = { settings: false, bounded: true, stamped: false };
const lastSegment = (path: string): string => path.slice(path.lastIndexOf('\\') + 1);

const symbolFault = (
  record: SymbolRecord,
  before: SymbolRecord | undefined,
  look: Look,
): Refusal | undefined => {
  if (lastSegment(record.path) !== record.name) {
    return refuse('invalid_input', 'path: its last segment must be the name');
  }
  if (before !== undefined && before.name !== record.name) {
    return refuse('invalid_input', 'name: cannot be changed');
  }
  const source = record.source_symbol_id;
  if (source === null) return undefined;
  const origin = look.get('symbol', String(source));
  if (origin === undefined || source === record.id || origin.record.source_symbol_id !== null) {
    return refuse('invalid_input', 'source_symbol_id: must be another symbol with its own quotes');
  }
  return undefined;
};

/** Refuses a record that a rule of settings finds fault with. */
const soundBy =
  <R>(faultOf: (record: R) => string | undefined) =>
  (record: R): Refusal | undefined => {
    const fault = faultOf(record);
    return fault === undefined ? undefined : refuse('invalid_input', fault);
  };

const symbolInUse = (record: SymbolRecord, look: Look): Refusal | undefined => {
  for (const { record: other } of look.all('symbol')) {
    if (other.source_symbol_id === record.id) {
      return refuse('conflict', `${other.name} takes its quotes from this symbol.`);
    }
  }
  return undefined;
};

/** Archived for good: such an account is not enabled again, and stays archived. */
const accountFault = (
  record: AccountRecord,
  before: AccountRecord | undefined,
  look: Look,
): Refusal | undefined => {
  if (before !== undefined && isArchived(before) && (record.enabled || !isArchived(record))) {
    return refuse('conflict', 'The account is archived.');
  }
  return look.get('group', record.group) === undefined
    ? refuse('not_found', 'group: no such group')
    : undefined;
};

const staffFault = (record: StaffRecord, look: Look): Refusal | undefined => {
  const account = look.get('account', String(record.login));
  if (account === undefined) return refuse('not_found', 'login: no such account');
  return isStaffGroup(account.record.group)
    ? undefined
    : refuse('invalid_input', 'login: its group is not a staff group');
};

/** The declarations. A new kind is one entry here and its type above. */
export const KINDS: { readonly [K in KindName]: Kind<RecordKinds[K]> } = {
  symbol: {
    ...setting,
    ...checkedBy(SymbolRecord),
    noun: 'symbol',
    title: (record) => record.name,
    key: (record) => String(record.id),
    unique: { path: (record) => record.path, name: (record) => record.name },
    check: symbolFault,
    inUse: symbolInUse,
  },
  group: {
    ...setting,
    ...checkedBy(GroupRecord),
    noun: 'group',
    key: (record) => record.path,
    unique: { path: (record) => record.path },
    check: soundBy(groupFault),
  },
  routing: {
    ...setting,
    ...checkedBy(RoutingRecord),
    noun: 'routing rule',
    title: (record) => record.name,
    key: (record) => String(record.id),
    unique: { name: (record) => record.name, position: (record) => String(record.position) },
    check: soundBy(routingFault),
  },
  datafeed: {
    ...setting,
    ...checkedBy(DatafeedRecord),
    noun: 'datafeed',
    title: (record) => record.name,
    key: (record) => String(record.id),
    unique: { name: (record) => record.name },
  },
  gateway: {
    ...setting,
    ...checkedBy(GatewayRecord),
    noun: 'gateway',
    title: (record) => record.name,
    key: (record) => String(record.id),
    unique: { name: (record) => record.name },
  },
  holiday: {
    ...setting,
    ...checkedBy(HolidayRecord),
    noun: 'holiday',
    title: (record) => record.description,
    key: (record) => String(record.id),
  },
  leverage_profile: {
    ...setting,
    ...checkedBy(LeverageProfileRecord),
    noun: 'leverage profile',
    title: (record) => record.name,
    key: (record) => String(record.id),
    unique: { name: (record) => record.name },
    check: soundBy(leverageFault),
  },
  platform: {
    ...setting,
    ...checkedBy(PlatformRecord),
    noun: 'settings of the platform',
    title: () => '',
    key: () => 'platform',
    check: (record) =>
      record.allow_administrators
        ? undefined
        : refuse('invalid_input', 'allow_administrators: must stay on'),
  },
  account: {
    settings: false,
    bounded: false,
    stamped: true,
    noun: 'account',
    key: (record) => String(record.login),
    check: accountFault,
  },
  staff: {
    ...inMemory,
    stamped: true,
    noun: 'staff user',
    key: (record) => String(record.login),
    check: (record, _before, look) => staffFault(record, look),
  },
  session: { ...inMemory, key: (record) => record.id },
  signin_block: { ...inMemory, key: (record) => record.key },
  sequence: { ...inMemory, key: (record) => record.name },
  deposit: { ...inMemory, key: (record) => record.request_id },
  access: {
    settings: false,
    bounded: false,
    stamped: false,
    key: (record) => String(record.login),
  },
  maintenance: { ...inMemory, key: (record) => record.server },
};

/** The kinds by name. */
export const KIND_NAMES = Object.keys(KINDS) as readonly KindName[];
/** Is it one of the desk's kinds? Old logs may name kinds that are no more. */
export const isKind = (name: string): name is KindName => Object.hasOwn(KINDS, name);
