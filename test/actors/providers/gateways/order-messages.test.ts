// Messages to providers, field by field.

import t from 'tap';
import {
  asking,
  cancelling,
  type OrderMessage,
  placing,
  replacing,
} from '../../../../actors/providers/gateways/order-messages.js';
import { FixWriter } from '../../../../wire/codec/fix/fix-writer.js';
import { changeOf, sentOf } from './gateway-harness.js';

const NOW = Date.UTC(2026, 0, 5, 12, 0, 0, 7);
const AT = { clientId: '7', externalId: 'E1' };
const TIME = '60=20260105-12:00:00.007';

/** The fields of a message from its type to before its checksum. */
const fieldsOf = ({ type, body }: OrderMessage): string => {
  const writer = new FixWriter().begin(type);
  body(writer);
  const fields = writer.end().toString('latin1').split('\u0001');
  return fields.slice(2, -2).join(' ');
};

t.test('A market order', async (t) => {
  const message = placing(sentOf(7), 'EUR/USD', NOW);
  t.equal(message.clientId, '7');
  t.equal(fieldsOf(message), `35=D 11=7 21=1 55=EUR/USD 54=1 ${TIME} 38=10000 40=1 59=0`);
});

t.test('A limit order, and how long it works', async (t) => {
  const limit = { sent_as: 'limit', sent_price: 105_000_000, deal_side: 'sell' } as const;
  const text = (more: Parameters<typeof sentOf>[1]) =>
    fieldsOf(placing(sentOf(7, { ...limit, ...more }), 'EURUSD', NOW));
  t.equal(text({}), `35=D 11=7 21=1 55=EURUSD 54=2 ${TIME} 38=10000 40=2 44=1.05 59=1`);
  t.match(text({ expiration: 'day' }), / 59=0$/);
  t.match(text({ expiration: 'specified', expires_at: NOW }), / 59=6 126=20260105-12:00:00.007$/);
  t.match(text({ fill: 'fok' }), / 59=4$/);
  t.match(text({ fill: 'ioc' }), / 59=3$/);
});

t.test('A change and a cancel name the order by both ids', async (t) => {
  const change = changeOf(9, 7, 'modify');
  t.equal(
    fieldsOf(replacing(change, AT, 'EURUSD', '10000', NOW)),
    `35=G 41=7 11=7-9 37=E1 21=1 55=EURUSD 54=1 ${TIME} 38=10000 40=2 44=1.05 59=1`,
  );
  const cancel = changeOf(10, 7, 'cancel');
  t.equal(
    fieldsOf(cancelling(cancel, '7-10', AT, 'EURUSD', '10000', NOW)),
    `35=F 41=7 11=7-10 37=E1 55=EURUSD 54=1 ${TIME} 38=10000`,
  );
});

t.test('A question for the state', async (t) => {
  t.equal(fieldsOf(asking(sentOf(7), AT, 'EURUSD')), '35=H 37=E1 11=7 55=EURUSD 54=1');
  const unknown = { clientId: '7', externalId: '' };
  t.equal(fieldsOf(asking(sentOf(7), unknown, 'EURUSD')), '35=H 11=7 55=EURUSD 54=1');
});
