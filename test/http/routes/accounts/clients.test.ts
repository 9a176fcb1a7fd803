// Clients: for whom they are, their changes, and the accounts that are linked to them.

import type { Test } from 'tap';
import { CLIENT_ACCOUNTS_MAX } from '../../../../wire/accounts/client.js';
import type { Right } from '../../../../wire/accounts/rights.js';
import { type Fields, httpFor, type Terminal } from '../../../support/http-harness.js';
import { type FencedList, fenceLaws, pageLaws } from '../list-laws.js';
import { testsWith } from '../tags.js';
import { refused } from './staff-desk.js';

const PERSON = { kind: 'person', name: 'Ada', last_name: 'Brown', email: 'ada@one.example' };
const EDITOR: readonly Right[] = ['clients.view', 'accounts.view', 'accounts.edit'];
/** A scope without the groups of the tests' accounts. */
const ELSEWHERE = ['managers\\*'];

/** A desk without clients. */
const openClients = async (t: Test) => {
  const http = await httpFor(t);
  const admin = await http.signedIn('staff');
  const create = async (body: Fields = PERSON, by: Terminal = admin): Promise<number> =>
    (await by.made<{ id: number }>('/clients', body)).id;
  const read = (id: number, by: Terminal = admin) => by.get(`/clients/${id}`);
  const change = (id: number, body: Fields, by: Terminal = admin) =>
    by.patch(`/clients/${id}`, body);
  const link = (id: number, login: number, by: Terminal = admin) =>
    by.put(`/clients/${id}/accounts/${login}`);
  const unlink = (id: number, login: number, by: Terminal = admin) =>
    by.delete(`/clients/${id}/accounts/${login}`);
  const remove = (id: number, by: Terminal = admin) => by.delete(`/clients/${id}`);
  /** Of an account, as the desk has it. */
  const clientOf = (login: number) =>
    http.harness.desk.records.get('account', String(login))?.record.client_id;
  return { http, admin, create, read, change, link, unlink, remove, clientOf };
};

const test = testsWith('clients', (t) => openClients(t));

const GROUPS = ['list\\a', 'list\\b'];

pageLaws({
  path: 'clients',
  nameOf: ({ id }: { readonly id: number }) => id,
  wrong: ['name=', 'email=', 'min_projection_seq=07', 'kind=person'],
  open: async (t) => {
    const { http, admin, create, link } = await openClients(t);
    for (const path of GROUPS) await admin.post('/groups', { path, currency: 'USD' });
    const names = [
      await create(),
      await create({ ...PERSON, name: 'Bob', email: 'BOB@two.example', phone: '+43 1' }),
      await create({ kind: 'company', company: 'BROWN Ltd' }),
      await create({ ...PERSON, name: `${'x'.repeat(120)} ada` }),
    ];
    const linked = [
      [0, 'list\\a'],
      [1, 'list\\a'],
      [1, 'list\\b'],
      [2, 'list\\b'],
    ] as const;
    for (const [at, group] of linked) {
      await link(names[at] as number, await http.openAccount({ group }));
    }
    const within = (...group_scope: string[]) =>
      http.staff({ rights: ['clients.view'], group_scope });
    const owner = await http.staff({ rights: EDITOR, group_scope: ELSEWHERE });
    return {
      reader: admin,
      names,
      filters: {
        'name=ADA': [0, 3],
        'name=a&email=one': [0, 3],
        'last_name=rown': [0, 1, 3],
        'email=two.': [1],
        'phone=%2B43': [1],
        'company=brown': [2],
        'company=brown&name=a': [],
      },
      narrower: [
        [await within('list\\a'), [0, 1]],
        [await within('list\\b'), [1, 2]],
        [await within('list\\*'), [0, 1, 2]],
        [await within('*'), [0, 1, 2, 3]],
        [owner, []],
      ],
      more: async (count) => {
        for (let n = 0; n < count; n += 1) await create();
      },
    };
  },
});

fenceLaws('clients', async (t): Promise<FencedList> => {
  let asked: { readonly min_projection_seq?: string } | undefined;
  let page: object = {};
  const { http, admin } = await openClients(t);
  http.lists.read = (_name, input) => {
    asked = input as typeof asked;
    return page;
  };
  return {
    ask: (query) => admin.get(`/clients?${query}`),
    asked: () => asked,
    answer: (given) => {
      page = given;
    },
  };
});

test`A change rests on a version, and journals which fields it changed`(async (t, desk) => {
  const { http, admin, create, read, change } = desk;
  const id = await create();
  t.same(http.lines(), [{ kind: 'account', login: 1, text: `client ${id} created` }]);
  t.match((await read(id)).data, { ...PERSON, version: 1, owner: 1, accounts: [], phone: '' });
  refused(t, await change(id, { name: 'Eva' }), 'invalid_input', /^version: required/);
  const fields = { phone: '555', kind: 'company' };
  t.match((await change(id, { version: 1, ...fields, name: 'Ada' })).data, {
    ...{ ...PERSON, ...fields },
    version: 2,
  });
  const text = `client ${id} changed: kind, phone`;
  t.same(http.lines(), [{ kind: 'account', login: 1, text }]);
  refused(t, await change(id, { version: 1, name: 'Eva' }), 'conflict', /^version: /);
  const before = http.harness.log.length;
  t.match((await change(id, { version: 2, ...fields })).data, { version: 2 });
  t.equal(http.harness.log.length, before, 'what changes nothing is not written');
  const answers = await Promise.all(
    ['x', 'y', 'z'].map((name) => change(id, { version: 2, name })),
  );
  t.same(answers.map(({ code }) => code).sort(), ['conflict', 'conflict', 'ok']);
  for (const body of [{ ...PERSON, owner: 2 }, { name: 'Ada' }, { ...PERSON, kind: 'fund' }]) {
    refused(t, await admin.post('/clients', body), 'invalid_input');
  }
});

test`Both records say that an account is linked, and its lists find it`(async (t, desk) => {
  const { http, admin, create, read, link, unlink, clientOf } = desk;
  const [id, other] = [await create(), await create()];
  const [late, early] = [await http.openAccount(), await http.openAccount()].reverse() as [
    number,
    number,
  ];
  for (const login of [late, early]) t.match(await link(id, login), { code: 'ok' });
  t.match((await read(id)).data, { accounts: [early, late], version: 3 });
  t.same([early, late].map(clientOf), [id, id]);
  const text = `account ${early} linked to client ${id}`;
  t.same(http.lines(), [{ kind: 'account', login: early, text }]);
  const list = await admin.read<{ items: Fields[] }>(`/accounts?client=${id}`);
  t.same(
    list.items.map(({ login, client_id }) => [login, client_id]),
    [
      [early, id],
      [late, id],
    ],
  );
  const before = http.harness.log.length;
  t.match((await link(id, early)).data, { version: 3 });
  t.equal(http.harness.log.length, before, 'what is linked already is not linked again');
  refused(t, await link(other, early), 'conflict', /linked to another client/);
  refused(t, await unlink(other, early), 'not_found', /not linked/);
  refused(t, await link(id, 99_999), 'not_found');
  t.match((await unlink(id, early)).data, { accounts: [late], version: 4 });
  t.equal(clientOf(early), null);
  t.match(await link(other, early), { code: 'ok' });
  const again = http.harness.restarted().desk.records;
  t.match(again.get('client', String(id))?.record, { accounts: [late] }, 'after a restart, too');
  t.match(again.get('client', String(other))?.record, { accounts: [early] });
});

test`Parallel creations have ids of their own, and of parallel links one is made`(
  async (t, desk) => {
    const { http, link, read, clientOf } = desk;
    const { harness } = http;
    /** What all answer that were decided while the log took nothing. */
    const together = async <T>(asked: () => Promise<T>[]): Promise<T[]> => {
      const release = harness.holdWrites();
      const answers = asked();
      await new Promise((resolve) => setImmediate(resolve));
      release();
      return Promise.all(answers);
    };
    const create = () => harness.ask('clients.create', { body: { kind: 'person' } });
    const created = await together(() => [create(), create(), create()]);
    const ids = created.map((answer) => (answer.ok ? answer.data.id : 0));
    t.same(ids.sort(), [1, 2, 3]);
    const login = await http.openAccount();
    const linked = await together(() =>
      ids.map((id) => harness.ask('clients.link', { id, login })),
    );
    t.equal(linked.filter(({ ok }) => ok).length, 1);
    for (const id of ids) {
      const accounts = clientOf(login) === id ? [login] : [];
      t.match((await read(id)).data, { accounts });
    }
    t.equal((await link(clientOf(login) ?? 0, login)).code, 'ok');
  },
);

test`A client with accounts stays; its id is never given out again`(async (t, desk) => {
  const { http, create, read, link, unlink, remove } = desk;
  const id = await create();
  const login = await http.openAccount();
  await link(id, login);
  refused(t, await remove(id), 'conflict', /unlink them first/);
  await unlink(id, login);
  t.match(await remove(id), { code: 'ok', data: null });
  t.same(http.lines(), [{ kind: 'account', login: 1, text: `client ${id} deleted` }]);
  for (const asked of [read(id), remove(id), link(id, login)]) refused(t, await asked, 'not_found');
  t.equal(await create(), id + 1);
  t.notOk(http.harness.restarted().desk.records.get('client', String(id)));
});

test`An account that is deleted leaves its client`(async (t, desk) => {
  const { http, admin, create, read, link, remove } = desk;
  const id = await create();
  const login = await http.openAccount();
  await link(id, login);
  t.match(await admin.delete(`/accounts/${login}`), { code: 'ok' });
  t.match((await read(id)).data, { accounts: [] });
  t.match(await remove(id), { code: 'ok' });
});

test`A client has at most 1,000 accounts`(async (t, desk) => {
  const { http, create, link } = desk;
  const id = await create();
  const [first, second] = [await http.openAccount(), await http.openAccount()];
  const others = Array.from({ length: CLIENT_ACCOUNTS_MAX - 1 }, (_, at) => 10_000 + at);
  await http.harness.patch('client', String(id), { accounts: [first, ...others] });
  refused(t, await link(id, second), 'conflict', /at most 1000 accounts/);
  await http.harness.patch('client', String(id), { accounts: [first, ...others.slice(1)] });
  t.match(await link(id, second), { code: 'ok' });
});
test`Staff see a client through their accounts, its owner without any`(async (t, desk) => {
  const { http, create, read, change, link, unlink, clientOf } = desk;
  const clerk = await http.staff({ rights: EDITOR, group_scope: ['demo\\*'] });
  const other = await http.staff({ rights: EDITOR, group_scope: ELSEWHERE });
  const wide = await http.staff({ rights: EDITOR, group_scope: ['*'] });
  const codes = async (id: number) =>
    Promise.all([clerk, other, wide].map(async (by) => (await read(id, by)).code));
  const id = await create({ kind: 'person' }, clerk);
  t.same(await codes(id), ['ok', 'not_found', 'ok']);
  const [plain, hidden] = [await http.openAccount(), await http.openAccount()];
  await http.harness.patch('account', String(hidden), { hidden: true });
  refused(t, await link(id, plain, other), 'not_found');
  refused(t, await link(id, hidden, clerk), 'not_found');
  refused(t, await link(id, 1, clerk), 'forbidden');
  await link(id, plain, clerk);
  await link(id, hidden);
  t.match((await read(id, clerk)).data, { accounts: [plain] });
  await unlink(id, plain, clerk);
  t.same(await codes(id), ['not_found', 'not_found', 'not_found'], 'what is left is hidden');
  await unlink(id, hidden);
  t.same(await codes(id), ['not_found', 'not_found', 'ok'], 'the administrator is the owner now');
  await link(id, plain, wide);
  t.match((await unlink(id, plain, clerk)).data, { owner: clerk.login });
  t.same(await codes(id), ['ok', 'not_found', 'ok']);
  refused(t, await change(id, { version: 8, comment: 'x' }, other), 'not_found');
  t.equal(clientOf(plain), null);
});

test`What is private needs its right, to be read, written and searched`(async (t, desk) => {
  const { http, create, read, change } = desk;
  const id = await create({ ...PERSON, phone: '555', id_number: 'X-1', address: '1 Main St' });
  const reader = await http.staff({ rights: [...EDITOR, 'fields.email'] });
  t.match((await read(id, reader)).data, {
    ...{ name: '', last_name: '', phone: '', id_number: '', address: '' },
    ...{ email: PERSON.email, accounts: [] },
  });
  const { items } = await reader.read<{ items: Fields[] }>('/clients?email=one');
  t.match(items, [{ id, name: '', email: PERSON.email, phone: '' }]);
  for (const name of ['name', 'last_name', 'phone']) {
    refused(t, await reader.get(`/clients?${name}=5`), 'forbidden', new RegExp(`^${name}:`));
    refused(t, await change(id, { version: 1, [name]: 'x' }, reader), 'forbidden');
    const body = { kind: 'person', [name]: 'x' };
    refused(t, await reader.post('/clients', body), 'forbidden');
  }
  t.match(await change(id, { version: 1, email: '' }, reader), { code: 'ok' });
});

test`Lines about a client stand with its accounts, as far as they are seen`(async (t, desk) => {
  const { http, create, change, link } = desk;
  const id = await create();
  const logins = [await http.openAccount(), await http.openAccount()];
  for (const login of logins) await link(id, login);
  await change(id, { version: 3, phone: '555' });
  const text = `client ${id} changed: phone`;
  t.same(
    http.lines(),
    logins.map((login) => ({ kind: 'account', login, text })),
  );
});
