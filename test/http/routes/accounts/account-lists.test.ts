// Lists of accounts over HTTP: pages, counts and groups, for whom they are, and behind a fence.

import type { Static } from '@sinclair/typebox';
import type { Test } from 'tap';
import { RIGHTS } from '../../../../wire/accounts/rights.js';
import { envelopeText } from '../../../../wire/codec/text.js';
import type { AccountPage } from '../../../../wire/rest/accounts/account-lists.js';
import type { Event } from '../../../../wire/trading/events.js';
import { buildAccountEvent, buildLedger } from '../../../support/build.js';
import { each, type HttpHarness, httpFor, type Terminal } from '../../../support/http-harness.js';
import { pageLaws } from '../list-laws.js';
import { testsBelow } from '../tags.js';
import { refused } from './staff-desk.js';

const test = testsBelow('accounts');

type Page = Omit<Static<typeof AccountPage>, 'items'> & {
  readonly items: readonly (Readonly<Record<string, unknown>> & { readonly login: number })[];
};

const dataOf = <T = Page>(by: Terminal, path: string): Promise<T> => by.read(path);
const loginsOf = ({ items }: Page): number[] => items.map(({ login }) => login);

/** Live money that every account answers with, but for those that are silent. */
const answering = (silent: ReadonlySet<number>) => ({
  call: async (_caller: unknown, login: number, _op: string, _data: unknown, id: string) => {
    const money = JSON.stringify({ login, balance: '7.00', equity: '8.00', margin_level: '0.00' });
    return silent.has(login)
      ? { status: 504, text: envelopeText(id, 'trade.timeout') }
      : { status: 200, text: envelopeText(id, 'ok', money) };
  },
});

/** A platform with a few accounts of two groups, and nobody else in them. */
const openAccounts = async (t: Test, silent: ReadonlySet<number> = new Set()) => {
  const http = await httpFor(t, {}, answering(silent));
  const admin = await http.signedIn('staff');
  for (const [path, company] of [
    ['list\\a', 'Alpha'],
    ['list\\b', 'Beta'],
  ]) {
    await admin.post('/groups', { path, currency: 'USD' });
    await http.harness.patch('group', path as string, { company });
  }
  const names = [
    await http.openAccount({ group: 'list\\a', name: 'Ada Brown', email: 'ada@one.example' }),
    await http.openAccount({ group: 'list\\b', name: 'Bob', email: 'BOB@two.example' }),
    await http.openAccount({ group: 'list\\a', name: 'Carl BROWNING', email: 'c@one.example' }),
  ];
  return { http, admin, names };
};

const pages = {
  path: 'accounts',
  nameOf: ({ login }: { readonly login: number }) => login,
  wrong: ['login=-1', 'name=', 'email=', 'group=', 'client=0', 'client=07', 'select=1,,2'],
};

pageLaws(
  {
    ...pages,
    open: async (t) => {
      const { http, admin, names } = await openAccounts(t);
      const narrow = (group_scope: string[]) =>
        http.staff({ rights: ['accounts.view'], group_scope });
      return {
        reader: admin,
        names,
        base: 'group=list*',
        filters: {
          'name=brown': [0, 2],
          'name=%20BROWN': [0, 2],
          'email=ONE.ex': [0, 2],
          'email=bob%40': [1],
          [`login=${names[1]}`]: [1],
          'login=0': [0, 1, 2],
          'company=Beta': [1],
          'company=Bet': [],
          [`select=${names[2]},${names[0]},1`]: [0, 2],
          'name=brown&company=Beta': [],
        },
        narrower: [
          [await narrow(['list\\a']), [0, 2]],
          [await narrow(['*,!list\\a']), [1]],
        ],
        more: async (count) => {
          for (let n = 0; n < count; n += 1) await http.openAccount({ group: 'list\\a' });
        },
      };
    },
  },
  { scope: '#1, #2', filters: '#4, #5, #6', pages: '#7, #8' },
);

test`Masks of groups select accounts, and exclude them [GET #5]`(async (t) => {
  const { admin, names } = await openAccounts(t);
  const masks = {
    'list\\a': [0, 2],
    'list\\*,!*b': [0, 2],
    'LIST\\B': [1],
    'list\\a*,*\\b': [0, 1, 2],
  };
  for (const [mask, places] of Object.entries(masks)) {
    const found = await dataOf(admin, `/accounts?group=${encodeURIComponent(mask)}`);
    t.same(
      loginsOf(found),
      places.map((at) => names[at]),
      mask,
    );
  }
});

test`Rows show what the reader's rights to fields show`(async (t) => {
  const { http, names } = await openAccounts(t);
  const reader = await http.staff({ rights: ['accounts.view', 'fields.email'] });
  const { items } = await dataOf(reader, `/accounts?login=${names[0]}`);
  t.match(items, [{ name: '', email: 'ada@one.example', group: 'list\\a', currency: 'USD' }]);
  t.notOk(JSON.stringify(items).includes('hash'));
});

test`Rows carry live money, or null where an account does not answer [GET #9]`(async (t) => {
  const silent = new Set<number>();
  const { admin, names } = await openAccounts(t, silent);
  silent.add(names[1] as number);
  t.match(
    (await dataOf(admin, '/accounts?group=list*')).items.map(({ money }) => money),
    [{ balance: '7.00', equity: '8.00' }, null, { balance: '7.00' }],
  );
});

/** The account's balance becomes so much, as its actor decides it. */
const trade = ({ harness }: HttpHarness, login: number, balance: number): string => {
  const ledger = buildLedger({ login, balance, currency_digits: 2 });
  (harness.log as Event[]).push(buildAccountEvent({ login, group: 'list\\a', ledger }));
  return String(harness.log.length);
};

test`A fenced list has its state and no money, an unfenced one is as ever
  [GET #12, #16, #18]`(async (t) => {
  const { http, admin, names } = await openAccounts(t);
  const seq = trade(http, names[0] as number, 12_345);
  const fenced = await dataOf(admin, `/accounts?group=list*&min_projection_seq=${seq}`);
  t.match(fenced, { projection_seq: seq, consistency: 'current', total: 3, page: 1 });
  t.same(loginsOf(fenced), names);
  t.same(each(fenced.items, 'money'), [null, null, null]);
  const plain = await dataOf(admin, '/accounts?group=list*');
  t.same(Object.keys(plain).sort(), ['items', 'page', 'total']);
  t.match(plain.items[0]?.money, { balance: '7.00' });
});

test`What the database does not show yet is pending: no rows, which tells nothing of them
  [GET #13, #14, #15]`(async (t) => {
  const { http, admin, names } = await openAccounts(t);
  const before = await dataOf(admin, `/accounts?group=list*&min_projection_seq=1`);
  http.lists.isHeld = true;
  const seq = trade(http, names[0] as number, 100);
  const list = () => dataOf(admin, `/accounts?group=list*&min_projection_seq=${seq}`);
  const pending = await list();
  t.match(pending, { total: 0, consistency: 'projection_pending', retry_after_ms: 1000 });
  t.same(pending.items, []);
  t.ok(BigInt(pending.projection_seq ?? '') < BigInt(seq), 'below what was asked for');
  t.same(loginsOf(await dataOf(admin, '/accounts?group=list*')), names, 'they are there');
  http.lists.isHeld = false;
  const current = await list();
  t.match(current, { consistency: 'current', projection_seq: seq });
  t.same(loginsOf(current), loginsOf(before), 'membership is as it was');
});

test`The checkpoint and the rows are of one state: a list at a number shows what it did
  [GET #17]`(async (t) => {
  const { http, admin, names } = await openAccounts(t);
  for (const balance of [100, 250, 325]) {
    const seq = trade(http, names[0] as number, balance);
    const path = `/accounts?login=${names[0]}&min_projection_seq=${seq}`;
    const { items, projection_seq } = await dataOf(admin, path);
    t.equal(projection_seq, seq, 'the number of the newest event of the account');
    t.match(items, [{ balance: (balance / 100).toFixed(2) }]);
  }
});

test`A fence is a whole number of 64 bits, and not for linked or selected accounts
  [GET #10, #19]`(async (t) => {
  const { admin, names } = await openAccounts(t);
  for (const wrong of ['007', '-1', '1.5', '', 'x', '9223372036854775808']) {
    const answer = await admin.get(`/accounts?min_projection_seq=${wrong}`);
    refused(t, answer, 'invalid_input', /^min_projection_seq: /);
  }
  for (const read of ['client=7', `select=${names[0]}`]) {
    const answer = await admin.get(`/accounts?min_projection_seq=1&${read}`);
    refused(t, answer, 'invalid_input', /^min_projection_seq: /);
    t.equal((await admin.get(`/accounts?${read}`)).code, 'ok');
  }
  const far = await dataOf(admin, '/accounts?min_projection_seq=9223372036854775807');
  t.equal(far.consistency, 'projection_pending');
});

test`Accounts of a client are those that name it, and within the scope`(async (t) => {
  const { http, admin, names } = await openAccounts(t);
  for (const login of names.slice(0, 2)) {
    await http.harness.patch('account', String(login), { client_id: 7 });
  }
  const narrow = await http.staff({ rights: RIGHTS, group_scope: ['list\\b'] });
  t.same(loginsOf(await dataOf(admin, '/accounts?client=7')), names.slice(0, 2));
  t.same(loginsOf(await dataOf(narrow, '/accounts?client=7')), names.slice(1, 2));
  t.same((await dataOf(admin, '/accounts?client=9223372036854775807')).items, []);
  refused(t, await admin.get('/accounts?client=9223372036854775808'), 'invalid_input', /^client: /);
});

test`A count takes the filters of the list, and no page bounds it
  [GET /count #1, #3]`(async (t) => {
  const { admin, names } = await openAccounts(t);
  const queries = ['', '&name=brown', '&email=one', '&company=Beta', `&login=${names[0]}`];
  for (const query of queries) {
    const { total } = await dataOf(admin, `/accounts?group=list*${query}`);
    const paged = `/accounts/count?group=list*${query}&page=9&limit=1`;
    t.same(await dataOf(admin, paged), { total }, query);
  }
});

test`A count asks no account [GET /count #2]`(async (t) => {
  const asked: number[] = [];
  const http = await httpFor(
    t,
    {},
    {
      call: async (_caller, login, _op, _data, requestId) => {
        asked.push(login);
        return { status: 504, text: envelopeText(requestId, 'trade.timeout') };
      },
    },
  );
  const reader = await http.staff({ rights: ['accounts.view'] });
  t.equal((await reader.get('/accounts/count')).code, 'ok');
  t.same(asked, []);
});

test`Groups of the scope are listed, those of staff for who manages staff
  [GET /groups #1, #2, #3]`(async (t) => {
  const { http, admin } = await openAccounts(t);
  await http.harness.patch('group', 'list\\b', { password_min_length: 12 });
  const groups = async (by: Terminal) =>
    (await dataOf<{ items: { path: string }[] }>(by, '/accounts/groups')).items;
  const narrow = await http.staff({
    rights: ['accounts.view'],
    group_scope: ['list\\*', 'managers\\*'],
  });
  t.same(await groups(narrow), [
    { path: 'list\\a', currency: 'USD', company: 'Alpha', password_min_length: 8 },
    { path: 'list\\b', currency: 'USD', company: 'Beta', password_min_length: 12 },
  ]);
  const all = (await groups(admin)).map(({ path }) => path);
  t.ok(all.includes('managers\\dealers'));
  t.same(all, all.toSorted());
});
