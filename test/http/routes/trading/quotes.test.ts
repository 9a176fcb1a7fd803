// Manual quotes over REST: who may publish one, and how it is confirmed.

import { createHash } from 'node:crypto';
import t from 'tap';
import { asksConfirmed } from '../../../support/confirmed.js';
import { httpFor, type Terminal } from '../../../support/http-harness.js';

const QUOTE = { symbol: 'EURUSD', bid: '1.10000', ask: '1.10010' };
const CANONICAL = '{"ask":"1.10010","bid":"1.10000","symbol":"EURUSD"}';

/** The members that confirm a body, given as it is hashed. */
const confirmationOf = async (staff: Terminal, action: string, canonical: string) => {
  const digest = createHash('sha256').update(canonical).digest('hex');
  const issued = await staff.ask('POST', '/confirmations', { body: { action, digest } });
  const { confirm_token, confirm_code } = issued.data as Record<string, string>;
  return { confirm_token, confirm_code };
};

t.test('staff who confirm their actions confirm a manual quote', async (t) => {
  const http = await httpFor(t);
  const staff = await http.staff({ rights: ['symbols.quick_edit', 'confirm_actions'] });
  const publish = async (body: object) => (await staff.ask('POST', '/quotes', { body })).code;
  const refused = await staff.ask('POST', '/quotes', { body: QUOTE });
  t.equal(refused.code, 'confirmation_required');
  const digest = createHash('sha256').update(CANONICAL).digest('hex');
  t.same(refused.data, { action: 'quotes.publish', digest }, 'the body that asks for the code');
  t.same(http.harness.manualQuotes, []);
  const confirmed = await confirmationOf(staff, 'quotes.publish', CANONICAL);
  t.equal(await publish({ ...QUOTE, ask: '1.90000', ...confirmed }), 'confirmation_required');
  t.equal(await publish({ ...QUOTE, ...confirmed }), 'ok');
  t.equal(http.harness.manualQuotes.length, 1);
  const other = await http.staff({ rights: ['symbols.quick_edit'] });
  t.equal((await other.ask('POST', '/quotes', { body: QUOTE })).code, 'ok', 'others need no code');
  const neither = await http.staff({ rights: ['config.groups'] });
  t.equal((await neither.ask('POST', '/quotes', { body: QUOTE })).code, 'forbidden');
});

t.test('they confirm a quick edit of spread and swaps, of one symbol', async (t) => {
  const http = await httpFor(t);
  const staff = await http.staff({ rights: ['symbols.quick_edit', 'confirm_actions'] });
  const edit = (body: object, id = 1) => staff.ask('PATCH', `/symbols/${id}/quick`, { body });
  const edits = [{ spread: 9 }, { swap_long: '-2' }, { swap_short: '-1' }];
  for (const [at, fields] of edits.entries()) {
    const body = { version: at + 1, ...fields };
    const given = await asksConfirmed(staff, 'PATCH', '/symbols/1/quick', body);
    t.equal((await edit({ ...body, ...given }, 2)).code, 'confirmation_required', 'another');
    t.equal((await edit({ ...body, ...given })).code, 'ok');
  }
  t.equal((await edit({ version: 4, trade_access: 'close_only' })).code, 'ok');
});

t.test('they confirm a change of the server clock, not of other settings', async (t) => {
  const http = await httpFor(t);
  const staff = await http.staff({ rights: ['config.servers', 'confirm_actions'] });
  const path = '/platform/settings';
  const read = async () => (await staff.ask('GET', path)).data as Record<string, unknown>;
  const patch = (body: object) => staff.ask('PATCH', path, { body });
  for (const fields of [
    { utc_offset_min: 180 },
    { daylight_saving: 'europe' },
    { eod_time: '23:30' },
  ]) {
    const { version } = await read();
    const body = { version, ...fields };
    const given = await asksConfirmed(staff, 'PATCH', path, body);
    t.match(await read(), { version }, 'nothing is changed before');
    t.match(await patch({ ...body, ...given }), { code: 'ok', data: fields });
  }
  const { version } = await read();
  t.equal((await patch({ version, default_symbols: ['EURUSD'] })).code, 'ok');
  const other = await http.staff({ rights: ['config.servers'] });
  const body = { version: Number(version) + 1, utc_offset_min: 60 };
  t.equal((await other.ask('PATCH', path, { body })).code, 'ok', 'others need no code');
});

t.test('a manual quote reaches no group outside the scope, through no other symbol', async (t) => {
  const http = await httpFor(t);
  const symbols = [...http.harness.desk.records.all('symbol')].map(({ record }) => record);
  const source = symbols.find(({ name }) => name === 'EURUSD')?.id ?? 0;
  const money = { currency_base: 'EUR', currency_profit: 'USD' };
  const terms = { ...money, digits: 5, contract_size: '1', calc_mode: 'cfd' };
  const derived = { ...terms, path: 'Own\\DERIVED', source_symbol_id: source };
  await http.harness.create('symbol', derived);
  await http.harness.create('group', {
    path: 'own',
    currency: 'USD',
    symbols: [{ mask: 'Own\\*' }],
  });
  const publish = async (...group_scope: string[]) => {
    const staff = await http.staff({ rights: ['symbols.quick_edit'], group_scope });
    return staff.ask('POST', '/quotes', { body: QUOTE });
  };
  t.match(await publish('demo\\*,!demo\\netting'), {
    status: 403,
    message: /outside your scope/,
  });
  t.equal((await publish('demo\\*', 'real\\*')).code, 'forbidden', 'own has its price');
  t.equal((await publish('demo\\*', 'real\\*', 'own')).code, 'ok');
});

t.test('the bound of manual quotes is for those who configure symbols', async (t) => {
  const http = await httpFor(t);
  const quick = await http.staff({ rights: ['symbols.quick_edit'] });
  const configures = await http.staff({ rights: ['config.symbols'] });
  const body = { version: 1, manual_quote_pts: 1_000_000 };
  t.match(await quick.ask('PATCH', '/symbols/1/quick', { body }), {
    status: 400,
    code: 'invalid_input',
    message: /manual_quote_pts/,
  });
  t.equal((await quick.ask('PATCH', '/symbols/1', { body })).code, 'forbidden');
  t.match(await configures.ask('PATCH', '/symbols/1', { body }), {
    code: 'ok',
    data: { manual_quote_pts: 1_000_000 },
  });
});
