// The audit of a page of accounts: as many of them as a reader has time for at once.

import type { Books } from '../../storage/books.js';
import { Cursor } from '../../wire/cursor.js';
import type { AccountPage } from '../messages.js';
import { readAccount } from '../shard/account-bytes.js';
import { AccountAudit, type Finding, type Walk } from './account-audit.js';

/** A page is left after about so long, to go on later: other queries wait no longer. */
const TURN_MS = 4;
/** Entries of a history that are added up at a time. */
const ENTRIES = 256;

/** What is left to be audited of a page. */
export interface PageTask {
  readonly page: AccountPage;
  /** Accounts of it that are done. */
  readonly done: number;
  /** What was added up of the next one. */
  readonly walk?: Walk;
}

/** How far it came. */
export interface PageResult {
  /** What is left; undefined = nothing. */
  readonly left: PageTask | undefined;
  /** Does the database lack events of it? Nothing was done then. */
  readonly behind: boolean;
  readonly findings: readonly Finding[];
  /** Accounts of which the database was further than the actor: their rows were not compared. */
  readonly moved: number;
}

const bytesOf = ({ bytes, ends }: AccountPage, at: number): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).subarray(ends[at - 1] ?? 0, ends[at]);

/** Audits accounts of a page for a while. Rows that cannot be read are findings. */
export const auditPage = (books: Books, task: PageTask): PageResult =>
  books.snapshot((checkpoint) => {
    const { page } = task;
    const findings: Finding[] = [];
    let moved = 0;
    if (checkpoint < page.seq) return { left: task, behind: true, findings, moved };
    const until = performance.now() + TURN_MS;
    let { done, walk } = task;
    while (done < page.ends.length) {
      const state = readAccount(new Cursor(bytesOf(page, done)));
      const audit = new AccountAudit(books, state, checkpoint);
      try {
        walk ??= audit.begin();
        if (walk?.current === false && walk.after[0] < 0) moved += 1;
        while (walk !== undefined && audit.add(walk, ENTRIES) === ENTRIES) {
          if (performance.now() < until) continue;
          findings.push(...audit.findings);
          return { left: { page, done, walk }, behind: false, findings, moved };
        }
        if (walk !== undefined) audit.finish(walk);
      } catch (error) {
        const found = `cannot be read: ${(error as Error).message}`;
        findings.push({ check: 'rows', login: state.login, what: 'a row', expected: '', found });
      }
      findings.push(...audit.findings);
      walk = undefined;
      done += 1;
      if (performance.now() >= until) break;
    }
    const left = done < page.ends.length ? { page, done } : undefined;
    return { left, behind: false, findings, moved };
  });
