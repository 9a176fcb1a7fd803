// One change of many accounts: a row and journal lines for each, and the checks of a single one.

import t from 'tap';
import { type Fields, httpFor, type Terminal } from '../../../support/http-harness.js';
import { refused } from './staff-desk.js';

const http = await httpFor(t);
const { harness } = http;
const admin = await http.signedIn('staff');
const editor = await http.staff({ rights: ['accounts.view', 'accounts.edit'] });

const change = (body: Fields, by: Terminal = editor) => by.post('/accounts/bulk-change', body);
const read = (login: number) => admin.read<Fields>(`/accounts/${login}`);

t.test('Each account is changed as if alone, with a line for each change', async (t) => {
  const logins = [await http.openAccount(), await http.openAccount()];
  const before = harness.log.length;
  const asked = { enabled: false, trading_enabled: false, leverage: 30, group: 'demo\\netting' };
  const answer = await change({ logins, ...asked });
  const made = ['enabled', 'trading_enabled', 'leverage', 'group'];
  t.match(
    answer.data,
    logins.map((login) => ({ login, status: 'done', code: 'ok', made })),
  );
  for (const login of logins) t.match(await read(login), asked);
  const lines = harness.log
    .slice(before)
    .flatMap(({ journal, by }) => journal.map(({ login, text }) => ({ by, login, text })));
  for (const login of logins) {
    const texts = lines.filter((line) => line.login === login).map(({ text }) => text);
    t.same(texts, [
      `account ${login} disabled`,
      `account ${login} changed: trading_enabled`,
      `account ${login} leverage 30`,
      `account ${login} moved from demo\\standard to demo\\netting`,
    ]);
  }
  t.ok(lines.every(({ by }) => by === editor.login));
  await change({ logins, ...asked });
  t.equal(harness.log.length, before + 8, 'what is so already is not changed again');
});

t.test('The refusal of one account is its own', async (t) => {
  const [good, held, archived] = [
    await http.openAccount(),
    await http.openAccount(),
    await http.openAccount(),
  ];
  harness.holdings.set(held, ['EURUSD']);
  await admin.post(`/accounts/${archived}/archive`);
  const scoped = await http.staff({
    rights: ['accounts.view', 'accounts.edit'],
    group_scope: ['demo\\*'],
  });
  const logins = [held, archived, 1, 99_999, good];
  t.match((await change({ logins, leverage: 40, group: 'demo\\netting' }, scoped)).data, [
    { login: held, status: 'rejected', code: 'conflict', made: ['leverage'], message: /hedging/ },
    { login: archived, status: 'rejected', code: 'conflict', made: ['leverage'] },
    { login: 1, status: 'rejected', code: 'forbidden', made: [] },
    { login: 99_999, status: 'rejected', code: 'not_found', made: [] },
    { login: good, status: 'done', code: 'ok' },
  ]);
  t.match(await read(held), { leverage: 40, group: 'demo\\standard' });
});

t.test('At least one change and one account are named, at most a thousand', async (t) => {
  const login = await http.openAccount();
  refused(t, await change({ logins: [login] }), 'invalid_input', /at least one change/);
  refused(t, await change({ logins: [], leverage: 1 }), 'invalid_input', /^logins/);
  const many = Array.from({ length: 1001 }, (_, at) => at + 1);
  refused(t, await change({ logins: many, leverage: 1 }), 'invalid_input', /^logins/);
});
