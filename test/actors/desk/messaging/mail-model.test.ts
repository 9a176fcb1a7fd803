// Random lives of mailboxes, held against a plain list of copies and drafts: also after the tables
// were made anew from the log.

import fc from 'fast-check';
import t from 'tap';
import type { MailReader, ShownMail } from '../../../../wire/accounts/mailbox.js';
import type { Caller } from '../../../../wire/desk/operations.js';
import type { MailFolderPage, MailRecipients, MailThread } from '../../../../wire/desk/queries.js';
import {
  codeOf,
  DeskHarness,
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
/** Bodies with and without placeholders. */
const BODIES = ['', 'Hi', '{{login}}', 'Dear {{name}}, {{login}} of {{group}}'] as const;
/** Accounts that only get messages: with them a message has more recipients than rows are for. */
const CROWD = 101;
const CROWD_FROM = 4_000;
const FILES_MAX = 5;

/** A message or draft as a plain list has it; a file is its name, which tells its content. */
interface Content {
  readonly body: string;
  readonly files: readonly string[];
}
/** A copy. */
interface Copy extends Content {
  readonly owner: number;
  readonly folder: 'inbox' | 'sent';
  readonly mail: number;
  readonly thread: number;
  isRead: boolean;
  isDeleted: boolean;
}
/** A draft. */
interface Draft extends Content {
  readonly id: number;
  readonly owner: number;
  readonly thread: number;
}

const STEP = fc.record({
  what: fc.constantFrom(
    ...([
      'one',
      'many',
      'crowd',
      'group',
      'group',
      'all',
      'answer',
      'ask',
      'read',
      'read',
    ] as const),
    ...(['delete', 'delete', 'move', 'rename', 'open', 'draft', 'draft', 'redraft'] as const),
    ...(['attach', 'attach', 'attach', 'detach', 'drop', 'drop', 'sendDraft'] as const),
  ),
  a: fc.nat({ max: 1000 }),
  b: fc.nat({ max: 1000 }),
});
type Step = typeof STEP extends fc.Arbitrary<infer One> ? One : never;
type What = Step['what'];

const pick = <T>(all: readonly T[], at: number): T | undefined => all[at % all.length];

/** One of a few files, so that some have the same content. */
const fileOf = (n: number) => ({ name: `f${n % 4}.txt`, bytes: Buffer.alloc(1 + (n % 4), 'x') });
const namesOf = ({ attachments }: ShownMail): string[] => attachments.map(({ name }) => name);

/** A desk with the accounts of every life; each life begins with a copy of its log. */
const begun = async (): Promise<DeskHarness> => {
  const harness = await openDesk();
  const open = (given: object) => harness.ask('accounts.create', { body: opening(given) });
  for (const n of [1, 2, 3, 4]) dataOf(await open({ group: pick(GROUPS, n), name: `Trader ${n}` }));
  for (let n = 0; n < CROWD; n += 1) {
    const login = CROWD_FROM + 3 * n;
    dataOf(await open({ group: pick(GROUPS, n), login, name: `Crowd ${n}` }));
  }
  return harness;
};

/** Mailboxes beside their model. */
class MailLife {
  readonly #harness: DeskHarness;
  readonly #lists: StoredLists;
  readonly #groupOf = new Map<number, string>();
  readonly #nameOf = new Map<number, string>();
  /** Those who write and read. */
  readonly #traders: number[] = [];
  readonly #copies: Copy[] = [];
  readonly #drafts: Draft[] = [];

  constructor({ log, now }: DeskHarness) {
    this.#harness = new DeskHarness([...log], now);
    this.#lists = new StoredLists(this.#harness.log);
    for (const { kind, record } of this.#harness.desk.records.everything()) {
      if (kind !== 'account') continue;
      const { login, group, name } = record as { login: number; group: string; name: string };
      if (login < 1001) continue;
      this.#groupOf.set(login, group);
      this.#nameOf.set(login, name);
      if (login < CROWD_FROM) this.#traders.push(login);
    }
  }

  #caller(login: number): Caller {
    if (login === STAFF) return staffCaller();
    return { ...staffCaller(), login, audience: 'trader', rights: [], group_scope: [] };
  }

  async #open(n: number): Promise<void> {
    const group = pick(GROUPS, n) as string;
    const name = `Trader ${n}`;
    const body = opening({ group, name });
    const { login } = dataOf(await this.#harness.ask('accounts.create', { body }));
    this.#groupOf.set(login, group);
    this.#nameOf.set(login, name);
    this.#traders.push(login);
  }

  #held(owner: number, folder?: Copy['folder']): Copy[] {
    return this.#copies.filter(
      (one) => one.owner === owner && !one.isDeleted && (folder ?? one.folder) === one.folder,
    );
  }

  #idOf({ mail, folder }: Copy): number {
    return 2 * mail + Number(folder === 'inbox');
  }

  #filledFor(login: number, text: string): string {
    return text
      .replace('{{login}}', String(login))
      .replace('{{name}}', this.#nameOf.get(login) ?? '')
      .replace('{{group}}', this.#groupOf.get(login) ?? '');
  }

  /** Notes a message; only those of staff are filled. */
  #note({ id, thread }: ShownMail, from: number, to: readonly number[], { body, files }: Content) {
    const copy = { mail: id / 2, thread, isDeleted: false, files };
    this.#copies.push({ ...copy, owner: from, folder: 'sent', isRead: true, body });
    for (const owner of to) {
      const text = from === STAFF ? this.#filledFor(owner, body) : body;
      this.#copies.push({ ...copy, owner, folder: 'inbox', isRead: false, body: text });
    }
  }

  /** Sends a message of staff, as the route does; a draft gives what is not said. */
  async #send(
    to: { readonly to_logins?: readonly number[]; readonly to_group?: string },
    about: { readonly body?: string; readonly reply_to?: number; readonly draft?: Draft },
  ): Promise<void> {
    const { draft, ...said } = about;
    const given = { ...to, ...said, subject: 'Hi', ...(draft && { draft_id: draft.id }) };
    const asked = await this.#harness.ask('mail.outgoing', { body: given });
    const { mail, viewer, has_values } = dataOf(asked);
    const { to_group } = mail;
    const query = {
      session: 's',
      viewer,
      group: to_group,
      sender: STAFF,
      most: 100_000,
      has_values,
    };
    const groups =
      to_group === ''
        ? {}
        : {
            groups: { viewer, found: this.#lists.read('mail.recipients', query) as MailRecipients },
          };
    const sent = dataOf(await this.#harness.ask('mail.send', { mail, files: [], ...groups }));
    const all = [...this.#groupOf].filter(([, group]) => to_group === '*' || group === to_group);
    const logins = to_group === '' ? mail.to_logins : all.map(([login]) => login);
    const content = { body: said.body ?? draft?.body ?? '', files: draft?.files ?? [] };
    this.#note(sent.mail, STAFF, logins, content);
    if (draft !== undefined) this.#drop(draft);
  }

  async step({ what, a, b }: Step): Promise<void> {
    this.#harness.now += HOUR;
    const trader = pick(this.#traders, a) as number;
    const owner = a % 4 === 0 ? STAFF : trader;
    const body = pick(BODIES, a + b) as string;
    const steps: Readonly<Record<What, () => Promise<void>>> = {
      one: () => this.#send({ to_logins: [trader] }, { body }),
      many: () => this.#send({ to_logins: this.#traders.slice(0, 1 + (b % 5)) }, { body }),
      crowd: () => this.#send({ to_logins: [...this.#groupOf.keys()] }, { body }),
      group: () => this.#send({ to_group: pick(GROUPS, b) as string }, { body }),
      all: () => this.#send({ to_group: '*' }, { body }),
      answer: () => this.#answer(trader, b),
      ask: () => this.#ask(trader, b),
      read: () => this.#read(owner, b),
      delete: () => this.#delete(owner, b),
      move: () => this.#change(trader, { group: pick(GROUPS, b) as string }),
      rename: () => this.#change(trader, { name: `Renamed ${b}` }),
      open: async () => (this.#traders.length < 12 ? this.#open(b) : undefined),
      draft: () => this.#draft(owner, b, body),
      redraft: () => this.#redraft(owner, b, body),
      attach: () => this.#attach(owner, b),
      detach: () => this.#detach(owner, b),
      drop: () => this.#delete(owner, b, this.#ownDraft(owner, b)),
      sendDraft: () => this.#sendDraft(owner, trader, b),
    };
    await steps[what]();
  }

  async #answer(trader: number, n: number): Promise<void> {
    const received = pick(this.#held(STAFF, 'inbox'), n);
    if (received === undefined) return;
    await this.#send({ to_logins: [trader] }, { reply_to: this.#idOf(received) });
  }

  /** A trader writes to staff, an answer to what he has where there is something. */
  async #ask(trader: number, n: number, draft?: Draft): Promise<void> {
    const answered = n % 2 === 0 && draft === undefined ? pick(this.#held(trader), n) : undefined;
    const given = {
      ...{ subject: 'Hello', to: STAFF },
      ...(answered !== undefined && { reply_to: this.#idOf(answered) }),
      ...(draft === undefined ? { body: '{{name}}' } : { draft_id: draft.id }),
    };
    const input = { body: given, files: [] };
    const sent = await this.#harness.ask('mail.send_to_staff', input, this.#caller(trader));
    this.#note(dataOf(sent), trader, [STAFF], draft ?? { body: '{{name}}', files: [] });
    if (draft !== undefined) this.#drop(draft);
  }

  async #read(owner: number, n: number): Promise<void> {
    const thread = pick(this.#held(owner), n)?.thread;
    if (thread === undefined) return;
    const items = this.#thread(this.#lists, owner, thread);
    const copies = items.filter(({ read }) => !read).map(({ id }) => ({ id, thread }));
    dataOf(await this.#harness.ask('mail.mark', { copies }, this.#caller(owner)));
    for (const copy of this.#held(owner)) if (copy.thread === thread) copy.isRead = true;
  }

  async #delete(owner: number, n: number, draft?: Draft): Promise<void> {
    const own = draft === undefined ? pick(this.#held(owner), n) : undefined;
    const id = draft?.id ?? (own && this.#idOf(own));
    if (id === undefined) return;
    dataOf(await this.#harness.ask('mail.delete', { id }, this.#caller(owner)));
    if (draft !== undefined) this.#drop(draft);
    else if (own !== undefined) own.isDeleted = true;
  }

  async #change(login: number, fields: { group?: string; name?: string }): Promise<void> {
    await this.#harness.patch('account', String(login), fields);
    if (fields.group !== undefined) this.#groupOf.set(login, fields.group);
    if (fields.name !== undefined) this.#nameOf.set(login, fields.name);
  }

  #ownDraft(owner: number, n: number): Draft | undefined {
    return pick(
      this.#drafts.filter((one) => one.owner === owner),
      n,
    );
  }

  #drop(draft: Draft): void {
    this.#drafts.splice(this.#drafts.indexOf(draft), 1);
  }

  #keep(draft: Draft, changed: Partial<Draft>): void {
    this.#drafts[this.#drafts.indexOf(draft)] = { ...draft, ...changed };
  }

  /** Saves a draft, an answer where there is something to answer. */
  async #draft(owner: number, n: number, body: string): Promise<void> {
    const answered = n % 2 === 0 ? pick(this.#held(owner), n) : undefined;
    const reply_to = answered === undefined ? 0 : this.#idOf(answered);
    const input = { id: 0, body: { body, reply_to } };
    const { id } = dataOf(await this.#harness.ask('mail.draft', input, this.#caller(owner)));
    this.#drafts.push({ id, owner, body, files: [], thread: answered?.thread ?? 0 });
  }

  async #redraft(owner: number, n: number, body: string): Promise<void> {
    const draft = this.#ownDraft(owner, n);
    if (draft === undefined) return;
    const input = { id: draft.id, body: { body } };
    dataOf(await this.#harness.ask('mail.draft', input, this.#caller(owner)));
    this.#keep(draft, { body, thread: 0 });
  }

  async #attach(owner: number, n: number): Promise<void> {
    const draft = this.#ownDraft(owner, n);
    if (draft === undefined) return;
    const file = fileOf(n);
    const input = { id: draft.id, file };
    const answer = await this.#harness.ask('mail.attach', input, this.#caller(owner));
    const isFull = draft.files.length === FILES_MAX;
    this.#same(codeOf(answer), isFull ? 'invalid_input' : 'ok', 'a file of a draft');
    if (!isFull) this.#keep(draft, { files: [...draft.files, file.name] });
  }

  async #detach(owner: number, n: number): Promise<void> {
    const draft = this.#ownDraft(owner, n);
    if (draft === undefined || draft.files.length === 0) return;
    const shown = dataOf(
      await this.#harness.ask('mail.read', { id: draft.id }, this.#caller(owner)),
    );
    const at = n % draft.files.length;
    const file = shown.attachments[at]?.id ?? 0;
    dataOf(await this.#harness.ask('mail.detach', { id: draft.id, file }, this.#caller(owner)));
    this.#keep(draft, { files: draft.files.toSpliced(at, 1) });
  }

  async #sendDraft(owner: number, trader: number, n: number): Promise<void> {
    const draft = this.#ownDraft(owner, n);
    if (draft === undefined) return;
    if (owner !== STAFF) return this.#ask(owner, n, draft);
    const to = n % 3 === 0 ? { to_group: pick(GROUPS, n) as string } : { to_logins: [trader] };
    await this.#send(to, { draft });
  }

  #thread(lists: StoredLists, owner: number, thread: number): readonly ShownMail[] {
    const query = { session: 's', reader: this.#reader(owner), thread };
    return (lists.read('mail.thread', query) as MailThread).items;
  }

  #reader(login: number): MailReader {
    return { login, isTrader: login !== STAFF, seesNames: true };
  }

  /** The rows of a folder by the plain list: the newest message of each thread, newest first. */
  #rows(owner: number, folder: Copy['folder']): unknown[] {
    const threads = new Map<number, Copy[]>();
    for (const copy of this.#held(owner, folder)) {
      threads.set(copy.thread, [...(threads.get(copy.thread) ?? []), copy]);
    }
    return [...threads.values()]
      .map((copies) => ({ copies, newest: copies.reduce((a, b) => (a.mail > b.mail ? a : b)) }))
      .sort((one, other) => other.newest.mail - one.newest.mail)
      .map(({ copies, newest }) => [
        ...[newest.thread, this.#idOf(newest), newest.body, newest.files],
        ...[copies.length, copies.every(({ isRead }) => isRead)],
      ]);
  }

  #draftRows(owner: number): unknown[] {
    return this.#drafts
      .filter((one) => one.owner === owner)
      .sort((one, other) => other.id - one.id)
      .map(({ thread, id, body, files }) => [thread, id, body, files, null, true]);
  }

  /** Every mailbox is as the plain list says; `lists` may be made anew. */
  check(lists = this.#lists): void {
    const crowd = [CROWD_FROM, CROWD_FROM + 3 * (CROWD - 1)];
    for (const owner of [STAFF, ...this.#traders, ...crowd]) {
      const unread = this.#held(owner, 'inbox').filter(({ isRead }) => !isRead).length;
      for (const folder of ['inbox', 'sent', 'draft'] as const) {
        const wanted = folder === 'draft' ? this.#draftRows(owner) : this.#rows(owner, folder);
        for (const limit of PAGES) this.#checkPage(lists, { owner, folder, limit, unread, wanted });
      }
      for (const thread of new Set(this.#held(owner).map((one) => one.thread))) {
        const found = this.#thread(lists, owner, thread).map((one) => [
          ...[one.id, one.body, namesOf(one)],
        ]);
        const wanted = this.#held(owner)
          .filter((one) => one.thread === thread)
          .sort(
            (a, b) => a.mail - b.mail || Number(b.folder === 'sent') - Number(a.folder === 'sent'),
          )
          .map((one) => [this.#idOf(one), one.body, one.files]);
        this.#same(found, wanted, `thread ${thread} of ${owner}`);
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
      for (const one of found.items) {
        const content = [one.thread, one.id, one.body, namesOf(one)];
        rows.push([...content, one.thread_count ?? null, one.read]);
      }
    }
    this.#same(rows, wanted, `${folder} of ${owner}`);
  }

  /** Each content is stored once, and counts the messages and drafts that have it. */
  checkFiles(): void {
    const sent = this.#copies.filter(({ folder }) => folder === 'sent');
    const wanted: Record<string, number> = {};
    for (const name of [...sent, ...this.#drafts].flatMap(({ files }) => files)) {
      wanted[name] = (wanted[name] ?? 0) + 1;
    }
    const found: Record<string, number> = {};
    const others: string[] = [];
    for (const { kind, record } of this.#harness.desk.records.everything()) {
      if (kind === 'unused_file' || kind === 'unsent_values') others.push(kind);
      if (kind !== 'file') continue;
      const { size, uses } = record as { size: number; uses: number };
      found[`f${size - 1}.txt`] = uses;
    }
    const ordered = (counts: object) => Object.entries(counts).sort();
    this.#same(ordered(found), ordered(wanted), 'the uses of files');
    this.#same(others, [], 'what nothing uses');
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
    const template = await begun();
    const life = fc.array(STEP, { minLength: 30, maxLength: 80 });
    const property = fc.asyncProperty(life, async (steps) => {
      const one = new MailLife(template);
      for (const step of steps) await one.step(step);
      one.check();
      one.checkRebuilt();
      one.checkFiles();
    });
    await fc.assert(property, { numRuns: countOf({ test: 10, deep: 200, soak: 10_000 }), seed: 1 });
    t.pass('all agree');
  },
);
