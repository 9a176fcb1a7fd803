// Worlds of mailboxes: a desk and its database, in which lives with people of their own go by one
// after the other. To begin a desk takes longer than a life.

import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../../../../storage/database/database.js';
import { MAIL_TABLES } from '../../../../storage/database/mail-tables.js';
import { openProjection } from '../../../../storage/database/schema.js';
import { Projection } from '../../../../storage/projection/projection.js';
import { MailRecipientLists } from '../../../../storage/read/lists/mail-recipients.js';
import type {
  MailFolderQuery,
  MailRecipients,
  MailRecipientsQuery,
  MailThreadQuery,
} from '../../../../wire/queries/mail-queries.js';
import { buildBatch } from '../../../support/build.js';
import {
  DeskHarness,
  dataOf,
  openDesk,
  opening,
  staffCaller,
} from '../../../support/desk-harness.js';
import { MailReads } from '../../../support/mail-reads.js';
import { finished } from '../../../support/stored-lists.js';

/** Accounts that only get messages: with them a message has more recipients than rows are for. */
const CROWD = 101;
const CROWD_FROM = 4096 * 10 - 1000;
const CROWD_GROUP = 'demo\\crowd';
const TRADERS = 3;
/** Logins of a life: those of two blocks, which no other life has mail in. */
const LIFE_LOGINS = 2 * 4096;
const RIGHTS = ['mailbox', 'fields.name'] as const;
/** What mailboxes are read from; they must be the same when they are made again from the log. */
const TABLES = [...MAIL_TABLES.matchAll(/CREATE TABLE (mail_\w+)/g)].map(
  ([, name]) => name as string,
);

const rowsOf = (db: Database, table: string): unknown[] =>
  db.prepare(`SELECT * FROM ${table}`).raw().all();

/** Who takes part in a life: a staff user, and the traders of two groups. */
export interface Cast {
  /** The first login of its traders. */
  readonly first: number;
  readonly staff: number;
  readonly groups: readonly [string, string];
  readonly traders: readonly number[];
}

/** The log that worlds begin with, and who is in it. */
export interface Beginning {
  readonly harness: DeskHarness;
  readonly casts: readonly Cast[];
  /** All accounts that get messages, with their groups and names. */
  readonly accounts: ReadonlyMap<number, { readonly group: string; readonly name: string }>;
  readonly crowd: readonly number[];
}

/** How many messages and drafts have each file. */
export type FileUses = Record<string, number>;

/** The login of a trader of a life, in one of its blocks and the other. */
export const traderOf = (first: number, at: number): number => first + 4096 * (at % 2) + at;

/** Makes a desk with the people of so many lives. */
export const begun = async (lives: number): Promise<Beginning> => {
  const harness = await openDesk();
  const accounts = new Map<number, { group: string; name: string }>();
  const open = async (group: string, name: string, given = {}): Promise<number> => {
    const body = opening({ group, name, ...given });
    const { login } = dataOf(await harness.ask('accounts.create', { body }));
    accounts.set(login, { group, name });
    return login;
  };
  const casts: Cast[] = [];
  await harness.create('group', { path: CROWD_GROUP, currency: 'USD' });
  for (let n = 0; n < lives; n += 1) {
    const life = String(n).padStart(4, '0');
    const groups = [`demo\\life${life}a`, `demo\\life${life}b`] as const;
    for (const path of groups) await harness.create('group', { path, currency: 'USD' });
    const group_scope = [`demo\\life${life}*`, CROWD_GROUP];
    const staff = await harness.hire({ rights: RIGHTS, group_scope });
    const first = CROWD_FROM + (n + 1) * LIFE_LOGINS;
    const traders: number[] = [];
    for (let at = 0; at < TRADERS; at += 1) {
      const login = traderOf(first, at);
      traders.push(await open(groups[(at >> 1) % 2] as string, `Trader ${at}`, { login }));
    }
    casts.push({ first, staff, groups, traders });
  }
  const crowd: number[] = [];
  for (let n = 0; n < CROWD; n += 1) {
    crowd.push(await open(CROWD_GROUP, `Crowd ${n}`, { login: CROWD_FROM + 20 * n }));
  }
  return { harness, casts, accounts, crowd };
};

/** A desk and its database. */
export class MailWorld {
  readonly harness: DeskHarness;
  readonly #db = openProjection(':memory:');
  readonly #projection = new Projection(this.#db);
  readonly #folders = new MailReads(this.#db);
  readonly #recipients = new MailRecipientLists(this.#db);
  readonly #casts: Iterator<Cast>;
  /** The uses of each file by lives that are over. */
  uses: FileUses = {};

  constructor(readonly beginning: Beginning) {
    const { log, now } = beginning.harness;
    this.harness = new DeskHarness([...log], now);
    this.#casts = beginning.casts.values();
  }

  page(query: MailFolderQuery): ReturnType<MailReads['page']> {
    this.#follow();
    return this.#folders.page(query);
  }

  thread(query: MailThreadQuery): ReturnType<MailReads['thread']> {
    this.#follow();
    return this.#folders.thread(query);
  }

  recipients(query: MailRecipientsQuery): MailRecipients {
    this.#follow();
    return finished(this.#recipients.read(query));
  }

  /** Writes what is new in the log. */
  #follow(): void {
    const { log } = this.harness;
    const seq = this.#projection.checkpoint();
    if (seq < log.length) this.#projection.project([buildBatch(seq + 1, log.slice(seq))]);
  }

  /** The people of the next life; undefined = all had theirs. */
  next(): Cast | undefined {
    return this.#casts.next().value;
  }

  /** Tables that are made at once from the whole log are those that mailboxes were read from. */
  checkRebuilt(): void {
    this.#follow();
    const rebuilt = openProjection(':memory:');
    new Projection(rebuilt).project([buildBatch(1, this.harness.log)]);
    for (const table of TABLES) {
      const [found, wanted] = [rowsOf(rebuilt, table), rowsOf(this.#db, table)];
      if (!isDeepStrictEqual(found, wanted)) throw new Error(`${table} differs when it is rebuilt`);
    }
  }
}

/** A staff user of a life. */
export const writer = ({ staff, groups }: Cast) => {
  const [first] = groups;
  return staffCaller({
    login: staff,
    rights: RIGHTS,
    group_scope: [`${first.slice(0, -1)}*`, CROWD_GROUP],
  });
};
