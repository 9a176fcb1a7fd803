// What routes about who asks are asked: those of sign-in, of staff themselves, and of traders, with
// what those who may only watch are answered.

import { ADMIN_PASSWORD } from '../../support/desk-harness.js';
import { formOf } from '../../support/sign-up.js';
import { MAIL } from './mail-cases.js';
import { PASSWORD, type Sample, type Samples } from './matrix-callers.js';

const UUID = '0a52a3b0-91a5-4c7c-8b86-8d7d6c1f6a01';
const UPGRADE = { code: 'invalid_input', why: 'it is a request without an upgrade' };

/** Routes of sign-in that both audiences have. */
const SIGN_IN: Samples = {
  refresh: { fresh: true },
  logout: { fresh: true },
  me: {},
  password: {
    ask: () => ({ body: { current_password: 'Matrix-9z', new_password: 'Matrix-8y' } }),
    refusal: { code: 'auth.invalid_credentials', why: 'the present password is another one' },
    investor: 'auth.password_change_not_allowed',
    fresh: true,
  },
  otp: {},
  'otp.enrol': { fresh: true, investor: 'conflict' },
  'otp.confirm': {
    ask: () => ({ body: { code: '000000' } }),
    refusal: { code: 'auth.otp_not_set', why: 'codes are not being set up' },
  },
  'otp.disable': {
    ask: () => ({ body: { code: '000000' } }),
    refusal: { code: 'auth.otp_invalid', why: 'who has no codes has no right one' },
    investor: 'forbidden',
  },
};
const signIn = (audience: string, login: Sample): Samples =>
  Object.fromEntries(
    Object.entries({ login, ...SIGN_IN }).map(([name, one]) => [`auth.${audience}.${name}`, one]),
  );

/** Every route about who asks. */
export const OWN: Samples = {
  ...signIn('staff', { ask: () => ({ body: { login: 1, password: ADMIN_PASSWORD } }) }),
  'staff.rights': {},
  'staff.roles': {},
  'preferences.read': {},
  'preferences.replace': { ask: () => ({ body: { content: {} } }) },
  'preferences.merge': { ask: () => ({ body: { content: {} } }) },
  'preferences.trader.read': {},
  'preferences.trader.merge': { ask: () => ({ body: { content: {} } }) },
  'confirmations.issue': {
    ask: () => ({ body: { action: 'positions.close', digest: 'a'.repeat(64) } }),
  },
  'socket.staff': { refusal: UPGRADE },
  ...signIn('trader', {
    ask: async (callers) => ({ body: { login: await callers.account(), password: PASSWORD } }),
  }),
  'auth.trader.api_password': {
    ask: () => ({ body: { current_password: PASSWORD, api_password: 'Matrix-7x' } }),
    refusal: { code: 'auth.terminal_not_allowed', why: 'the account has no `api_enabled`' },
    investor: 'auth.password_change_not_allowed',
  },
  'register.options': {},
  register: {
    ask: (callers) => ({ body: formOf({ email: `a${callers.next()}@client.example` }) }),
  },
  'register.code': { ask: (callers) => ({ body: { email: `a${callers.next()}@client.example` } }) },
  'trades.create': {
    ask: () => ({
      body: { request_id: UUID, kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.1' },
    }),
    investor: 'trade.read_only',
  },
  'trades.check': {
    ask: () => ({ body: { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.1' } }),
  },
  'trades.status': { ask: () => ({ path: { request_id: UUID } }) },
  'account.read': {},
  'positions.list': {},
  'orders.list': {},
  'history.orders': {},
  'history.deals': {},
  'history.positions': {},
  'orders.read': {},
  'deals.read': {},
  'notifications.list': {},
  ...MAIL,
  'symbols.list': {},
  'quotes.list': {},
  'news.list': {},
  'bars.list': {
    ask: () => ({ query: { symbol: 'EURUSD', timeframe: 'm1' } }),
    refusal: { code: 'trade.symbol_not_found', why: 'there is no market' },
  },
  'watchlists.list': {},
  'watchlists.create': { ask: () => ({ body: { name: 'Metals' } }), investor: 'trade.read_only' },
  'watchlists.change': {
    ask: () => ({ path: { id: 99 }, body: { name: 'Gold' } }),
    refusal: { code: 'not_found', why: 'there is no such list' },
    investor: 'trade.read_only',
  },
  'watchlists.delete': {
    ask: () => ({ path: { id: 99 } }),
    refusal: { code: 'not_found', why: 'there is no such list' },
    investor: 'trade.read_only',
  },
  'socket.trader': { refusal: UPGRADE },
};
