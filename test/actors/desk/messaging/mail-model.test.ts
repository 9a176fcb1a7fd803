// Random lives of mailboxes, held against a plain list of copies: also after the tables were made
// anew from the log.

import fc from 'fast-check';
import t from 'tap';
import type { MailReader, ShownMail } from '../../../../wire/accounts/mailbox.js';
import type { Caller } from '../../../../wire/desk/operations.js';
import type { MailFolderPage, MailRecipients, MailThread } from '../../../../wire/desk/queries.js';
import {
  type DeskHarness,
  dataOf,
  openDesk,
  opening,
  staffCaller,
} from '../../../support/desk-harness.js';
import { countOf } from '../../../support/run.js';
import { StoredLists } from '../../../support/stored-lists.js';

const GROUPS = ['demo\\standard', 'demo\\netting'] as const;
const STAFF = 1;
const HOUR = 3_600_000;
/** The first rows of a page, and more than there are. */
const PAGES = [3, 200] as const;

/** A copy as a plain list has it. */
interface Copy {
  readonly owner: number;
  readonly folder: 'inbox' | 'sent';
  readonly mail: number;
  readonly thread: number;
  isRead: boolean;
  isDeleted: boolean;
}

const STEP = fc.record({
  what: fc.constantFrom(
    ...(['one', 'many', 'group', 'group', 'all', 'answer', 'ask', 'read', 'read'] as const),
    ...(['delete', 'delete', 'move', 'open'] as const),
  ),
  a: fc.nat({ max: 1000 }),
  b: fc.nat({ max: 1000 }),
});
type Step = typeof STEP extends fc.Arbitrary<infer One> ? One : never;

const pick = <T>(all: readonly T[], at: number): T | undefined => all[at % all.length];

/** Mailboxes beside their model. */
class MailLife {
  readonly #harness: DeskHarness;
  readonly #lists: StoredLists;
  readonly #groupOf = new Map<number, string>();
  readonly #copies: Copy[] = [];

  private constructor(harness: DeskHarness) {
    this.#harness = harness;
    this.#lists = new StoredLists(harness.log);
  }

  static async open(): Promise<MailLife> {
    const life = new MailLife(await openDesk());
    life.#groupOf.set(1001, GROUPS[0]);
    for (const n of [1, 2, 3, 4]) await life.#open(n);
    return life;
  }

  get #traders(): number[] {
    return [...this.#groupOf.keys()];
  }

  #caller(login: number): Caller {
    if (login === STAFF) return staffCaller();
    return { ...staffCaller(), login, audience: 'trader', rights: [], group_scope: [] };
  }

  async #open(n: number): Promise<void> {
    const group = pick(GROUPS, n) as string;
    const { login } = dataOf(
      await this.#harness.ask('accounts.create', { body: opening({ group }) }),
    );
    this.#groupOf.set(login, group);
  }

  #held(owner: number, folder?: Copy['folder']): Copy[] {
    return this.#copies.filter(
      (one) => one.owner === owner && !one.isDeleted && (folder ?? one.folder) === one.folder,
    );
  }

  #idOf({ mail, folder }: Copy): number {
    return 2 * mail + Number(folder === 'inbox');
  }

  #note({ id, thread }: ShownMail, from: number, to: readonly number[]): void {
    const mail = id / 2;
    const copy = { mail, thread, isDeleted: false };
    this.#copies.push({ ...copy, owner: from, folder: 'sent', isRead: true });
    for (const owner of to) this.#copies.push({ ...copy, owner, folder: 'inbox', isRead: false });
  }

  async #send(to_logins: readonly number[], to_group = '', reply_to = 0): Promise<void> {
    const mail = {
      ...{ subject: 'Hi', body: '', to_logins, to_group, reply_to, draft_id: 0 },
      ...{ email: false, server_id: 0, draft_version: 0 },
    };
    const groups = to_group === '' ? {} : { groups: this.#groups(to_group) };
    const sent = dataOf(await this.#harness.ask('mail.send', { mail, files: [], ...groups }));
    const fits = (login: number) => to_group === '*' || this.#groupOf.get(login) === to_group;
    this.#note(sent.mail, STAFF, to_group === '' ? to_logins : this.#traders.filter(fits));
  }

  #groups(group: string) {
    const staff = this.#harness.desk.records.get('staff', String(STAFF))?.record;
    const { rights = [], group_scope = [] } = staff ?? {};
    const viewer = { rights, group_scope };
    const most = { most: 100_000, has_values: false };
    const query = { session: 's', viewer, group, sender: STAFF, ...most };
    return { viewer, found: this.#lists.read('mail.recipients', query) as MailRecipients };
  }

  async step({ what, a, b }: Step): Promise<void> {
    this.#harness.now += HOUR;
    const trader = pick(this.#traders, a) as number;
    const owner = a % 4 === 0 ? STAFF : trader;
    const own = pick(this.#held(owner), b);
    const received = pick(this.#held(STAFF, 'inbox'), b);
    if (what === 'one') await this.#send([trader]);
    else if (what === 'many') await this.#send(this.#traders.slice(0, 1 + (b % 5)));
    else if (what === 'group') await this.#send([], pick(GROUPS, b));
    else if (what === 'all') await this.#send([], '*');
    else if (what === 'answer' && received !== undefined) {
      await this.#send([trader], '', this.#idOf(received));
    } else if (what === 'ask') await this.#ask(trader, b);
    else if (what === 'read' && own !== undefined) await this.#read(owner, own.thread);
    else if (what === 'delete' && own !== undefined) {
      const caller = this.#caller(owner);
      dataOf(await this.#harness.ask('mail.delete', { id: this.#idOf(own) }, caller));
      own.isDeleted = true;
    } else if (what === 'move') {
      const group = pick(GROUPS, b) as string;
      await this.#harness.patch('account', String(trader), { group });
      this.#groupOf.set(trader, group);
    } else if (what === 'open' && this.#groupOf.size < 12) await this.#open(b);
  }

  /** A trader writes to staff, an answer to what he has where there is something. */
  async #ask(trader: number, n: number): Promise<void> {
    const answered = n % 2 === 0 ? pick(this.#held(trader), n) : undefined;
    const reply_to = answered === undefined ? 0 : this.#idOf(answered);
    const body = { subject: 'Hello', to: STAFF, reply_to };
    const input = { body, files: [] };
    const sent = await this.#harness.ask('mail.send_to_staff', input, this.#caller(trader));
    this.#note(dataOf(sent), trader, [STAFF]);
  }

  async #read(owner: number, thread: number): Promise<void> {
    const items = this.#thread(this.#lists, owner, thread);
    const copies = items.filter(({ read }) => !read).map(({ id }) => ({ id, thread }));
    dataOf(await this.#harness.ask('mail.mark', { copies }, this.#caller(owner)));
    for (const copy of this.#held(owner)) if (copy.thread === thread) copy.isRead = true;
  }

  #thread(lists: StoredLists, owner: number, thread: number): readonly ShownMail[] {
    const query = { session: 's', reader: this.#reader(owner), thread };
    return (lists.read('mail.thread', query) as MailThread).items;
  }

  #reader(login: number): MailReader {
    return { login, isTrader: login !== STAFF, seesNames: true };
  }

  /** The rows of a folder by the plain list: thread, newest message, number, and whether read. */
  #rows(owner: number, folder: Copy['folder']): unknown[] {
    const threads = new Map<number, Copy[]>();
    for (const copy of this.#held(owner, folder)) {
      threads.set(copy.thread, [...(threads.get(copy.thread) ?? []), copy]);
    }
    return [...threads.values()]
      .map((copies) => [
        copies[0]?.thread,
        Math.max(...copies.map((one) => this.#idOf(one))),
        copies.length,
        copies.every(({ isRead }) => isRead),
      ])
      .sort((one, other) => Number(other[1]) - Number(one[1]));
  }

  /** Every mailbox is as the plain list says; `lists` may be made anew. */
  check(lists = this.#lists): void {
    for (const owner of [STAFF, ...this.#traders]) {
      const unread = this.#held(owner, 'inbox').filter(({ isRead }) => !isRead).length;
      for (const folder of ['inbox', 'sent'] as const) {
        const wanted = this.#rows(owner, folder);
        for (const limit of PAGES) this.#checkPage(lists, { owner, folder, limit, unread, wanted });
      }
      for (const thread of new Set(this.#held(owner).map((one) => one.thread))) {
        const ids = this.#thread(lists, owner, thread).map(({ id }) => id);
        const wanted = this.#held(owner)
          .filter((one) => one.thread === thread)
          .sort(
            (a, b) => a.mail - b.mail || Number(b.folder === 'sent') - Number(a.folder === 'sent'),
          );
        this.#same(
          ids,
          wanted.map((one) => this.#idOf(one)),
          `thread ${thread} of ${owner}`,
        );
      }
    }
  }

  #checkPage(
    lists: StoredLists,
    about: { owner: number; folder: string; limit: number; unread: number; wanted: unknown[] },
  ): void {
    const { owner, folder, limit, unread, wanted } = about;
    const reader = this.#reader(owner);
    const rows: unknown[] = [];
    for (let page = 1; rows.length < wanted.length || page === 1; page += 1) {
      const query = { session: 's', reader, folder, page, limit };
      const found = lists.read('mail.page', query) as MailFolderPage;
      this.#same([found.total, found.unread], [wanted.length, unread], `counts of ${owner}`);
      if (found.items.length === 0) break;
      rows.push(...found.items.map((one) => [one.thread, one.id, one.thread_count, one.read]));
    }
    this.#same(rows, wanted, `${folder} of ${owner}`);
  }

  #same(found: unknown, wanted: unknown, what: string): void {
    const [one, other] = [JSON.stringify(found), JSON.stringify(wanted)];
    if (one !== other) throw new Error(`${what}: ${one}, not ${other}`);
  }

  /** The same from tables that are made at once from the whole log. */
  checkRebuilt(): void {
    this.check(new StoredLists(this.#harness.log));
  }
}

t.test(
  'Whatever is sent, answered, read and deleted: mailboxes are what a list says',
  async (t) => {
    const life = fc.array(STEP, { minLength: 10, maxLength: 40 });
    const property = fc.asyncProperty(life, async (steps) => {
      const one = await MailLife.open();
      for (const step of steps) await one.step(step);
      one.check();
      one.checkRebuilt();
    });
    await fc.assert(property, { numRuns: countOf({ test: 10, deep: 200, soak: 10_000 }), seed: 1 });
    t.pass('all agree');
  },
);
