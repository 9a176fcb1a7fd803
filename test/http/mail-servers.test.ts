// Mail servers over REST: the rules of the family, and tests through real servers.

import t, { type Test } from 'tap';
import { OUTBOX_LOCK } from '../../actors/mail/outbox.js';
import { MailTransport } from '../../actors/mail/transport.js';
import type { MailServerRecord } from '../../wire/mail.js';
import { ACCEPTED, HeldPost } from '../mail/post.js';
import { answer, certificate, type MailHost, openMailHost } from '../mail/servers.js';
import { type Family, type Kind, openKind, settingLaws, traceOf } from './setting-laws.js';

const FAMILY: Family = {
  path: 'mail-servers',
  body: (n) => ({
    name: `server ${n}`,
    server: 'mail.broker.example:587',
    sender_email: 'office@broker.example',
  }),
  change: { sender_name: 'Example Broker', login: 'office' },
  readOnly: ['id', 'stats', 'has_password', 'created_at', 'updated_at'],
  broken: [{ server: 'mail.broker.example:65536' }, 'server'],
  required: ['name', 'server', 'sender_email'],
};

settingLaws(FAMILY, {
  create: { required: 1, unknown: 7, told: 8 },
  read: { missing: 2 },
  patch: { version: 1, rules: 2, same: 3, readOnly: 4, told: 5 },
  remove: { gone: 1, told: 2 },
});

type Shown = Omit<MailServerRecord, 'password'> & {
  readonly version: number;
  readonly stats: { readonly queued: number };
};

const listed = async (kind: Kind) => (await kind.ask('GET', '')).data as Shown[];
const shown = async (kind: Kind, id: number) =>
  (await kind.ask('GET', `/${id}`)).data as Shown & { readonly has_password: boolean };
const recordOf = ({ http }: Kind, id: number) =>
  http.harness.desk.records.get('mail_server', String(id))?.record;

const NO_STATS = { sent: 0, errors: 0, queued: 0, avg_send_seconds: 0 };

t.test('servers are listed by name with stats [GET /admin/v1/mail-servers #1]', async (t) => {
  const kind = await openKind(t, FAMILY);
  for (const name of ['beta', 'Gamma', 'alpha']) await kind.create({ name });
  t.match(await listed(kind), [
    { name: 'alpha', stats: NO_STATS },
    { name: 'beta', stats: NO_STATS },
    { name: 'Gamma', stats: NO_STATS },
  ]);
});

t.test('what is left out is set, enabled [POST /admin/v1/mail-servers #6]', async (t) => {
  const kind = await openKind(t, FAMILY);
  const { data } = await kind.ask('POST', '', FAMILY.body(1));
  const at = new Date(kind.http.harness.log.at(-1)?.time ?? 0).toISOString();
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

t.test('a password is kept sealed and never shown [POST /admin/v1/mail-servers #2]', async (t) => {
  const kind = await openKind(t, FAMILY);
  const created = await kind.create({ password: 'hunter2' });
  t.notOk('password' in created);
  t.match(created, { has_password: true });
  t.notMatch(JSON.stringify(kind.http.harness.log), 'hunter2', 'nor is it in the log');
  t.match(recordOf(kind, created.id)?.password, /^[0-9a-f]{16}\.[\w-]{40,}$/);
});

t.test(
  'none shows a password [GET /admin/v1/mail-servers #2] [GET /admin/v1/mail-servers/{id} #1]',
  async (t) => {
    const kind = await openKind(t, FAMILY);
    const { id } = await kind.create({ password: 'hunter2' });
    const without = await kind.create();
    for (const server of [...(await listed(kind)), await shown(kind, id)]) {
      t.notOk('password' in server);
    }
    t.equal((await shown(kind, id)).has_password, true);
    t.equal((await shown(kind, without.id)).has_password, false);
  },
);

t.test('a new default takes the mark [POST /admin/v1/mail-servers #3]', async (t) => {
  const kind = await openKind(t, FAMILY);
  const first = await kind.create({ is_default: true });
  const before = traceOf(kind).events;
  const second = await kind.create({ is_default: true });
  t.equal(traceOf(kind).events, before + 1, 'in one event');
  t.match(await listed(kind), [
    { id: first.id, is_default: false, version: 2 },
    { id: second.id, is_default: true, version: 1 },
  ]);
  t.same(
    traceOf(kind).journal.map(({ text }) => text),
    ['mail server server 2 created', 'mail server server 1 changed: is_default'],
  );
  await kind.ask('PATCH', `/${first.id}`, { version: 2, is_default: true });
  t.same(
    (await listed(kind)).map((one) => one.is_default),
    [true, false],
  );
  const mail = { server_id: null, to: 'ann@client.example', subject: 'x', text: '' };
  const { desk, posted } = kind.http.harness;
  desk.outbox.start();
  await desk.writer.change([OUTBOX_LOCK], { by: 0, ip: '' }, (draft, now) =>
    desk.outbox.add(draft, [mail], now),
  );
  t.equal(posted.length, 1, 'and e-mails go out there');
});

t.test('security is one of three [POST /admin/v1/mail-servers #4]', async (t) => {
  const kind = await openKind(t, FAMILY);
  for (const security of ['none', 'starttls', 'tls']) {
    t.match(await kind.create({ security }), { security });
  }
  const refused = await kind.ask('POST', '', { ...FAMILY.body(9), security: 'ssl' });
  t.match(refused, { code: 'invalid_input', message: /^security:/ });
});

t.test('names are unique [POST /admin/v1/mail-servers #5]', async (t) => {
  const kind = await openKind(t, FAMILY);
  await kind.create({ name: 'Office' });
  const { id } = await kind.create();
  const taken = await kind.ask('POST', '', { ...FAMILY.body(3), name: 'office' });
  t.match(taken, { status: 409, code: 'conflict', message: /name/ });
  t.equal((await kind.ask('PATCH', `/${id}`, { version: 1, name: 'OFFICE' })).code, 'conflict');
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
  t.test(`the forms of ${names} [POST /admin/v1/mail-servers #${rule}]`, async (t) => {
    const kind = await openKind(t, FAMILY);
    for (const [field, good, bad] of fields) {
      for (const value of good) await kind.create({ [field]: value });
      for (const value of bad) {
        const refused = await kind.ask('POST', '', { ...FAMILY.body(99), [field]: value });
        t.match(refused, { code: 'invalid_input', message: new RegExp(`^${field}:`) }, `${value}`);
      }
    }
  });
}

t.test('what the server sets is refused [PATCH /admin/v1/mail-servers/{id} #6]', async (t) => {
  const kind = await openKind(t, FAMILY);
  const { id } = await kind.create();
  const { has_password, created_at, updated_at } = (await shown(kind, id)) as Shown & {
    has_password: boolean;
    created_at: string;
    updated_at: string;
  };
  for (const [field, value] of Object.entries({ id, has_password, created_at, updated_at })) {
    const refused = await kind.ask('PATCH', `/${id}`, { version: 1, [field]: value });
    t.match(refused, { status: 400, code: 'invalid_input', message: new RegExp(field) });
  }
});

t.test('a password is kept or removed [PATCH /admin/v1/mail-servers/{id} #7]', async (t) => {
  const kind = await openKind(t, FAMILY);
  const { id } = await kind.create({ password: 'hunter2' });
  const sealed = recordOf(kind, id)?.password;
  await kind.ask('PATCH', `/${id}`, { version: 1, login: 'office' });
  t.equal(recordOf(kind, id)?.password, sealed, 'left out it stays');
  const same = await kind.ask('PATCH', `/${id}`, { version: 2, password: 'hunter2' });
  t.match(same.data, { version: 2 }, 'the same one is no change');
  const removed = await kind.ask('PATCH', `/${id}`, { version: 2, password: '' });
  t.match(removed.data, { version: 3, has_password: false });
  t.equal(recordOf(kind, id)?.password, '');
});

t.test('the journal names what changed [PATCH /admin/v1/mail-servers/{id} #8]', async (t) => {
  const kind = await openKind(t, FAMILY);
  const { id } = await kind.create();
  const fields = { server: 'other.example:25', password: 'hunter2', sender_name: '' };
  await kind.ask('PATCH', `/${id}`, { version: 1, ...fields });
  const text = 'mail server server 1 changed: server, password';
  t.match(traceOf(kind).journal, [{ kind: 'config', text }]);
});

/** Queues e-mails for servers; null = the default one. */
const queue = async ({ http: { harness } }: Kind, servers: readonly (number | null)[]) => {
  const mail = { to: 'ann@client.example', subject: 'x', text: '' };
  const emails = servers.map((server_id) => ({ ...mail, server_id }));
  await harness.desk.writer.change([OUTBOX_LOCK], { by: 0, ip: '' }, (draft, now) =>
    harness.desk.outbox.add(draft, emails, now),
  );
};

t.test(
  'e-mails without a server count for the enabled default [GET /admin/v1/mail-servers #3]',
  async (t) => {
    const kind = await openKind(t, FAMILY);
    const { id } = await kind.create({ name: 'a', is_default: true });
    const other = await kind.create({ name: 'b' });
    await queue(kind, [id, null, null, other.id]);
    const queued = async () => (await listed(kind)).map(({ stats }) => stats.queued);
    t.same(await queued(), [3, 1]);
    await kind.ask('PATCH', `/${other.id}`, { version: 1, is_default: true });
    t.same(await queued(), [1, 3]);
    await kind.ask('PATCH', `/${other.id}`, { version: 2, enabled: false });
    t.same(await queued(), [1, 1], 'a disabled one has only its own');
  },
);

t.test('stats tell what was sent, given up and how long it took', async (t) => {
  const kind = await openKind(t, FAMILY);
  const { harness } = kind.http;
  const { id } = await kind.create({ is_default: true });
  harness.mail = {
    send: async (_route, { to }) => {
      if (to !== 'ann@client.example') return { kind: 'failed', error: '550 unknown', final: true };
      harness.now += 1500;
      return { kind: 'accepted' };
    },
    close: () => {},
  };
  const emails = ['ann@client.example', 'bob@client.example'].map((to) => ({
    server_id: null,
    to,
    subject: 'x',
    text: '',
  }));
  const concluded = new Promise<void>((resolve) => {
    harness.onTold = () => {
      if (harness.desk.outbox.waiting === 0) resolve();
    };
  });
  harness.desk.outbox.start();
  await harness.desk.writer.change([OUTBOX_LOCK], { by: 0, ip: '' }, (draft, now) =>
    harness.desk.outbox.add(draft, emails, now),
  );
  await concluded;
  const { stats } = await shown(kind, id);
  t.same(stats, { sent: 1, errors: 1, queued: 0, avg_send_seconds: 1.5 });
  await kind.ask('DELETE', `/${id}`);
  t.equal(harness.desk.records.get('mail_stats', String(id)), undefined, 'they go with the server');
});

/** A kind whose e-mails go to a real server, and a record of that. */
const withHost = async (
  t: Test,
  options: Parameters<typeof openMailHost>[0] = {},
  fields: Readonly<Record<string, unknown>> = {},
): Promise<{ kind: Kind; host: MailHost; path: string }> => {
  const kind = await openKind(t, FAMILY);
  const host = await openMailHost(options);
  t.teardown(() => host.close());
  kind.http.harness.mail = new MailTransport({ ca: certificate.cert });
  const server = `localhost:${host.port}`;
  const { id } = await kind.create({ server, security: 'none', ...fields });
  return { kind, host, path: `/${id}/test` };
};

t.test(
  'a test is sent at once, by a disabled one too [POST /admin/v1/mail-servers/{id}/test #1]',
  async (t) => {
    const { kind, host, path } = await withHost(t, {}, { enabled: false, sender_name: 'Office' });
    const { status, data } = await kind.ask('POST', path, { to: 'ann@client.example' });
    t.equal(status, 200);
    t.equal(data, null);
    t.equal(host.received.length, 1, 'the server has it when the answer comes');
    t.match(host.received[0]?.to, ['ann@client.example']);
    t.equal(host.received[0]?.headers.get('from'), 'Office <office@broker.example>');
    t.match(await shown(kind, 1), { stats: NO_STATS }, 'it does not count');
  },
);

t.test(
  'a failure carries the first line of the server [POST /admin/v1/mail-servers/{id}/test #2]',
  async (t) => {
    const { kind, path } = await withHost(
      t,
      {
        authOptional: false,
        onAuth: (_auth, _session, callback) =>
          callback(answer(535, '5.7.8 Authentication credentials invalid')),
      },
      { login: 'office', password: 'hunter2' },
    );
    const refused = await kind.ask('POST', path, { to: 'ann@client.example' });
    t.match(refused, { status: 400, code: 'invalid_input' });
    t.equal(refused.message, '535 5.7.8 Authentication credentials invalid');
    const wrong = await kind.ask('POST', path, { to: 'Ann <ann@client.example>' });
    t.match(wrong, { code: 'invalid_input', message: /^to:/ });
    t.equal((await kind.ask('POST', '/77/test', { to: 'ann@client.example' })).code, 'not_found');
  },
);

t.test(
  'a password that cannot be opened is asked for [POST /admin/v1/mail-servers/{id}/test #3]',
  async (t) => {
    const { kind, host, path } = await withHost(t, {}, { login: 'office', password: 'hunter2' });
    const { desk } = kind.http.harness;
    await desk.writer.change(['settings'], { by: 0, ip: '' }, (draft) =>
      draft.patch('mail_server', '1', { password: 'sealed-under-another-key' }),
    );
    const refused = await kind.ask('POST', path, { to: 'ann@client.example' });
    t.match(refused, { code: 'invalid_input', message: /password.*enter it again/ });
    t.equal(host.received.length, 0);
    t.match(traceOf(kind).journal, [{ text: /not sent.*enter it again/ }]);
    await kind.ask('PATCH', '/1', { version: 2, login: '', password: '' });
    t.equal((await kind.ask('POST', path, { to: 'ann@client.example' })).code, 'ok');
  },
);

t.test('every test stands in the journal [POST /admin/v1/mail-servers/{id}/test #4]', async (t) => {
  const { kind, path } = await withHost(t, {
    onRcptTo: ({ address }, _session, callback) =>
      callback(address === 'ann@client.example' ? null : answer(550, 'no such user')),
  });
  await kind.ask('POST', path, { to: 'ann@client.example' });
  const line = { kind: 'config', login: 0, setting: 'mail_server' };
  const name = 'test of mail server server 1';
  t.same(traceOf(kind).journal, [{ ...line, text: `${name} sent to ann@client.example` }]);
  t.equal(kind.http.harness.log.at(-1)?.by, 1);
  await kind.ask('POST', path, { to: 'bob@client.example' });
  const text = `${name} not sent to bob@client.example: 550 no such user`;
  t.same(traceOf(kind).journal, [{ ...line, text }]);
});

t.test('with starttls the upgrade is required [POST /admin/v1/mail-servers #11]', async (t) => {
  const secure = await withHost(t, {}, { security: 'starttls' });
  t.equal((await secure.kind.ask('POST', secure.path, { to: 'a@b.example' })).code, 'ok');
  t.equal(secure.host.received[0]?.secure, true);
  const plain = await withHost(t, { disabledCommands: ['STARTTLS'] }, { security: 'starttls' });
  const refused = await plain.kind.ask('POST', plain.path, { to: 'a@b.example' });
  t.match(refused, { status: 400, code: 'invalid_input' });
  t.equal(plain.host.received.length, 0);
});

t.test('a staff member cannot have the desk wait for tests alone', async (t) => {
  const { kind, path } = await withHost(t);
  const post = new HeldPost();
  kind.http.harness.mail = post;
  const to = 'ann@client.example';
  const tested = Array.from({ length: 16 }, () => kind.ask('POST', path, { to }));
  const last = await post.sending(16);
  t.match(await kind.ask('POST', path, { to }), { status: 429 });
  last.end(ACCEPTED);
  t.match(await Promise.race(tested), { code: 'ok' });
  const another = kind.ask('POST', path, { to });
  await post.sending(17);
  post.close();
  t.match(await another, { code: 'invalid_input', message: /stopping/ });
});

t.test('mail servers need their right', async (t) => {
  const kind = await openKind(t, FAMILY);
  const login = await kind.http.hire({ rights: ['config.holidays'] });
  const other = await kind.http.signedIn('staff', { login, password: 'Master-1x' });
  t.equal((await other.ask('GET', '/mail-servers')).code, 'forbidden');
  t.equal((await other.ask('POST', '/mail-servers/1/test', { body: {} })).code, 'forbidden');
});
