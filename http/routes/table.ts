// The table: every route of the API.

import type { Route } from '../rest/route.js';
import { accountImport } from './accounts/account-import.js';
import { accountLists } from './accounts/account-lists.js';
import { accounts } from './accounts/accounts.js';
import { applications } from './accounts/applications.js';
import { auth } from './accounts/auth.js';
import { bulkChange } from './accounts/bulk-change.js';
import { clients } from './accounts/clients.js';
import { confirmations } from './accounts/confirmations.js';
import { journal } from './accounts/journal.js';
import { mail } from './accounts/mail.js';
import { notifications } from './accounts/notifications.js';
import { online } from './accounts/online.js';
import { otp } from './accounts/otp.js';
import { preferences } from './accounts/preferences.js';
import { signUp } from './accounts/sign-up.js';
import { staff } from './accounts/staff.js';
import { watchlists } from './accounts/watchlists.js';
import { accountAllocations } from './settings/account-allocations.js';
import { brands } from './settings/brands.js';
import { connections } from './settings/connections.js';
import { groups } from './settings/groups.js';
import { holidays } from './settings/holidays.js';
import { leverageProfiles } from './settings/leverage-profiles.js';
import { leverageSwitches } from './settings/leverage-switches.js';
import { licence } from './settings/licence.js';
import { mailServers } from './settings/mail-servers.js';
import { platform } from './settings/platform.js';
import { reportConfigs } from './settings/report-configs.js';
import { routing } from './settings/routing.js';
import { servers } from './settings/servers.js';
import { signUpSettings } from './settings/sign-up.js';
import { symbols } from './settings/symbols.js';
import { transfer } from './settings/transfer.js';
import { accountTrades } from './trading/account-trades.js';
import { bars } from './trading/bars.js';
import { bulkTrades } from './trading/bulk-trades.js';
import { dealing } from './trading/dealing.js';
import { deals } from './trading/deals.js';
import { exports } from './trading/exports.js';
import { groupPayments } from './trading/group-payments.js';
import { history } from './trading/history.js';
import { market } from './trading/market.js';
import { positions } from './trading/positions.js';
import { quotes } from './trading/quotes.js';
import { reportJobs } from './trading/report-jobs.js';
import { reports } from './trading/reports.js';
import { sockets } from './trading/sockets.js';
import { trading } from './trading/trades.js';

export const routes: readonly Route[] = [
  ...auth,
  ...otp,
  ...accounts,
  ...accountLists,
  ...accountTrades,
  ...bulkChange,
  ...groupPayments,
  ...accountImport,
  ...clients,
  ...signUp,
  ...applications,
  ...staff,
  ...preferences,
  ...mail,
  ...watchlists,
  ...quotes,
  ...trading,
  ...positions,
  ...exports,
  ...bulkTrades,
  ...dealing,
  ...deals,
  ...history,
  ...market,
  ...bars,
  ...holidays,
  ...reportConfigs,
  ...reports,
  ...reportJobs,
  ...transfer,
  ...leverageProfiles,
  ...leverageSwitches,
  ...mailServers,
  ...symbols,
  ...groups,
  ...routing,
  ...accountAllocations,
  ...brands,
  ...licence,
  ...signUpSettings,
  ...connections,
  ...confirmations,
  ...servers,
  ...platform,
  ...online,
  ...notifications,
  ...journal,
  ...sockets,
];
