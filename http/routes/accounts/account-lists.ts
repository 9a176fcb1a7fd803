// Lists of accounts for staff: pages, windows, counts, and the groups that accounts lie in.

import type { Static } from '@sinclair/typebox';
import type { Right } from '../../../wire/accounts/rights.js';
import type { Viewer } from '../../../wire/accounts/scope.js';
import { type Code, type Outcome, ok, type Refusal, refuse } from '../../../wire/base/codes.js';
import { foldedName } from '../../../wire/base/folded-name.js';
import type { Fields } from '../../../wire/base/object.js';
import type { Caller } from '../../../wire/desk/caller.js';
import { fenceFault } from '../../../wire/fields/fence.js';
import type { AccountRow, AccountSelection } from '../../../wire/queries/account-queries.js';
import {
  ACCOUNT_FIELDS,
  AccountCountParams,
  AccountExportParams,
  AccountGroups,
  AccountListParams,
  AccountPage,
  AccountWindowCount,
  AccountWindowCountParams,
  AccountWindowPage,
  AccountWindowParams,
  Count,
} from '../../../wire/rest/accounts/account-lists.js';
import { Account } from '../../../wire/rest/accounts/accounts.js';
import { filtersOf, partFilters, type UsedFilter } from '../../../wire/rest/lists/list-fields.js';
import { fieldRightFault, placeFault, usedByFilters } from '../../../wire/rest/lists/window.js';
import { liveMoney, moneyOf } from '../../rest/account-values.js';
import { EXPORT_ROWS_MAX, exportRoute } from '../../rest/export.js';
import { type HandlerContext, route } from '../../rest/route.js';

const rights: readonly Right[] = ['accounts.view'];
/** A session reads one list of accounts at a time: money is asked of every account of a page. */
const inTurn = 'accounts';
/** The list for which cursors of the window are valid. */
const WINDOW = 'accounts/window';
const SELECTED_MAX = 1_000;
const CLIENT_MAX = 2n ** 63n - 1n;
/** No account has it: the filter of a client whose id is larger than any that is given out. */
const NO_CLIENT = -1;

/** The reader of a list with what the reader selects. */
interface ListReading {
  readonly selection: AccountSelection;
  /** A key for cursors of this reader. */
  readonly key: string;
}

const clientFilter = (client: string | undefined): UsedFilter[] => {
  if (client === undefined) return [];
  const id = Number(client);
  const value = Number.isSafeInteger(id) ? id : NO_CLIENT;
  return [{ parameter: 'client', field: 'client_id', op: 'eq', value }];
};

const clientFault = (client: string | undefined): string | undefined =>
  client !== undefined && BigInt(client) > CLIENT_MAX
    ? `client: is at most ${CLIENT_MAX}`
    : undefined;

/** Refuses linked accounts to readers who do not see clients. */
const clientRightFault = (client: string | undefined, { rights: held }: Viewer) =>
  client !== undefined && !held.includes('clients.view')
    ? refuse('forbidden', 'client: needs clients.view')
    : undefined;

/** The reader with the rights held now, and the accounts that a request selects. */
const readingOf = async <C extends Code>(
  caller: Caller,
  asked: Omit<AccountSelection, 'viewer' | 'filters'> & { readonly client?: string },
  used: readonly UsedFilter[],
  door: Pick<HandlerContext<C>, 'desk'>,
  sort = 'login',
): Promise<Outcome<ListReading, C | 'forbidden'>> => {
  const reader = await door.desk('lists.reader', { caller });
  if (!reader.ok) return reader;
  const { viewer, key } = reader.data;
  const fault =
    fieldRightFault(ACCOUNT_FIELDS, [...used, { parameter: 'sort', field: sort }], viewer.rights) ??
    clientRightFault(asked.client, viewer);
  if (fault !== undefined) return fault as Refusal<'forbidden'>;
  const { group, group_path, company } = asked;
  const filters = [...used, ...clientFilter(asked.client)].map(
    ({ parameter: _, ...filter }) => filter,
  );
  const selection = {
    viewer,
    ...(group !== undefined && { group }),
    ...(group_path !== undefined && { group_path }),
    ...(company !== undefined && { company }),
    filters,
  };
  return ok({ selection, key });
};

const listFilters = ({
  login,
  name,
  email,
}: Pick<AccountCountParams, 'login' | 'name' | 'email'>): UsedFilter[] => {
  const ofLogin: UsedFilter = { parameter: 'login', field: 'login', op: 'eq', value: login };
  return [...(login === 0 ? [] : [ofLogin]), ...partFilters({ name, email })];
};

/** The filter of a list of logins. */
const selectFilters = (select: string | undefined): UsedFilter[] =>
  select === undefined
    ? []
    : [{ parameter: 'select', field: 'login', op: 'in', value: select.split(',').map(Number) }];

/** Refuses parameters of the list that contradict each other, or are too large. */
const listFault = (
  query: Pick<AccountListParams, 'client' | 'select' | 'min_projection_seq'>,
): string | undefined => {
  const { client, select, min_projection_seq: fence } = query;
  if (fence !== undefined && (client ?? select) !== undefined) {
    return 'min_projection_seq: not with client or select';
  }
  if (select !== undefined && select.split(',').length > SELECTED_MAX) {
    return `select: at most ${SELECTED_MAX} logins`;
  }
  return clientFault(client) ?? fenceFault(query);
};

/** The accounts of the list. */
const listReading = async <C extends Code>(
  caller: Caller,
  query: Static<typeof AccountExportParams> & Pick<AccountListParams, 'min_projection_seq'>,
  context: Pick<HandlerContext<C>, 'desk'>,
): Promise<Outcome<AccountSelection, C | 'invalid_input' | 'forbidden'>> => {
  const fault = listFault(query);
  if (fault !== undefined) return refuse('invalid_input', fault);
  const used = [...listFilters(query), ...selectFilters(query.select)];
  const reading = await readingOf(caller, query, used, context);
  return reading.ok ? ok(reading.data.selection) : reading;
};

/** The filters of a window, its search included. */
const windowFilters = (
  params: AccountWindowCountParams,
): Outcome<readonly UsedFilter[], 'invalid_input'> => {
  const fault = clientFault(params.client) ?? fenceFault(params);
  if (fault !== undefined) return refuse('invalid_input', fault);
  const filters = filtersOf(ACCOUNT_FIELDS, params);
  if (!filters.ok) return filters as Refusal<'invalid_input'>;
  const { q } = params;
  const used = filters.data.map((filter, at) => ({
    ...filter,
    parameter: usedByFilters(filters.data)[at]?.parameter ?? '',
  }));
  return ok(q === undefined ? used : [...used, ...searchOf(q)]);
};

/** Most words of a search that are looked for one by one. */
const SEARCH_WORDS_MAX = 4;

/** The words of a search; the last one has all that follow, too. */
const wordsOf = (q: string): readonly string[] => {
  const words = q.split(/\s+/).filter((word) => word !== '');
  const last = words.slice(SEARCH_WORDS_MAX - 1).join(' ');
  const all = [...words.slice(0, SEARCH_WORDS_MAX - 1), ...(last === '' ? [] : [last])];
  return all.length === 0 ? [q] : all;
};

/**
 * A number searches the login. Each word of any other text must be a part of a name; the names
 * need the same right.
 */
const searchOf = (q: string): readonly UsedFilter[] =>
  /^\d{1,15}$/.test(q.trim())
    ? [{ parameter: 'q', field: 'login', op: 'eq', value: Number(q) }]
    : wordsOf(q).map((word) => ({
        parameter: 'q',
        field: 'name',
        or: ['middle_name', 'last_name'],
        op: 'has',
        value: foldedName(word),
      }));

/** The row of an account with its live money; null = there is none. */
const valued = ([, json]: AccountRow, money: Fields | null): string =>
  `${json.slice(0, -1)},"money":${JSON.stringify(money)}}`;

/** A list as JSON: rows, and what is said of all. */
const listed = (rows: readonly string[], of: object) => ({
  json: `{"items":[${rows.join(',')}],${JSON.stringify(of).slice(1)}`,
});

/** All that selects and orders the rows of a window. */
const boundQuery = (
  { filters, group, group_path }: AccountSelection,
  ...order: readonly string[]
): string => JSON.stringify([WINDOW, filters, group, group_path, ...order]);

export const accountLists = [
  route({
    name: 'accounts.list',
    method: 'GET',
    path: '/admin/v1/accounts',
    says: 'Pages through the accounts within the scope by login, with their live money.',
    details:
      'Rows by login. `money` is null where execution is too slow, and always behind a ' +
      'fence: the events `account_money` have the money. A pending answer has no rows. ' +
      '`client` and `select` take no fence. Parts of name and e-mail need their field ' +
      'rights.',
    rights,
    inTurn,
    query: AccountListParams,
    reply: AccountPage,
    example: { query: { group: 'demo\\*', page: 1, limit: 20 } },
    handle: async ({ caller, query, requestId }, context) => {
      const reading = await listReading(caller, query, context);
      if (!reading.ok) return reading;
      const { page, limit, min_projection_seq } = query;
      const is_fenced = min_projection_seq !== undefined;
      const found = await context.query(caller, 'accounts.page', {
        ...reading.data,
        session: caller.session,
        ...(is_fenced && { min_projection_seq }),
        is_fenced,
        page,
        limit,
      });
      if (!found.ok) return found;
      const { items, total, projection_seq, consistency, retry_after_ms } = found.data;
      if (is_fenced) {
        const at = { projection_seq, ...(consistency && { consistency }) };
        const retry = retry_after_ms === undefined ? {} : { retry_after_ms };
        const rows = items.map((row) => valued(row, null));
        return listed(rows, { page, total, ...at, ...retry });
      }
      const logins = items.map(([login]) => login);
      const money = await liveMoney(logins, { caller, requestId }, context);
      const rows = items.map((row) => valued(row, moneyOf(money.get(row[0]))));
      return listed(rows, { page, total });
    },
  }),
  exportRoute({
    name: 'accounts.export',
    path: '/admin/v1/accounts/export',
    says: 'Answers the accounts of the list as a CSV file by login, with their live money.',
    details: 'Takes the filters of the list; fields without their right are empty.',
    example: { group: 'demo\\*' },
    rights,
    query: AccountExportParams,
    row: Account,
    select: async ({ caller, query, requestId }, context) => {
      const reading = await listReading(caller, query, context);
      if (!reading.ok) return reading;
      const selection = reading.data;
      const { session } = caller;
      const asked = { ...selection, session, most: EXPORT_ROWS_MAX };
      const found = await context.query(caller, 'accounts.logins', asked);
      if (!found.ok) return found;
      const rows = async (logins: readonly number[]) => {
        const page = await context.query(caller, 'accounts.page', {
          ...selection,
          filters: [...selection.filters, { field: 'login', op: 'in', value: logins }],
          session,
          waits_for: 'nothing',
          is_fenced: false,
          page: 1,
          limit: logins.length,
        });
        if (!page.ok) return page;
        const money = await liveMoney(logins, { caller, requestId }, context);
        return ok(
          page.data.items.map((row) => JSON.parse(valued(row, moneyOf(money.get(row[0]))))),
        );
      };
      return ok({ found: found.data, rows });
    },
  }),
  route({
    name: 'accounts.count',
    method: 'GET',
    path: '/admin/v1/accounts/count',
    says: 'Counts the accounts of the list, on all its pages.',
    details: 'Takes the filters of the list; `page` and `limit` do not bound the number.',
    rights,
    inTurn,
    query: AccountCountParams,
    reply: Count,
    example: { query: { group: 'demo\\*' } },
    handle: async ({ caller, query }, context) => {
      const reading = await readingOf(caller, query, listFilters(query), context);
      if (!reading.ok) return reading;
      const asked = { ...reading.data.selection, session: caller.session };
      const total = await context.query(caller, 'accounts.count', asked);
      return total.ok ? ok({ total: total.data }) : total;
    },
  }),
  route({
    name: 'accounts.groups',
    method: 'GET',
    path: '/admin/v1/accounts/groups',
    says:
      'Lists the groups within the scope, with the requirements for opening an account in ' +
      'each.',
    details: 'Staff groups are listed for holders of `config.staff`.',
    rights,
    reply: AccountGroups,
    handle: async ({ caller }, context) => {
      const groups = await context.desk('accounts.groups', { caller });
      return groups.ok ? ok({ items: [...groups.data] }) : groups;
    },
  }),
  route({
    name: 'accounts.window',
    method: 'GET',
    path: '/admin/v1/accounts/window',
    says: 'Answers a window over the stored accounts, sorted and filtered by any of their fields.',
    details:
      'All filters apply together; filters, sorts and searches by a private field need the ' +
      'right to the field. A cursor is valid for its query, session, rights and groups. ' +
      'Page and checkpoint are of one snapshot; while the database lacks the event of the ' +
      'fence, the page has no rows.',
    rights,
    inTurn,
    query: AccountWindowParams,
    reply: AccountWindowPage,
    example: { query: { sort: 'balance', dir: 'desc', limit: 20, 'f.enabled.eq': 'true' } },
    handle: async ({ caller, query }, context) => {
      const fault = placeFault(query);
      if (fault !== undefined) return fault as Refusal<'invalid_input'>;
      const used = windowFilters(query);
      if (!used.ok) return used;
      const reading = await readingOf(caller, query, used.data, context, query.sort);
      if (!reading.ok) return reading;
      const { selection, key } = reading.data;
      const { sort, dir, edge, limit, cursor, anchor, min_projection_seq } = query;
      const found = await context.query(caller, 'accounts.window', {
        ...selection,
        session: caller.session,
        ...(min_projection_seq !== undefined && { min_projection_seq }),
        binding: { key, query: boundQuery(selection, sort, dir) },
        sort,
        dir,
        edge,
        limit,
        ...(cursor !== undefined && { cursor }),
        ...(anchor !== undefined && { anchor }),
      });
      if (!found.ok) return found;
      if (found.data === 'invalid_cursor') {
        return refuse(
          'invalid_input',
          'cursor: this cursor is no longer valid; begin again without a cursor',
        );
      }
      const { items, consistency = 'current', ...place } = found.data;
      const calculated_at = new Date(context.now()).toISOString();
      const rows = items.map((row) => valued(row, null));
      return listed(rows, { ...place, calculated_at, consistency });
    },
  }),
  route({
    name: 'accounts.window_count',
    method: 'GET',
    path: '/admin/v1/accounts/window/count',
    says: 'Counts all accounts of a window exactly, in a snapshot of its own.',
    details:
      'Takes the filters of the window. A page and a count with different `projection_seq` do ' +
      'not belong together.',
    rights,
    inTurn,
    query: AccountWindowCountParams,
    reply: AccountWindowCount,
    example: { query: { 'f.country.eq': 'Austria' } },
    handle: async ({ caller, query }, context) => {
      const used = windowFilters(query);
      if (!used.ok) return used;
      const reading = await readingOf(caller, query, used.data, context);
      if (!reading.ok) return reading;
      const { selection, key } = reading.data;
      const { min_projection_seq } = query;
      const found = await context.query(caller, 'accounts.window_count', {
        ...selection,
        session: caller.session,
        ...(min_projection_seq !== undefined && { min_projection_seq }),
        binding: { key, query: boundQuery(selection) },
      });
      if (!found.ok) return found;
      const { consistency = 'current', ...counted } = found.data;
      return ok({ ...counted, consistency, resource: WINDOW });
    },
  }),
];
