// Secrets that are written: none comes back by the journal, the log, the database or the output.

import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { routes } from '../../http/routes/table.js';
import { PARAM } from '../../wire/connection-modules.js';
import { RestClient } from '../support/client/rest.js';
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
const NONE = /password_min_length|password_change_|zip_code|reports\/configs/;

const server = await (async () => {
  const data = join(t.testdir(), 'data');
  mkdirSync(data);
  return ServerProcess.start({ data, args: ['--log-level', 'trace'] });
})();
t.teardown(() => server.stop());

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

const staff = new RestClient(server.url(''), 'staff');
await staff.signIn(1, ADMIN_PASSWORD);

/** An account of a group, with passwords of its own. */
const open = async (group: string) => {
  const [master, investor, phone] = [canary(), canary(), canary()];
  const { login } = await write<{ login: number }>(staff, 'POST', '/accounts', {
    group,
    master_password: master,
    investor_password: investor,
    phone_password: phone,
  });
  return { login, master };
};

const signing = async (t: Test, audience: 'staff' | 'trader', login: number, password: string) => {
  const client = new RestClient(server.url(''), audience);
  const { data } = await client.signIn(login, password);
  canaries.push(...[data.access_token, data.refresh_token, data.csrf_token].filter(Boolean));
  const at = (path: string, body: Readonly<Record<string, unknown>>) =>
    write<{ secret?: string }>(client, 'POST', `/auth/${path}`, body);
  await at('login', { login, password: canary(), otp: canary() });
  await at('refresh', { refresh_token: canary() });
  const { secret = '' } =
    (await client.post<{ secret?: string }>('/auth/otp/enrol', {})).data ?? {};
  t.match(secret, /^[A-Z2-7]{32,}$/, 'a secret for codes');
  canaries.push(secret);
  await at('otp/confirm', { code: canary() });
  await at('otp/disable', { code: canary() });
  const next = canary();
  await at('change-password', { current_password: canary(), new_password: canary() });
  await at('change-password', { current_password: password, new_password: next });
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
      server: 'mail.example:25',
      sender_email: 'desk@broker.example',
      password: canary(),
    }),
    change: () => ({ password: canary() }),
  },
];

t.test('No secret that is written comes back in another way', async (t) => {
  const trader = await open('demo\\standard');
  const dealer = await open('managers\\dealers');
  await write(staff, 'POST', '/staff', { login: dealer.login, rights: ['accounts.view'] });
  await signing(t, 'trader', trader.login, trader.master);
  await signing(t, 'staff', dealer.login, dealer.master);
  for (const kind of ['master', 'investor', 'phone', 'api']) {
    const at = `/accounts/${trader.login}/password`;
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
  const refused = answers.filter((answer) => !/^(ok|auth\.\w+) /.test(answer));
  t.same(refused, [], 'but for guesses at passwords and codes everything was taken');
  await write(staff, 'POST', '/gateways', { ...link, params: noKey() });
  const [gateway] = (await staff.get<Held[]>('/gateways')).data;
  const wrong = { version: gateway?.version, params: noKey() };
  await write(staff, 'PATCH', `/gateways/${gateway?.id}`, wrong, '/gateways/{id}');
  const missing = secretsOf().filter((name) => !written.has(name) && !NONE.test(name));
  t.same(missing, [], 'every route that takes a secret was given one');

  const confirmation = await staff.post<{ confirm_token: string } | null>('/confirmations', {
    action: 'positions.close',
    digest: '0'.repeat(64),
  });
  canaries.push(confirmation.data?.confirm_token ?? '');
  const lines: string[] = [];
  for (let page = 1; lines.length < page * 1000 && page < 3; page += 1) {
    const { data } = await staff.get<{ items: unknown[] }>(`/journal?limit=1000&page=${page}`);
    lines.push(...data.items.map((line) => JSON.stringify(line)));
  }
  t.ok(lines.length > 10, `${lines.length} lines`);
  await server.stop();
  const secrets = canaries.filter((one) => one.length > 8);
  t.ok(secrets.length > 40, `${secrets.length} secrets`);
  const places = new Map<string, string>([
    ['the journal', lines.join('\n')],
    ['the output', server.output()],
  ]);
  for (const name of readdirSync(server.data, { recursive: true, encoding: 'utf8' })) {
    const path = join(server.data, name);
    if (statSync(path).isFile()) places.set(name, readFileSync(path, 'latin1'));
  }
  const found = [...places.values()].filter((text) => text.includes('desk@broker.example'));
  t.ok(found.length > 0, 'what is no secret is found');
  for (const [place, text] of places) {
    t.same(
      secrets.filter((secret) => text.includes(secret)),
      [],
      place,
    );
  }
});
