// The table: every route of the API.

import type { Route } from '../route.js';
import { accounts } from './accounts.js';
import { auth } from './auth.js';
import { deals } from './deals.js';
import { history } from './history.js';
import { market } from './market.js';
import { quotes } from './quotes.js';
import { sockets } from './sockets.js';
import { trading } from './trading.js';

export const routes: readonly Route[] = [
  ...auth,
  ...accounts,
  ...quotes,
  ...trading,
  ...deals,
  ...history,
  ...market,
  ...sockets,
];
