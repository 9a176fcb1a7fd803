// Secrets stay secret: none that the server was told lies on its disk, in its output or journal.

import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { backup } from '../../actors/commands/backup.js';
import { rotateKey } from '../../actors/commands/rotate-key.js';
import { routes } from '../../http/routes/table.js';
import { PARAM } from '../../wire/settings/connection-modules.js';
import type { RestClient } from '../support/client/rest.js';
import { SocketClient } from '../support/client/socket.js';
import { openCareful } from '../support/client/staff.js';
import { runCommand } from '../support/command.js';
import { within } from '../support/guard.js';
import { RUN } from '../support/run.js';
import { ADMIN_PASSWORD, ServerProcess } from '../support/server-process.js';

/** Fields that hold what nobody else is to know. */
const SECRET = /password|otp$|code$|token$|^params$/;

/** Which members of bodies are secret, by route. */
const secretsOf = (): string[] =>
  routes.flatMap(({ method, path, body }) => {
    const { properties = {} } = (body?.schema ?? {}) as { properties?: object };
    const names = Object.keys(properties).filter((name) => SECRET.test(name));
    return names.map((name) => `${method} ${path} ${name}`);
  });

/** What is named like a secret and is none. */
const NONE = /password_min_length|send_passwords|password_change_|zip_code|reports\/configs/;

const data = join(t.testdir({ copies: {} }), 'data');
const copy = join(t.testdirName, 'copies', 'one');
// A folder that is open to everybody, as they are made by hand.
mkdirSync(data, { mode: 0o755 });
const server = await ServerProcess.start({ data, args: ['--log-level', 'trace'] });
t.teardown(() => server.kill());

const canaries: string[] = [];
/** A password that is strong enough and stands nowhere else. */
const canary = (): string => {
  canaries.push(`Cn4ry-${canaries.length + 100}-zQ`);
  return canaries.at(-1) as string;
};
const written = new Set<string>();
const answers: string[] = [];

/** Sends a body; its secret members are noted as written, whatever is answered. */
const write = async <T>(
  client: RestClient,
  method: string,
  path: string,
  body: Readonly<Record<string, unknown>>,
  template = path,
): Promise<T> => {
  const prefix = client.audience === 'staff' ? '/admin/v1' : '/trader/v1';
  for (const name of Object.keys(body)) written.add(`${method} ${prefix}${template} ${name}`);
  const { code, data } = await client.request<T>(method, path, body);
  answers.push(`${code} ${method} ${template}`);
  return data;
};

const staff = await server.staff();
canaries.push(ADMIN_PASSWORD, staff.csrfToken);
const { rest: trader } = await server.openAccount({ deposit: '10' });
canaries.push(trader.accessToken);

/** An account of a group, with passwords of its own. */
const open = async (group: string) => {
  const [master, investor, phone] = [canary(), canary(), canary()];
  const { login } = await write<{ login: number }>(staff, 'POST', '/accounts', {
    group,
    name: 'Ada {"level":"error"}',
    master_password: master,
    investor_password: investor,
    phone_password: phone,
  });
  return { login, master, investor };
};

const signing = async (t: Test, audience: 'staff' | 'trader', login: number, password: string) => {
  const client = server.client(audience);
  const { data } = await client.signIn(login, password);
  canaries.push(...[data.access_token, data.refresh_token, data.csrf_token].filter(Boolean));
  const at = (path: string, body: Readonly<Record<string, unknown>>) =>
    write<{ secret?: string }>(client, 'POST', `/auth/${path}`, body);
  const terminal = audience === 'trader' ? 'desktop' : 'manager';
  await at('login', { login, password: canary(), otp: canary(), terminal });
  await at('refresh', { refresh_token: canary() });
  const { secret = '' } =
    (await client.post<{ secret?: string }>('/auth/otp/enrol', {})).data ?? {};
  t.match(secret, /^[A-Z2-7]{32,}$/, 'a secret for codes');
  canaries.push(secret);
  await at('otp/confirm', { code: canary() });
  await at('otp/disable', { code: canary() });
  const next = canary();
  await at('change-password', { current_password: canary(), new_password: canary() });
  if (audience === 'trader') {
    await at('api-password', { current_password: password, api_password: canary() });
  }
  await at('change-password', { current_password: password, new_password: next });
};

/** A browser and a terminal sign in, go on and open sockets: their tokens and cookies. */
const comeAndGo = async (login: number, master: string, investor: string): Promise<void> => {
  for (const [terminal, password] of [
    ['desktop', master],
    ['web', investor],
  ] as const) {
    const client = server.client('trader');
    const { data: first } = await client.signIn(login, password, terminal);
    const { data: second } = await client.refresh();
    const cookies = client.socketHeaders().cookie ?? '';
    canaries.push(
      ...[first, second].flatMap((one) => [one?.access_token ?? '', one?.refresh_token ?? '']),
      client.csrfToken,
      ...cookies.split('; ').map((pair) => pair.slice(pair.indexOf('=') + 1)),
    );
    await (await SocketClient.open(client)).close();
    await client.get(`/history/deals?symbol=${canary()}`);
  }
};

interface Held {
  readonly id: number;
  readonly version: number;
}

const token = () => [{ key: PARAM.token, value: canary() }];
/** No key in PEM: refused, with words that do not repeat it. */
const noKey = () => [{ key: PARAM.privateKey, value: canary() }];
const passwords = () => ({ password: canary(), gateway_password: canary() });
const link = { name: 'canary', server: 'lp.example:9876', enabled: false };

/** What holds the secrets of servers elsewhere: how one is made, and then changed. */
const CONNECTIONS = [
  {
    path: '/datafeeds',
    create: () => ({ ...link, module: 'dde', ...passwords(), params: token() }),
    change: () => ({ ...passwords(), params: token() }),
  },
  {
    path: '/gateways',
    create: () => ({ ...link, ...passwords() }),
    change: () => passwords(),
  },
  {
    path: '/mail-servers',
    create: () => ({
      name: 'canary',
      server: '127.0.0.1:9',
      security: 'none',
      sender_email: 'desk@broker.example',
      password: canary(),
    }),
    change: () => ({ password: canary() }),
  },
];

/** Imports accounts, from a list and from a file that is refused by its rows. */
const importing = async (by: RestClient, unconfirmed: object): Promise<void> => {
  const at = ['POST', '/accounts/import'] as const;
  const row = { group: 'demo\\standard', master_password: canary(), investor_password: canary() };
  const body = { request_id: randomUUID(), accounts: [row] };
  const asked = await write<object>(by, ...at, { ...body, ...unconfirmed });
  const given = await by.post<{ confirm_token: string; confirm_code: string }>(
    '/confirmations',
    asked,
  );
  const { confirm_token, confirm_code } = given.data;
  canaries.push(confirm_token);
  await write(by, ...at, { ...body, confirm_token, confirm_code });
  const csv = `group,master_password,investor_password\ndemo,${canary()},${canary()}-too-long\n`;
  await write(by, ...at, { request_id: randomUUID(), dry_run: true, csv });
};

/** Sends each secret that a route takes. */
const writeAll = async (t: Test): Promise<void> => {
  const client = await open('demo\\standard');
  const dealer = await open('managers\\dealers');
  await comeAndGo(client.login, client.master, client.investor);
  await write(staff, 'POST', '/staff', { login: dealer.login, rights: ['accounts.view'] });
  await signing(t, 'trader', client.login, client.master);
  await signing(t, 'staff', dealer.login, dealer.master);
  for (const kind of ['master', 'investor', 'phone', 'api']) {
    const at = `/accounts/${client.login}/password`;
    const body = { kind, password: canary() };
    await write(staff, 'POST', at, body, '/accounts/{login}/password');
    await write(staff, 'POST', `${at}/check`, body, '/accounts/{login}/password/check');
  }
  const reset = `/staff/${dealer.login}/password`;
  await write(staff, 'POST', reset, { password: canary() }, '/staff/{login}/password');
  for (const { path, create, change } of CONNECTIONS) {
    const { id = 0, version = 0 } = await write<Held>(staff, 'POST', path, create());
    await write<Held>(staff, 'PATCH', `${path}/${id}`, { version, ...change() }, `${path}/{id}`);
  }
  const form = { type: 'demo', name: 'Ada Example', email: 'ada@client.example' };
  const people = server.client('trader');
  await write(people, 'POST', '/register', { ...form, password: canary() });
  await write(people, 'POST', '/register', { ...form, password: canary(), code: canary() });
  const refused = answers.filter((answer) => !/^(ok|auth\.\w+) /.test(answer));
  t.same(refused, [], 'but for guesses at passwords and codes everything was taken');
  await write(staff, 'POST', '/gateways', { ...link, params: noKey() });
  const [gateway] = (await staff.get<Held[]>('/gateways')).data;
  const wrong = { version: gateway?.version, params: noKey() };
  await write(staff, 'PATCH', `/gateways/${gateway?.id}`, wrong, '/gateways/{id}');
  const { login, password } = await openCareful(staff);
  const careful = server.client('staff');
  await careful.signIn(login, password);
  const unconfirmed = () => ({ confirm_token: canary(), confirm_code: canary() });
  const quote = { symbol: 'EURUSD', bid: '1.1', ask: '1.1' };
  await write(careful, 'POST', '/quotes', { ...quote, ...unconfirmed() });
  const clock = { version: 1, utc_offset_min: 60, ...unconfirmed() };
  await write(careful, 'PATCH', '/platform/settings', clock);
  await write(careful, 'POST', '/platform/mode', { mode: 'closed', ...unconfirmed() });
  const edit = { version: 1, spread: 2, ...unconfirmed() };
  await write(careful, 'PATCH', '/symbols/1/quick', edit, '/symbols/{id}/quick');
  await write(careful, 'PATCH', '/symbols/1', { ...edit, ...unconfirmed() }, '/symbols/{id}');
  const terms = { version: 1, interest_rate: '0', ...unconfirmed() };
  await write(careful, 'PATCH', '/groups/1', terms, '/groups/{id}');
  for (const [path, module] of [
    ['/datafeeds', { module: 'dde' }],
    ['/gateways', {}],
  ] as const) {
    const made = { ...link, ...module, translates: [], ...unconfirmed() };
    await write(careful, 'POST', path, made);
    const changed = { version: 1, translates: [], ...unconfirmed() };
    await write(careful, 'PATCH', `${path}/1`, changed, `${path}/{id}`);
    await write(careful, 'PUT', `${path}/order`, { ids: [], ...unconfirmed() });
  }
  const keys = { kind: 'symbols', keys: ['None'], dry_run: false, ...unconfirmed() };
  await write(careful, 'POST', '/config/transfer/delete', keys);
  await write(careful, 'DELETE', '/symbols/1', unconfirmed(), '/symbols/{id}');
  const closing = { close_positions: true, symbol: 'EURUSD', ...unconfirmed() };
  await write(careful, 'POST', '/positions/bulk-close', closing);
  const booking = { order_id: 1, execution_id: '7', action: 'book', ...unconfirmed() };
  const held = '/accounts/{login}/held-fills';
  await write(careful, 'POST', held.replace('{login}', '1001'), booking, held);
  const paying = { request_id: randomUUID(), action: 'balance', amount: '1', ...unconfirmed() };
  await write(careful, 'POST', '/accounts/1001/balance', paying, '/accounts/{login}/balance');
  const correcting = { price_open: '1', ...unconfirmed() };
  await write(careful, 'PATCH', '/positions/1', correcting, '/positions/{id}');
  await write(careful, 'POST', '/deals/1/bust', unconfirmed(), '/deals/{id}/bust');
  const changing = { logins: [1001], leverage: 100, ...unconfirmed() };
  await write(careful, 'POST', '/accounts/bulk-change', changing);
  for (const path of ['/positions/payments', '/accounts/bulk-balance']) {
    await write(careful, 'POST', path, { items: [], ...unconfirmed() });
  }
  const gift = { request_id: randomUUID(), group: '*', action: 'bonus', amount: '1' };
  await write(careful, 'POST', '/accounts/group-balance', { ...gift, ...unconfirmed() });
  await importing(careful, unconfirmed());
  const accounts = `/gateways/${gateway?.id}/import-accounts`;
  const opening = { group: 'demo\\standard', ...unconfirmed() };
  await write(careful, 'POST', accounts, opening, '/gateways/{id}/import-accounts');
  const missing = secretsOf().filter((name) => !written.has(name) && !NONE.test(name));
  t.same(missing, [], 'every route that takes a secret was given one');
  const wish = { action: 'positions.close', digest: '0'.repeat(64) };
  const { data: confirmation } = await careful.post<{ confirm_token: string } | null>(
    '/confirmations',
    wish,
  );
  canaries.push(confirmation?.confirm_token ?? '');
  await careful.post('/auth/logout', undefined);
};

const journal = async (): Promise<string[]> => {
  const lines: string[] = [];
  for (let page = 1; lines.length < page * 1000 && page < 3; page += 1) {
    const { data } = await staff.get<{ items: unknown[] }>(`/journal?limit=1000&page=${page}`);
    lines.push(...data.items.map((line) => JSON.stringify(line)));
  }
  return lines;
};

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());

t.test('Secrets that were sent to a server', async (t) => {
  await writeAll(t);
  const lines = await journal();
  t.ok(lines.length > 10, `${lines.length} lines`);
  t.match(await backup(data, copy), { ok: true });
  await server.stop();
  const secrets = [...new Set(canaries)].filter((one) => one.length > 8);
  t.ok(secrets.length > 40, `${secrets.length} secrets`);
  const found = (text: string | Buffer) => secrets.filter((secret) => text.includes(secret));
  const announced = (line: string): boolean => line.includes('demo platform created');
  const output = server.output().split('\n');
  const log = output.filter((line) => !announced(line)).join('\n');
  const files = [...filesIn(data), ...filesIn(copy)];

  await t.test('No secret that is written comes back in another way', async (t) => {
    t.same(found(lines.join('\n')), [], 'the journal');
    t.same(found(log), [], 'the output');
    t.same(server.noise, [], 'every line of the log is JSON of its own');
  });

  await t.test('No password or token lies in the data folder, backup or log', async (t) => {
    const texts = files.map((path) => readFileSync(path));
    for (const plain of ['desk@broker.example', 'Ada {']) {
      const isThere = texts.some((text) => text.includes(plain));
      t.ok(isThere, 'what is no secret is found');
    }
    for (const [at, path] of files.entries()) {
      t.equal(statSync(path).mode & 0o077, 0, `${path} is its owner's alone`);
      t.same(found(texts[at] as Buffer), [], path.slice(path.lastIndexOf('/') + 1));
    }
  });
});

const NEEDED = /older key is still needed: \d+ records .*mail_server 1.* \d+ sessions/;

t.test('a server gets a new key and gives up the old one, killed at every step', async (t) => {
  const retire = () => rotateKey(data, '', true);
  const killedAt = (point: string) =>
    runCommand(['rotate-key', '--data', data], { BROKERD_KILLPOINT: point });
  const keys = () => readFileSync(join(data, 'key'), 'utf8').trim().split('\n');
  const renewing = async (point: string) => {
    const one = ServerProcess.launch({ data, env: { BROKERD_KILLPOINT: point } });
    t.equal((await within(one.ended, `kill at ${point}`)).signal, 'SIGKILL');
  };
  const printed: string[] = [];
  const start = async (): Promise<ServerProcess> => {
    const one = await ServerProcess.start({ data });
    t.teardown(() => one.kill());
    for (const client of [staff, trader]) client.url = one.url('');
    return one;
  };
  const [old] = keys();
  t.match(await retire(), { message: /there is one key/ });

  t.not((await killedAt('key.rotated:1')).code, 0);
  t.same(keys(), [old], 'killed before, it is the old one');
  t.not((await killedAt('key.rotated:2')).code, 0);
  t.match(keys(), [/^[0-9a-f]{16} [0-9a-f]{64}$/, old], 'killed after, both are there');
  const both = keys().map((line) => line.slice(-64));

  if (RUN !== 'test') await renewing('desk.renewed:1');
  const needed = await retire();
  t.match(needed, { message: NEEDED });
  // Each kind is a part of the work, and there is a point behind the last.
  const names = /\((.*?)\)/.exec(needed.ok ? '' : needed.message)?.[1] ?? '';
  const kinds = new Set(names.split(', ').map((name) => name.split(' ')[0]));
  await renewing(`desk.renewed:${kinds.size + 1}`);
  t.match(await retire(), { message: /still needed: \d+ sessions began with it/ });

  const second = await start();
  t.equal((await trader.get('/auth/me')).status, 200, 'sessions go on');
  t.equal((await trader.refresh()).code, 'ok');
  const posted = await staff.post('/mail-servers/1/test', { to: 'a@broker.example' });
  t.equal(posted.code, 'invalid_input', 'with their csrf tokens');
  const running = await runCommand(['rotate-key', '--data', data]);
  t.equal(running.code, 1, 'it gets none while it runs');
  await second.stop();

  t.match(await retire(), { message: /still needed: 1 sessions .*--end-sessions ends them/ });
  const ending = ['--retire', '--end-sessions'];
  const retired = await runCommand(['rotate-key', '--data', data, ...ending]);
  const gone = { kept: [], retired: [old?.slice(0, 16)], sessions_ended: 1 };
  t.match(retired, { code: 0, record: gone });
  t.equal(keys().length, 1);
  t.not(keys()[0], old);
  const third = await start();
  t.equal((await trader.get('/auth/me')).status, 200);
  t.equal((await staff.get('/auth/me')).status, 401, 'a session of the older key has ended');
  await staff.signIn(1, ADMIN_PASSWORD);
  const { message } = await staff.post('/mail-servers/1/test', { to: 'a@broker.example' });
  t.match(message, /ECONNREFUSED|connect/, 'the password opens: it is tried to connect');
  await third.stop();
  printed.push(running.stderr, retired.stdout, second.output(), third.output());
  const shown = both.filter((key) => printed.some((text) => text.includes(key)));
  t.same(shown, [], 'no key is printed');
});
