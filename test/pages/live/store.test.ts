// The stores of a trader and of staff against a real server: their state is what REST shows.

import { restoreStaff, restoreTrader, signInStaff, signInTrader } from 'brokerd/client';
import t from 'tap';
import { unwrap } from '../../../client/session/rest.js';
import { makeStaffStore, type StaffEntry, type StaffLive } from '../../../pages/live/staff.js';
import { makeTraderStore, type TraderEntry, type TraderLive } from '../../../pages/live/trader.js';
import { FragileNetwork } from '../../support/client/fragile-network.js';
import { Tab } from '../../support/client/tab.js';
import { until } from '../../support/guard.js';
import { HandClock } from '../../support/hand-clock.js';
import { ADMIN_PASSWORD, ServerProcess } from '../../support/server-process.js';

const server = await ServerProcess.start();
t.teardown(() => server.stop());
const url = server.url('');
const BUY = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' } as const;
await server.quote('EURUSD', '1.10000', '1.10010');

const TRADER: TraderEntry = { signIn: signInTrader, restore: restoreTrader };
const STAFF: StaffEntry = { signIn: signInStaff, restore: restoreStaff };

/** A trader's tab at a fragile network; breaks are over as soon as they are noticed. */
const trader = async () => {
  const { login, password, socket: elsewhere } = await server.openAccount({ deposit: '30' });
  await elsewhere.close();
  const network = new FragileNetwork();
  const clock = new HandClock();
  const { openSocket } = network;
  const tab = new Tab(clock, { url, clock, openSocket });
  const store = makeTraderStore(tab.parts(), TRADER);
  await until('nobody to be signed in', () => store.session.state.value.kind === 'signed_out');
  await store.session.signIn({ login, password });
  const live = store.live.value as TraderLive;
  const socket = await live.connection.ready;
  socket.on('disconnected', ({ retry_ms }) => setImmediate(() => clock.advance(retry_ms)));
  /** Looks at the drawn account until it is so. */
  const shows = (what: string, is: () => boolean): Promise<boolean> =>
    until(what, () => {
      tab.draw();
      return is();
    });
  await shows('the account', () => live.account.facts.value !== null);
  const end = (): void => store.session.client.value?.close();
  return { network, tab, store, live, shows, end };
};

/** The account as REST shows it, as far as the store holds it. */
const pictureOf = async ({ rest }: TraderLive) => {
  const { account, money, positions, orders } = await unwrap(rest.GET('/trader/v1/account'));
  const { so_state, so_at, so_level, so_equity, so_margin, currency } = account;
  const { balance, credit, leverage } = money;
  return {
    facts: { so_state, so_at, so_level, so_equity, so_margin, currency },
    money: { balance, credit, leverage },
    positions: positions.map(({ id, symbol, side, volume, price_open, sl, closed }) => {
      return { id, symbol, side, volume, price_open, sl, closed };
    }),
    orders: orders.map(({ id, kind, state, price_order }) => ({ id, kind, state, price_order })),
  };
};

t.test('The folded account is the account of REST, after trades and a stop-out', async (t) => {
  const { live, shows, end } = await trader();
  const { account, intents } = live;
  const isSame = async (what: string): Promise<void> => {
    const picture = await pictureOf(live);
    t.match(account.facts.value, picture.facts, what);
    t.match(account.money.value, picture.money, what);
    t.match([...account.positions.value.values()], picture.positions, what);
    t.match([...account.orders.value.values()], picture.orders, what);
    t.equal(account.positions.value.size, picture.positions.length);
    t.equal(account.orders.value.size, picture.orders.length);
  };
  const done = async (request: Parameters<typeof intents.send>[0]): Promise<void> => {
    const intent = intents.send(request);
    await shows('its outcome', () => !['sending', 'queued'].includes(intent.state.value.kind));
    t.match(intent.state.value, { kind: 'done' });
  };
  await done(BUY);
  await done({ ...BUY, sl: '1.00000' });
  await done({
    kind: 'pending',
    symbol: 'EURUSD',
    side: 'buy',
    volume: '0.01',
    order_kind: 'limit',
    price: '1.05000',
  } as never);
  await shows('both positions', () => account.positions.value.size === 2);
  await isSame('two positions and an order');
  const [id = 0] = account.positions.value.keys();
  await shows('its profit', () => account.valueOf(id).value?.profit !== undefined);
  t.equal(account.valueOf(id).value?.price, '1.10000');
  await done({ kind: 'close', position_id: id });
  await shows('one position', () => account.positions.value.size === 1);
  t.equal(account.valueOf(id).value, undefined, 'a closed position has no live values');
  await isSame('one position closed');
  await server.quote('EURUSD', '1.08000', '1.08010');
  await shows('an alarm', () => account.alarm.value !== null);
  await server.quote('EURUSD', '1.07000', '1.07010');
  await shows('a stop-out', () => account.positions.value.size === 0);
  await isSame('after the stop-out');
  t.ok(account.deals.value.length >= 4);
  await server.quote('EURUSD', '1.10000', '1.10010');
  end();
});

t.test('An answer that is lost with the connection is asked for, and traded once', async (t) => {
  const { network, live, shows, end } = await trader();
  const lost = new Set<number | undefined>();
  network.losesRequest = ({ id, op }) => {
    if (op === 'trade') lost.add(id);
    return false;
  };
  network.losesFrame = ({ id }) => {
    if (!lost.has(id)) return false;
    setImmediate(() => network.cut());
    return true;
  };
  const intent = live.intents.draft().send(BUY);
  const seen = new Set<string>();
  intent.state.subscribe(({ kind }) => void seen.add(kind));
  await shows('its outcome', () => intent.state.value.kind === 'done');
  t.ok(seen.has('asking'));
  t.equal(network.asked('trade').length, 1);
  await shows('the position', () => live.account.positions.value.size === 1);
  t.equal(live.connection.resumed.value, true);
  end();
});

t.test('Symbols are read once, and again when the group changes', async (t) => {
  const { live, shows, end } = await trader();
  const { symbols } = live;
  await shows('the symbols', () => symbols.list.value.length > 0);
  t.match(symbols.byName.value.get('EURUSD'), { digits: 5, volume_step: '0.01' });
  const { list } = symbols;
  const before = list.value;
  await symbols.reload();
  t.equal(list.value, before, 'an unchanged list is not sent again');
  t.match(await symbols.terms('EURUSD'), { name: 'EURUSD', contract_size: '100000' });
  t.equal(await symbols.terms('NONE'), undefined);
  end();
});

t.test('A chart is told the growing bar once a frame, and reads pages', async (t) => {
  const { live, shows, end } = await trader();
  const key = { symbol: 'EURUSD', timeframe: 'm1' } as const;
  const closes: string[] = [];
  const reread: (string | null)[] = [];
  const stop = live.bars.follow(key, {
    bar: ({ close }) => closes.push(close),
    reread: (from) => reread.push(from),
  });
  await (await live.connection.ready).ping();
  await server.quote('EURUSD', '1.10010', '1.10020');
  await server.quote('EURUSD', '1.10020', '1.10030');
  await shows('the bar', () => closes.at(-1) === '1.10020');
  await until('the bar to be saved', async () => (await live.bars.read(key, {})).length > 0);
  t.same(reread, [null], 'what changed before the bars were sent');
  stop();
  t.match(await live.check(BUY), { code: 'ok', price: '1.10030' });
  await server.quote('EURUSD', '1.10000', '1.10010');
  end();
});

/** A tab of staff with every right. */
const desk = async () => {
  const tab = new Tab(new HandClock(), { url });
  const store = makeStaffStore(tab.parts(), STAFF);
  await until('nobody to be signed in', () => store.session.state.value.kind === 'signed_out');
  await store.session.signIn({ login: 1, password: ADMIN_PASSWORD });
  const live = store.live.value as StaffLive;
  const shows = (what: string, is: () => boolean): Promise<boolean> =>
    until(what, () => {
      tab.draw();
      return is();
    });
  const end = (): void => store.session.client.value?.close();
  return { store, live, shows, end };
};

t.test('Staff follow exposure, waiting requests, and money of a mask', async (t) => {
  const { live: of, end: endTrader } = await trader();
  const { live, shows, end } = await desk();
  const exposure = live.follow.exposure({ group: 'demo\\*' });
  const dealing = live.follow.dealing();
  const money = live.follow.rows('accounts', 'demo\\*');
  const deals = live.follow.deals('demo\\*');
  const all = [exposure, dealing, money, deals];
  await shows('all', () => all.every(({ isWhole }) => isWhole.value));
  const count = (): number => exposure.rows.value.get('EURUSD')?.positions ?? 0;
  const before = count();
  of.intents.send(BUY);
  await shows('one position more', () => count() === before + 1);
  await shows('used margin', () => Number(money.rows.value.get(of.login)?.margin) > 0);
  t.equal(dealing.rows.value.size, 0);
  await shows('its deal', () => deals.rows.value.size === 1);
  t.match([...deals.rows.value.values()], [{ login: of.login, symbol: 'EURUSD', action: 'buy' }]);
  const refused = live.follow.rows('positions', '!'.repeat(200));
  await shows('its refusal', () => refused.refusal.value !== null);
  t.match(refused.refusal.value, { code: 'invalid_input' });
  for (const one of [...all, refused]) one.stop();
  end();
  endTrader();
});

t.test('Staff follow positions of a mask, and keep preferences', async (t) => {
  const { live: of, end } = await trader();
  const { store, live, shows, end: endStaff } = await desk();
  t.ok(store.session.can('positions.bulk_close'));
  await shows('the symbols', () => live.symbols.byName.value.get('EURUSD')?.digits === 5);
  const key = { symbol: 'EURUSD', timeframe: 'm1' } as const;
  t.ok((await live.bars.read(key, {})).length > 0);
  const followed = live.follow.rows('positions', 'demo\\*');
  const again = live.follow.rows('positions', 'demo\\*');
  await shows('a whole snapshot', () => followed.isWhole.value);
  const isOwn = ({ login }: { readonly login: number }): boolean => login === of.login;
  of.intents.send(BUY);
  const own = () => [...followed.rows.value.values()].filter(isOwn);
  await shows('its position', () => own().length === 1);
  const page = await unwrap(
    live.rest.GET('/admin/v1/positions', { params: { query: { login: of.login } } }),
  );
  const [{ id, volume, price_open, group } = {}] = page.items;
  t.match(own(), [{ id, volume, price_open, group }]);
  again.stop();
  of.intents.send({ kind: 'close', position_id: id ?? 0 });
  await shows('no position', () => own().length === 0);
  followed.stop();

  const stop = live.follow.accounts([of.login]);
  await shows('its money', () => live.follow.moneyOf(of.login).value !== undefined);
  stop();
  const trade = live.intentsOf(of.login).draft().send(BUY);
  await shows('a trade for the client', () => trade.state.value.kind === 'done');

  live.preferences.set('theme', 'dark');
  await live.preferences.flush();
  const stored = await unwrap(live.rest.GET('/admin/v1/me/preferences'));
  t.match(stored, { content: { theme: 'dark' } });
  endStaff();
  end();
});

t.test('A kick is the reason that the tab shows', async (t) => {
  const { store, live, end } = await trader();
  const staff = await server.staff();
  const { code } = await staff.post('/online/kick', { login: live.login });
  t.equal(code, 'ok');
  await until('the end', () => store.session.state.value.kind === 'signed_out');
  t.match(store.session.state.value, { kind: 'signed_out', login: live.login, ending: 'kick' });
  t.notOk(live.canTrade.value);
  end();
});
