// Fills a platform with records and trades, so that no view of it is empty.

import { randomUUID } from 'node:crypto';
import { type ServerProcess, TRADER_PASSWORD } from '../support/server-process.js';

/**
 * Gives the demo trader a position with a stop, a pending order and closed trades in EURUSD, and a
 * message; and the desk a client. EURUSD must have a price.
 */
export const fillPlatform = async (server: ServerProcess): Promise<void> => {
  const trader = server.client('trader');
  await trader.signIn(1001, TRADER_PASSWORD);
  const trade = (body: object) =>
    trader.post<{ readonly position_id: number }>('/trades', {
      request_id: randomUUID(),
      ...body,
    });
  const buy = { symbol: 'EURUSD', side: 'buy', volume: '0.10' };
  await trade({ ...buy, kind: 'open', sl: '1.10000' });
  const { data } = await trade({ ...buy, kind: 'open' });
  await trade({ kind: 'close', position_id: data.position_id });
  await trade({ ...buy, kind: 'pending', order_kind: 'limit', price: '1.10000' });
  const staff = await server.staff();
  await staff.post('/clients', { first_name: 'Ada', last_name: 'Example' });
  await staff.post('/mail', { to_logins: [1001], subject: 'Your margin', body: 'Dear {{login}}' });
};
