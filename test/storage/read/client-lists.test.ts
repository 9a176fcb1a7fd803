// Lists of clients: what is found after random links, moves and deletions is what a model finds,
// and the tables do not depend on how the log was cut into transactions.

import t, { type Test } from 'tap';
import { seededRandom } from '../../../actors/drill/seeded-random.js';
import type { Database } from '../../../storage/database/database.js';
import { slicedTable } from '../../../storage/read/lists/accounts.js';
import type { SlicedRead } from '../../../storage/read/lists/sliced-read.js';
import { CLIENT_TEXTS } from '../../../wire/accounts/account.js';
import { RIGHTS } from '../../../wire/accounts/rights.js';
import { inScope } from '../../../wire/base/mask.js';
import type { DeskEvent } from '../../../wire/trading/events.js';
import { accountChange, buildDeskEvent } from '../../support/build.js';
import { projected, projecting } from '../../support/opened.js';
import { finished } from '../../support/stored-lists.js';
import { tablesIn } from '../../support/stored-rows.js';

const GROUPS = ['demo\\a', 'demo\\b', 'real\\a', 'managers\\x'];
const LOGINS = 60;
const CLIENTS = 40;
const NO_TEXTS = Object.fromEntries(CLIENT_TEXTS.map((name) => [name, '']));

interface ModelAccount {
  readonly login: number;
  readonly group: string;
  readonly hidden: boolean;
  readonly client_id: number | null;
}
interface ModelClient {
  readonly id: number;
  readonly owner: number;
  readonly name: string;
}

/** Random events of accounts and clients, and what there is after them. */
const randomEvents = (steps: number) => {
  const random = seededRandom(7);
  const accounts = new Map<number, ModelAccount>();
  const clients = new Map<number, ModelClient>();
  const events: DeskEvent[] = [];
  const version = 1;
  for (let step = 0; step < steps; step += 1) {
    const changes = [];
    const id = 1 + 5_000 * random(CLIENTS);
    const login = 1_001 + random(LOGINS);
    if (random(2) === 0) {
      const isGone = random(5) === 0;
      const name = ['Ada', 'Bob', 'ADA'][random(3)] as string;
      const record = isGone ? null : { ...NO_TEXTS, id, owner: 1 + random(3), name };
      changes.push({ kind: 'client', key: String(id), version, record });
      if (record === null) clients.delete(id);
      else clients.set(id, record);
    }
    if (random(3) > 0) {
      const group = GROUPS[random(GROUPS.length)] as string;
      const client_id = random(3) === 0 ? null : 1 + 5_000 * random(CLIENTS);
      const account = { login, group, hidden: random(6) === 0, client_id };
      if (random(8) === 0) {
        changes.push({ ...accountChange(login), record: null });
        accounts.delete(login);
      } else {
        changes.push(accountChange(login, account));
        accounts.set(login, account);
      }
    }
    if (random(2) === 0) changes.reverse();
    if (changes.length > 0) events.push(buildDeskEvent({ changes }));
  }
  return { accounts: [...accounts.values()], clients: [...clients.values()], events };
};

const { accounts, clients, events } = randomEvents(900);

const TABLES = [
  ...['clients', 'client_buckets', 'client_blocks', 'clients_parts'],
  ...['accounts', 'account_blocks', 'accounts_parts'],
];

const rowsOf = (db: Database): unknown => {
  const all = tablesIn(db);
  return TABLES.map((table) => all[table]);
};

/** A database of all events, in transactions of so many. */
const cutInto = (t: Test, size: number): Database => {
  const { db, add } = projecting(t);
  for (let at = 0; at < events.length; at += size) add(...events.slice(at, at + size));
  return db;
};

const VIEWERS = [
  { login: 9, group_scope: ['*'], rights: RIGHTS },
  { login: 2, group_scope: ['demo\\*'], rights: RIGHTS },
  { login: 1, group_scope: ['real\\*', 'managers\\*'], rights: ['accounts.hidden'] },
  { login: 9, group_scope: ['managers\\*'], rights: ['config.staff'] },
  { login: 3, group_scope: [], rights: [] },
] as const;
type Viewer = (typeof VIEWERS)[number];

const has = ({ rights }: Viewer, right: string) => (rights as readonly string[]).includes(right);
const sees = (viewer: Viewer, { group, hidden }: ModelAccount): boolean =>
  inScope(viewer.group_scope, group) &&
  (!hidden || has(viewer, 'accounts.hidden')) &&
  (!group.startsWith('managers') || has(viewer, 'config.staff'));

/** What the viewer is to see: the ids, each with its logins. */
const expected = (viewer: Viewer, part: string): (readonly [number, readonly number[]])[] =>
  clients
    .filter(({ name }) => name.toLowerCase().includes(part))
    .sort((a, b) => a.id - b.id)
    .flatMap(({ id, owner }) => {
      const linked = accounts.filter(({ client_id }) => client_id === id);
      const seen = linked.filter((one) => sees(viewer, one)).map(({ login }) => login);
      const isAll = viewer.group_scope.some((mask) => mask === '*');
      const isSeen = linked.length === 0 ? owner === viewer.login || isAll : seen.length > 0;
      return isSeen ? [[id, seen.sort((a, b) => a - b)] as const] : [];
    });

t.test('Each viewer finds the clients of the accounts in view, on pages that add up', (t) => {
  const table = slicedTable(cutInto(t, 50));
  for (const viewer of VIEWERS) {
    for (const part of ['', 'ada']) {
      const wanted = expected(viewer, part);
      const filters = part === '' ? [] : [{ field: 'name', op: 'has', value: part } as const];
      const found = [];
      for (let page = 1; (page - 1) * 3 <= wanted.length; page += 1) {
        const query = { session: '', viewer, filters, page, limit: 3 };
        const { items, total } = finished(table['clients.page'](query));
        t.equal(total, wanted.length);
        found.push(...items.map(({ id, accounts: logins }) => [id, logins]));
      }
      t.same(found, wanted, `${viewer.login} ${viewer.group_scope} ${part}`);
    }
  }
  t.ok(expected(VIEWERS[1], '').length > 5, 'there is something to see');
  t.end();
});

t.test('The tables are the same in one transaction, and in one for each event', (t) => {
  const whole = rowsOf(projected(t, ...events));
  t.same(rowsOf(cutInto(t, 1)), whole);
  t.end();
});

/** So many that few of them are found by the index of parts. */
const MANY = 4_200;
const emailOf = (id: number): string => `person.${id}@example.com`;

type Change = DeskEvent['changes'][number];
interface FoundPage {
  readonly items: readonly { readonly id: number }[];
  readonly total: number;
}

const clientChange = (id: number, email: string): Change => ({
  kind: 'client',
  key: String(id),
  version: 1,
  record: { ...NO_TEXTS, id, owner: 9, email },
});
const applicationChange = (id: number, email: string): Change => ({
  kind: 'application',
  key: String(id),
  version: 1,
  record: { id, group: 'demo\\a', status: 'received', email, created_at: '2026-01-05T00:00:00Z' },
});

for (const [name, changeOf, deletes] of [
  ['clients', clientChange, true],
  ['applications', applicationChange, false],
] as const) {
  t.test(`Few of many ${name} are found by a part of a text, also after a change`, (t) => {
    const { db, add } = projecting(t);
    const ids = Array.from({ length: MANY }, (_, n) => n + 1);
    add(buildDeskEvent({ changes: ids.map((id) => changeOf(id, emailOf(id))) }));
    const table = slicedTable(db);
    const found = (value: string): number[] => {
      const filters = [{ field: 'email', op: 'has', value }] as const;
      const viewer = { login: 9, group_scope: ['*'], rights: RIGHTS };
      const query = { session: '', viewer, filters, page: 1, limit: 100 };
      const read = table[`${name}.page`](query) as SlicedRead<FoundPage>;
      const { items, total } = finished(read);
      t.equal(total, items.length);
      return items.map(({ id }) => id);
    };
    const change = (...changes: Change[]) => add(buildDeskEvent({ changes }));
    t.same(found('n.123@'), [123]);
    t.same(found('.419'), [419, ...Array.from({ length: 10 }, (_, n) => 4_190 + n)]);
    change(changeOf(4_190, 'other@example.com'), changeOf(4_201, 'n.123@example.com'));
    t.same(found('n.123@'), [123, 4_201]);
    t.same(found('er@ex'), [4_190]);
    t.notOk(found('.419').includes(4_190));
    if (deletes) {
      change({ ...changeOf(123, ''), record: null });
      t.same(found('n.123@'), [4_201]);
      change(changeOf(123, 'again@example.com'));
      t.same(found('n.123@'), [4_201]);
      t.same(found('gain'), [123]);
      const isIndexed = (part: string) =>
        tablesIn(db).clients_parts?.some((row) => (row as unknown[])[0] === part);
      t.ok(isIndexed('gai'));
      change({ ...changeOf(123, ''), record: null });
      t.notOk(isIndexed('gai'), 'nothing is left of a client that is gone');
    }
    t.end();
  });
}
