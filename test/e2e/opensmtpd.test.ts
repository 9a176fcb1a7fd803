// Real mail: a server sends through Debian's OpenSMTPD, and its maildir is read. A mailing goes on
// after a kill.
//
// `npm test` sends 30 e-mails in some 9 s of processor time, the deep run 5,000.

import t from 'tap';
import { RESULTS_MAX } from '../../actors/desk/mail/mail-queue.js';
import { until } from '../support/guard.js';
import { MailGate, noSmtpd, OpenSmtpd, type StoredEmail } from '../support/opensmtpd.js';
import { countOf } from '../support/run.js';
import { seed } from '../support/seed.js';
import { ServerProcess } from '../support/server-process.js';

const RECIPIENTS = countOf({ test: 12, deep: 5000, soak: 5000 });
const GROUP = 'demo\\standard';
/** Connections to a mail server that a mailing uses. */
const CONNECTIONS = 4;
const addressOf = (login: number): string => `c${login}@client.example`;
const TEXT = { subject: 'News for {{login}}', body: 'Dear {{name}},\nyour login is {{login}}.' };

interface Outbox {
  readonly total: number;
  readonly pending: number;
}

/** The e-mails of each recipient. */
const byRecipient = (emails: readonly StoredEmail[]): Map<string, StoredEmail[]> => {
  const all = new Map<string, StoredEmail[]>();
  for (const email of emails) all.set(email.to, [...(all.get(email.to) ?? []), email]);
  return all;
};

if (noSmtpd) t.comment(noSmtpd);

t.test('E-mails through OpenSMTPD', { skip: noSmtpd }, async (t) => {
  const data = t.testdir();
  const plan = { accounts: RECIPIENTS, eventsAfter: 0, group: GROUP, email: addressOf };
  const { firstLogin } = await seed(data, plan);
  const smtpd = await OpenSmtpd.start();
  const gate = await MailGate.open(smtpd.port);
  let server = await ServerProcess.start({ data });
  t.teardown(async () => {
    await server.kill();
    gate.close();
    await smtpd.stop();
  });
  const staff = await server.signInStaff();
  const made = await staff.post('/mail-servers', {
    ...{ name: 'OpenSMTPD', server: `127.0.0.1:${gate.port}`, security: 'none' },
    ...{ sender_email: 'office@broker.example', is_default: true },
  });
  t.equal(made.code, 'ok', made.message);
  const settings = { version: 2, confirm_demo: true, confirm_real: true };
  t.equal((await staff.request('PATCH', '/sign-up/settings', settings)).code, 'ok');

  await t.test('Code, opening and approval arrive once each', async (t) => {
    const people = server.client('trader');
    const person = { name: 'Ann Example', email: 'ann@people.example' };
    const received = (subject: RegExp) =>
      until(`an e-mail ${subject}`, () =>
        smtpd.emails().find((email) => email.to === person.email && subject.test(email.subject)),
      );
    await people.post('/register/code', { email: person.email });
    const { text } = await received(/^Your confirmation code$/);
    const [code] = /\b\d{6}\b/.exec(text) ?? [];
    const form = { type: 'demo', ...person, password: 'Demo-pass1', code };
    const { data: opened } = await people.post<{ login: number }>('/register', form);
    await received(new RegExp(`^Your demo account ${opened.login}$`));
    await people.post('/register', { type: 'real', ...person });
    const id = await until('the application', async () => {
      const { data } = await staff.get<{ items: { id: number }[] }>('/applications?email=ann');
      return data.items[0]?.id;
    });
    const { data } = await staff.post<{ login: number }>(`/applications/${id}/approve`, {});
    const approved = await received(new RegExp(`^Your account ${data.login}$`));
    const [, password = ''] = /the password (\S+), which/.exec(approved.text) ?? [];
    t.match((await server.client('trader').signIn(data.login, password)).data.session, {
      login: data.login,
    });
    await until('all that was accepted', () => smtpd.count === gate.accepted);
    const subjects = smtpd.emails().map(({ subject }) => subject);
    t.same(subjects.length, new Set(subjects).size, subjects.join(', '));
  });

  await t.test('A mailing arrives, also over a kill in the middle of it', async (t) => {
    const before = gate.accepted;
    const held = gate.holdAfter(Math.floor(RECIPIENTS / 2), CONNECTIONS);
    const message = { ...TEXT, to_group: GROUP, email: true };
    const sent = await staff.post<{ emailed: number }>('/mail', message);
    // The person of the other test has such an account, too.
    t.equal(sent.data.emailed, RECIPIENTS + 1, sent.message);
    await held;
    await server.kill();
    gate.pass();
    server = await ServerProcess.start({ data });
    const again = await server.signInStaff();
    const outbox = async (status: string): Promise<Outbox> =>
      (await again.get<Outbox>(`/mail/outbox?status=${status}&limit=1`)).data;
    await gate.reached(before + RECIPIENTS);
    await until('the end of the mailing', async () => (await outbox('queued')).total === 0);
    await until('all that was accepted', () => smtpd.count === gate.accepted);

    const news = smtpd.emails().filter(({ subject }) => subject.startsWith('News'));
    const received = byRecipient(news);
    const logins = Array.from({ length: RECIPIENTS }, (_, n) => firstLogin + n);
    const missing = logins.filter((login) => !received.has(addressOf(login)));
    t.same(missing, [], 'everybody got it');
    t.equal(received.size, RECIPIENTS + 1);
    const counts = [...received.values()].map(({ length }) => length);
    const twice = counts.filter((count) => count === 2).length;
    t.ok(Math.max(...counts) <= 2, 'nobody more than twice');
    t.ok(twice >= CONNECTIONS, 'what was under way is repeated');
    t.ok(twice <= CONNECTIONS + RESULTS_MAX, `and only that: ${twice}`);
    const ids = [...received.values()].map((emails) => new Set(emails.map((one) => one.messageId)));
    t.ok(
      ids.every(({ size }) => size === 1),
      'by the same Message-ID',
    );
    t.equal(new Set(ids.flatMap((set) => [...set])).size, RECIPIENTS + 1, 'each has its own');
    t.match(received.get(addressOf(firstLogin))?.[0], {
      subject: `News for ${firstLogin}`,
      text: `Dear Ada,\nyour login is ${firstLogin}.`,
    });
    const { data: shown } = await again.get<{ items: { status: string }[] }>('/mail/outbox');
    t.match(shown, { total: gate.accepted - twice, pending: 0 }, 'each has one result');
    t.equal((await outbox('failed')).total, 0);
  });
});
