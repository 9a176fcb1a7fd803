// The desk's thread ends in the middle of a message to a group, and of the mailing that it is:
// nothing of it is lost, and nothing is made twice.

import t, { type Test } from 'tap';
import { type MailHost, openMailHost } from '../actors/desk/mail/servers.js';
import { figure } from '../faults/said.js';
import type { RestClient } from '../support/client/rest.js';
import { SocketClient } from '../support/client/socket.js';
import { until } from '../support/guard.js';
import { countOf } from '../support/run.js';
import { ServerProcess } from '../support/server-process.js';

/** The desk's event at which it ends; fewer are needed before the message. */
const EVENTS = 100;
/**
 * The events of a message and its mailing, in order: its number, the values of placeholders, the
 * message, its e-mails, then their results. At which one the thread ends, and whether before that
 * event is in the log or before it is answered.
 */
const CASES = [
  [3, 'desk.written'],
  [5, 'desk.write'],
  [4, 'desk.written'],
  [3, 'desk.write'],
  [2, 'desk.written'],
  [2, 'desk.write'],
  [5, 'desk.written'],
  [4, 'desk.write'],
] as const;
const RUNS = countOf({ test: 1, deep: CASES.length, soak: CASES.length });

const GROUP = 'demo\\netting';
const RECIPIENTS = 6;
const PASSWORDS = { master_password: 'Trader-1-pass', investor_password: 'Watch-1-only' };
const addressOf = (login: number): string => `c${login}@client.example`;
const messageOf = (subject: string) => ({
  ...{ subject, body: 'Dear {{name}}, this is for {{login}}.', to_group: GROUP, email: true },
});

interface MailPage {
  readonly items: readonly { readonly subject: string; readonly body: string }[];
  readonly total: number;
  readonly unread: number;
}

/** What an answer has, once there is one: the desk may be away. */
const read = <T>(client: RestClient, path: string): Promise<T> =>
  until(`${path}`, async () => {
    const { success, data } = await client.get<T>(path);
    return success && data;
  });

/** A recipient, with an open socket. */
interface Recipient {
  readonly login: number;
  readonly rest: RestClient;
  readonly socket: SocketClient;
}

const openRecipient = async (server: ServerProcess, n: number): Promise<Recipient> => {
  const staff = await server.staff();
  const { data: next } = await staff.get<{ login: number }>(
    `/accounts/next-login?group=${encodeURIComponent(GROUP)}`,
  );
  const email = addressOf(next.login);
  const body = { group: GROUP, ...PASSWORDS, name: `Client ${n}`, email };
  const { data, message } = await staff.post<{ login: number }>('/accounts', body);
  if (data?.login !== next.login) throw new Error(`an account: ${message}`);
  const rest = server.client('trader');
  await rest.signIn(next.login, PASSWORDS.master_password);
  return { login: next.login, rest, socket: await SocketClient.signIn(rest) };
};

/** Has the desk write events until the one at which it ends comes `place` events later. */
const writeUntil = async (server: ServerProcess, place: number): Promise<void> => {
  const staff = await server.staff();
  for (let n = await figure(server, 'desk_events_total'); n < EVENTS - place; n += 1) {
    const { success, message } = await staff.request('PATCH', '/me/preferences', {
      content: { n },
    });
    if (!success) throw new Error(message);
  }
};

/** The e-mails of a message that the mail server got: one for each recipient, and repeated ones. */
const assertEmails = (
  t: Test,
  host: MailHost,
  recipients: readonly Recipient[],
  subject: string,
): number => {
  const received = host.received.filter(({ headers }) => headers.get('subject') === subject);
  const addresses = received.map(({ to }) => to.join());
  const ids = new Set(received.map(({ headers }) => headers.get('message-id')));
  t.same([...new Set(addresses)].sort(), recipients.map(({ login }) => addressOf(login)).sort());
  t.equal(ids.size, recipients.length, 'what is repeated has the same Message-ID');
  return received.length - recipients.length;
};

const failWhileSending = async (t: Test, place: number, point: string): Promise<void> => {
  const host = await openMailHost();
  const env = { BROKERD_FAILPOINT: `${point}:${EVENTS}:exit` };
  const server = await ServerProcess.start({ env });
  t.teardown(async () => {
    await server.kill();
    await host.close();
  });
  const staff = await server.staff();
  await staff.post('/mail-servers', {
    ...{ name: 'Post', server: `127.0.0.1:${host.port}`, security: 'none' },
    ...{ sender_email: 'office@broker.example', is_default: true },
  });
  const recipients: Recipient[] = [];
  for (let n = 0; n < RECIPIENTS; n += 1) recipients.push(await openRecipient(server, n));
  await writeUntil(server, place);

  const answer = await staff.post('/mail', messageOf('First'));
  await server.record('the desk thread is back');
  const { total: sent } = await read<MailPage>(staff, '/mail?folder=sent');
  t.ok(sent === 1 || (sent === 0 && !answer.success), `${sent} sent, answered ${answer.code}`);
  // The message is in the log before its third event is answered.
  t.equal(sent, Number(place > 3 || (place === 3 && point === 'desk.written')));

  const queue = '/mail/outbox?status=queued';
  await until('the e-mails', async () => (await read<MailPage>(staff, queue)).total === 0);
  if (sent === 1) {
    const repeated = assertEmails(t, host, recipients, 'First');
    t.ok(repeated <= (place < 5 ? 0 : RECIPIENTS), `${repeated} e-mails are repeated`);
  } else {
    t.equal(host.received.length, 0);
  }
  const second = await staff.post('/mail', messageOf('Second'));
  t.equal(second.code, 'ok', second.message);
  await until('further e-mails', async () => (await read<MailPage>(staff, queue)).total === 0);
  t.equal(assertEmails(t, host, recipients, 'Second'), 0);
  const all = await read<MailPage>(staff, '/mail/outbox?status=sent');
  t.equal(all.total, RECIPIENTS * (sent + 1), 'each e-mail has one result');

  const subjects = ['Second', ...(sent === 1 ? ['First'] : [])];
  for (const [n, { login, rest, socket }] of recipients.entries()) {
    const inbox = await read<MailPage>(rest, '/mail');
    t.match(inbox, { total: subjects.length, unread: subjects.length });
    const body = `Dear Client ${n}, this is for ${login}.`;
    t.same(
      inbox.items.map((mail) => [mail.subject, mail.body]),
      subjects.map((subject) => [subject, body]),
    );
    await socket.take<{ subject: string }>('mail', ({ data }) => data.subject === 'Second');
    const frames = socket.events.filter(({ event }) => event === 'mail');
    t.same(
      frames.map(({ data }) => (data as { subject: string }).subject),
      [...subjects].reverse(),
      'each message comes once over the socket',
    );
    await socket.close();
  }
  t.equal((await server.stop()).code, 0);
};

for (const [place, point] of CASES.slice(0, RUNS)) {
  const at = point === 'desk.write' ? 'before' : 'behind';
  t.test(`The desk ends ${at} event ${place} of a message to a group`, (t) =>
    failWhileSending(t, place, point),
  );
}
