// The examples of the description are requests that a server carries out, and its answers have the
// form that the description says.

import { randomUUID } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import t from 'tap';
import WebSocket from 'ws';
import { DEALER_ACTIONS } from '../../../wire/trading/commands.js';
import { openMailHost } from '../../actors/desk/mail/servers.js';
import { codeAt } from '../../support/authenticator.js';
import type { RestClient } from '../../support/client/rest.js';
import { SocketClient } from '../../support/client/socket.js';
import { now } from '../../support/clock.js';
import { answerQuotes, FeedProvider, feedBody } from '../../support/feed-provider.js';
import { until, within } from '../../support/guard.js';
import { ADMIN_PASSWORD, ServerProcess, TRADER_PASSWORD } from '../../support/server-process.js';
import type { ApiDocument, DocumentOperation } from './document.js';

const server = await ServerProcess.start({ prices: 'demo' });
t.teardown(() => server.stop());
const mail = await openMailHost();
t.teardown(() => mail.close());

const answer = await fetch(server.url('/openapi.json'));
const document = (await answer.json()) as ApiDocument;
const ajv = new Ajv2020({ strict: false, validateFormats: false, code: { optimize: false } });
ajv.addSchema(document, 'api');

/** An operation with its place, and what its example sends. */
interface Example {
  readonly name: string;
  readonly method: string;
  readonly audience: RestClient['audience'];
  /** Below the prefix of the audience, the parameters of the example in it. */
  readonly path: string;
  readonly body: unknown;
  /** Is its body a form with a file? */
  readonly isUpload: boolean;
  /** Is its answer a file without an envelope? */
  readonly isFile: boolean;
  readonly pointer: string;
}

const exampleOf = (path: string, method: string, operation: DocumentOperation): Example => {
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, in: place, example } of operation.parameters ?? []) {
    if (example === undefined) continue;
    if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(example));
    else if (place === 'query') query.set(name, String(example));
  }
  const [, prefix = '', below = ''] = /^\/(admin|trader)\/v1(.*)$/.exec(filled) ?? [];
  const escaped = path.replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D');
  const answers = `api#/paths/${escaped}/${method}/responses`;
  const [type = ''] = Object.keys(operation.responses[200]?.content ?? { 'application/json': {} });
  return {
    name: operation.operationId,
    method: method.toUpperCase(),
    audience: prefix === 'admin' ? 'staff' : 'trader',
    path: query.size === 0 ? below : `${below}?${query}`,
    body: operation.requestBody?.content['application/json']?.example,
    isUpload: operation.requestBody?.content['multipart/form-data'] !== undefined,
    isFile: type !== 'application/json',
    pointer: `${answers}/200/content/${type.replace('/', '~1')}/schema`,
  };
};

const staff = await server.signInStaff();
const trader = server.client('trader');
await trader.signIn(1001, TRADER_PASSWORD);

/** Sessions of their own, which an example may end or restrict. */
const alone = async (audience: RestClient['audience']): Promise<RestClient> => {
  const client = server.client(audience);
  if (audience === 'staff') await client.signIn(1, ADMIN_PASSWORD);
  else await client.signIn(1001, TRADER_PASSWORD);
  return client;
};

const made = async (path: string, body: unknown): Promise<void> => {
  const done = await staff.post(path, body);
  if (!done.success) throw new Error(`${path}: ${done.message}`);
};

/** What the example stands for that no document can know: tokens, codes, ids of sessions. */
type Known = { client?: RestClient; path?: string; body?: Readonly<Record<string, unknown>> };

const codes: Record<string, { client: RestClient; secret: string }> = {};

const code = (audience: string, steps: number): Known => {
  const { client, secret } = codes[audience] as { client: RestClient; secret: string };
  return { client, body: { code: codeAt(secret, now() + steps * 30_000) } };
};

/** An account that a step is for, after the steps before it. */
const opened = async (step: string, ...before: readonly string[]): Promise<Known> => {
  const passwords = { master_password: 'Client-pass1', investor_password: 'Reader-pass1' };
  const { data } = await staff.post<{ login: number }>('/accounts', {
    group: 'demo\\standard',
    ...passwords,
  });
  const path = `/accounts/${data.login}`;
  for (const one of before) await made(`${path}/${one}`, undefined);
  return { path: step === '' ? path : `${path}/${step}` };
};

/** A client, and an account that is linked to it, or is to be. */
const client = async (below: string, isLinked = false): Promise<Known> => {
  const { data } = await staff.post<{ id: number }>('/clients', { kind: 'person' });
  const path = `/clients/${data.id}${below}`;
  if (below === '') return { path };
  const account = (await opened('')).path?.split('/').at(-1);
  if (isLinked) await staff.request('PUT', `${path}/${account}`);
  return { path: `${path}/${account}` };
};

/** Opens a session of the login that the examples kick, whichever example opened its account. */
const signedIn1002 = async (): Promise<void> => {
  await made('/accounts/1002/password', { kind: 'master', password: 'Kicked-pass1' });
  await server.client('trader').signIn(1002, 'Kicked-pass1');
};

/** An application that was just sent in. */
const applied = async (below: string): Promise<Known> => {
  const form = { type: 'real', name: 'Ada Example', email: `${randomUUID()}@example.com` };
  const sent = await trader.post('/register', form);
  if (!sent.success) throw new Error(sent.message);
  const received = '/applications?status=received';
  let id: number | undefined;
  await until('the application is listed', async () => {
    id = (await staff.get<{ items: { id: number }[] }>(received)).data.items[0]?.id;
    return id !== undefined;
  });
  return { path: `/applications/${id}${below}` };
};

/** The trader buys. */
const bought = async (): Promise<{ position_id: number; deal_ids: number[] }> => {
  const order = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10' };
  return (await trader.post<never>('/trades', { request_id: randomUUID(), ...order })).data;
};

/** A position that the database shows. */
const openedPosition = async (): Promise<Known> => {
  const path = `/positions/${(await bought()).position_id}`;
  // The database follows execution by up to half a second.
  await until('the position is shown', async () => (await staff.request('GET', path)).success);
  return { path };
};

const provider = await FeedProvider.open({ answer: answerQuotes });
t.teardown(() => provider.close());

/** The datafeed that an example made, connected to a provider, which has no prices for it. */
const offering = async (below: string): Promise<Known> => {
  const { data } = await staff.get<{ version: number }>('/datafeeds/2');
  const live = { enabled: true, password: '', quotes_enabled: false };
  await staff.request(
    'PATCH',
    '/datafeeds/2',
    feedBody(provider, { version: data.version, ...live }),
  );
  await until('the datafeed is on line', async () => {
    const { data: all } =
      await staff.get<{ datafeed_id: number; state: string }[]>('/datafeeds/statuses');
    return all.some((one) => one.datafeed_id === 2 && one.state === 'online');
  });
  return { path: `/datafeeds/2/${below}` };
};

let atDesk: Promise<unknown> | undefined;

/** The staff is at the dealing desk, and gold is decided there. */
const goToDesk = async (): Promise<void> => {
  const conditions = [{ field: 'symbol', op: 'eq', value: 'XAUUSD' }];
  await made('/routing', { name: 'Gold', position: 1, action: 'online_dealers', conditions });
  const socket = await SocketClient.signIn(staff);
  await socket.request('subscribe', { channel: 'dealing' });
};

/** A request that waits for dealers; taken, unless it is to be taken. */
const waiting = async (action: string): Promise<Known> => {
  atDesk ??= goToDesk();
  await atDesk;
  // A request for a price is answered by quotes in every execution mode.
  const kind = action === 'requote' ? 'price' : 'open';
  const order = { kind, symbol: 'XAUUSD', side: 'buy', volume: '0.01' };
  const request_id = randomUUID();
  await trader.post('/trades', { ...order, request_id });
  const { data } = await staff.get<{ id: number; request_id: string }[]>('/dealing');
  const path = `/dealing/${data.find((one) => one.request_id === request_id)?.id}`;
  if (action !== 'take') await made(`${path}/take`, undefined);
  if (action !== 'requote') return { path: `${path}/${action}` };
  const quotes = await trader.get<{ bid: string; ask: string }[]>('/quotes?symbols=XAUUSD');
  const { bid = '', ask = '' } = quotes.data[0] ?? {};
  return { path: `${path}/requote`, body: { bid, ask } };
};

const NOTES = new File(['Notes'], 'notes.txt');
/** A png, as far as its first bytes tell. */
const PNG = new File([Buffer.from('89504e470d0a1a0a', 'hex')], 'logo.png');

/** Uploads a file; the answer. */
const uploaded = async (client: RestClient, path: string, method = 'POST', file = NOTES) => {
  const headers = { ...client.socketHeaders(), 'x-csrf-token': client.csrfToken };
  const body = new FormData();
  body.set('file', file);
  const prefix = client.audience === 'staff' ? '/admin/v1' : '/trader/v1';
  const url = server.url(prefix + path);
  const answer = await within(fetch(url, { method, headers, body }), `answer to ${path}`);
  const envelope = (await answer.json()) as { code: string; message: string; data: unknown };
  return { ...envelope, status: answer.status, headers: answer.headers };
};

/** A logo of a new brand. */
const pictured = async () => {
  const company = `Company ${randomUUID()}`;
  const { data } = await staff.post<{ id: number }>('/licence/brands', { company });
  const path = `/licence/brands/${data.id}/images/logo`;
  await uploaded(staff, path, 'PUT', PNG);
  return { path };
};

/** The sent copy of a message with a file. */
const written = async (client: RestClient, below = ''): Promise<Known> => {
  const to = client.audience === 'staff' ? { to_logins: [1001] } : { to: 1 };
  const { data, message } = await client.post<{ id?: number; mail?: { id: number } }>('/mail', {
    ...to,
    subject: 'Notes',
    attachments: [{ name: 'notes.txt', content: Buffer.from('Notes').toString('base64') }],
  });
  const id = data?.mail?.id ?? data?.id;
  if (id === undefined) throw new Error(message);
  return { path: `/mail/${id}${below}` };
};

/** A draft, with a file where one is removed. */
const drafted = async (client: RestClient, below = ''): Promise<Known> => {
  const { data } = await client.post<{ id: number }>('/mail/drafts', { subject: 'Notes' });
  const path = `/mail/drafts/${data.id}`;
  if (below.endsWith('/1')) await uploaded(client, `${path}/attachments`);
  return { path: path + below };
};

/** The place of what a server tells of its running instance. */
const ofInstance = async (id: string, what: string) => {
  type View = { readonly instances: readonly { readonly instance_id: string }[] };
  const { data } = await staff.get<View>(`/network/servers/${id}`);
  return { path: `/network/servers/${id}/instances/${data.instances[0]?.instance_id}/${what}` };
};

/** Waits for the report of the examples. */
const reported = async (): Promise<Known> => {
  await until('the report', async () => {
    return (await staff.get<{ state: string }>('/reports/jobs/1')).data.state === 'done';
  });
  return {};
};

/** The steps before an example, by operation. */
const BEFORE: Readonly<Record<string, () => Promise<Known>>> = {
  'reports.jobs.cancel': () => reported(),
  'reports.jobs.retry': () => reported(),
  'reports.jobs.download': () => reported(),
  'auth.trader.refresh': async () => {
    const client = server.client('trader');
    const signed = await client.signIn(1001, TRADER_PASSWORD);
    return { client, body: { refresh_token: signed.data.refresh_token } };
  },
  ...Object.fromEntries(
    (['staff', 'trader'] as const).flatMap((audience) => [
      [`auth.${audience}.logout`, async () => ({ client: await alone(audience) })],
      [`auth.${audience}.password`, async () => ({ client: await alone(audience) })],
      [
        `auth.${audience}.otp.confirm`,
        async () => {
          const client = await alone(audience);
          const { data } = await client.post<{ secret: string }>('/auth/otp/enrol', undefined);
          codes[audience] = { client, secret: data.secret };
          return code(audience, -1);
        },
      ],
      [`auth.${audience}.otp.disable`, async () => code(audience, 0)],
    ]),
  ),
  'auth.trader.api_password': async () => {
    // Below 1001, so that other examples get the logins that they name.
    const login = 900;
    await made('/accounts', {
      login,
      group: 'demo\\standard',
      master_password: 'Client-pass1',
      investor_password: 'Reader-pass1',
    });
    await staff.request('PATCH', `/accounts/${login}`, { version: 1, api_enabled: true });
    const client = server.client('trader');
    await client.signIn(login, 'Client-pass1');
    return { client, body: { current_password: 'Client-pass1', api_password: 'Program-pass1' } };
  },
  'network.servers.firewall': () => ofInstance('api', 'firewall'),
  'network.servers.monitor': () => ofInstance('trade', 'monitor'),
  'positions.payments': async () => {
    const items = [{ login: 1001, request_id: randomUUID(), amount_buy: '1.00' }];
    const body = { buy: { action: 'dividend' }, items };
    return { body };
  },
  'accounts.bulk_balance': async () => {
    const paid = { action: 'correction', amount: '1.00' };
    const body = { items: [{ login: 1001, request_id: randomUUID(), ...paid }] };
    return { body };
  },
  'accounts.bulk_change': async () => ({ body: { logins: [1001], leverage: 100 } }),
  ...Object.fromEntries(
    DEALER_ACTIONS.map((action) => [`dealing.${action}`, () => waiting(action)]),
  ),
  'positions.read': openedPosition,
  'positions.change': openedPosition,
  'deals.bust': async () => {
    const path = `/deals/${(await bought()).deal_ids[0]}`;
    // An explanation waits for the database.
    await staff.request('GET', `${path}/explain`);
    return { path: `${path}/bust` };
  },
  'accounts.otp.reset': async () => {
    const client = await alone('trader');
    const { data } = await client.post<{ secret: string }>('/auth/otp/enrol', undefined);
    await client.post('/auth/otp/confirm', { code: codeAt(data.secret, now()) });
    return { client: await alone('staff') };
  },
  'accounts.enable': () => opened('enable', 'disable'),
  'accounts.disable': () => opened('disable'),
  'accounts.archive': () => opened('archive'),
  'accounts.restore': () => opened('restore', 'archive'),
  'accounts.delete': () => opened(''),
  'clients.read': () => client(''),
  'clients.change': () => client(''),
  'clients.delete': () => client(''),
  'clients.link': () => client('/accounts', false),
  'clients.unlink': () => client('/accounts', true),
  'applications.read': () => applied(''),
  'applications.change': () => applied(''),
  'applications.approve': async () => {
    const server = { name: 'Approvals', server: `127.0.0.1:${mail.port}`, security: 'none' };
    const sender = { sender_email: 'office@broker.example', is_default: true };
    await staff.post('/mail-servers', { ...server, ...sender });
    return applied('/approve');
  },
  'applications.reject': () => applied('/reject'),
  'accounts.group': () => opened('group'),
  'accounts.leverage': () => opened('leverage'),
  'staff.create': async () => {
    const passwords = { master_password: 'Dealer-pass1', investor_password: 'Reader-pass1' };
    await made('/accounts', { group: 'managers\\dealers', name: 'Dealer', ...passwords });
    return {};
  },
  'licence.brands.image': () => pictured(),
  'licence.brands.put_image': () => pictured(),
  'licence.brands.remove_image': () => pictured(),
  'brand.image': async () => {
    const { path } = await pictured();
    await made(path.replace(/images.*/, 'default'), {});
    return { path: '/brand/images/logo' };
  },
  'online.kick': async () => {
    await signedIn1002();
    return {};
  },
  'online.kick_session': async () => {
    await signedIn1002();
    const rows = await staff.get<{ login: number; session: string }[]>('/online');
    const session = rows.data.find(({ login }) => login === 1002)?.session;
    return { path: `/online/${session}/kick` };
  },
  'routing.dealers.list': async () => {
    await made('/routing', { name: 'By hand', action: 'dealer', dealers: [1, 2] });
    return {};
  },
  'quotes.publish': async () => {
    const quotes = await trader.get<{ bid: string; ask: string }[]>('/quotes?symbols=EURUSD');
    const { bid = '', ask = '' } = quotes.data[0] ?? {};
    return { body: { symbol: 'EURUSD', bid, ask } };
  },
  'bars.rebuild': async () => {
    const quotes = await trader.get<{ bid: string }[]>('/quotes?symbols=EURUSD');
    const { bid = '' } = quotes.data[0] ?? {};
    const [from, to] = ['2026-01-05T10:00:00Z', '2026-01-05T10:01:00Z'];
    const bars = [{ time: from, open: bid, high: bid, low: bid, close: bid }];
    return { body: { symbol: 'EURUSD', from, to, bars } };
  },
  'gateways.symbols': () => connected(),
  'gateways.import_symbols': () => connected(),
  'gateways.import_accounts': () => connected(),
  'datafeeds.symbols': () => offering('symbols'),
  'datafeeds.import_symbols': () => offering('import-symbols'),
  ...Object.fromEntries(
    [staff, trader].flatMap((client) => {
      const of = `mail.${client.audience}`;
      return [
        [`${of}.read`, () => written(client)],
        [`${of}.delete`, () => written(client)],
        [`${of}.download`, () => written(client, '/attachments/1')],
        [`${of}.redraft`, () => drafted(client)],
        [`${of}.attach`, () => drafted(client, '/attachments')],
        [`${of}.detach`, () => drafted(client, '/attachments/1')],
      ];
    }),
  ),
  'mail-servers.change': async () => {
    const server = { name: 'Changed', server: `127.0.0.1:${mail.port}` };
    const own = { ...server, sender_email: 'office@broker.example' };
    const { data } = await staff.post<{ id: number }>('/mail-servers', own);
    return { path: `/mail-servers/${data.id}` };
  },
  'mail-servers.test': async () => {
    const { data } = await staff.get<{ version: number }>('/mail-servers/1');
    const local = { security: 'none', login: '', password: '', server: `127.0.0.1:${mail.port}` };
    await staff.request('PATCH', '/mail-servers/1', { ...local, version: data.version });
    return {};
  },
};

/** Examples that count on others come behind them, those that end something last. */
const rankOf = ({ name }: Example): number => {
  if (/^auth\.\w+\.password$/.test(name)) return 7;
  if (/\.otp\.(confirm|disable|reset)$/.test(name)) return 6;
  if (/^(transfer|config\.import|routing\.dealers|staff\.disable)|\.rules\.delete$/.test(name))
    return 4;
  if (/^dealing|\.delete$/.test(name)) return 5;
  if (/^(?!leverage).*\.order$|^accounts\.password/.test(name)) return 3;
  return name.startsWith('deals.') ? 2 : 1;
};

const examples = Object.entries(document.paths)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => exampleOf(path, method, operation)),
  )
  .filter(({ path }) => path !== '')
  .sort((one, other) => rankOf(one) - rankOf(other));

const openSocket = async (path: string, client: RestClient): Promise<string> => {
  const headers = client.socketHeaders();
  const socket = new WebSocket(server.url(path).replace('http', 'ws'), ['brokerd.v1.json'], {
    headers,
  });
  const opened = new Promise<string>((resolve, reject) => {
    socket.on('open', () => resolve(socket.protocol)).on('error', reject);
  });
  return within(opened, 'upgrade').finally(() => socket.terminate());
};

t.test('Quotes come', async () => {
  await until('quotes of the examples', async () => {
    const quotes = await trader.get<{ bid: string | null }[]>('/quotes?symbols=EURUSD,XAUUSD');
    return quotes.data.every(({ bid }) => bid !== null);
  });
});

/** Waits for the gateway of the demo provider. */
const connected = async (): Promise<Known> => {
  await until('the gateway is on line', async () => {
    return (await staff.get<{ state: string }[]>('/gateways/statuses')).data[0]?.state === 'online';
  });
  return {};
};

/**
 * Examples that a sound server refuses: the ledger of an account is the sum of its deals, no
 * e-mails of messages wait, no provider leaves an order unanswered, and reports are made at once.
 */
const REFUSED: Readonly<Record<string, string>> = {
  'accounts.correct': 'conflict',
  'accounts.orders.release': 'trade.order_not_found',
  'accounts.held_fills': 'trade.order_not_found',
  'mail.cancel': 'not_found',
  'reports.jobs.cancel': 'conflict',
  'reports.jobs.retry': 'conflict',
  'licence.apply': 'invalid_input',
};

for (const example of examples) {
  t.test(`The example of ${example.name} succeeds, with an answer of the form`, async (t) => {
    const own: Known = (await BEFORE[example.name]?.()) ?? {};
    const shared = example.audience === 'staff' ? staff : trader;
    const signsIn = example.name.endsWith('.login');
    const client = own.client ?? (signsIn ? server.client(example.audience) : shared);
    if (example.name.startsWith('socket.')) {
      const prefix = example.audience === 'staff' ? '/admin/v1' : '/trader/v1';
      t.equal(await openSocket(prefix + example.path, client), 'brokerd.v1.json');
      return;
    }
    const body = own.body ?? example.body;
    const { method, path, isUpload } = example;
    const {
      status,
      headers: _,
      ...envelope
    } = await (isUpload
      ? uploaded(client, own.path ?? path, method, path.includes('/images/') ? PNG : NOTES)
      : client.request(method, own.path ?? path, body));
    const refused = REFUSED[example.name];
    if (refused !== undefined) return void t.equal(envelope.code, refused);
    t.equal(status, 200, `${envelope.code}: ${envelope.message}`);
    const fits = ajv.getSchema(example.pointer);
    t.ok(
      fits?.(example.isFile ? envelope.data : envelope),
      JSON.stringify(fits?.errors?.slice(0, 3)),
    );
  });
}
