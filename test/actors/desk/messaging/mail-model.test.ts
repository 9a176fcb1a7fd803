// Random lives of mailboxes, held against a plain list of copies and drafts. Many lives share a
// world, each with people of its own; at its end the tables of the world must be what a new
// database makes of its log.

import { createHash } from 'node:crypto';
import fc from 'fast-check';
import t from 'tap';
import type { Caller } from '../../../../wire/desk/caller.js';
import type { MailReader, ShownMail } from '../../../../wire/mail/shown-mail.js';
import {
  codeOf,
  type DeskHarness,
  dataOf,
  opening,
  staffCaller,
} from '../../../support/desk-harness.js';
import { countOf, SHARD, shareOf } from '../../../support/run.js';
import { begun, type Cast, type FileUses, MailWorld, traderOf, writer } from './mail-world.js';

const HOUR = 3_600_000;
/** Rows of a page: a few, and more than there are. */
const PAGES = [2, 200, 200, 200] as const;
/** Bodies with and without placeholders. */
const BODIES = ['', 'Hi', '{{login}}', 'Dear {{name}}, {{login}} of {{group}}'] as const;
const FILES_MAX = 5;
/** Lives of each run, and those of one world. */
const LIVES = shareOf(countOf({ test: 60, deep: 10_000, soak: 100_000 }));
const WORLD_LIVES = Math.min(LIVES, 50);
/** Steps of a life. */
const STEPS = { minLength: 4, maxLength: 12 } as const;

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
    ...(['one', 'many', 'crowd', 'group', 'group', 'all', 'read', 'read'] as const),
    ...(['answer', 'answer', 'answer', 'ask', 'ask', 'ask'] as const),
    ...(['delete', 'delete', 'delete', 'delete', 'move', 'rename', 'open'] as const),
    ...(['draft', 'draft', 'redraft', 'attach', 'attach', 'detach', 'drop', 'sendDraft'] as const),
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
const hashOf = (n: number): string => createHash('sha256').update(fileOf(n).bytes).digest('hex');
const HASHES = new Map([0, 1, 2, 3].map((n) => [fileOf(n).name, hashOf(n)]));

const sizeOf = (name: string): number => fileOf(Number(name[1])).bytes.length;
/** A row of a folder, in the form of the plain list. */
const rowOf = (one: ShownMail): unknown[] => [
  ...[one.thread, one.id, one.body, namesOf(one)],
  ...[one.thread_count ?? null, one.read],
];

/** Mailboxes beside their model. */
class MailLife {
  readonly #harness: DeskHarness;
  readonly #world: MailWorld;
  readonly #cast: Cast;
  readonly #staff: Caller;
  readonly #groupOf = new Map<number, string>();
  readonly #nameOf = new Map<number, string>();
  /** Those who write and read. */
  readonly #traders: number[];
  readonly #copies: Copy[] = [];
  readonly #drafts: Draft[] = [];

  constructor(world: MailWorld, cast: Cast) {
    this.#world = world;
    this.#harness = world.harness;
    this.#cast = cast;
    this.#staff = writer(cast);
    this.#traders = [...cast.traders];
    for (const login of [...cast.traders, ...world.beginning.crowd]) {
      const { group = '', name = '' } = world.beginning.accounts.get(login) ?? {};
      this.#groupOf.set(login, group);
      this.#nameOf.set(login, name);
    }
  }

  #caller(login: number): Caller {
    if (login === this.#cast.staff) return this.#staff;
    return { ...staffCaller(), login, audience: 'trader', rights: [], group_scope: [] };
  }

  async #open(n: number): Promise<void> {
    const group = pick(this.#cast.groups, n) as string;
    const name = `Trader ${n}`;
    const login = traderOf(this.#cast.first, this.#traders.length);
    const body = opening({ group, name, login });
    dataOf(await this.#harness.ask('accounts.create', { body }));
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

  /** Is the mailbox read? Of those who only get messages two are. */
  #isWatched(login: number): boolean {
    const { crowd } = this.#world.beginning;
    return !crowd.includes(login) || login === crowd[0] || login === crowd.at(-1);
  }

  /** Notes a message; only those of staff are filled. */
  #note({ id, thread }: ShownMail, from: number, to: readonly number[], { body, files }: Content) {
    const copy = { mail: id / 2, thread, isDeleted: false, files };
    this.#copies.push({ ...copy, owner: from, folder: 'sent', isRead: true, body });
    for (const owner of to) {
      if (!this.#isWatched(owner)) continue;
      const text = from === this.#cast.staff ? this.#filledFor(owner, body) : body;
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
    const asked = await this.#harness.ask('mail.outgoing', { body: given }, this.#staff);
    const { mail, viewer, has_values } = dataOf(asked);
    const { to_group } = mail;
    const query = {
      session: 's',
      viewer,
      group: to_group,
      sender: this.#cast.staff,
      most: 100_000,
      has_values,
    };
    const groups =
      to_group === ''
        ? {}
        : {
            groups: { viewer, found: this.#world.recipients(query) },
          };
    const all = [...this.#groupOf].filter(([, group]) => to_group === '*' || group === to_group);
    const logins = to_group === '' ? mail.to_logins : all.map(([login]) => login);
    const input = { mail, files: [], ...groups };
    const answer = await this.#harness.ask('mail.send', input, this.#staff);
    this.#same(codeOf(answer), logins.length > 0 ? 'ok' : 'invalid_input', 'a send');
    if (!answer.ok) return;
    const content = { body: said.body ?? draft?.body ?? '', files: draft?.files ?? [] };
    this.#note(answer.data.mail, this.#cast.staff, logins, content);
    if (draft !== undefined) this.#drop(draft);
  }

  async step({ what, a, b }: Step): Promise<void> {
    this.#harness.now += HOUR;
    const trader = pick(this.#traders, a) as number;
    const owner = a % 4 === 0 ? this.#cast.staff : trader;
    const body = pick(BODIES, a + b) as string;
    const steps: Readonly<Record<What, () => Promise<void>>> = {
      one: () => this.#send({ to_logins: [trader] }, { body }),
      many: () => this.#send({ to_logins: this.#traders.slice(0, 1 + (b % 5)) }, { body }),
      crowd: () => this.#send({ to_logins: [...this.#groupOf.keys()] }, { body }),
      group: () => this.#send({ to_group: pick(this.#cast.groups, b) as string }, { body }),
      all: () => this.#send({ to_group: '*' }, { body }),
      answer: () => this.#answer(trader, b),
      ask: () => this.#ask(trader, b),
      read: () => this.#read(owner, b),
      delete: () => this.#delete(owner, b),
      move: () => this.#change(trader, { group: pick(this.#cast.groups, b) as string }),
      rename: () => this.#change(trader, { name: `Renamed ${b}` }),
      open: async () => (this.#traders.length < 6 ? this.#open(b) : undefined),
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
    const received = pick(this.#held(this.#cast.staff, 'inbox'), n);
    if (received === undefined) return;
    await this.#send({ to_logins: [trader] }, { reply_to: this.#idOf(received) });
  }

  /** A trader writes to staff, an answer to what he has where there is something. */
  async #ask(trader: number, n: number, draft?: Draft): Promise<void> {
    const answered = n % 4 > 0 && draft === undefined ? pick(this.#held(trader), n) : undefined;
    const given = {
      ...{ subject: 'Hello', to: this.#cast.staff },
      ...(answered !== undefined && { reply_to: this.#idOf(answered) }),
      ...(draft === undefined ? { body: '{{name}}' } : { draft_id: draft.id }),
    };
    const input = { body: given, files: [] };
    const sent = await this.#harness.ask('mail.send_to_staff', input, this.#caller(trader));
    this.#note(dataOf(sent), trader, [this.#cast.staff], draft ?? { body: '{{name}}', files: [] });
    if (draft !== undefined) this.#drop(draft);
  }

  async #read(owner: number, n: number): Promise<void> {
    const thread = pick(this.#held(owner), n)?.thread;
    if (thread === undefined) return;
    const items = this.#thread(owner, thread);
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
    if (owner !== this.#cast.staff) return this.#ask(owner, n, draft);
    const to =
      n % 3 === 0 ? { to_group: pick(this.#cast.groups, n) as string } : { to_logins: [trader] };
    await this.#send(to, { draft });
  }

  #thread(owner: number, thread: number): readonly ShownMail[] {
    const query = { session: 's', reader: this.#reader(owner), thread };
    return this.#world.thread(query);
  }

  #reader(login: number): MailReader {
    return { login, isTrader: login !== this.#cast.staff, seesNames: true };
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

  /** Every mailbox is as the plain list says. */
  check(): void {
    for (const owner of [this.#cast.staff, ...this.#traders]) {
      const unread = this.#held(owner, 'inbox').filter(({ isRead }) => !isRead).length;
      const limit = pick(PAGES, owner) as number;
      for (const folder of ['inbox', 'sent', 'draft'] as const) {
        const wanted = folder === 'draft' ? this.#draftRows(owner) : this.#rows(owner, folder);
        this.#checkPage({ owner, folder, limit, unread, wanted });
      }
      for (const thread of new Set(this.#held(owner).map((one) => one.thread))) {
        const found = this.#thread(owner, thread).map((one) => [one.id, one.body, namesOf(one)]);
        const wanted = this.#held(owner)
          .filter((one) => one.thread === thread)
          .sort(
            (a, b) => a.mail - b.mail || Number(b.folder === 'sent') - Number(a.folder === 'sent'),
          )
          .map((one) => [this.#idOf(one), one.body, one.files]);
        this.#same(found, wanted, `thread ${thread} of ${owner}`);
      }
      this.#checkDraftSizes(owner);
    }
    this.#checkCrowd();
    this.#checkFiles();
  }

  /** The newest threads of accounts that only get messages: those of this life. */
  #checkCrowd(): void {
    const { crowd } = this.#world.beginning;
    for (const owner of [crowd[0], crowd.at(-1)] as number[]) {
      const wanted = this.#rows(owner, 'inbox');
      const query = {
        session: 's',
        reader: this.#reader(owner),
        folder: 'inbox',
        page: 1,
      } as const;
      const limit = Math.max(1, wanted.length);
      const { items } = this.#world.page({ ...query, limit });
      this.#same(items.slice(0, wanted.length).map(rowOf), wanted, `inbox of ${owner}`);
    }
  }

  /** What the drafts of a login take together is counted. */
  #checkDraftSizes(login: number): void {
    const { drafts = 0, bytes = 0 } =
      this.#harness.desk.records.get('mailbox', String(login))?.record ?? {};
    const own = this.#drafts.filter(({ owner }) => owner === login);
    const sizes = own.map(
      ({ body, files }) => body.length + files.reduce((sum, name) => sum + sizeOf(name), 0),
    );
    const all = sizes.reduce((sum, size) => sum + size, 0);
    this.#same([drafts, bytes], [own.length, all], `the drafts of ${login}`);
  }

  #checkPage(about: {
    owner: number;
    folder: Copy['folder'] | 'draft';
    limit: number;
    unread: number;
    wanted: unknown[];
  }): void {
    const { owner, folder, limit, unread, wanted } = about;
    const reader = this.#reader(owner);
    const rows: unknown[] = [];
    for (let page = 1; rows.length < wanted.length || page === 1; page += 1) {
      const query = { session: 's', reader, folder, page, limit };
      const found = this.#world.page(query);
      this.#same([found.total, found.unread], [wanted.length, unread], `counts of ${owner}`);
      if (found.items.length === 0) break;
      rows.push(...found.items.map(rowOf));
    }
    this.#same(rows, wanted, `${folder} of ${owner}`);
  }

  /** The uses of files with those of the lives before. */
  uses(): FileUses {
    const uses = { ...this.#world.uses };
    const sent = this.#copies.filter(({ folder }) => folder === 'sent');
    for (const name of [...sent, ...this.#drafts].flatMap(({ files }) => files)) {
      uses[name] = (uses[name] ?? 0) + 1;
    }
    return uses;
  }

  /** Each content is stored once, and counts the messages and drafts that have it. */
  #checkFiles(): void {
    const { records } = this.#harness.desk;
    const uses = this.uses();
    for (const [name, sha256] of HASHES) {
      const found = records.get('file', sha256)?.record.uses ?? 0;
      this.#same(found, uses[name] ?? 0, `the uses of ${name}`);
    }
    const left = [...records.all('unused_file'), ...records.all('unsent_values')];
    this.#same(left, [], 'what nothing uses');
  }

  #same(found: unknown, wanted: unknown, what: string): void {
    const [one, other] = [JSON.stringify(found), JSON.stringify(wanted)];
    if (one !== other) throw new Error(`${what}: ${one}, not ${other}`);
  }
}

t.test('Whatever is sent, answered, read, deleted: mailboxes are as a list says', async (t) => {
  const beginning = await begun(WORLD_LIVES);
  let world = new MailWorld(beginning);
  const property = fc.asyncProperty(fc.array(STEP, STEPS), async (steps) => {
    let cast = world.next();
    if (cast === undefined) {
      world.checkRebuilt();
      world = new MailWorld(beginning);
      cast = world.next() as Cast;
    }
    const life = new MailLife(world, cast);
    for (const step of steps) await life.step(step);
    life.check();
    world.uses = life.uses();
  });
  await fc.assert(property, { numRuns: LIVES, seed: SHARD.shard });
  world.checkRebuilt();
  t.pass('all agree');
});
