// Refusals as views show them.

import t from 'tap';
import { BrokerError } from '../../../client/session/errors.js';
import { attempt, faultsOf, refusalOf } from '../../../pages/live/refusal.js';

t.test('A refusal has its code, sentence, field, faults, figures and request id', async (t) => {
  const faults = [
    { field: 'tiers.0.value', message: 'tiers.0.value: is at most 5' },
    { field: 'name', message: 'name: is needed' },
  ];
  const error = new BrokerError('invalid_input', 'tiers.0.value: is at most 5', {
    data: { faults },
    requestId: 'r-1',
  });
  const refusal = refusalOf(error);
  t.match(refusal, { code: 'invalid_input', field: 'tiers.0.value', faults, request_id: 'r-1' });
  t.equal(refusal.message, 'tiers.0.value: is at most 5');
  t.same(faultsOf(refusal, 'tiers'), [faults[0]]);
  t.same(faultsOf(refusal, 'tier'), [], 'another field that begins alike has none');
  t.same(faultsOf(null, 'tiers'), []);
  const figures = { field: 'volume', min: '0.01', required: '9.00' };
  const trade = refusalOf(new BrokerError('trade.no_money', 'x', { data: figures }));
  t.match(trade, { field: 'volume', faults: [], data: figures, request_id: null });
  t.match(refusalOf(new BrokerError('conflict', 'x')), { field: null, data: {} });
});

t.test('An attempt answers a refusal, and throws faults of the page', async (t) => {
  t.same(await attempt(Promise.resolve(7)), { ok: true, value: 7 });
  const refused = await attempt(Promise.reject(new BrokerError('not_found', 'Not found.')));
  t.match(refused, { ok: false, refusal: { code: 'not_found' } });
  await t.rejects(attempt(Promise.reject(new TypeError('a defect'))), TypeError);
});
