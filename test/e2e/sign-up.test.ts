// Sign-up on a server process: real e-mails, a deposit, a first trade, and limits over a kill.

import t from 'tap';
import { openMailHost } from '../actors/desk/mail/servers.js';
import { until } from '../support/guard.js';
import { ServerProcess } from '../support/server-process.js';
import { Trader } from '../support/trader.js';

const host = await openMailHost();
t.teardown(() => host.close());
const data = t.testdir();
let server = await ServerProcess.start({ data });
t.teardown(() => server.kill());
const EMAIL = 'ann@client.example';
const PASSWORD = 'Demo-pass1';

const staff = await server.signInStaff();
const mail = { name: 'Post', server: `127.0.0.1:${host.port}`, security: 'none' };
await staff.post('/mail-servers', { ...mail, sender_email: 'a@b.example', is_default: true });
await staff.request('PATCH', '/sign-up/settings', {
  ...{ version: 2, confirm_demo: true, confirm_real: true },
});

/** The body of the newest e-mail with a subject, as text. */
const received = (subject: RegExp): Promise<string> =>
  until(`an e-mail ${subject}`, async () => {
    const found = host.received.findLast(({ headers }) =>
      subject.test(headers.get('subject') ?? ''),
    );
    return found?.body.replace(/=\r\n/g, '').replaceAll('=3D', '=');
  });
const person = { name: 'Ann Example', email: EMAIL };
const form = { type: 'demo', ...person, password: PASSWORD };

t.test('A code is e-mailed, and a confirmed person trades at once', async (t) => {
  await server.quote('EURUSD', '1.10000', '1.10010');
  const people = server.client('trader');
  t.equal((await people.post('/register', form)).code, 'auth.code_invalid');
  t.match((await people.post('/register/code', { email: EMAIL })).data, { sent: true });
  const [code = ''] = /\b\d{6}\b/.exec(await received(/^Your confirmation code$/)) ?? [];
  const opened = await people.post<{ login: number }>('/register', { ...form, code });
  t.match(opened.data, { status: 'opened', deposit: '10000.00', group: 'demo\\standard' });
  const { login } = opened.data;
  const trader = await Trader.signIn(server, login, PASSWORD);
  t.match((await trader.snapshot()).money, { balance: '10000.00' }, 'the deposit is there');
  const order = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10' };
  t.equal((await trader.trade(order)).code, 'ok');
  t.match(await received(new RegExp(`^Your demo account ${login}$`)), /Investor password/);
});

t.test('What was confirmed, and what was counted, outlives a kill', async (t) => {
  const people = server.client('trader');
  t.equal((await people.post('/register', { type: 'real', ...person })).code, 'ok');
  server.kill();
  await server.ended;
  server = await ServerProcess.start({ data });
  const again = server.client('trader');
  const { data: code } = await again.post('/register/code', { email: EMAIL });
  t.same(code, { confirmed: true, sent: false });
  t.equal((await again.post('/register', { type: 'real', ...person })).code, 'conflict');
  t.equal((await again.post('/register', form)).code, 'ok', 'the fifth form');
  t.equal((await again.post('/register', form)).code, 'auth.too_many_attempts');
});

t.test('An approved application has an account with e-mailed passwords', async (t) => {
  const staff = await server.signInStaff();
  const id = await until('the application', async () => {
    const { data } = await staff.get<{ items: { id: number }[] }>('/applications?email=ANN');
    return data.items[0]?.id;
  });
  const { data } = await staff.post<{ login: number }>(`/applications/${id}/approve`, {});
  const text = await received(new RegExp(`^Your account ${data.login}$`));
  const [, password = ''] = /the password (\S+), which/.exec(text) ?? [];
  const owner = server.client('trader');
  const signed = await owner.signIn(data.login, password);
  t.match(signed.data.session, { login: data.login, must_change_password: true });
  const subjects = host.received.map(({ headers }) => headers.get('subject'));
  const own = subjects.filter((one) => one?.startsWith('Your application'));
  t.equal(own.length, 1, 'each e-mail arrives once');
});
