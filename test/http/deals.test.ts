// Deals for staff: who may ask why one came about.

import t, { type Test } from 'tap';
import { done, refuse } from '../../wire/codes.js';
import type { Right } from '../../wire/identity.js';
import { bought, explained } from '../support/explained.js';
import {
  type HttpHarness,
  openHttp,
  STAFF_PASSWORD,
  type Terminal,
} from '../support/http-harness.js';

/** Deal 12 is one of the demo trader's; there is no other. */
const http = async (t: Test): Promise<HttpHarness> => {
  const deal = explained({ deals: [bought()] });
  const explain = async (id: number) => (id === 12 ? done(deal) : refuse('not_found'));
  const one = await openHttp({}, { explain });
  t.teardown(() => one.close());
  return one;
};

const staffWith = async (
  one: HttpHarness,
  rights: readonly Right[],
  group_scope: readonly string[],
): Promise<Terminal> => {
  const login = await one.hire({ rights, group_scope });
  return one.signedIn('staff', { login, password: STAFF_PASSWORD });
};

t.test('Staff who may see trades are told why a deal came about', async (t) => {
  const staff = await staffWith(await http(t), ['trades.view'], ['demo\\*']);
  const answer = await staff.ask('GET', '/deals/12/explain');
  t.equal(answer.status, 200);
  t.match(answer.data, { login: 1001, seq: '9', rule: { id: 3, name: 'rest' } });
  const { sentences } = answer.data as { sentences: readonly string[] };
  t.match(sentences[0], /^Deal 12 of account 1001 bought 1 EURUSD/);
});

t.test('A deal of an account out of scope is forbidden, an unknown one not found', async (t) => {
  const staff = await staffWith(await http(t), ['trades.view'], ['real\\*']);
  t.match(await staff.ask('GET', '/deals/12/explain'), { status: 403, code: 'forbidden' });
  t.match(await staff.ask('GET', '/deals/13/explain'), { status: 404, code: 'not_found' });
});

t.test('Without the right to see trades, and to traders, no deal is explained', async (t) => {
  const one = await http(t);
  const staff = await staffWith(one, ['accounts.view'], ['*']);
  t.match(await staff.ask('GET', '/deals/12/explain'), { status: 403, code: 'forbidden' });
  const trader = await one.signedIn('trader');
  t.match(await trader.ask('GET', '/deals/12/explain'), { status: 404, code: 'not_found' });
});

t.test('A deal is named by its id', async (t) => {
  const staff = await (await http(t)).signedIn('staff');
  for (const id of ['0', 'twelve', '1.5']) {
    t.match(await staff.ask('GET', `/deals/${id}/explain`), { status: 400, code: 'invalid_input' });
  }
});
