// Exports as CSV files: the rows of the lists, safe for spreadsheets, bounded, and in full.

import t from 'tap';
import { EXPORT_ROWS_MAX } from '../../../../http/rest/export.js';
import { ok } from '../../../../wire/base/codes.js';
import { each, type HttpHarness, httpFor, type Terminal } from '../../../support/http-harness.js';
import { testsWith } from '../tags.js';
import { PositionsDesk } from './positions-desk.js';

type Cells = Readonly<Record<string, string>>;

const CELL = /(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g;

const cellsOf = (line: string): string[] =>
  Array.from(line.matchAll(CELL), ([, quoted, plain = '']) =>
    quoted === undefined ? plain : quoted.replaceAll('""', '"'),
  );

/** The rows of a file whose texts are lines, by the names of its columns. */
const rowsOf = (file: string): Cells[] => {
  const [head = '', ...lines] = file
    .replace(/^\ufeff/, '')
    .split('\r\n')
    .slice(0, -1);
  const names = cellsOf(head);
  return lines.map((line) =>
    Object.fromEntries(cellsOf(line).map((cell, at) => [names[at] ?? '', cell])),
  );
};

const exported = async (by: Terminal, path: string): Promise<Cells[]> =>
  rowsOf(await by.read<string>(path));

const SMALL = { volume: '0.01' };

const test = testsWith('positions', async (t) => {
  const desk = await PositionsDesk.open(t);
  await desk.acme();
  const logins = [await desk.trader(), await desk.trader({ group: 'real\\acme' })];
  const staff = await desk.http.staff({ rights: ['trades.view', 'accounts.view'] });
  return { desk, staff, logins: logins as [number, number] };
});

const CLOSED = 'closed/';
const KINDS = ['', 'orders/', CLOSED] as const;

/** Makes a row of each kind. */
const makeRows = (desk: PositionsDesk, login: number): void => {
  desk.trade(login, SMALL);
  desk.place(login, SMALL);
  desk.close(login, desk.trade(login, SMALL));
  desk.shard.now += 1000;
};

test`An export has the rows of its list, in the same order`(async (t, { desk, staff, logins }) => {
  for (const login of [logins[1], logins[0], logins[1], logins[0]]) makeRows(desk, login);
  desk.shard.quote('EURUSD', '1.09010', '1.09020');
  const acme = logins[1];
  const real = await desk.http.staff({ rights: ['trades.view'], group_scope: ['real\\*'] });
  const queries = [
    '',
    'group=real\\*',
    'company=ACME',
    `login=${acme}`,
    'symbol=EurUsd',
    'symbol=X',
  ];
  for (const kind of KINDS) {
    for (const by of [staff, real]) {
      for (const query of queries) {
        const path = `/positions/${kind}`;
        const list = `${path.slice(0, -1)}?${query}`;
        const { items } = await by.read<{ items: { id: number; login: number }[] }>(list);
        const rows = await exported(by, `${path}export?${query}`);
        t.same(
          rows.map(({ id }) => Number(id)),
          items.map(({ id }) => id),
          list,
        );
      }
    }
    const hidden = await exported(real, `/positions/${kind}export`);
    t.ok(hidden.length > 0 && hidden.every(({ login }) => login === String(acme)));
  }
  const [row] = await exported(staff, '/positions/export');
  t.match(row, { live: 'true', price_current: '1.09010', profit: '-10.00', side: 'buy' });
  t.equal(row?.group, 'demo\\standard');
});

test`A period bounds an export of closed positions`(async (t, { desk, staff, logins }) => {
  const [login] = logins;
  const at = desk.shard.now;
  for (let n = 0; n < 3; n += 1) makeRows(desk, login);
  const time = (n: number) => new Date(at + n * 1000).toISOString();
  const count = async (query: string) =>
    (await exported(staff, `/positions/closed/export?${query}`)).length;
  t.equal(await count(`from=${time(1)}`), 2);
  t.equal(await count(`from=${time(1)}&to=${time(2)}`), 1);
  t.equal((await staff.get(`/positions/closed/export?from=${at}&to=${at}`)).code, 'invalid_input');
  const empty = `/positions/closed/export?from=${time(1)}&to=${time(1)}`;
  t.match(await staff.get(empty), { code: 'invalid_input', message: /^to: / });
  t.match(await staff.get('/positions/export?limit=5'), { message: /^limit: unknown/ });
});

test`An export of more rows than are read at a time has each one once`(
  async (t, { desk, staff, logins }) => {
    const made = Array.from({ length: 1_003 }, (_, n) => {
      if (n % 100 === 0) desk.shard.now += 60_000;
      return desk.place(logins[n % 2] as number, SMALL);
    });
    const rows = await exported(staff, '/positions/orders/export');
    t.equal(rows.length, 1_003);
    t.same(
      rows.map(({ id }) => Number(id)).sort((a, b) => a - b),
      made.sort((a, b) => a - b),
    );
  },
);

test`A file is stored by browsers, and its texts are no formulas`(
  async (t, { desk, staff, logins }) => {
    const [login] = logins;
    desk.trade(login, { ...SMALL, comment: '=1+1' });
    const answer = await staff.get('/positions/export');
    t.equal(answer.status, 200);
    t.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8');
    const stored = /^attachment; filename="positions-export-\d{8}T\d{6}\.csv"$/;
    t.match(answer.headers.get('content-disposition'), stored);
    t.ok(answer.headers.get('x-request-id'));
    t.equal(rowsOf(answer.data as string)[0]?.comment, "'=1+1");
  },
);

test`Before the database shows what the session was shown there is no file`(
  async (t, { desk, staff, logins }) => {
    makeRows(desk, logins[0]);
    desk.isBehind = true;
    for (const kind of KINDS) {
      t.match(await staff.get(`/positions/${kind}export`), { code: 'timeout' }, kind);
    }
  },
);

test`Accounts are exported with live money, and their fields by right`(
  async (t, { desk, logins }) => {
    const made = await desk.trader({ name: '=cmd', email: 'ada@one.example', comment: '"a", b' });
    const reader = (rights: readonly string[], group_scope = ['*']) =>
      desk.http.staff({ rights: ['accounts.view', ...rights] as never, group_scope });
    const path = `/accounts/export?login=${made}`;
    const [shown] = await exported(await reader(['fields.name']), path);
    t.match(shown, { name: "'=cmd", email: '', comment: '"a", b' });
    const plain = await reader(['fields.email']);
    const [row] = await exported(plain, path.replace(String(made), String(logins[0])));
    t.match(row, { login: String(logins[0]), name: '', 'money.equity': '10000.00' });
    const file = await plain.read<string>(path);
    t.match(file, /^\ufefflogin,.*ada@one\.example/s, 'spreadsheets know UTF-8 by its mark');
    t.match(await plain.read<string>(`${path}&bom=false`), /^login,/);
    const logged = async (by: Terminal, query: string) =>
      (await exported(by, `/accounts/export?${query}`)).map(({ login }) => Number(login));
    t.same(await logged(plain, `select=${logins[1]},${logins[0]},${made}`), [...logins, made]);
    t.same(await logged(plain, 'group=real\\*'), [logins[1]]);
    t.same(await logged(plain, 'company=Acme'), [logins[1]]);
    t.same(await logged(await reader([], ['real\\*']), ''), [logins[1]]);
    const asked = async (query: string) => (await plain.get(`/accounts/export?${query}`)).code;
    t.equal(await asked('name=a'), 'forbidden');
    t.equal(await asked('client=7'), 'forbidden');
  },
);

/** An export of positions whose database answers so. */
const answering = async (
  t: { teardown(run: () => unknown): unknown },
  answer: (name: string) => unknown,
): Promise<HttpHarness> =>
  httpFor(t as never, {}, { query: async (_by, name) => ok((await answer(name)) as never) });

t.test('An export of too many rows is refused with the figures', async (t) => {
  let total = EXPORT_ROWS_MAX + 1;
  const http = await answering(t, () => ({ total, ids: [], projection_seq: '1' }));
  const staff = await http.staff({ rights: ['trades.view'] });
  for (const kind of KINDS) {
    const answer = await staff.get(`/positions/${kind}export`);
    t.match(answer, { code: 'invalid_input', message: /100001 .* 100000/ }, kind);
  }
  total = EXPORT_ROWS_MAX;
  t.equal((await staff.get('/positions/export')).code, 'ok');
});

t.test('Few exports are made at a time; others are told to try again', async (t) => {
  const ends: (() => void)[] = [];
  const http = await answering(
    t,
    () =>
      new Promise((resolve) => {
        ends.push(() => resolve({ total: 0, ids: [], projection_seq: '1' }));
      }),
  );
  const sessions = await Promise.all(
    Array.from({ length: 5 }, () => http.staff({ rights: ['trades.view'] })),
  );
  const asked = sessions.slice(0, 4).map((one) => one.get('/positions/export'));
  while (ends.length < 4) await new Promise((resolve) => setImmediate(resolve));
  const refused = await sessions[4]?.get('/positions/export');
  t.match(refused, { code: 'auth.too_many_attempts' });
  t.equal(refused?.headers.get('retry-after'), '5');
  for (const end of ends) end();
  t.same(each(await Promise.all(asked), 'code'), ['ok', 'ok', 'ok', 'ok']);
  const again = sessions[4]?.get('/positions/export');
  while (ends.length < 5) await new Promise((resolve) => setImmediate(resolve));
  ends[4]?.();
  t.equal((await again)?.code, 'ok');
});
