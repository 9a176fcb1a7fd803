// The command verify: checks the log and the database, and prints the state hash.

import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { barsFault } from '../../storage/database/bar-tables.js';
import { LOG_FOLDER } from '../../storage/database/database.js';
import { isFullError } from '../../storage/files/disk-space.js';
import { batchOf, eventsOf } from '../../storage/log/batch.js';
import { copyFaults } from '../../storage/log/copy-check.js';
import { type ScanResult, storedFrom } from '../../storage/log/scan.js';
import { BARS_HELP } from '../../storage/read/bars.js';
import { storedCheckpoint } from '../../storage/read/snapshot.js';
import { addHash, hashText, NO_HASH } from '../../storage/read/state-hash.js';
import { type Outcome, ok, type Refusal, refuse } from '../../wire/base/codes.js';
import { formatExact } from '../../wire/base/scale.js';
import { unpackEvent } from '../../wire/codec/unpack.js';
import { SealedRecords } from '../desk/settings/sealed-records.js';
import { firstIdsFault } from '../folder/first-ids.js';
import { pathsOf } from '../folder/folder.js';
import { HELP, noLog, salvageFault } from '../folder/layout.js';
import { scanOf, type Unread } from '../folder/scan.js';
import { DiskFull } from '../main/disk-watch.js';
import { historyFault } from '../main/one-history.js';
import { checkpointOf, databaseDamage } from './database-check.js';
import { Fold } from './fold.js';
import { keyFault, shortCopy } from './folder-check.js';
import { type CheckedGroup, LedgerCheck, type Violation } from './ledger-check.js';
import { rowsDamage } from './rows-check.js';
import { type EventSpan, type Lost, planSalvage } from './salvage-plan.js';

/** The result of verifying a log. */
interface Verified {
  readonly seq: number;
  readonly state_hash: string;
  /** Size of all batches in bytes. */
  readonly bytes: number;
  /** Sums of deal amounts by currency and action; a gain of clients is a loss of the broker. */
  readonly amounts: Readonly<Record<string, string>>;
  /** Violated invariants of the ledger, at most a hundred; empty when there are none. */
  readonly violations: readonly Violation[];
  readonly broken: number;
}

/** The damage of a log: its first bad event, and the events after it. */
interface LogDamage extends EventSpan {
  readonly damage: { readonly seq: number; readonly what: string };
  /** Number of these events that a salvage recovers: from the log itself, and from its copy. */
  readonly from_log: number;
  readonly from_copy: number;
  /** Events that cannot be recovered; null = none is known. */
  readonly lost: Lost | null;
  /** The next step for the operator. */
  readonly next: string;
}

const COPY_HELP = 'brokerd salvage writes it again, and so does the audit of a running server';

const SHORT_COPY_HELP = 'a start writes them again';
const KEY_HELP =
  'bring the key file back that has this key, or name it by --key-file; move key.check away if ' +
  'it is of another folder';

/** The result for an intact log beside a damaged database, damaged bars or copy, or a wrong key. */
interface DatabaseDamage extends Pick<Verified, 'seq' | 'state_hash'> {
  /** The fault in words. */
  readonly database: string;
  readonly next: string;
}

type Damaged = Refusal<'internal'> & { readonly data: LogDamage | DatabaseDamage };

type Whole = ScanResult & { readonly ok: true };

/** A group out of the folded settings. */
const groupOf = (fold: Fold, path: string): CheckedGroup & { readonly digits: number } => {
  const record = fold.group(path) ?? {};
  const { currency = '?', currency_digits: digits = 2, margin_mode = 'hedging' } = record;
  return { currency, digits, margin_mode };
};

/** The result of the events of a log. */
interface Folded {
  readonly state_hash: string;
  readonly check: LedgerCheck;
  /** The digits of the currencies of groups. */
  readonly digits: ReadonlyMap<string, number>;
  readonly sealed: SealedRecords;
}

/** Most accounts that are in memory at a time: of each some KB with its sums and open rows. */
const ACCOUNTS_AT_A_TIME = 400_000;

/**
 * The events of a log up to `last`, into the fold of a part of the accounts and into the check;
 * false = the part has more than `most` accounts.
 */
const foldEvents = (
  fold: Fold,
  { folder, last, most }: { readonly folder: string; readonly last: number; readonly most: number },
  { check, digits, sealed }: Omit<Folded, 'state_hash'> & { readonly digits: Map<string, number> },
): boolean => {
  for (const { first, value } of storedFrom(folder, 1)) {
    for (const { seq, bytes } of eventsOf(batchOf(first, value))) {
      if (seq > last) return true;
      const event = unpackEvent(bytes);
      fold.apply(event);
      if (event.type === 'desk') {
        sealed.follow(event);
        if (fold.accounts > most) return false;
        continue;
      }
      if (event.type === 'idle' || !fold.has(event.login)) continue;
      const group = groupOf(fold, event.group);
      digits.set(group.currency, group.digits);
      check.follow(seq, event, group);
    }
  }
  return true;
};

/** Folds the log in so many parts of the accounts; undefined = a part has more than `most`. */
const foldParts = (
  folder: string,
  last: number,
  { parts, most }: { readonly parts: number; readonly most: number },
): Folded | undefined => {
  const folded = {
    check: new LedgerCheck(),
    digits: new Map<string, number>(),
    sealed: new SealedRecords(),
  };
  let sum = NO_HASH;
  for (let part = 0; part < parts; part += 1) {
    const fold = new Fold({ part, parts });
    try {
      if (!foldEvents(fold, { folder, last, most }, folded)) return undefined;
      sum = addHash(sum, fold.hash());
    } finally {
      fold.close();
    }
    folded.check.forget();
  }
  return { ...folded, state_hash: hashText(sum) };
};

/**
 * Folds the log of a folder up to `last`; the log was scanned before. With more than `most`
 * accounts the log is read once for each part of them, so that memory does not grow with their
 * number.
 */
export const foldLog = (folder: string, last: number, most = ACCOUNTS_AT_A_TIME): Folded => {
  try {
    for (let parts = 1; ; parts *= 2) {
      const folded = foldParts(folder, last, { parts, most });
      if (folded !== undefined) return folded;
    }
  } catch (error) {
    if (!isFullError(error)) throw error;
    const why = (error as Error).message;
    throw new DiskFull(`no room in ${tmpdir()} to verify the log: ${why}; TMPDIR names another`);
  }
};

/** The state hash after an event of an intact log. */
export const hashAt = (data: string, seq: number): string =>
  foldLog(join(data, LOG_FOLDER), seq).state_hash;

const badAt = ({ seq, what }: { readonly seq: number; readonly what: string }): string =>
  `the log is bad at event ${seq}: ${what}`;

/**
 * Scans the whole log of a data folder; refuses a damaged log, with its seq, a log that could not
 * be read, and a folder in which a salvage was ended midway.
 */
export const scanLog = (data: string): Outcome<Whole> => {
  const salvaging = salvageFault(data);
  if (salvaging !== undefined) return refuse('conflict', salvaging);
  const result = scanOf(join(data, LOG_FOLDER));
  if (result.ok === 'unread') return refuse('internal', result.what);
  return result.ok ? ok(result) : refuse('internal', badAt(result));
};

type VerifyFault = ScanResult & { readonly ok: false; readonly next: string };

/** The damage of a data folder's log, or of log and database together. */
const faultIn = (data: string): Whole | VerifyFault | Unread => {
  // The log is read after the database, so it has at least as many events.
  const shown = storedCheckpoint(pathsOf(data).database) ?? 0;
  const result = scanOf(join(data, LOG_FOLDER));
  if (result.ok === 'unread') return result;
  if (!result.ok) return { ...result, next: 'brokerd salvage' };
  if (result.last >= shown) return result;
  return {
    ok: false,
    seq: result.last + 1,
    hash: result.hash,
    what: `it is gone; the database ends at ${shown}`,
    next: 'bring the newer log back, or have brokerd rebuild make the database again from this one',
  };
};

/** The loss by a damaged log, and the next step. */
const damageOf = (data: string, { seq, hash, what, next }: VerifyFault): LogDamage => {
  const good = { seq: seq - 1, hash: Buffer.from(hash, 'hex') };
  const { from_log, from_copy, accounts, lost, ...rescued } = planSalvage(data, good);
  const last = Math.max(seq, lost?.last ?? rescued.seq);
  return {
    damage: { seq, what },
    first: seq,
    last,
    events: last - seq + 1,
    accounts,
    from_log,
    from_copy,
    lost,
    next,
  };
};

/** Most accounts named in a sentence; the record has all known ones. */
const LOGINS_NAMED = 10;

const namesOf = (accounts: readonly number[]): string => {
  const more = accounts.length > LOGINS_NAMED ? ' and others' : '';
  return `${accounts.slice(0, LOGINS_NAMED).join(', ')}${more}`;
};

/** The lost events and their traces. */
const lossOf = ({ first, last, in_log, in_copy, rows_to, accounts, until }: Lost): string => {
  const parts = [`${first} to ${last} are lost`];
  if (in_log === null || in_log + in_copy > 0) {
    const inLog = in_log ?? 'an unknown number';
    const lie = `behind the gap ${inLog} still lie in the log and ${in_copy} in its second copy`;
    parts.push(`${lie}, but do not join on`);
  }
  if (accounts !== null && accounts.length > 0) parts.push(`of accounts ${namesOf(accounts)}`);
  if (until !== null) parts.push(`until ${until}`);
  if (rows_to !== null) parts.push(`the database has rows up to ${rows_to}: salvage keeps it`);
  return parts.join(', ');
};

const sentenceOf = ({ damage, first, last, events, from_log, from_copy, lost, next }: LogDamage) =>
  [
    badAt(damage),
    `events ${first} to ${last} (${events}) are at stake`,
    `${from_copy} of them can be had from its second copy and ${from_log} from its own bytes`,
    lost === null ? 'none is known to be lost' : lossOf(lost),
    `next: ${next}`,
  ].join('; ');

/** The reason why an intact database does not belong to this log; undefined = it does. */
const foreignDatabase = ({ log, database }: ReturnType<typeof pathsOf>): string | undefined => {
  const checkpoint = checkpointOf(database);
  return checkpoint && historyFault(log, checkpoint);
};

/** The difference between the rows of a database and those that its log makes. */
const differentRows = ({ log, database }: ReturnType<typeof pathsOf>): string | undefined =>
  checkpointOf(database) && rowsDamage(log, database);

/** The fault of a folder's database: damaged, of another log, or not what its log makes. */
export const databaseFaultOf = (data: string): string | undefined => {
  const paths = pathsOf(data);
  return databaseDamage(paths.database) ?? foreignDatabase(paths) ?? differentRows(paths);
};

/**
 * Checks the whole log of a data folder and folds it into the state hash, and checks the tables
 * that a start loads from the database, then its schema and all rows against those that the log
 * makes, the file of bars, the log's copy, `first-ids`, and whether the key file (`keyFile` empty =
 * the one in the folder) has the keys of all sealed records and is that of the folder; a server may
 * be running. Refuses with `internal`:
 * when the log is damaged or lacks events that the database has, with the first bad event and the
 * loss; when the log could not be read, without such data; or when another part is damaged or a key
 * is missing. Violated invariants of the ledger are part of the answer.
 */
export const verify = (data: string, keyFile = ''): Outcome<Verified> | Damaged => {
  if (!existsSync(pathsOf(data).log)) return noLog(data);
  const salvaging = salvageFault(data);
  if (salvaging !== undefined) return refuse('conflict', salvaging);
  const good = faultIn(data);
  if (good.ok === 'unread') return refuse('internal', good.what);
  if (!good.ok) {
    const damage = damageOf(data, good);
    return { ...refuse('internal', sentenceOf(damage)), data: damage };
  }
  const { last, bytes } = good;
  const { state_hash, check, digits, sealed } = foldLog(join(data, LOG_FOLDER), last);
  const paths = pathsOf(data);
  const database = databaseFaultOf(data);
  const damaged = (what: string, next: string): Damaged => {
    const facts = { seq: last, state_hash, database: what, next };
    return { ...refuse('internal', `the log is good, but ${what}`), data: facts };
  };
  if (database !== undefined) return damaged(database, 'brokerd rebuild');
  const bars = existsSync(paths.bars) ? barsFault(paths.bars) : undefined;
  if (bars !== undefined) return damaged(`${paths.bars} is damaged: ${bars}`, BARS_HELP);
  const [copy] = copyFaults(paths.log, 'nothing');
  if (copy !== undefined) return damaged(`its copy is not: ${copy.what}`, COPY_HELP);
  const short = shortCopy(data, last);
  if (short !== undefined) return damaged(short, SHORT_COPY_HELP);
  const ids = firstIdsFault(data);
  if (ids !== undefined) return damaged(ids, HELP.firstIds);
  const key = keyFault(keyFile === '' ? paths.key : keyFile, paths.keyCheck, sealed);
  if (key !== undefined) return damaged(key, KEY_HELP);
  const amounts = [...check.amounts].map(([key, amount]) => {
    const decimals = digits.get(key.split(' ')[0] as string) ?? 2;
    return [key, formatExact(amount, decimals, decimals)];
  });
  return ok({
    seq: last,
    state_hash,
    bytes,
    amounts: Object.fromEntries(amounts),
    violations: check.violations,
    broken: check.broken,
  });
};
