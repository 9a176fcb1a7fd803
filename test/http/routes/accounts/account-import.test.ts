// Imports of accounts: a row is opened as an account alone is, once for its request.

import { randomUUID } from 'node:crypto';
import t from 'tap';
import { envelopeText } from '../../../../wire/codec/text.js';
import { dataOf, type Fields, httpFor, type Terminal } from '../../../support/http-harness.js';
import { refused } from './staff-desk.js';

const http = await httpFor(t);
const { harness } = http;
const admin = await http.signedIn('staff');
const editor = await http.staff({
  rights: ['accounts.view', 'accounts.edit', 'fields.name', 'fields.phone'],
  group_scope: ['demo\\*'],
});

const PASSWORDS = { master_password: 'Master-1x', investor_password: 'Investor-1x' };
const ROW = { group: 'demo\\standard', ...PASSWORDS };
const send = (body: Fields, by: Terminal = editor) =>
  by.post('/accounts/import', { request_id: randomUUID(), ...body });
const rowsOf = async (body: Fields, by?: Terminal) =>
  dataOf<readonly (Fields & { readonly login: number })[]>(await send(body, by));
const read = (login: number) => admin.read<Fields>(`/accounts/${login}`);
const nextLogin = async (): Promise<number> => {
  const path = '/accounts/next-login?group=demo%5Cstandard';
  return (await admin.read<{ login: number }>(path)).login;
};

t.test('Each row has its outcome; the others are opened, in their order', async (t) => {
  const next = await nextLogin();
  const before = harness.log.length;
  const rows = await rowsOf({
    accounts: [
      { ...ROW, name: 'Ada' },
      { ...ROW, investor_password: 'short' },
      { ...ROW, login: 70_001, leverage: 30 },
      { ...ROW, login: 70_001 },
      { ...ROW, group: 'real\\standard' },
      { ...ROW, group: 'demo\\none' },
      { ...ROW, email: 'a@b.example' },
      { ...ROW, investor_password: PASSWORDS.master_password },
      { ...ROW, balance: '7' },
      { ...ROW, login: 1001 },
      ROW,
    ],
  });
  const rejected = { status: 'rejected', login: 0 };
  t.match(rows, [
    { row: 1, status: 'done', code: 'ok', login: next },
    { row: 2, ...rejected, code: 'auth.password_weak', message: /^investor_password: / },
    { row: 3, status: 'done', login: 70_001 },
    { row: 4, ...rejected, code: 'invalid_input', message: /^login: 70001 / },
    { row: 5, ...rejected, code: 'forbidden', message: /^group: / },
    { row: 6, ...rejected, code: 'not_found', message: /^group: / },
    { row: 7, status: 'done', login: next + 1 },
    { row: 8, ...rejected, code: 'invalid_input', message: /^investor_password: must differ/ },
    { row: 9, ...rejected, code: 'invalid_input', message: 'balance: unknown field' },
    { row: 10, ...rejected, code: 'conflict', message: /^login: taken .+, 1001$/ },
    { row: 11, status: 'done', login: next + 2 },
  ]);
  t.match(await read(next), { name: 'Ada', group: 'demo\\standard' });
  t.match(await read(70_001), { leverage: 30 });
  const lines = harness.log.slice(before).map(({ by, journal }) => [by, journal[0]?.text]);
  const opened = [next, 70_001, next + 1, next + 2];
  t.same(
    lines,
    opened.map((login) => [editor.login, `account ${login} created`]),
  );
});

t.test('A dry run finds the faults that the import has, and opens nothing', async (t) => {
  const accounts = [
    ROW,
    { ...ROW, login: 1001 },
    { ...ROW, group: 'real\\standard' },
    { ...ROW, x: 1 },
  ];
  const before = harness.log.length;
  const dry = await rowsOf({ accounts, dry_run: true });
  t.same(
    dry.map(({ status, login, code }) => [status, login, code]),
    [
      ['valid', 0, 'ok'],
      ['rejected', 0, 'conflict'],
      ['rejected', 0, 'forbidden'],
      ['rejected', 0, 'invalid_input'],
    ],
  );
  t.equal(harness.log.length, before);
  const made = await rowsOf({ accounts });
  t.same(made.slice(1), dry.slice(1));
  t.match(made[0], { status: 'done' });
});

t.test('A repeated request opens only the rows that were not opened', async (t) => {
  const request_id = randomUUID();
  const accounts = [
    { ...ROW, name: 'Ada', login: 80_001 },
    { ...ROW, group: 'demo\\later' },
  ];
  const first = await rowsOf({ request_id, accounts });
  t.match(first, [{ status: 'done' }, { code: 'not_found' }]);
  await admin.post('/groups', { path: 'demo\\later', currency: 'USD' });
  t.match(await rowsOf({ request_id, accounts, dry_run: true }), [
    { status: 'done', login: first[0]?.login },
    { status: 'valid', login: 0 },
  ]);
  const second = await rowsOf({ request_id, accounts });
  t.match(second, [{ status: 'done', login: first[0]?.login }, { status: 'done' }]);
  const before = harness.log.length;
  t.same(await rowsOf({ request_id, accounts }), second);
  const changed = [{ ...ROW, name: 'Bob' }, accounts[1]];
  t.match(await rowsOf({ request_id, accounts: changed }), [
    { code: 'conflict', message: /^request_id: .+, 80001$/ },
    { login: second[1]?.login },
  ]);
  t.equal(harness.log.length, before, 'nothing more was written');
  const { desk } = harness.restarted();
  const key = `${editor.login}/${request_id}/1`;
  t.equal(desk.records.get('opened', key)?.record.login, first[0]?.login, 'after a restart, too');
  t.notOk(JSON.stringify(desk.records.get('opened', key)).includes('Master'));
  const other = await http.staff({ rights: ['accounts.view', 'accounts.edit'] });
  const [theirs] = await rowsOf({ request_id, accounts: [ROW] }, other);
  t.not(theirs?.login, first[0]?.login, 'the id of another user is another one');
});

t.test('Parallel requests of one id open each row once', async (t) => {
  const asked = { body: ROW, once: { key: 'one', digest: 'x' } };
  const release = harness.holdWrites();
  const answers = [1, 2].map(() => harness.ask('accounts.create', asked));
  await new Promise((resolve) => setImmediate(resolve));
  release();
  const [one, two] = await Promise.all(answers);
  t.ok(one?.ok);
  t.same(one, two);
});

t.test('CSV is read by its first line, as spreadsheets and exports write it', async (t) => {
  const csv = [
    '\ufeffname,group,master_password,investor_password,leverage,hidden,terminals,comment,phone',
    '"Brown, ""Ada""",demo\\standard,Master-1x,Investor-1x,50,false,web api,"two\r\nlines",',
    "Bob,demo\\standard,Master-1x,Investor-1x,,,,'=1+1,'+43 1",
    '',
    'Carl,demo\\standard,Master-1x,Investor-1x,high,,,,',
    'Dora,demo\\standard,Master-1x,Investor-1x,,,,=x,',
  ].join('\r\n');
  const rows = await rowsOf({ csv });
  t.match(rows, [
    { code: 'invalid_input', message: /^comment: must not have control characters/ },
    { status: 'done' },
    { code: 'invalid_input', message: /^leverage: / },
    { status: 'done' },
  ]);
  const bob = await read(rows[1]?.login ?? 0);
  t.same([bob.name, bob.comment, bob.phone], ['Bob', '=1+1', '+43 1']);
  t.match(await read(rows[3]?.login ?? 0), {
    name: 'Dora',
    comment: '=x',
    leverage_inherited: true,
  });
  const [typed] = await rowsOf({ csv: csv.replace('"two\r\nlines"', '').replaceAll('\r\n', '\n') });
  const shown = { name: 'Brown, "Ada"', leverage: 50, hidden: false, terminals: ['web', 'api'] };
  t.match(await read(typed?.login ?? 0), shown);
});

t.test('A file that a spreadsheet saved is read, also one of exported accounts', async (t) => {
  const head = 'Group;MASTER_PASSWORD;investor_password; Leverage ;trading_enabled;created_at;';
  const row = 'demo\\standard;Master-1x;Investor-1x;100,0;TRUE;2026-01-01T00:00:00.000Z;';
  const [opened] = await rowsOf({ csv: `sep=;\r${head}\r${row}\r;;;;;;\r` });
  const [lost, kept] = await rowsOf({
    csv:
      'group,master_password,investor_password,enabled,agent,balance\n' +
      'demo\\standard,Master-1x,Investor-1x,TRUE,1001,0.00\n' +
      'demo\\standard,Master-1x,Investor-1x,TRUE,0,0.00\n',
  });
  t.match(lost, { code: 'invalid_input', message: 'agent: unknown field' });
  t.match(kept, { status: 'done' });
  t.match(await read(opened?.login ?? 0), { leverage: 100, trading_enabled: true });
});

t.test('What is no list of rows is refused whole', async (t) => {
  const head = 'group,master_password,investor_password';
  const line = '\ndemo\\standard,Master-1x,Investor-1x';
  const before = harness.log.length;
  for (const [body, field] of [
    [{}, 'accounts'],
    [{ accounts: [ROW], csv: head + line }, 'accounts'],
    [{ accounts: [] }, 'accounts'],
    [{ accounts: Array.from({ length: 501 }, () => ROW) }, 'accounts'],
    [{ accounts: [7] }, 'accounts'],
    [{ csv: head }, 'csv'],
    [{ csv: head + line.repeat(501) }, 'csv'],
    [{ csv: `${head},constructor${line},x` }, 'csv'],
    [{ csv: `${head},group${line},x` }, 'csv'],
    [{ csv: `${head}${line},x` }, 'csv'],
    [{ csv: `${head}\n"demo,x` }, 'csv'],
    [{ csv: `${head}\n"demo"x,y,z` }, 'csv'],
    [{ accounts: [ROW], request_id: 'x' }, 'request_id'],
  ] as const) {
    refused(t, await send(body), 'invalid_input', new RegExp(`^${field}[.:]`));
  }
  t.equal(harness.log.length, before);
});

t.test('Passwords that the server makes are e-mailed to the owner alone', async (t) => {
  const mailed = { group: 'demo\\standard', name: 'Ada', email: 'ada@client.example' };
  const body = { ...mailed, send_passwords: true };
  const open = (fields: Fields) => admin.post('/accounts', fields);
  refused(t, await open(body), 'conflict', /^There is no default mail server/);
  harness.desk.mailQueue.start();
  const server = { name: 'Post', server: 'mail.example:25', sender_email: 'a@b.example' };
  await admin.post('/mail-servers', { ...server, is_default: true });
  const wrong: readonly (readonly [Fields, RegExp])[] = [
    [{ ...body, email: undefined }, /^email: required with send_passwords/],
    [{ ...body, master_password: 'Master-1x' }, /^master_password: .* the server makes/],
    [mailed, /^master_password: required without send_passwords/],
  ];
  for (const [fields, says] of wrong) refused(t, await open(fields), 'invalid_input', says);
  const { data } = await open({ ...body, language: 'de' });
  const [second, third] = await rowsOf(
    {
      csv: 'group,send_passwords,email\ndemo\\standard,TRUE,bob@client.example\ndemo\\standard,,\n',
    },
    await http.staff({ rights: ['accounts.view', 'accounts.edit', 'fields.email'] }),
  );
  t.match(second, { status: 'done' });
  t.match(third, { status: 'rejected', message: /^master_password: required/ });
  for (const [to, login] of [
    ['ada@client.example', (data as { login: number }).login],
    ['bob@client.example', second?.login],
  ] as const) {
    while (!harness.posted.some((one) => one.to === to)) await new Promise(setImmediate);
    const letters = harness.posted.filter((one) => one.to === to);
    t.equal(letters.length, 1);
    t.equal(/Passwort/.test(letters[0]?.text ?? ''), to === 'ada@client.example', 'in German');
    const pattern = /(?:the password|dem Passwort) (\S+?),? (?:which|an, das)/;
    const [, password = ''] = pattern.exec(letters[0]?.text ?? '') ?? [];
    const changes = harness.log.flatMap((event) => event.changes);
    const queued = changes.filter(({ kind }) => kind === 'email' || kind === 'sent_email');
    t.notMatch(JSON.stringify(queued), password, 'it is sealed while the e-mail waits');
    const owner = http.terminal('trader');
    t.equal((await owner.signIn({ login, password })).code, 'ok');
    t.equal((await owner.get('/account')).code, 'auth.password_change_required');
  }
});

t.test('A deposit is paid in once the account is open, each once for the request', async (t) => {
  const paid: unknown[] = [];
  let code: 'ok' | 'trade.disabled' | 'trade.timeout' = 'ok';
  const one = await httpFor(
    t,
    {},
    {
      call: async (_: unknown, login: number, op: string, data: unknown, requestId: string) => {
        paid.push([login, op, data]);
        return { status: 200, text: envelopeText(requestId, code, 'null', code) };
      },
    },
  );
  const rights = ['accounts.view', 'accounts.edit', 'accounts.balance'] as const;
  const payer = await one.staff({ rights });
  const head = 'group,master_password,investor_password,deposit\n';
  const line = 'demo\\standard,Master-1x,Investor-1x,';
  const body = {
    request_id: randomUUID(),
    csv: `${head}${line}100.50\n${line}\n${line}-1\n${line}0.001\n${line}1000000000000.01\n`,
  };
  const poor = await one.staff({ rights: ['accounts.view', 'accounts.edit'] });
  refused(t, await send(body, poor), 'forbidden');
  const digits = 'deposit: must be a multiple of 0.01 USD (2 digits after the point)';
  const wrong = [
    { status: 'rejected', login: 0, message: 'deposit: must not be negative' },
    { status: 'rejected', login: 0, code: 'invalid_input', message: digits },
    { status: 'rejected', message: 'deposit: may be at most 1000000000000.00 USD' },
  ];
  const dry = await rowsOf({ ...body, dry_run: true }, payer);
  t.match(dry, [{ status: 'valid' }, { status: 'valid' }, ...wrong]);
  t.same(paid, [], 'nothing is paid without the right, or in a dry run');
  const first = await rowsOf(body, payer);
  t.match(first, [{ status: 'done' }, { status: 'done' }, ...wrong]);
  const payment = { action: 'balance', amount: '100.50', comment: 'Deposit' };
  t.match(paid, [[first[0]?.login, 'balance', payment]]);
  code = 'trade.disabled';
  t.match(await rowsOf(body, payer), [
    { status: 'rejected', code: 'trade.disabled', login: first[0]?.login, message: /^deposit: / },
    { status: 'done' },
    ...wrong,
  ]);
  code = 'trade.timeout';
  const message = /^deposit: Whether .+ unknown: repeat the request with the same request_id/;
  t.match((await rowsOf(body, payer))[0], {
    ...{ status: 'unknown', code, login: first[0]?.login, message },
  });
  code = 'ok';
  t.match((await rowsOf(body, payer))[0], { status: 'done', code });
  for (const one of paid.slice(1)) t.same(one, paid[0], 'repeated requests pay by the same id');
  t.equal(paid.length, 4);
});

t.test('Rows that are not reached in time are left for the next request of the id', async (t) => {
  const body = { request_id: randomUUID(), accounts: [ROW, ROW, ROW] };
  const { desk } = harness;
  const { handle } = desk;
  const slow: typeof handle = (op, input) => {
    if (op === 'accounts.import_row') harness.now += 40_000;
    return handle.call(desk, op, input);
  };
  t.intercept(desk, 'handle', { value: slow, writable: true });
  const message =
    /^The row was not tried, because the earlier rows took 75 s\. Repeat .+ request_id/;
  const late = { status: 'rejected', code: 'timeout', login: 0, message };
  const first = await rowsOf(body);
  t.match(first, [{ status: 'done' }, { status: 'done' }, late]);
  desk.handle = handle;
  t.match(await rowsOf(body), [...first.slice(0, 2), { status: 'done' }]);
});
