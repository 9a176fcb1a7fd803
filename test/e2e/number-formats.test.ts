// One number format for each field: the same record is the same text on every route and in every
// frame, for its trader and for staff.

import { signInStaff, signInTrader } from 'brokerd/client';
import t from 'tap';
import { until } from '../support/guard.js';
import { ADMIN_PASSWORD, ServerProcess } from '../support/server-process.js';

type Fields = Readonly<Record<string, unknown>>;

const server = await ServerProcess.start();
t.teardown(() => server.stop());

/** A decimal with or without a fraction. */
const DECIMAL = /^-?\d+(\.\d+)?$/;

/** What an object is, by its fields; undefined = no record that stands in several places. */
const kindOf = (row: Fields): string | undefined => {
  if ('margin_free' in row && 'equity' in row) return 'money';
  if ('entry' in row && 'action' in row) return `deal ${row.id}`;
  if ('volume_initial' in row) return `order ${row.id}`;
  if ('price_close' in row) return `closed ${row.id}`;
  if ('price_open' in row) return `position ${row.id}`;
  if ('balance_prev_day' in row) return 'account';
  return 'deal_ids' in row ? `result ${row.request_id}` : undefined;
};

/** Where each text of a field was seen. */
class Seen {
  readonly #texts = new Map<string, Map<string, string>>();
  readonly places = new Set<string>();

  /** Takes all records of an answer or a frame. */
  take(place: string, value: unknown): void {
    if (Array.isArray(value)) for (const one of value) this.take(place, one);
    if (typeof value !== 'object' || value === null) return;
    const row = value as Fields;
    const kind = kindOf(row);
    for (const [name, field] of Object.entries(row)) {
      if (typeof field === 'object') this.take(place, field);
      else if (kind !== undefined && typeof field === 'string')
        this.#note(place, kind, name, field);
    }
  }

  #note(place: string, kind: string, name: string, text: string): void {
    if (!DECIMAL.test(text) || name.endsWith('_id') || name === 'seq') return;
    this.places.add(place);
    // Money and live values change: they have as many digits everywhere. Others are one text.
    const key = `${kind} ${name}`;
    const form = `${text.split('.')[1]?.length ?? 0} digits`;
    const known = this.#texts.get(key) ?? new Map();
    this.#texts.set(key, known.set(VOLUMES.test(name) ? text : form, `${place}: ${text}`));
  }

  /** The fields that have several formats, with their places. */
  faults(): readonly string[] {
    return [...this.#texts].flatMap(([key, texts]) =>
      texts.size > 1 && !MOVING.has(key.split(' ').at(-1) ?? '')
        ? [`${key}: ${[...texts.values()].join('; ')}`]
        : [],
    );
  }
}

/** Fields in the shortest form: lots, rates and units. */
const VOLUMES = /^(volume|rate|contract_size|tick_|interest)/;
/** Volumes that an event changes: each event has its own. */
const MOVING: ReadonlySet<string> = new Set(['volume', 'volume_current', 'volume_filled']);

t.test('A field of a record is the same text on every route and in every frame', async (t) => {
  const staff = await server.staff();
  const trader = await server.openAccount();
  const { login, password } = trader;
  const url = server.url('');
  const seen = new Seen();
  const client = await signInTrader({ url, login, password });
  const socket = await client.connect();
  const office = await signInStaff({ url, login: 1, password: ADMIN_PASSWORD });
  const desk = await office.connect();
  await desk.accounts({ logins: [login] });
  for (const channel of ['deals', 'orders', 'positions'] as const) await desk.events(channel);
  socket.on('event', ({ data }) => seen.take('trader event', data));
  socket.on('account_money', (data) => seen.take('trader money', data));
  socket.on('positions', (rows) => seen.take('trader positions', rows));
  desk.on('event', ({ data }) => seen.take('staff event', data));
  await server.quote('EURUSD', '1.10000', '1.10010');
  await server.quote('USDJPY', '150.000', '150.010');
  await socket.positions();
  const EURUSD = { symbol: 'EURUSD', side: 'buy', volume: '0.10' } as const;
  const results: string[] = [];
  const trade = async (request: Parameters<typeof socket.trade>[0]) => {
    const result = await socket.trade(request);
    seen.take('socket result', result);
    results.push(result.request_id);
    return result;
  };
  const { position_id } = await trade({ kind: 'open', ...EURUSD });
  const yen = await trade({ kind: 'open', ...EURUSD, symbol: 'USDJPY', sl: '140.000' });
  await trade({ kind: 'pending', ...EURUSD, order_kind: 'limit', price: '1.05000' });
  await trade({ kind: 'close', position_id: position_id ?? 0, volume: '0.04' });
  await trade({ kind: 'close', position_id: yen.position_id ?? 0 });
  const refused = await socket.trade({ kind: 'open', ...EURUSD, volume: '9000' }).catch((e) => e);
  seen.take('socket refusal', (refused as { data?: unknown }).data);
  const pay = { action: 'balance', amount: '-1.5', request_id: crypto.randomUUID() };
  t.match(await staff.post(`/accounts/${login}/balance`, pay), { code: 'ok' });
  seen.take('socket account', await socket.account());
  const ask = async (who: 'trader' | 'staff', path: string) => {
    const { code, data } = await (who === 'staff' ? staff : trader.rest).get<unknown>(path);
    t.equal(code, 'ok', path);
    seen.take(`${who} ${path.replace(/\?.*|[\da-f-]{30,}/g, '')}`, data);
  };
  const history = await until('all deals in the database', async () => {
    const { data } = await trader.rest.get<{ items: unknown[] }>('/history/deals');
    return data.items.length >= 6 && data;
  });
  seen.take('trader history', history);
  for (const id of results) await ask('trader', `/trades/${id}`);
  for (const path of [
    '/account',
    '/positions',
    '/orders',
    '/history/orders',
    '/history/positions',
  ]) {
    await ask('trader', path);
  }
  for (const path of [
    `/accounts/${login}`,
    `/accounts?login=${login}`,
    `/positions?login=${login}`,
    `/positions/orders?login=${login}`,
    `/positions/closed?login=${login}`,
    `/positions/${position_id}`,
    `/journal?login=${login}`,
  ]) {
    await ask('staff', path);
  }
  t.ok(seen.places.size > 12, [...seen.places].join(', '));
  t.same(seen.faults(), []);
  await client.signOut();
  await office.signOut();
});
