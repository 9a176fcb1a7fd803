// Symbols.

import type { Right } from '../../../wire/accounts/rights.js';
import { SYMBOLS, SymbolQuickEdit } from '../../../wire/rest/settings/symbols.js';
import { route } from '../../rest/route.js';
import { IdPath, settingRoutes, typed } from '../../rest/setting-routes.js';
import { BODY_VALUES_MAX } from '../../server/limits.js';

const right: Right = 'symbols.quick_edit';

export const symbols = [
  ...settingRoutes(SYMBOLS, {
    name: 'config.symbols',
    path: 'symbols',
    one: 'a symbol',
    many: 'symbols, by path',
    refusesDelete: true,
    moving: ['status'],
    ops: ['list', 'create', 'read', 'patch', 'remove'],
  }),
  route({
    name: 'config.symbols.quick',
    method: 'PATCH',
    path: '/admin/v1/symbols/{id}/quick',
    says: 'Changes spread, levels, swaps or trade access of a symbol.',
    rights: [right],
    params: IdPath,
    body: SymbolQuickEdit,
    bodyValuesMax: BODY_VALUES_MAX.list,
    reply: SYMBOLS.shown,
    errors: ['not_found', 'conflict'],
    handle: async ({ caller, path: { id }, body }, context) => {
      const { version, ...fields } = body;
      const input = { caller, kind: SYMBOLS.kind, id, version, fields, whole: false, right };
      return typed(await context.desk('settings.patch', input));
    },
  }),
];
