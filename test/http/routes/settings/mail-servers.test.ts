// Mail servers over REST: the rules of the family, and tests through real servers.

import t, { type Test } from 'tap';
import { MailTransport } from '../../../../actors/desk/mail/transport.js';
import { QUEUE_LOCK } from '../../../../actors/desk/store/record-locks.js';
import type { MailServerRecord } from '../../../../wire/accounts/mail.js';
import { ACCEPTED, HeldPost } from '../../../actors/desk/mail/post.js';
import {
  answer,
  certificate,
  type MailHost,
  openMailHost,
} from '../../../actors/desk/mail/servers.js';
import { DeskHarness, openDesk, staffCaller } from '../../../support/desk-harness.js';
import { each, type Fields } from '../../../support/http-harness.js';
import { type Family, type Kind, testsOf, traceOf } from './kind.js';
import { MAIL } from './setting-families.js';
import { settingLaws } from './setting-laws.js';

/** Queues e-mails for servers, null = the default one, to each of some people. */
const queue = async (
  { http: { harness } }: Kind,
  servers: readonly (number | null)[],
  ...people: string[]
): Promise<void> => {
  const all = people.length > 0 ? people : ['ann@client.example'];
  const emails = servers.flatMap((server_id) =>
    all.map((to) => ({ server_id, to, subject: 'x', text: '' })),
  );
  await harness.desk.writer.change([QUEUE_LOCK], { by: 0, ip: '' }, (tx, now) =>
    harness.desk.mailQueue.add(tx, emails, now),
  );
};

const FAMILY: Family = {
  ...MAIL,
  service: {
    open: async (kind) => {
      const used: string[] = [];
      kind.harness.mail = {
        send: async ({ host, port }) => {
          used.push(`${host}:${port}`);
          return { kind: 'accepted' };
        },
        close: () => {},
      };
      kind.harness.desk.mailQueue.start();
      return async () => {
        used.length = 0;
        await queue(kind, [null]);
        return used.at(-1) ?? 'it waits';
      };
    },
    create: { is_default: true },
    change: { server: 'other.example:25' },
    does: ['it waits', 'mail.broker.example:587', 'other.example:25'],
  },
};

const test = testsOf(FAMILY);

settingLaws(FAMILY, {
  create: { required: 1, unknown: 7, follow: 8 },
  read: { missing: 2 },
  patch: { version: 1, rules: 2, same: 3, readOnly: '4, #6', follow: 5 },
  remove: { gone: 1, follow: 2 },
});

type Shown = Omit<MailServerRecord, 'password'> & {
  readonly version: number;
  readonly stats: { readonly queued: number };
};

const listed = (kind: Kind) => kind.list<Shown>();
const shown = (kind: Kind, id: number) =>
  kind.read<Shown & { readonly has_password: boolean }>(`/${id}`);
const recordOf = ({ http }: Kind, id: number) =>
  http.harness.desk.records.get('mail_server', String(id))?.record;

const NO_STATS = { sent: 0, errors: 0, queued: 0, avg_send_seconds: 0 };

test`servers are listed by name with stats [GET #1]`(async (t, kind) => {
  for (const name of ['beta', 'Gamma', 'alpha']) await kind.create({ name });
  t.match(await listed(kind), [
    { name: 'alpha', stats: NO_STATS },
    { name: 'beta', stats: NO_STATS },
    { name: 'Gamma', stats: NO_STATS },
  ]);
});

test`what is left out is set, enabled [POST #6]`(async (t, kind) => {
  const { data } = await kind.post('', FAMILY.body(1));
  const at = new Date(kind.harness.log.at(-1)?.time ?? 0).toISOString();
  t.same(data, {
    ...FAMILY.body(1),
    id: 1,
    security: 'starttls',
    login: '',
    sender_name: '',
    enabled: true,
    is_default: false,
    has_password: false,
    stats: NO_STATS,
    created_at: at,
    updated_at: at,
    version: 1,
  });
});

test`a password is kept sealed and never shown [POST #2]`(async (t, kind) => {
  const created = await kind.create({ password: 'hunter2' });
  t.notOk('password' in created);
  t.match(created, { has_password: true });
  t.notMatch(JSON.stringify(kind.harness.log), 'hunter2', 'nor is it in the log');
  t.match(recordOf(kind, created.id)?.password, /^[0-9a-f]{16}\.[\w-]{40,}$/);
});

test`none shows a password [GET #2] [GET /{id} #1]`(async (t, kind) => {
  const { id } = await kind.create({ password: 'hunter2' });
  const without = await kind.create();
  for (const server of [...(await listed(kind)), await shown(kind, id)]) {
    t.notOk('password' in server);
  }
  t.equal((await shown(kind, id)).has_password, true);
  t.equal((await shown(kind, without.id)).has_password, false);
});

test`a new default takes the mark [POST #3]`(async (t, kind) => {
  const first = await kind.create({ is_default: true });
  const before = traceOf(kind).events;
  const second = await kind.create({ is_default: true });
  t.equal(traceOf(kind).events, before + 1, 'in one event');
  t.match(await listed(kind), [
    { id: first.id, is_default: false, version: 2 },
    { id: second.id, is_default: true, version: 1 },
  ]);
  t.same(each(traceOf(kind).journal, 'text'), [
    'mail server server 2 created',
    'mail server server 1 changed: is_default',
  ]);
  await kind.change(first.id, 2, { is_default: true });
  t.same(each(await listed(kind), 'is_default'), [true, false]);
  const { desk, posted } = kind.harness;
  desk.mailQueue.start();
  await queue(kind, [null]);
  t.equal(posted.length, 1, 'and e-mails go out there');
});

test`security is one of three [POST #4]`(async (t, kind) => {
  for (const security of ['none', 'starttls', 'tls']) {
    t.match(await kind.create({ security }), { security });
  }
  const refused = await kind.post('', { ...FAMILY.body(9), security: 'ssl' });
  t.match(refused, { code: 'invalid_input', message: /^security:/ });
});

test`names are unique [POST #5]`(async (t, kind) => {
  await kind.create({ name: 'Office' });
  const { id } = await kind.create();
  const taken = await kind.post('', { ...FAMILY.body(3), name: 'office' });
  t.match(taken, { code: 'conflict', message: /name/ });
  t.equal((await kind.change(id, 1, { name: 'OFFICE' })).code, 'conflict');
});

/** Values that a field takes, and values that it does not. */
const FIELDS: readonly [field: string, good: readonly unknown[], bad: readonly unknown[]][] = [
  ['name', ['a', 'Office 1._&#-', 'x'.repeat(64)], ['', 'x'.repeat(65), 'a/b', 'a\n', 7]],
  [
    'server',
    ['mail.example:1', '127.0.0.1:25', '[::1]:65535', 'mailhost:587'],
    ['mail.example', ':25', 'mail.example:0', 'mail.example:65536', 'a b:25', 'a:b:25', 'a:2.5'],
  ],
  [
    'sender_email',
    ['office@broker.example', "o'hara+x@mail"],
    ['', 'office', 'Office <office@broker.example>', 'a@b.example, c@d.example', 'a@b\r\n'],
  ],
  ['sender_name', ['', 'Börse & Söhne', 'x'.repeat(128)], ['x'.repeat(129), 'a\nb', 'the "best"']],
  ['login', ['', 'x'.repeat(255)], ['x'.repeat(256)]],
  ['password', ['', 'x'.repeat(255)], ['x'.repeat(256)]],
];
for (const [fields, rule] of [
  [FIELDS.slice(0, 3), 9],
  [FIELDS.slice(3), 10],
] as const) {
  const names = fields.map(([field]) => field).join(', ');
  test`the forms of ${names} [POST #${rule}]`(async (t, kind) => {
    for (const [field, good, bad] of fields) {
      for (const value of good) await kind.create({ [field]: value });
      await kind.refuses(t, ...bad.map((value) => [{ [field]: value }, `${field}:`] as const));
    }
  });
}

test`a password is kept or removed [PATCH /{id} #7]`(async (t, kind) => {
  const { id } = await kind.create({ password: 'hunter2' });
  const sealed = recordOf(kind, id)?.password;
  await kind.change(id, 1, { sender_name: 'Office' });
  t.equal(recordOf(kind, id)?.password, sealed, 'left out it stays');
  const same = await kind.change(id, 2, { password: 'hunter2' });
  t.match(same.data, { version: 2 }, 'the same one is no change');
  const masked = await kind.change(id, 2, { password: '********' });
  t.match(masked.data, { version: 2, has_password: true }, 'a mask stands for it');
  t.match((await kind.change(id, 2, { password: '' })).data, { version: 3, has_password: false });
  t.equal(recordOf(kind, id)?.password, '');
  const none = await kind.change(id, 3, { password: '***' });
  t.match(none, { status: 400, message: /^password: a mask, and nothing is stored$/ });
});

test`a stored password is sent nowhere else: who changes the address gives it again`(
  async (t, kind) => {
    const { id } = await kind.create({ password: 'hunter2' });
    for (const change of [{ server: 'mine.example:25' }, { security: 'none' }, { login: 'me' }]) {
      const kept = await kind.change(id, 1, change);
      const [moved] = Object.keys(change);
      t.match(kept, { status: 400, message: new RegExp(`^password: ${moved} changes, and`) });
    }
    const given = await kind.change(id, 1, { server: 'mine.example:25', password: 'hunter2' });
    t.match(given.data, { version: 2, server: 'mine.example:25', has_password: true });
  },
);

test`the journal names what changed [PATCH /{id} #8]`(async (t, kind) => {
  const { id } = await kind.create();
  const fields = { server: 'other.example:25', password: 'hunter2', sender_name: '' };
  await kind.change(id, 1, { ...fields });
  const text = 'mail server server 1 changed: server, password';
  t.match(traceOf(kind).journal, [{ kind: 'config', text }]);
});

test`e-mails without a server count for the enabled default [GET #3]`(async (t, kind) => {
  const { id } = await kind.create({ name: 'a', is_default: true });
  const other = await kind.create({ name: 'b' });
  await queue(kind, [id, null, null, other.id]);
  const queued = async () => (await listed(kind)).map(({ stats }) => stats.queued);
  t.same(await queued(), [3, 1]);
  await kind.change(other.id, 1, { is_default: true });
  t.same(await queued(), [1, 3]);
  await kind.change(other.id, 2, { enabled: false });
  t.same(await queued(), [1, 1], 'a disabled one has only its own');
});

test`statistics count sent and abandoned e-mails and the time of sending`(async (t, kind) => {
  const { harness } = kind;
  const { id } = await kind.create({ is_default: true });
  harness.mail = {
    send: async (_route, { to }) => {
      if (to !== 'ann@client.example') return { kind: 'failed', error: '550 unknown', final: true };
      harness.now += 1500;
      return { kind: 'accepted' };
    },
    close: () => {},
  };
  const concluded = new Promise<void>((resolve) => {
    harness.onCommitted = () => {
      if (harness.desk.mailQueue.waiting === 0) resolve();
    };
  });
  harness.desk.mailQueue.start();
  await queue(kind, [null], 'ann@client.example', 'bob@client.example');
  await concluded;
  const { stats } = await kind.read<Shown>(`/${id}`);
  t.same(stats, { sent: 1, errors: 1, queued: 0, avg_send_seconds: 1.5 });
  await kind.delete(`/${id}`);
  t.equal(harness.desk.records.get('mail_stats', String(id)), undefined, 'they go with the server');
});

/** A real server to which e-mails of a desk go, and the path of its test. */
const hostFor = async (
  t: Test,
  kind: Kind,
  options: Parameters<typeof openMailHost>[0] = {},
  fields: Fields = {},
): Promise<{ host: MailHost; path: string }> => {
  const host = await openMailHost(options);
  t.teardown(() => host.close());
  kind.harness.mail = new MailTransport({ ca: certificate.cert });
  const server = `localhost:${host.port}`;
  return { host, path: `/${(await kind.create({ server, security: 'none', ...fields })).id}/test` };
};

test`a test is sent at once, by a disabled one too [POST /{id}/test #1]`(async (t, kind) => {
  const { host, path } = await hostFor(t, kind, {}, { enabled: false, sender_name: 'Office' });
  const { status, data } = await kind.post(path, { to: 'ann@client.example' });
  t.equal(status, 200);
  t.equal(data, null);
  t.equal(host.received.length, 1, 'the server has it when the answer comes');
  t.match(host.received[0]?.to, ['ann@client.example']);
  t.equal(host.received[0]?.headers.get('from'), 'Office <office@broker.example>');
  t.match(await shown(kind, 1), { stats: NO_STATS }, 'it does not count');
});

test`a failure carries the first line of the server [POST /{id}/test #2]`(async (t, kind) => {
  const { path } = await hostFor(
    t,
    kind,
    {
      authOptional: false,
      onAuth: (_auth, _session, callback) =>
        callback(answer(535, '5.7.8 Authentication credentials invalid')),
    },
    { login: 'office', password: 'hunter2' },
  );
  const refused = await kind.post(path, { to: 'ann@client.example' });
  t.match(refused, { code: 'invalid_input' });
  t.equal(refused.message, '535 5.7.8 Authentication credentials invalid');
  const wrong = await kind.post(path, { to: 'Ann <ann@client.example>' });
  t.match(wrong, { code: 'invalid_input', message: /^to:/ });
  t.equal((await kind.post('/77/test', { to: 'ann@client.example' })).code, 'not_found');
});

test`a password that cannot be opened is asked for [POST /{id}/test #3]`(async (t, kind) => {
  const { host, path } = await hostFor(t, kind, {}, { login: 'office', password: 'hunter2' });
  const { desk } = kind.harness;
  await desk.writer.change(['settings'], { by: 0, ip: '' }, (tx) =>
    tx.patch('mail_server', '1', { password: 'sealed-under-another-key' }),
  );
  const refused = await kind.post(path, { to: 'ann@client.example' });
  t.match(refused, { code: 'invalid_input', message: /password.*enter it again/ });
  t.equal(host.received.length, 0);
  t.match(traceOf(kind).journal, [{ text: /not sent.*enter it again/ }]);
  await kind.change(1, 2, { login: '', password: '' });
  t.equal((await kind.post(path, { to: 'ann@client.example' })).code, 'ok');
});

test`every test stands in the journal [POST /{id}/test #4]`(async (t, kind) => {
  const { path } = await hostFor(t, kind, {
    onRcptTo: ({ address }, _session, callback) =>
      callback(address === 'ann@client.example' ? null : answer(550, 'no such user')),
  });
  await kind.post(path, { to: 'ann@client.example' });
  const line = { kind: 'config', login: 0, setting: 'mail_server' };
  const name = 'test of mail server server 1';
  t.same(traceOf(kind).journal, [{ ...line, text: `${name} sent to ann@client.example` }]);
  t.equal(kind.harness.log.at(-1)?.by, 1);
  await kind.post(path, { to: 'bob@client.example' });
  const text = `${name} not sent to bob@client.example: 550 no such user`;
  t.same(traceOf(kind).journal, [{ ...line, text }]);
});

test`with starttls the upgrade is required [POST #11]`(async (t, kind) => {
  const secure = await hostFor(t, kind, {}, { security: 'starttls' });
  t.equal((await kind.post(secure.path, { to: 'a@b.example' })).code, 'ok');
  t.equal(secure.host.received[0]?.secure, true);
  const plain = await hostFor(
    t,
    kind,
    { disabledCommands: ['STARTTLS'] },
    { security: 'starttls' },
  );
  t.match(await kind.post(plain.path, { to: 'a@b.example' }), { code: 'invalid_input' });
  t.equal(plain.host.received.length, 0);
});

test`a staff member cannot have the desk wait for tests alone`(async (t, kind) => {
  const { path } = await hostFor(t, kind);
  const post = new HeldPost();
  kind.harness.mail = post;
  const to = 'ann@client.example';
  const tested = Array.from({ length: 16 }, () => kind.post(path, { to }));
  const last = await post.sending(16);
  t.match(await kind.post(path, { to }), { status: 429 });
  last.end(ACCEPTED);
  t.match(await Promise.race(tested), { code: 'ok' });
  const another = kind.post(path, { to });
  await post.sending(17);
  post.close();
  t.match(await another, { code: 'invalid_input', message: /stopping/ });
});

t.test('the mark of the default goes over, or nothing is written', async (t) => {
  const { log } = await openDesk();
  const record = {
    ...{ id: 1, name: 'old', server: 'no address', security: 'tls', login: '', password: '' },
    ...{ sender_email: 'office@broker.example', sender_name: '', enabled: true, is_default: true },
    ...{ version: 1, created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' },
  };
  const change = { kind: 'mail_server', key: '1', version: 1, record };
  const [first, ...rest] = log;
  if (first === undefined) throw new Error('the demo platform is one event');
  const harness = new DeskHarness([{ ...first, changes: [...first.changes, change] }, ...rest]);
  const events = harness.log.length;
  const create = () =>
    harness.desk.handle('settings.create', {
      caller: staffCaller(),
      kind: 'mail_server',
      fields: {
        name: 'new',
        server: '127.0.0.1:25',
        sender_email: 'office@broker.example',
        is_default: true,
      },
    });
  await t.rejects(create(), /server: must be host:port/);
  t.equal(harness.log.length, events, 'nothing was done');
  t.equal([...harness.desk.records.all('mail_server')].length, 1);
});
