// Sessions of the client: renewed in time, once for all callers and all tabs, and over when over.

import t from 'tap';
import { restoreTrader, type SignInOptions, signInTrader } from '../../../client/client.js';
import {
  browserPlatform,
  type ChannelLike,
  type LockManagerLike,
} from '../../../client/session/platform.js';
import { unwrap } from '../../../client/session/rest.js';
import { AuthServer } from '../../support/client/auth-server.js';
import { within } from '../../support/guard.js';
import { HandClock } from '../../support/hand-clock.js';

const MINUTE_MS = 60_000;
const url = 'https://broker.example';
const account = { url, login: 1001, password: 'Trader-pass1' };

const start = () => {
  const clock = new HandClock();
  return { clock, server: new AuthServer(clock) };
};

/** Lets everything that can go on go on. */
const rest = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((done) => setImmediate(done));
};

const signIn = (options: Partial<SignInOptions>) =>
  signInTrader(browserPlatform(), { ...account, ...options });

/** The locks of a browser: who asks for a name waits for those before. */
const sharedLocks = (): LockManagerLike => {
  const tails = new Map<string, Promise<unknown>>();
  return {
    request: <T>(name: string, run: () => Promise<T>): Promise<T> => {
      const turn = (tails.get(name) ?? Promise.resolve()).then(run, run);
      tails.set(name, turn);
      return turn;
    },
  };
};

/** Channels of a browser: a message goes to all of its name but the one that sends it. */
const sharedChannels = (): ((name: string) => ChannelLike) => {
  const all = new Set<ChannelLike>();
  return () => {
    const channel: ChannelLike = {
      onmessage: null,
      postMessage: (data) => {
        for (const one of all) if (one !== channel) queueMicrotask(() => one.onmessage?.({ data }));
      },
      close: () => all.delete(channel),
    };
    all.add(channel);
    return channel;
  };
};

t.test('The access is renewed a minute before it expires', async (t) => {
  const { clock, server } = start();
  const client = await signIn({ clock, fetch: server.fetch });
  clock.advance(14 * MINUTE_MS - 1);
  await rest();
  t.equal(server.count('/refresh'), 0);
  clock.advance(1);
  await rest();
  t.equal(server.count('/refresh'), 1);
  clock.advance(14 * MINUTE_MS);
  await rest();
  t.equal(server.count('/refresh'), 2, 'and again');
  client.close();
  clock.advance(60 * MINUTE_MS);
  await rest();
  t.equal(server.count('/refresh'), 2, 'not when it is closed');
});

t.test('Calls that find the access expired are sent again after one renewal', async (t) => {
  const { clock, server } = start();
  const client = await signIn({ clock, fetch: server.fetch });
  server.isDown = true;
  clock.advance(20 * MINUTE_MS);
  await rest();
  server.isDown = false;
  const body = {
    ...({ kind: 'open', request_id: '0d2a5c1e-6a52-4d0c-9d5b-3f7f0f6f1a01' } as const),
    ...({ symbol: 'EURUSD', side: 'buy', volume: '0.1' } as const),
  };
  const call = () => unwrap(client.rest.POST('/trader/v1/trades', { body }));
  const seen = await Promise.all([call(), call(), call()]);
  t.same(seen, Array(3).fill({ seen: JSON.stringify(body) }), 'whole, with their bodies');
  t.equal(server.count('/refresh'), 1);
  t.same(server.came.at(-1)?.access, 'access-2');
  client.close();
});

t.test('Of several tabs one renews, and the others learn of it', async (t) => {
  const { clock, server } = start();
  const shared = { clock, fetch: server.browser, locks: sharedLocks() };
  const openChannel = sharedChannels();
  const first = await signIn({ ...shared, openChannel });
  const others = await Promise.all(
    [1, 2, 3].map(() => restoreTrader(browserPlatform(), { url, ...shared, openChannel })),
  );
  const tabs = [first, ...others];
  clock.advance(14 * MINUTE_MS);
  await rest();
  t.equal(server.count('/refresh'), 1, 'when all timers fall due at once');
  clock.advance(16 * MINUTE_MS);
  await Promise.all(tabs.map((tab) => unwrap(tab.rest.GET('/trader/v1/account'))));
  t.equal(server.count('/refresh'), 2, 'when all find it expired at once');
  for (const tab of tabs) t.equal(tab.session.login, 1001);
  for (const tab of tabs) tab.close();
});

t.test('Without channels between tabs the lock alone keeps renewals apart', async (t) => {
  const { clock, server } = start();
  const shared = { clock, fetch: server.browser, locks: sharedLocks() };
  const none = { openChannel: undefined };
  const tabs = [await signIn({ ...shared, ...none }), await signIn({ ...shared, ...none })];
  clock.advance(16 * MINUTE_MS);
  await Promise.all(tabs.map((tab) => unwrap(tab.rest.GET('/trader/v1/account'))));
  t.equal(server.count('/refresh'), 1);
  for (const tab of tabs) tab.close();
});

t.test('A renewal whose answer was lost is repeated by its key, in any tab', async (t) => {
  const one = start();
  const program = await signIn({ clock: one.clock, fetch: one.server.fetch });
  one.server.losesRefresh = true;
  one.clock.advance(16 * MINUTE_MS);
  await rest();
  await unwrap(program.rest.GET('/trader/v1/account'));
  t.equal(one.server.count('/refresh'), 2);
  program.close();
  const { clock, server } = start();
  const shared = { clock, fetch: server.browser, locks: sharedLocks() };
  const openChannel = sharedChannels();
  const first = await signIn({ ...shared, openChannel });
  const second = await restoreTrader(browserPlatform(), { url, ...shared, openChannel });
  server.losesRefresh = true;
  clock.advance(16 * MINUTE_MS);
  await rest();
  for (const tab of [first, second]) {
    await unwrap(tab.rest.GET('/trader/v1/account'));
    tab.close();
  }
  t.equal(server.count('/refresh'), 2, 'the second tab repeats what the first has lost');
});

t.test('A tab that renews holds the others back until it is answered', async (t) => {
  const { clock, server } = start();
  const shared = { clock, fetch: server.browser, locks: sharedLocks() };
  const openChannel = sharedChannels();
  const one = await signIn({ ...shared, openChannel });
  const other = await restoreTrader(browserPlatform(), { url, ...shared, openChannel });
  let answer: () => void = () => undefined;
  clock.advance(14 * MINUTE_MS - 1);
  server.beforeRefresh = new Promise((resolve) => {
    answer = resolve;
  });
  clock.advance(1);
  await rest();
  answer();
  await rest();
  t.equal(server.count('/refresh'), 1);
  for (const tab of [one, other]) tab.close();
});

t.test('A tab that was told of a renewal has none of its own to make', async (t) => {
  const { clock, server } = start();
  const slow = new HandClock();
  const shared = { fetch: server.browser, locks: sharedLocks(), openChannel: sharedChannels() };
  const one = await signIn({ ...shared, clock });
  const other = await restoreTrader(browserPlatform(), { url, ...shared, clock: slow });
  clock.advance(14 * MINUTE_MS);
  await rest();
  const asked = server.came.length;
  slow.advance(14 * MINUTE_MS);
  await rest();
  t.equal(server.came.length, asked, 'its timer was set again');
  slow.advance(14 * MINUTE_MS);
  await rest();
  t.ok(server.came.length > asked);
  for (const tab of [one, other]) tab.close();
});

t.test('A page takes its session up again, by the csrf token when it was away', async (t) => {
  const { clock, server } = start();
  const shared = { fetch: server.browser, clock, openChannel: undefined };
  const one = await signIn(shared);
  const { csrfToken } = one;
  one.close();
  const again = await restoreTrader(browserPlatform(), { url, ...shared });
  t.equal(again.session.login, 1001);
  again.close();
  clock.advance(60 * MINUTE_MS);
  const away = restoreTrader(browserPlatform(), { url, ...shared });
  await t.rejects(away, { code: 'auth.csrf_invalid' });
  const back = await restoreTrader(browserPlatform(), { url, ...shared, csrfToken });
  t.equal(back.session.login, 1001);
  back.close();
  await t.rejects(back.connect(), { code: 'client.closed' });
});

t.test('A tab that signs out ends the others', async (t) => {
  const { clock, server } = start();
  const shared = { clock, fetch: server.browser, locks: sharedLocks() };
  const openChannel = sharedChannels();
  const one = await signIn({ ...shared, openChannel });
  const other = await restoreTrader(browserPlatform(), { url, ...shared, openChannel });
  const ended = new Promise((resolve) => other.onEnd(({ code }) => resolve(code)));
  await one.signOut();
  t.equal(await within(ended, 'the end'), 'auth.session_expired');
  await t.rejects(unwrap(other.rest.GET('/trader/v1/account')), { code: 'auth.session_expired' });
});

t.test('A session that the server ended is over, and nothing more is sent', async (t) => {
  const { clock, server } = start();
  const client = await signIn({ clock, fetch: server.fetch });
  const ends: string[] = [];
  client.onEnd(({ code }) => ends.push(code));
  server.end();
  const call = () => unwrap(client.rest.GET('/trader/v1/account'));
  await t.rejects(call(), { name: 'BrokerError', code: 'auth.session_expired', status: 401 });
  const { length } = server.came;
  await t.rejects(call(), { code: 'auth.session_expired' });
  t.equal(server.came.length, length);
  t.same(ends, ['auth.session_expired']);
});

t.test('A server that cannot be reached ends nothing', async (t) => {
  const { clock, server } = start();
  const client = await signIn({ clock, fetch: server.fetch });
  server.isDown = true;
  clock.advance(16 * MINUTE_MS);
  await rest();
  const call = () => unwrap(client.rest.GET('/trader/v1/account'));
  await t.rejects(call(), { code: 'client.unreachable' });
  server.isDown = false;
  t.same(await call(), { seen: '' });
  client.close();
});

t.test('A one-time code is asked for when the server wants one', async (t) => {
  const { clock, server } = start();
  server.wantsCode = '123456';
  await t.rejects(signIn({ clock, fetch: server.fetch }), { code: 'auth.otp_required' });
  let asked = 0;
  const otp = async (): Promise<string> => {
    asked += 1;
    return '123456';
  };
  const client = await signIn({ clock, fetch: server.fetch, otp });
  t.equal(asked, 1);
  client.close();
});

t.test('A page of something else is told from an answer of the server', async (t) => {
  const fetch = async (): Promise<Response> =>
    new Response('<h1>Bad gateway</h1>', { status: 502 });
  await t.rejects(signIn({ fetch }), { code: 'client.protocol', status: 502 });
});

t.test('Keys of requests are made on a page of plain http, too', async (t) => {
  const own = Object.getOwnPropertyDescriptor(crypto, 'randomUUID');
  Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
  t.teardown(() => {
    if (own === undefined) Reflect.deleteProperty(crypto, 'randomUUID');
    else Object.defineProperty(crypto, 'randomUUID', own);
  });
  const made = [1, 2].map(() => browserPlatform().uuid());
  t.ok(
    made.every((one) =>
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(one),
    ),
  );
  t.equal(new Set(made).size, 2);
});
