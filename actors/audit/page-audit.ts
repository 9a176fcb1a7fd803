// The audit of a page of accounts: as many of them as a reader has time for at once.

import type { AccountRecords } from '../../storage/read/account-records.js';
import { MsgpackReader } from '../../wire/codec/msgpack-reader.js';
import type { AccountPage } from '../messages.js';
import { readAccount } from '../shard/accounts/account-bytes.js';
import { AccountAudit, type AccountProgress, type Finding, type Walk } from './account-audit.js';

/** A page is left after about so long, to go on later: other queries wait no longer. */
const TURN_MS = 4;
/** Rows, or entries of a history, that are done from one look at the time to the next. */
const STEP = 128;

/** How far the audit of a page is. */
interface PagePlace {
  /** Accounts of it that are done. */
  readonly done: number;
  /** How far it is with the next one. */
  readonly walk?: Walk;
}

/** A page to be audited, or the rest of one. */
export interface PageTask extends PagePlace {
  readonly page: AccountPage;
  /**
   * How far the database was with some of them before the page was taken, by login: only whether
   * these are as far is looked at.
   */
  readonly reached: ReadonlyMap<number, AccountProgress>;
}

/** How far it came. */
export interface PageResult {
  /** Where to go on; undefined = all is done. */
  readonly left: PagePlace | undefined;
  /** Where the database stands: when it lacks events of the page nothing was done. */
  readonly checkpoint: number;
  readonly findings: readonly Finding[];
  /**
   * Accounts of which the database was further than the actor, and how far: their rows were not
   * compared.
   */
  readonly moved: ReadonlyMap<number, AccountProgress>;
}

const bytesOf = ({ bytes, ends }: AccountPage, at: number): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).subarray(ends[at - 1] ?? 0, ends[at]);

/** Audits accounts of a page for a while. Rows that cannot be read are findings. */
export const auditPage = (books: AccountRecords, task: PageTask): PageResult =>
  books.snapshot((checkpoint) => {
    const { page, reached } = task;
    const findings: Finding[] = [];
    const moved = new Map<number, AccountProgress>();
    if (checkpoint < page.seq) return { left: { done: 0 }, checkpoint, findings, moved };
    const until = performance.now() + TURN_MS;
    let { done, walk } = task;
    while (done < page.ends.length) {
      const state = readAccount(new MsgpackReader(bytesOf(page, done)));
      const audit = new AccountAudit(books, state, checkpoint);
      try {
        const mark = reached.get(state.login);
        if (mark !== undefined) audit.newest(mark);
        else walk ??= audit.begin();
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
