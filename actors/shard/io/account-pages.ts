// Pages of accounts for the audit: some of a shard's accounts as bytes, made in a time slice.

import { Bytes } from '../../../wire/codec/bytes.js';
import type { Cells } from '../../shared/cells.js';
import type { Accounts } from '../accounts/accounts.js';
import type { Shard } from '../shard.js';
import type { AccountPage, PageOf } from '../shard-messages.js';

/** Limits of a page: approximate time, accounts and bytes. */
const TURN_MS = 0.5;
const PAGE_ACCOUNTS = 64;
const PAGE_BYTES = 1 << 18;

const scratch = new Bytes();

const takePage = (accounts: Accounts, of: PageOf): Omit<AccountPage, 'seq'> => {
  const out = scratch.clear();
  const ends: number[] = [];
  const add = (login: number): void => {
    accounts.write(login, out);
    ends.push(out.length);
  };
  if ('logins' in of) {
    for (const login of of.logins) if (accounts.has(login)) add(login);
    return { bytes: out.copy(), ends, next: 0 };
  }
  const until = performance.now() + TURN_MS;
  let at = of.from;
  while (at < accounts.places && ends.length < PAGE_ACCOUNTS && out.length < PAGE_BYTES) {
    const login = accounts.loginAt(at);
    if (login !== undefined) add(login);
    at += 1;
    if (performance.now() >= until) break;
  }
  return { bytes: out.copy(), ends, next: at < accounts.places ? at : 0 };
};

/**
 * Answers with a page when all events of its accounts are committed. Its `seq` is the newest of all
 * sources: the switches of an account are events of the desk, which may be newer than the shard's.
 */
export const answerPage = (
  shard: Pick<Shard, 'accounts' | 'whenCommitted'>,
  cells: Pick<Cells, 'newestSeq'>,
  of: PageOf,
  answer: (page: AccountPage) => void,
): void => {
  const page = takePage(shard.accounts, of);
  shard.whenCommitted(() => answer({ ...page, seq: cells.newestSeq() }));
};
