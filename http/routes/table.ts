// The table: every route of the API.

import type { Route } from '../rest/route.js';
import { accountAllocations } from './account-allocations.js';
import { accounts } from './accounts.js';
import { auth } from './auth.js';
import { confirmations } from './confirmations.js';
import { connections } from './connections.js';
import { deals } from './deals.js';
import { groups } from './groups.js';
import { history } from './history.js';
import { holidays } from './holidays.js';
import { journal } from './journal.js';
import { leverageProfiles } from './leverage-profiles.js';
import { mailServers } from './mail-servers.js';
import { market } from './market.js';
import { online } from './online.js';
import { otp } from './otp.js';
import { preferences } from './preferences.js';
import { quotes } from './quotes.js';
import { reportConfigs } from './report-configs.js';
import { routing } from './routing.js';
import { servers } from './servers.js';
import { sockets } from './sockets.js';
import { staff } from './staff.js';
import { symbols } from './symbols.js';
import { trading } from './trading.js';
import { transfer } from './transfer.js';

export const routes: readonly Route[] = [
  ...auth,
  ...otp,
  ...accounts,
  ...staff,
  ...preferences,
  ...quotes,
  ...trading,
  ...deals,
  ...history,
  ...market,
  ...holidays,
  ...reportConfigs,
  ...transfer,
  ...leverageProfiles,
  ...mailServers,
  ...symbols,
  ...groups,
  ...routing,
  ...accountAllocations,
  ...connections,
  ...confirmations,
  ...servers,
  ...online,
  ...journal,
  ...sockets,
];
