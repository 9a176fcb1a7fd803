// Traders of a new server: accounts with money, signed in, and their orders.

import { RestClient } from '../../test/support/client/rest.js';
import { openAccount, quote } from '../../test/support/client/staff.js';
import { ADMIN_PASSWORD, type ServerProcess } from '../../test/support/server-process.js';
import { ID_MARK, UNIQUE_MARK } from './job.js';

/** The path of traders' sockets. */
export const SOCKET_PATH = '/trader/v1/socket';

const orderFrame = (symbol: string, side: 'buy' | 'sell'): string =>
  `{"id":${ID_MARK},"op":"trade","data":{"request_id":"5f0c7a52-9d1e-4c6b-8a4e-${UNIQUE_MARK}",` +
  `"kind":"open","symbol":"${symbol}","side":"${side}","volume":"0.01"}}`;

/** Alternate buys and sells for netting accounts, whose state stays small. */
export const ordersOf = (symbol: string): string[] => [
  orderFrame(symbol, 'buy'),
  orderFrame(symbol, 'sell'),
];

/** Header lines of a socket with an access token. */
export const signedBy = (token: string): string =>
  `Authorization: Bearer ${token}\r\nSec-WebSocket-Protocol: brokerd.v1.json\r\n`;

/**
 * Publishes the price at which the traders' orders are executed; returns the staff user who did.
 */
export const priceOrders = async (server: ServerProcess): Promise<RestClient> => {
  const staff = new RestClient(server.url(''), 'staff');
  await staff.signIn(1, ADMIN_PASSWORD);
  await quote(staff, 'EURUSD', '1.10000', '1.10002');
  return staff;
};

/** Opens netting accounts and signs each in; returns the header lines of their sockets. */
export const signInTraders = async (server: ServerProcess, count: number): Promise<string[]> => {
  const staff = await priceOrders(server);
  const headers: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const { login, password } = await openAccount(staff, 'demo\\netting', '100000000');
    const trader = new RestClient(server.url(''), 'trader');
    await trader.signIn(login, password);
    headers.push(signedBy(trader.accessToken));
  }
  return headers;
};
