// What gateways ask of the database: it is not asked before it shows what is committed.

import t from 'tap';
import { bustExecution, type ExecutionsClient } from '../../../actors/front/busted-executions.js';
import { type ClientHost, FrontClient } from '../../../actors/front/front-client.js';
import { Cells } from '../../../actors/shared/cells.js';
import { ok } from '../../../wire/base/codes.js';
import { NO_SETTINGS } from '../../../wire/settings/config.js';

const SHOWN = 60;

t.test('An execution is looked for behind what the front has not delivered yet', async (t) => {
  const cells = Cells.create(2);
  const awaited: number[] = [];
  const host = {
    shardOf: () => 0,
    newestSeq: () => cells.newestSeq(),
    projection: {
      newest: () => SHOWN,
      await: (seq: number) => {
        awaited.push(seq);
        client.projected(seq);
      },
    },
    query: async () => ok({ projection_seq: `${SHOWN}`, found: null, booked: false }),
  };
  const client: FrontClient = new FrontClient(host as unknown as ClientHost, NO_SETTINGS);
  const bust = { login: 0, gateway_id: 5, order_id: 7, execution_id: 'X1', report: 'X2' };
  const fill = { ...bust, total: null, is_units: true };
  cells.commit(0, 3, SHOWN);
  t.match(await client.bust(bust), { code: 'not_found' });
  t.equal(await client.isBooked(fill), false);
  cells.commit(0, 4, SHOWN + 1);
  t.equal(client.seq(), 0, 'nothing was delivered');
  t.same(awaited, [], 'the database shows all');
  t.match(await client.bust(bust), { code: 'not_found' });
  t.equal(await client.isBooked(fill), false);
  t.same(awaited, [SHOWN + 1, SHOWN + 1], 'it is waited for');
});

t.test('An execution that may be held together with others is told as such', async (t) => {
  const codes = { 'trade.rejected': 'It may be one of those.', 'trade.order_not_found': 'None.' };
  const bust = { login: 1001, gateway_id: 5, order_id: 7, execution_id: 'X1', report: 'X2' };
  const answers = [];
  for (const [code, message] of Object.entries(codes)) {
    const client = {
      call: async () => ({ status: 409, text: JSON.stringify({ success: false, code, message }) }),
      query: async () => ok({ projection_seq: '1', consistency: 'current', found: null }),
    };
    answers.push(await bustExecution(client as unknown as ExecutionsClient, bust));
  }
  t.match(answers, [
    { code: 'trade.rejected', message: 'It may be one of those.' },
    { code: 'not_found', message: 'There is no such deal.' },
  ]);
});
