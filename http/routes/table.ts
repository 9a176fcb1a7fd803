// The table: every route of the API, and the tags of their description.

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
import { groupBalance } from './trading/group-payments.js';
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
  ...groupBalance,
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

/** The descriptions of the tags: the first parts of the names of routes. */
export const TAGS: Readonly<Record<string, string>> = {
  auth: 'Sign-in, sessions, passwords and one-time codes of the caller.',
  accounts: 'Accounts of clients and staff: opened, changed, paid, traded for.',
  clients: 'Persons and companies, and the accounts linked to them.',
  staff: 'Staff users, their rights, scope and report lines.',
  preferences: 'A document of the caller, in which terminals keep their settings.',
  quotes: 'Prices: the newest of each symbol, and manual quotes of staff.',
  trades: 'Trade requests and their results.',
  account: 'The account of the caller in one snapshot.',
  positions: 'Open positions.',
  orders: 'Working orders.',
  dealing: 'Requests that wait for dealers.',
  deals: 'Deals explained, and taken back.',
  history: 'Orders, deals and positions that are over.',
  symbols: 'Symbols that the group of the caller is offered.',
  bars: 'Bars of charts.',
  watchlists: 'Lists of symbols that the trader keeps.',
  news: 'News of datafeeds for the group of the trader.',
  holidays: 'Days on which symbols do not trade.',
  reports: 'Reports: their configurations and modules.',
  transfer: 'Settings in and out of files.',
  config: 'Symbols, and the older form of files.',
  'leverage-profiles': 'Margin by the size of holdings.',
  'mail-servers': 'Servers that e-mails go out through.',
  'email-templates': 'Texts of the e-mails of sign-up.',
  register: 'Sign-up of people without an account.',
  applications: 'Applications for real accounts.',
  'sign-up': 'Admission of new clients: kinds of accounts, countries, groups.',
  groups: 'Common settings and terms of accounts.',
  'leverage-switches': 'Groups that change their leverage profile at a planned time.',
  routing: 'Rules that say who decides on a request.',
  'account-allocations': 'Groups and links for people who sign up.',
  datafeeds: 'Sources of prices.',
  gateways: 'Connections that send orders to providers.',
  confirmations: 'Codes that staff type before acts that cannot be undone.',
  licence: 'The licence, and brands: names, pages, colours and images of terminals.',
  brand: 'The brand of the terminal.',
  network: 'Logical servers: the classes of logins that the platform admits, and the machine.',
  platform: 'The platform as a whole: its mode, and the release of a copy.',
  online: 'Sessions in use.',
  journal: 'The log of the acts of staff and accounts.',
  mail: 'Messages between staff and traders, their drafts and files, and the outbox of e-mails.',
  notifications: 'Short messages to accounts.',
  socket: 'Live sockets.',
  pages: 'Health, metrics and documentation pages, whose answers have no envelope.',
};
