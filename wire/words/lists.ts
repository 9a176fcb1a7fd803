// Words of lists: windows, their filters, and pages of accounts.

import type { FieldWords, SchemaWords, Sections } from './field-words.js';

const CLIENT: FieldWords = ['Client', 'Only accounts that are linked to this client.'];
const MASK: FieldWords = ['Group', 'Masks of groups with commas between; `!` excludes.'];

const listFilters: Sections = {
  Filters: {
    group: MASK,
    company: ['Company', 'Licence company of the group.'],
    login: ['Login', 'Number of the account; 0 = any.'],
    name: ['Name', 'Part of the first name, in any letter case.'],
    email: ['E-mail', 'Part of the e-mail address, in any letter case.'],
    client: CLIENT,
    select: ['Selection', 'Logins with commas between.'],
  },
};

const selection: Sections = {
  Filters: {
    client: CLIENT,
    group_path: ['Group path', 'A group, with the groups below it.'],
    group: MASK,
    q: ['Search', 'A number searches the login, any other text a part of the name.'],
  },
};

const page: Sections = {
  Window: {
    after: ['After', 'Cursor of the last row; null = there is no row.'],
    before: ['Before', 'Cursor of the first row; null = there is no row.'],
    calculated_at: ['Calculated', 'When the window was read.'],
    first_key: ['First row', 'Login of the first row; empty = there is no row.'],
    last_key: ['Last row', 'Login of the last row; empty = there is no row.'],
    has_after: ['Has after', 'Are there rows behind the window?'],
    has_before: ['Has before', 'Are there rows before the window?'],
    page_id: ['Page', 'The same for the same rows of the same query.'],
    proof: ['Proof', 'Tag of the server over the rows, the query and its reader.'],
  },
};

/** Descriptions of lists by the name of their schema. */
export const LIST_WORDS: SchemaWords = {
  AccountListParams: listFilters,
  AccountCountParams: listFilters,
  AccountExportParams: listFilters,
  AccountWindowParams: {
    ...selection,
    Window: {
      limit: ['Limit', 'Most rows of the window.', 'count'],
      edge: ['Edge', 'Which rows: first, last, after or before a cursor, or around a row.'],
      cursor: ['Cursor', 'Cursor of an earlier window of the same query.'],
      anchor: ['Anchor', 'Login of the row to show the window around.', 'id'],
      sort: ['Sort', 'Field by which the rows are sorted; texts by their first 160 characters.'],
      dir: ['Direction', 'Ascending or descending; logins of equal rows go the same way.'],
    },
  },
  AccountWindowCountParams: selection,
  ClientListParams: {
    Filters: {
      name: ['Name', 'Part of the first name, in any letter case.'],
      last_name: ['Last name', 'Part of the last name, in any letter case.'],
      email: ['E-mail', 'Part of the e-mail address, in any letter case.'],
      phone: ['Phone', 'Part of the phone number.'],
      company: ['Company', 'Part of the name of the company, in any letter case.'],
    },
  },
  AccountWindowRow: {
    Access: { policy_revision: ['Policy revision', 'Rises when what the account may do changes.'] },
    Money: { money: ['Live money', 'Always null: a window shows what is stored.'] },
  },
  AccountWindowPage: page,
  AccountWindowCount: {
    Window: {
      query_id: ['Query', 'Stays the same for the same query, reader and scope.'],
      resource: ['Resource', 'Name of the list that is counted.'],
      total: ['Total', 'Rows of the window on all its pages; null while it is pending.', 'count'],
    },
  },
  AccountGroup: {
    Group: {
      company: ['Company', 'Licence company of the group.'],
      password_min_length: ['Password length', 'Fewest characters of a password.', 'count'],
      path: ['Path', 'Path of the group, its parts joined by backslashes.'],
    },
  },
};

/** Titles of operators in filters, and what they leave. */
const OPERATORS: Readonly<Record<string, readonly [title: string, says: string]>> = {
  eq: ['is', 'Rows whose value is this; letter case does not count.'],
  ne: ['is not', 'Rows with another value.'],
  lt: ['below', 'Rows with a value below this.'],
  le: ['up to', 'Rows with this value, or a lower one.'],
  gt: ['above', 'Rows with a value above this.'],
  ge: ['from', 'Rows with this value, or a higher one.'],
  in: ['one of', 'Rows with one of these values; commas between, up to 100.'],
  has: ['has', 'Rows whose text has this part, in any letter case.'],
  starts: ['starts with', 'Rows whose text begins so, in any letter case.'],
  unset: ['not set', 'Rows without a value, or with `false` those that have one.'],
};

const FILTER = /^f\.(\w+)\.(\w+)$/;

/** The field and the operator of a filter's parameter; undefined = it is no filter. */
export const filterOf = (parameter: string): readonly [field: string, op: string] | undefined => {
  const [, field = '', op = ''] = FILTER.exec(parameter) ?? [];
  return op in OPERATORS ? [field, op] : undefined;
};

/** Fields that hold an id: their words elsewhere need not say so. */
const IDS: readonly string[] = ['login', 'agent', 'client_id'];

/** The words of a filter by those of its field. */
export const filterWords = ([title, , own]: FieldWords, field: string, op: string): FieldWords => {
  const [word, says] = OPERATORS[op] as readonly [string, string];
  const unit = own ?? (IDS.includes(field) ? 'id' : undefined);
  return unit === undefined ? [`${title} ${word}`, says] : [`${title} ${word}`, says, unit];
};
