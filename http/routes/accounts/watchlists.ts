// Watchlists over REST: the lists of the signed-in trader.

import type { GroupView } from '../../../actors/client.js';
import {
  WATCHED_MAX,
  Watchlist,
  WatchlistBody,
  WatchlistPatch,
} from '../../../wire/accounts/watchlists.js';
import { type Outcome, ok, refuse } from '../../../wire/base/codes.js';
import { route, usual } from '../../rest/route.js';
import { IdPath } from '../../rest/setting-routes.js';
import { BODY_VALUES_MAX } from '../../server/body-limits.js';

const path = '/trader/v1/watchlists';

const DEFAULT_NAME = 'Market Watch';

/** A list without the symbols that the group does not trade. */
const shownOf = <L extends { readonly symbols: readonly string[] }>(
  list: L,
  group: GroupView | undefined,
) => ({ ...list, symbols: list.symbols.flatMap((name) => group?.named(name)?.name ?? []) });

interface ListContent {
  readonly name?: string;
  readonly symbols?: readonly string[];
}

/**
 * The content of a body: the trimmed name, each symbol once and as the platform spells it. Refuses
 * symbols that the group does not trade, and more different symbols than a list takes.
 */
const contentOf = (
  { name, symbols }: ListContent,
  group: GroupView | undefined,
): Outcome<ListContent, 'invalid_input'> => {
  const trimmed = name?.trim();
  const spelt = symbols?.map((one) => group?.named(one)?.name);
  const unknown = spelt?.indexOf(undefined) ?? -1;
  if (unknown >= 0) {
    return refuse('invalid_input', `symbols: ${symbols?.[unknown]} is not traded by your group`);
  }
  const distinct = [...new Set(spelt as string[] | undefined)];
  if (distinct.length > WATCHED_MAX) {
    const most = `at most ${WATCHED_MAX} different symbols`;
    return refuse('invalid_input', `symbols: ${most}, there are ${distinct.length}`);
  }
  return ok({
    ...(trimmed !== undefined && { name: trimmed }),
    ...(spelt !== undefined && { symbols: distinct }),
  });
};

export const watchlists = [
  route({
    name: 'watchlists.list',
    method: 'GET',
    path,
    says: 'Lists the watchlists of the account.',
    details:
      'Lists are in the order of their creation, without symbols that the group does not ' +
      'trade. An account without a saved list gets the default list, which has the id 0 ' +
      'and no times: save this list with a POST at the first change. Without default ' +
      'symbols there is no list. Sockets of the account get `config_changed` of kind ' +
      '`watchlists` after each change.',
    reply: [Watchlist],
    handle: async ({ caller, session, request }, context) => {
      const host = request.headers.get('host') ?? '';
      const answer = await context.desk('watchlists.read', { caller, host });
      if (!answer.ok) return answer;
      const { saved, defaults } = answer.data;
      const group = context.group(session.group);
      if (saved.length > 0) return ok(saved.map((list) => shownOf(list, group)));
      const unsaved = { id: 0, name: DEFAULT_NAME, created_at: null, updated_at: null };
      const list = shownOf({ ...unsaved, symbols: defaults }, group);
      return ok(list.symbols.length > 0 ? [list] : []);
    },
  }),
  route({
    name: 'watchlists.create',
    method: 'POST',
    path,
    says: 'Saves a new watchlist.',
    details:
      'The name is trimmed. Repeated symbols are dropped. An account keeps at most 20 lists.',
    readOnly: 'trade.read_only',
    body: WatchlistBody,
    bodyValuesMax: BODY_VALUES_MAX.list,
    reply: Watchlist,
    errors: {
      ...usual(['trade.read_only']),
      invalid_input: 'a symbol is not traded by the group, or the account has 20 lists',
    },
    example: { body: { name: 'Metals', symbols: ['XAUUSD', 'XAGUSD'] } },
    handle: async ({ caller, session, body }, context) => {
      const group = context.group(session.group);
      const content = contentOf(body, group);
      if (!content.ok) return content;
      const { name = '', symbols = [] } = content.data;
      const made = await context.desk('watchlists.create', { caller, name, symbols });
      return made.ok ? ok(shownOf(made.data, group)) : made;
    },
  }),
  route({
    name: 'watchlists.change',
    method: 'PATCH',
    path: `${path}/{id}`,
    says: 'Renames a watchlist, or replaces its symbols, or both.',
    details: 'Symbols that are sent take the place of the whole list. No version is sent.',
    readOnly: 'trade.read_only',
    params: IdPath,
    body: WatchlistPatch,
    bodyValuesMax: BODY_VALUES_MAX.list,
    reply: Watchlist,
    errors: {
      ...usual(['trade.read_only']),
      not_found: 'the account has no such list',
      invalid_input: 'a symbol is not traded by the group',
    },
    example: { path: { id: 1 }, body: { symbols: ['XAUUSD', 'EURUSD'] } },
    handle: async ({ caller, session, path: { id }, body }, context) => {
      const group = context.group(session.group);
      const content = contentOf(body, group);
      if (!content.ok) return content;
      const changed = await context.desk('watchlists.change', { caller, id, ...content.data });
      return changed.ok ? ok(shownOf(changed.data, group)) : changed;
    },
  }),
  route({
    name: 'watchlists.delete',
    method: 'DELETE',
    path: `${path}/{id}`,
    says: 'Deletes a watchlist.',
    details: 'Its id is not given again.',
    readOnly: 'trade.read_only',
    params: IdPath,
    reply: null,
    errors: { ...usual(['trade.read_only']), not_found: 'the account has no such list' },
    example: { path: { id: 1 } },
    handle: ({ caller, path: { id } }, context) =>
      context.desk('watchlists.remove', { caller, id }),
  }),
];
