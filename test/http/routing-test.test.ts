// The test of routing: which rule would take a request, by the engine's own walk, and why.

import fc from 'fast-check';
import t from 'tap';
import { engineOf, GROUP } from './house-engine.js';
import { bought, FAMILY } from './routing-family.js';
import { type Kind, openKind, traceOf } from './setting-laws.js';

type Fields = Readonly<Record<string, unknown>>;

const SAMPLE = { group: GROUP, symbol: 'EURUSD', side: 'buy', volume: '1' };
const tested = async (kind: Kind, more: Fields = {}) => {
  const { code, data, message } = await kind.ask('POST', '/test', { ...SAMPLE, ...more });
  if (code !== 'ok') throw new Error(`${code}: ${message}`);
  return data as Fields & { rule: Fields | null; walked: Fields[] };
};

t.test('it names the rule that decides, and why those before it did not', async (t) => {
  const kind = await openKind(t, FAMILY);
  const above = { position: 1, action_value: '' };
  await kind.create({
    ...above,
    name: 'large',
    conditions: [{ field: 'volume', op: 'gt', value: '10' }],
  });
  await kind.create({ ...above, name: 'closing', request_kinds: ['close'] });
  await kind.create({ ...above, name: 'off', enabled: false });
  const before = traceOf(kind);
  const { walked, rule, action, delay_ms } = await tested(kind);
  t.same([rule?.name, action, delay_ms], ['Confirm at market', 'confirm_market_price', 0]);
  t.match(walked, [
    {
      name: 'closing',
      matched: false,
      unmet: { field: 'request_kinds', op: 'in', value: 'close', actual: 'open' },
    },
    {
      name: 'large',
      matched: false,
      unmet: { field: 'volume', op: 'gt', value: '10', actual: '1' },
    },
    { name: 'Confirm at market', matched: true, unmet: null, position: 4 },
  ]);
  t.equal(walked.length, 3, 'what is off is not walked');
  t.match(await tested(kind, { volume: '10.01' }), { rule: { name: 'large' }, action: 'reject' });
  t.same(traceOf(kind), before, 'nothing is written');
});

t.test('it serves delays, clears stops and passes over rules without dealers', async (t) => {
  const kind = await openKind(t, FAMILY);
  const dealer = await kind.http.hire();
  const at = (position: number, more: Fields) =>
    kind.create({ position, action_value: '', ...more });
  await at(1, { name: 'wait', action: 'delay', action_value: '500' });
  await at(2, { name: 'clear', action: 'clear_stops' });
  await at(3, { name: 'wait more', action: 'delay', action_value: '700' });
  await at(4, { name: 'desk', action: 'dealer', dealers: [dealer], skip_no_dealer: true });
  const alone = await tested(kind);
  t.match(alone, { rule: { name: 'Confirm at market' }, delay_ms: 1200, clear_stops: true });
  t.match(alone.walked[3], { name: 'desk', matched: false, unmet: null, passed_over: true });
  const served = await tested(kind, { online: [dealer] });
  t.match(served, { rule: { name: 'desk' }, action: 'dealer', dealers: [dealer] });
  const closing = await tested(kind, { kind: 'close' });
  t.match(closing, { clear_stops: false, walked: [{}, { name: 'clear', passed_over: true }] });
});

t.test('where nothing decides it says what happens then', async (t) => {
  const kind = await openKind(t, FAMILY);
  await kind.ask('PATCH', '/1', { version: 1, request_kinds: ['close'] });
  t.match(await tested(kind), { rule: null, action: 'reject' });
  t.match(await tested(kind, { kind: 'sl' }), { rule: null, action: 'confirm_market_price' });
});

t.test('an account stands for its group, a time for hour and weekday', async (t) => {
  const kind = await openKind(t, FAMILY);
  await kind.http.harness.patch('platform', 'platform', { utc_offset_min: 60 });
  const { group: _, ...rest } = SAMPLE;
  const ask = async (more: Fields) => kind.ask('POST', '/test', { ...rest, ...more });
  const { data } = await ask({ login: 1001, time: '2026-11-21T23:30:00Z' });
  t.match(data, {
    facts: { login: 1001, group: GROUP, volume: '1', hour: 0, weekday: 0, path: 'Forex\\EURUSD' },
  });
  const said = await ask({ login: 1001, group: 'real\\x', hour: 5, weekday: 2, symbol: 'eurusd' });
  t.match(said.data, { facts: { group: 'real\\x', hour: 5, weekday: 2, symbol: 'EURUSD' } });
});

t.test('what cannot be tested is refused by name', async (t) => {
  const kind = await openKind(t, FAMILY);
  const { group: _, ...rest } = SAMPLE;
  const refused = async (field: string, sent: Fields, by = kind.staff) => {
    const answer = await by.ask('POST', '/routing/test', { body: sent });
    t.match(answer, { status: 400, code: 'invalid_input' }, JSON.stringify(sent));
    t.equal(answer.message.split(': ')[0], field);
  };
  await refused('group', rest);
  await refused('login', { ...rest, login: 9_999 });
  await refused('symbol', { ...SAMPLE, symbol: 'NONE' });
  await refused('side', { ...SAMPLE, side: 'up' });
  await refused('order_kind', { ...SAMPLE, kind: 'pending' });
  await refused('surprise', { ...SAMPLE, surprise: 1 });
  const login = await kind.http.hire({ rights: ['config.routing'], group_scope: ['real\\*'] });
  const limited = await kind.http.signedIn('staff', { login, password: 'Master-1x' });
  await refused('login', { ...rest, login: 1001 }, limited);
  await kind.http.harness.patch('account', '1001', { hidden: true });
  const unseeing = await kind.http.hire({ rights: ['config.routing'] });
  const blind = await kind.http.signedIn('staff', { login: unseeing, password: 'Master-1x' });
  await refused('login', { ...rest, login: 1001 }, blind);
  const stranger = await kind.http.hire({ rights: ['config.groups'] });
  const denied = await kind.http.signedIn('staff', { login: stranger, password: 'Master-1x' });
  t.equal((await denied.ask('POST', '/routing/test', { body: SAMPLE })).code, 'forbidden');
});

const condition = fc.oneof(
  fc.record({
    field: fc.constantFrom('volume', 'login'),
    op: fc.constantFrom('eq', 'gt', 'le'),
    value: fc.constantFrom('1', '1001'),
  }),
  fc.record({
    field: fc.constantFrom('symbol', 'side', 'kind', 'comment', 'group'),
    op: fc.constantFrom('eq', 'ne'),
    value: fc.constantFrom('EUR*', 'buy', 'open', '*,!demo*', '*'),
  }),
);
const rules = fc.array(
  fc.record({
    action: fc.constantFrom('reject', 'requote', 'confirm_market_price', 'clear_stops'),
    conditions: fc.array(condition, { maxLength: 2 }),
    request_kinds: fc.constantFrom([], ['open'], ['close', 'sl']),
    enabled: fc.boolean(),
  }),
  { maxLength: 5 },
);

/** What an order at the market comes to under an action. */
const CODES: Fields = {
  reject: 'trade.rejected',
  requote: 'trade.off_quotes',
  confirm_market_price: 'ok',
};

t.test('whatever the rules are, it says what the next order meets', async (t) => {
  const kind = await openKind(t, FAMILY);
  const engine = engineOf(kind.http);
  const run = async (made: readonly Fields[]) => {
    for (const rule of made) await kind.create({ ...rule, action_value: '', position: 1 });
    const { action } = await tested(kind, { login: 1001 });
    t.equal(bought(engine()), CODES[action as string], JSON.stringify(made));
    const { data } = await kind.ask('GET', '');
    for (const { id } of data as { id: number }[]) if (id !== 1) await kind.ask('DELETE', `/${id}`);
  };
  await fc.assert(fc.asyncProperty(rules, run), { numRuns: 40, seed: 7 });
});
