// All queries: reader threads answer them from the database. Each family has a file of its own.

import type { AccountQueries } from './account-queries.js';
import type { BarQueries } from './bar-queries.js';
import type { ClientQueries } from './client-queries.js';
import type { DealQueries } from './deal-queries.js';
import type { EventQueries } from './event-queries.js';
import type { HistoryQueries } from './history-queries.js';
import type { JournalQueries } from './journal-queries.js';
import type { MailQueries } from './mail-queries.js';
import type { PositionQueries } from './position-queries.js';
import type { ReportQueries } from './report-queries.js';
import type { ServerQueries } from './server-queries.js';

/** Every query: its input and its output. */
export interface Queries
  extends ReportQueries,
    HistoryQueries,
    PositionQueries,
    AccountQueries,
    BarQueries,
    ServerQueries,
    ClientQueries,
    MailQueries,
    JournalQueries,
    EventQueries,
    DealQueries {}

export type QueryName = keyof Queries;

/** The queries that are answered in steps. */
export const SLICED_QUERIES = [
  'account.sums',
  'accounts.page',
  'accounts.count',
  'accounts.logins',
  'accounts.window',
  'accounts.window_count',
  'clients.page',
  'mail.messages',
  'mail.outbox',
  'mail.recipients',
  'applications.page',
  'accounts.money',
  'open.snapshot',
  'open.payments',
  'reports.daily',
  'reports.exposure',
] as const satisfies readonly QueryName[];

export type SlicedQuery = (typeof SLICED_QUERIES)[number];
