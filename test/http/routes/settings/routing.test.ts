// Routing rules over REST: their order, who is named by them, and that orders go by them.

import t from 'tap';
import { waiting } from '../../../engine/waiting.js';
import { price } from '../../../support/engine-rows.js';
import { each } from '../../../support/http-harness.js';
import { type Kind, openKind, testsOf, traceOf } from './kind.js';
import { bought, engineOf, gatewayIn, listed, namesOf, ROUTING } from './setting-families.js';
import { settingLaws } from './setting-laws.js';

const test = testsOf(ROUTING);

settingLaws(ROUTING, {
  create: { required: 4, unknown: 19, follow: 20 },
  read: { missing: 2 },
  patch: { version: 1, rules: 2, same: 3, readOnly: '4, #6', follow: 5 },
  remove: { gone: 1, follow: 3 },
  order: { once: 1, whole: 2, versions: 3, follow: 4, raises: true },
});

const CONFIRM = 'Confirm at market';

test`all rules are listed by position, whole [GET #1, #2]`(async (t, kind) => {
  for (let n = 0; n < 110; n += 1) await kind.create({ enabled: n % 2 === 1 });
  const ids = (await listed(kind)).map(({ id }) => id).reverse();
  await kind.put('/order', { ids });
  const rules = await listed(kind);
  t.same(
    rules.map(({ id, position }) => [id, position]),
    ids.map((id, at) => [id, at + 1]),
  );
  t.match(rules[1], { name: 'rule 109', enabled: false });
  t.match(rules.at(-1), { name: CONFIRM });
});

test`no scope of groups hides a rule [GET #4]`(async (t, kind) => {
  const conditions = [{ field: 'group', op: 'eq', value: 'real*' }];
  const { id } = await kind.create({ conditions });
  const other = await kind.colleague(['config.routing'], ['demo\\x']);
  t.equal((await other.read<unknown[]>('/routing')).length, 2);
  t.match(await other.read(`/routing/${id}`), { conditions });
});

test`a rule goes in at its place, the others move down [POST #1]`(async (t, kind) => {
  await kind.create({ name: 'a', position: 1 });
  await kind.create({ name: 'b', position: 2 });
  t.equal(await namesOf(kind), `a b ${CONFIRM}`);
  t.same(each(await listed(kind), 'version'), [1, 1, 3], 'whoever is moved has a new version');
  await kind.create({ name: 'c', position: 2 });
  t.equal(await namesOf(kind), `a c b ${CONFIRM}`);
  const refused = await kind.post('', { ...ROUTING.body(9), position: -1 });
  t.match(refused, { code: 'invalid_input', message: /position/ });
});

test`without a place it goes to the end [POST #2]`(async (t, kind) => {
  t.match(await kind.create(), { position: 2 });
  t.match(await kind.create({ position: 0 }), { position: 3 });
  t.match(await kind.create({ position: 77 }), { position: 4 }, 'there is no hole');
  const versions = (await listed(kind)).map(({ version }) => version);
  t.same(versions, [1, 1, 1, 1], 'nobody moved');
});

test`a refused rule moves nobody`(async (t, kind) => {
  const before = [await listed(kind), traceOf(kind)];
  await kind.post('', { name: CONFIRM, action: 'reject', position: 1 });
  await kind.post('', { name: 'x', action: 'delay', action_value: '0', position: 1 });
  t.same([await listed(kind), traceOf(kind)], before);
});

test`the rules below a deleted one move up, with new versions`(async (t, kind) => {
  const { id } = await kind.create({ name: 'a', position: 1 });
  await kind.create({ name: 'b' });
  await kind.delete(`/${id}`);
  t.match(await listed(kind), [
    { name: CONFIRM, position: 1, version: 3 },
    { name: 'b', position: 2, version: 2 },
  ]);
});

test`a rule starts enabled [POST #3] [GET /{id} #1]`(async (t, kind) => {
  const dealers = [await kind.http.hire(), await kind.http.hire()];
  const conditions = [{ field: 'volume', op: 'gt', value: '5' }];
  const created = await kind.create({ action: 'dealer', action_value: '', dealers, conditions });
  t.same(await kind.read(`/${created.id}`), created);
  const { created_at, updated_at, ...rest } = created as unknown as Record<string, string>;
  t.equal(created_at, updated_at);
  const kinds = { order_kinds: [], request_kinds: [] };
  const plain = { id: 2, name: 'rule 1', position: 2, enabled: true, action: 'dealer' };
  const more = { action_value: '', conditions, dealers, version: 1 };
  const waiting = { skip_no_dealer: false, wait_sec: 60, otherwise: 'reject' };
  t.same(rest, { ...plain, ...kinds, ...more, ...waiting });
});

test`the earliest rule that decides takes a request [GET #3]`(async (t, kind) => {
  const engine = engineOf(kind.http);
  t.equal(bought(engine()), 'ok');
  const { id } = await kind.create({ name: 'a', position: 1, action_value: 'first' });
  await kind.create({ name: 'b', position: 2, action_value: 'second' });
  t.equal(bought(engine()), 'trade.rejected');
  t.match(engine().events.at(-1), { remembered: { result: { message: 'first' } } });
  await kind.create({ name: 'c', action: 'clear_stops', action_value: '', position: 1 });
  t.equal(bought(engine()), 'trade.rejected', 'what alters does not decide');
  await kind.change(id, 2, { enabled: false });
  bought(engine());
  t.match(engine().events.at(-1), { remembered: { result: { message: 'second' } } });
});

/** A server whose only enabled rule is this one, and a broker in instant execution at 1. */
const ruledBy = async (kind: Kind, more: object) => {
  await kind.create({ action_value: '', ...more });
  await kind.change(1, 1, { enabled: false });
  const engine = engineOf(kind.http)();
  engine.configure(({ symbol, gateway }) => ({
    symbol: symbol.map((one) => ({ ...one, execution_mode: 'instant' as const })),
    gateway: gateway.map((one) => ({ ...one, enabled: true })),
  }));
  return engine;
};

t.test(
  `confirming at the client's price or at the market [POST /admin/v1/routing #5]`,
  async (t) => {
    for (const [action, filled] of [
      ['confirm_request_price', '0.99995'],
      ['confirm_market_price', '1.00000'],
    ] as const) {
      const engine = await ruledBy(await openKind(t, ROUTING), { action });
      t.equal(bought(engine, { price: '0.99995', deviation_pts: 10 }), 'ok');
      t.equal(engine.lastDeal.price, price(filled), action);
    }
  },
);

test`dealers are asked in their order, or any of them [POST #6]`(async (t, kind) => {
  const [first = 0, second = 0] = [await kind.http.hire(), await kind.http.hire()];
  const engine = await ruledBy(kind, { action: 'dealer', dealers: [second, first] });
  engine.online.add(first).add(second);
  t.equal(bought(engine, { price: '1.00000' }), 'ok');
  t.match(waiting(engine), { state: 'queued', offered_to: second });
  const other = await ruledBy(await openKind(t, ROUTING), { action: 'online_dealers' });
  other.online.add(99);
  t.equal(bought(other, { price: '1.00000' }), 'ok');
  t.match(waiting(other), { state: 'queued', offered_to: 0 });
});

test`a gateway gets the order [POST #7]`(async (t, kind) => {
  const id = await gatewayIn(kind);
  const engine = await ruledBy(kind, { action: 'gateway', dealers: [id] });
  engine.connected.add(id);
  t.equal(bought(engine, { price: '1.00000' }), 'ok');
  t.match(waiting(engine), { state: 'sent', gateway_id: id });
});

test`delays and cleared stops let the walk go on [POST #8]`(async (t, kind) => {
  const plain = { action_value: '' };
  await kind.create({ ...plain, action: 'clear_stops', position: 1 });
  await kind.create({ action: 'delay', action_value: '500', position: 2 });
  const engine = engineOf(kind.http)();
  t.equal(bought(engine, { sl: '0.90000' }), 'ok');
  t.match(waiting(engine), { state: 'delayed', due_at: engine.now + 500 });
  engine.timer(engine.now + 500);
  t.match([...engine.state.positions.values()], [{ sl: 0 }]);
});

test`the last rule that decides stays`(async (t, kind) => {
  await kind.create({ action: 'clear_stops', action_value: '' });
  await kind.create({ enabled: false });
  const before = [await listed(kind), traceOf(kind)];
  const refused = { code: 'invalid_input' };
  await t.test(`it is not switched off [PATCH /admin/v1/routing/{id} #7]`, async (t) => {
    t.match(await kind.change(1, 1, { enabled: false }), refused);
    for (const [action, action_value] of [
      ['clear_stops', ''],
      ['delay', '5'],
    ]) {
      const sent = { version: 1, action, action_value };
      t.match(await kind.patch('/1', sent), refused, action);
    }
    t.same([await listed(kind), traceOf(kind)], before);
    const other = { version: 1, action: 'reject' };
    t.match(await kind.patch('/1', other), { code: 'ok' }, 'another that decides will do');
  });
  await t.test(`it is not deleted [DELETE /admin/v1/routing/{id} #2]`, async (t) => {
    t.match(await kind.delete('/1'), refused);
    await kind.change(3, 1, { enabled: true });
    t.match(await kind.delete('/1'), { code: 'ok' });
    t.match(await kind.delete('/3'), refused, 'now it is the other');
  });
});

test`lists are replaced whole [PATCH /{id} #8]`(async (t, kind) => {
  const [one, two] = [await kind.http.hire(), await kind.http.hire()];
  const { id } = await kind.create({
    action: 'dealer',
    action_value: '',
    dealers: [one, two],
    request_kinds: ['open', 'close'],
    order_kinds: ['market', 'limit'],
    conditions: [
      { field: 'side', op: 'eq', value: 'buy' },
      { field: 'hour', op: 'lt', value: '9' },
    ],
  });
  const after = {
    dealers: [two],
    request_kinds: ['pending'],
    order_kinds: [],
    conditions: [{ field: 'hour', op: 'ge', value: '9' }],
  };
  const { data } = await kind.change(id, 1, { ...after });
  const { dealers, request_kinds, order_kinds, conditions } = data as typeof after;
  t.same({ dealers, request_kinds, order_kinds, conditions }, after);
});

test`dealers of a rule, in their order [GET /{id}/dealers #1, #2, #3]`(async (t, kind) => {
  const dealers = [await kind.http.hire(), await kind.http.hire()].reverse();
  const { id } = await kind.create({ action: 'dealer', action_value: '', dealers });
  t.same(await kind.read(`/${id}/dealers`), { dealers, version: 1 });
  t.same(await kind.read('/1/dealers'), { dealers: [], version: 1 });
  t.match(await kind.get('/99/dealers'), { code: 'not_found' });
});

test`dealers are replaced by themselves [POST /{id}/dealers #1]`(async (t, kind) => {
  const [one = 0, two = 0] = [await kind.http.hire(), await kind.http.hire()];
  const { id } = await kind.create({ action: 'dealer', action_value: '', dealers: [one] });
  const ask = (sent: object) => kind.post(`/${id}/dealers`, sent);
  t.same((await ask({ dealers: [two, one], version: 1 })).data, {
    dealers: [two, one],
    version: 2,
  });
  t.match(await ask({ dealers: [one], version: 1 }), { code: 'conflict' });
  t.match(await ask({ dealers: [one] }), { code: 'invalid_input' });
  for (const dealers of [[], [one, one], [0], [123_456]]) {
    const refused = await ask({ dealers, version: 2 });
    t.match(refused, { code: 'invalid_input', message: /^dealers/ }, `${dealers}`);
  }
  const none = await kind.post('/1/dealers', { dealers: [one], version: 1 });
  t.match(none, { status: 400, message: /^dealers/ }, 'the action names none');
  t.match(await kind.post('/99/dealers', { dealers: [one], version: 1 }), { status: 404 });
});

test`one dealer is taken off a rule, but not the last`(async (t, kind) => {
  const [one = 0, two = 0] = [await kind.http.hire(), await kind.http.hire()];
  const { id } = await kind.create({ action: 'dealer', action_value: '', dealers: [one, two] });
  const drop = (dealer: number) => kind.delete(`/${id}/dealers/${dealer}`);
  t.same((await drop(one)).data, { dealers: [two], version: 2 });
  t.match(await drop(one), { code: 'not_found' });
  t.match(await drop(two), { code: 'invalid_input', message: /^dealers/ });
});

test`who has left since hinders no other change of the rule`(async (t, kind) => {
  const [one, two] = [await kind.http.hire(), await kind.http.hire()];
  const { id } = await kind.create({ action: 'dealer', action_value: '', dealers: [one, two] });
  // As an earlier version let it happen.
  await kind.harness.amend('account', String(one), { group: 'demo\\standard' });
  const ask = (sent: object) => kind.patch(`/${id}`, sent);
  t.match(await ask({ version: 1, enabled: false }), { code: 'ok' });
  t.match(await ask({ version: 2, dealers: [two] }), { code: 'ok' });
  t.match(await ask({ version: 3, dealers: [two, one] }), { status: 400, message: /^dealers/ });
});

test`what rules can be made of is told`(async (t, kind) => {
  const { data } = await kind.get('/fields');
  t.match(data, {
    fields: [
      { field: 'login', type: 'number', ops: ['eq', 'ne', 'gt', 'ge', 'lt', 'le'] },
      ...Array(4).fill({ type: 'number' }),
      { field: 'group', type: 'text', ops: ['eq', 'ne'] },
      ...Array(4).fill({ type: 'text' }),
    ],
    order_kinds: ['market', 'limit', 'stop', 'stop_limit', 'close_by'],
  });
  const { actions, request_kinds } = data as Record<string, string[]>;
  t.equal(actions?.length, 9);
  t.ok(request_kinds?.includes('dealer_close_by'));
});
