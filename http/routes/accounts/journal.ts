// The journal for staff: who did what, searched and paged.

import type { Asker } from '../../../actors/client.js';
import { type Code, type Outcome, ok, refuse } from '../../../wire/base/codes.js';
import type { Caller } from '../../../wire/desk/caller.js';
import { fenceFault } from '../../../wire/fields/fence.js';
import type { ReadAt } from '../../../wire/queries/fenced-query.js';
import type { JournalPlace, JournalQuery } from '../../../wire/queries/journal-queries.js';
import { LoginPath } from '../../../wire/rest/accounts/accounts.js';
import {
  AccountJournalParams,
  JOURNAL_LINES_MAX,
  JournalPage,
  JournalParams,
  type JournalRow,
  StaffJournalParams,
} from '../../../wire/rest/accounts/journal.js';
import { periodOf } from '../../rest/coverage.js';
import { FOLLOWS, NO_ACCOUNT, SINCE } from '../../rest/phrases.js';
import { type HandlerContext, route } from '../../rest/route.js';
import { readable } from '../../rest/setting-routes.js';
import { STAFF_READERS } from './staff.js';

/**
 * Most parts that one request searches: a million lines, some seconds of a reader thread, with
 * pauses.
 */
const PARTS_MAX = 1000;
/** Both journals share their lines, so a session searches one at a time. */
const inTurn = 'journal';

type Search = Omit<JournalQuery, 'behind' | 'skip' | 'limit' | 'count'>;

/**
 * Searches the journal part by part; other requests are answered in between. The reported state of
 * the database is its state at the first part: later parts show at least as much.
 */
const search = async <C extends Code>(
  by: Asker,
  asked: Search,
  { page, limit }: JournalParams,
  door: Pick<HandlerContext<C>, 'query'>,
): Promise<Outcome<Omit<JournalPage, 'page'>, C>> => {
  const items: JournalRow[] = [];
  let readAt: ReadAt | undefined;
  let total = 0;
  let behind: JournalPlace | null | undefined;
  for (let parts = 0; parts < PARTS_MAX && behind !== null; parts += 1) {
    const query = {
      ...asked,
      ...(behind && ({ behind, waits_for: 'nothing' } as const)),
      skip: Math.max(0, (page - 1) * limit - total),
      limit: limit - items.length,
      count: JOURNAL_LINES_MAX - total,
    };
    const part = await door.query(by, 'journal', query);
    if (!part.ok) return part;
    const { items: more, found, behind: next, ...at } = part.data;
    items.push(...more);
    total += found;
    behind = next;
    readAt ??= at;
    if (total === JOURNAL_LINES_MAX) break;
  }
  return ok({ items, total, has_more: behind !== null, ...(readAt as ReadAt) });
};

/** Refuses parameters that exceed the pages. */
const faultOf = (params: JournalParams): string | undefined => {
  const { page, limit } = params;
  return (page - 1) * limit >= JOURNAL_LINES_MAX
    ? `page: ${JOURNAL_LINES_MAX} lines are paged; ask for a shorter period`
    : fenceFault(params);
};

/** A page of the lines that the caller may see. */
const readJournal = async <C extends Code>(
  caller: Caller,
  query: JournalParams,
  door: Pick<HandlerContext<C>, 'query' | 'desk'>,
): Promise<Outcome<JournalPage, C | 'invalid_input'>> => {
  const period = periodOf(query);
  if (typeof period === 'string') return refuse('invalid_input', period);
  const fault = faultOf(query);
  if (fault !== undefined) return refuse('invalid_input', fault);
  const reader = await door.desk('journal.reader', { caller });
  if (!reader.ok) return reader;
  const { since, viewer } = reader.data;
  const { login, by, kind, text, min_projection_seq, page } = query;
  const asked = {
    session: caller.session,
    from: Math.max(since, period.from),
    to: period.to,
    ...(login !== undefined && { login }),
    ...(by !== undefined && { by }),
    ...(kind !== undefined && { kind }),
    ...(text !== undefined && { text }),
    ...(min_projection_seq !== undefined && { min_projection_seq }),
    viewer,
  };
  const found = await search(caller, asked, query, door);
  return found.ok ? ok({ ...found.data, page }) : found;
};

export const journal = [
  route({
    name: 'journal.list',
    method: 'GET',
    path: '/admin/v1/journal',
    says: 'Pages through the lines of the journal, newest first, as far back as the caller sees.',
    details:
      'At most 10,000 lines are counted: choose a shorter period to read older lines. ' +
      'Lines about accounts outside the scope are left out.',
    rights: ['journal.view'],
    query: JournalParams,
    inTurn,
    reply: JournalPage,
    example: { query: { kind: 'account', login: 1001, limit: 20 } },
    handle: ({ caller, query }, context) => readJournal(caller, query, context),
  }),
  route({
    name: 'staff.journal',
    method: 'GET',
    path: '/admin/v1/staff/{login}/journal',
    says:
      'Lists the journal lines that a staff user caused, newest first, as far back as the ' +
      'caller may read.',
    details: 'The answer is a page of the journal with the lines that one user caused.',
    rights: ['journal.view'],
    ...readable(STAFF_READERS),
    params: LoginPath,
    query: StaffJournalParams,
    inTurn,
    reply: JournalPage,
    errors: { not_found: 'the staff user is unknown' },
    example: { path: { login: 1 }, query: { limit: 20 } },
    handle: async ({ caller, path: { login }, query }, context) => {
      const reached = await context.desk('staff.read', { caller, login });
      return reached.ok ? readJournal(caller, { ...query, by: login }, context) : reached;
    },
  }),
  route({
    name: 'accounts.journal',
    method: 'GET',
    path: '/admin/v1/accounts/{login}/journal',
    says: 'Pages through the lines about an account, newest first, as far back as the caller sees.',
    details: `\`logs_months\` of the caller says how far back lines are shown. ${FOLLOWS}`,
    rights: ['accounts.view', 'journal.view'],
    params: LoginPath,
    query: AccountJournalParams,
    inTurn,
    reply: JournalPage,
    errors: { not_found: NO_ACCOUNT },
    example: { path: { login: 1001 }, query: SINCE },
    handle: async ({ caller, path: { login }, query }, context) => {
      const reached = await context.desk('accounts.reach', { caller, login });
      return reached.ok ? readJournal(caller, { ...query, login }, context) : reached;
    },
  }),
];
