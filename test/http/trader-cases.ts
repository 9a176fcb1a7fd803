// What traders ask of their routes, and what those who may only watch are answered.

import { PASSWORD, type Sample } from './matrix-callers.js';

const UUID = '0a52a3b0-91a5-4c7c-8b86-8d7d6c1f6a01';
const NOT_SET = { code: 'auth.otp_not_set', why: 'codes are not being set up' };

/** Every route of traders. */
export const TRADERS: Readonly<Record<string, Sample>> = {
  'auth.trader.login': {
    ask: async (callers) => ({ body: { login: await callers.account(), password: PASSWORD } }),
  },
  'auth.trader.refresh': { fresh: true },
  'auth.trader.logout': { fresh: true },
  'auth.trader.me': {},
  'auth.trader.password': {
    ask: () => ({ body: { current_password: 'Matrix-9z', new_password: 'Matrix-8y' } }),
    refusal: { code: 'auth.invalid_credentials', why: 'the present password is another one' },
    investor: 'auth.password_change_not_allowed',
    fresh: true,
  },
  'auth.trader.otp': {},
  'auth.trader.otp.enrol': { fresh: true, investor: 'conflict' },
  'auth.trader.otp.confirm': {
    ask: () => ({ body: { code: '000000' } }),
    refusal: NOT_SET,
    investor: 'auth.otp_not_set',
  },
  'auth.trader.otp.disable': {
    ask: () => ({ body: { code: '000000' } }),
    refusal: { code: 'auth.otp_invalid', why: 'who has no codes has no right one' },
    investor: 'forbidden',
  },
  'trades.create': {
    ask: () => ({
      body: { request_id: UUID, kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.1' },
    }),
    investor: 'trade.read_only',
  },
  'trades.status': { ask: () => ({ path: { request_id: UUID } }) },
  'account.read': {},
  'positions.list': {},
  'orders.list': {},
  'history.orders': {},
  'history.deals': {},
  'history.positions': {},
  'symbols.list': {},
  'quotes.list': {},
  'bars.list': {
    ask: () => ({ query: { symbol: 'EURUSD', timeframe: 'm1' } }),
    refusal: { code: 'trade.symbol_not_found', why: 'there is no market' },
  },
  'socket.trader': {
    refusal: { code: 'invalid_input', why: 'it is a request without an upgrade' },
  },
};
