// Symbols.

import { SYMBOLS, SymbolQuickEdit } from '../../../wire/rest/settings/symbols.js';
import { unconfirmed } from '../../rest/confirm.js';
import { route } from '../../rest/route.js';
import { IdPath, settingRoutes, typed } from '../../rest/setting-routes.js';

export const symbols = [
  ...settingRoutes(SYMBOLS, {
    name: 'config.symbols',
    path: 'symbols',
    one: 'a symbol',
    many: 'symbols, by path',
    ops: ['list', 'create', 'read', 'patch', 'remove'],
  }),
  route({
    name: 'config.symbols.quick',
    method: 'PATCH',
    path: '/admin/v1/symbols/{id}/quick',
    says: 'Changes spread, levels, swaps or trade access of a symbol.',
    rights: ['symbols.quick_edit'],
    params: IdPath,
    body: SymbolQuickEdit,
    reply: SYMBOLS.shown,
    errors: ['not_found', 'conflict'],
    handle: async ({ caller, path: { id }, body }, context) => {
      const { version, ...fields } = unconfirmed(body);
      return typed(await context.desk('symbols.quick', { caller, id, version, fields }));
    },
  }),
];
