// The audit of a page of accounts, within the time that a reader thread has for it.

import type { AccountRecords } from '../../storage/read/account-records.js';
import { MsgpackReader } from '../../wire/codec/msgpack-reader.js';
import { readAccount } from '../shard/accounts/account-bytes.js';
import type { AccountPage } from '../shard/shard-messages.js';
import { AccountAudit, type AccountProgress, type Finding, type Walk } from './account-audit.js';

/** Time after which a page is interrupted, so that other queries do not wait longer. */
const TURN_MS = 1;
/** Number of rows or history entries between two checks of the time. */
const STEP = 128;

/** The position within the audit of a page. */
interface PagePlace {
  /** Number of accounts that are done. */
  readonly done: number;
  /** The state of the next account. */
  readonly walk?: Walk;
}

/** A page to audit, or the rest of one. */
export interface PageTask extends PagePlace {
  readonly page: AccountPage;
  /**
   * The database's progress for some accounts, by login, before the page was taken: only these
   * accounts' progress is compared.
   */
  readonly reached: ReadonlyMap<number, AccountProgress>;
}

/** The result of auditing a page. */
export interface PageResult {
  /** The position to continue from; undefined = the page is done. */
  readonly left: PagePlace | undefined;
  /** The checkpoint of the database; if it lacked events of the page, nothing was checked. */
  readonly checkpoint: number;
  readonly findings: readonly Finding[];
  /**
   * Accounts for which the database is ahead of the actor, with its progress; their rows were not
   * compared.
   */
  readonly moved: ReadonlyMap<number, AccountProgress>;
  /** How long the reader worked, ms. */
  readonly workedMs: number;
}

const bytesOf = ({ bytes, ends }: AccountPage, at: number): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).subarray(ends[at - 1] ?? 0, ends[at]);

/** Audits accounts of a page until a time is over. */
const auditUntil = (
  books: AccountRecords,
  task: PageTask,
  until: number,
): Omit<PageResult, 'workedMs'> =>
  books.snapshot((checkpoint) => {
    const { page, reached } = task;
    const findings: Finding[] = [];
    const moved = new Map<number, AccountProgress>();
    if (checkpoint < page.seq) return { left: { done: 0 }, checkpoint, findings, moved };
    let { done, walk } = task;
    while (done < page.ends.length) {
      const state = readAccount(new MsgpackReader(bytesOf(page, done)));
      const audit = new AccountAudit(books, state, checkpoint);
      try {
        const mark = reached.get(state.login);
        if (mark !== undefined) audit.newest(mark);
        else if (walk === undefined) {
          audit.switches();
          walk = audit.begin();
        }
        if (walk?.current === false) moved.set(state.login, walk.ledger);
        while (walk !== undefined && !audit.step(walk, STEP)) {
          if (performance.now() < until) continue;
          findings.push(...audit.findings);
          return { left: { done, walk }, checkpoint, findings, moved };
        }
      } catch (error) {
        const found = `cannot be read: ${(error as Error).message}`;
        findings.push({ check: 'rows', login: state.login, what: 'a row', expected: '', found });
      }
      findings.push(...audit.findings);
      walk = undefined;
      done += 1;
      if (performance.now() >= until) break;
    }
    const left = done < page.ends.length ? { done } : undefined;
    return { left, checkpoint, findings, moved };
  });

/**
 * Audits accounts of a page for a limited time. An unreadable row is reported as a failed check.
 */
export const auditPage = (books: AccountRecords, task: PageTask): PageResult => {
  const begunAt = performance.now();
  const result = auditUntil(books, task, begunAt + TURN_MS);
  return { ...result, workedMs: performance.now() - begunAt };
};
