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
    texts: {
      order: 'Symbols by path.',
      taken: 'path or name is taken',
      used: 'positions, orders or another symbol use the symbol',
      creates: 'Terminals of groups that offer the symbol show it at once.',
      changes: 'While positions are open, digits, size, calculation and currencies are fixed.',
      invalid: 'values contradict each other',
      id: 25,
      create: {
        path: 'Forex\\EURNOK',
        description: 'Euro vs Norwegian Krone',
        currency_base: 'EUR',
        currency_profit: 'NOK',
        digits: 5,
        contract_size: '100000',
        calc_mode: 'forex',
      },
      patch: { version: 1, volume_max: '50', swap_mode: 'points', swap_long: '-8.5' },
    },
  }),
  route({
    name: 'config.symbols.quick',
    method: 'PATCH',
    path: '/admin/v1/symbols/{id}/quick',
    says: 'Changes spread, levels, swaps or trade access of a symbol.',
    details:
      'For dealers who change prices and access by the day, and nothing else. A request ' +
      'changes `spread` by at most `manual_quote_pts` points; the new spread is at most ' +
      '`manual_quote_pts` or the present spread, whichever is larger.',
    rights: ['symbols.quick_edit'],
    params: IdPath,
    body: SymbolQuickEdit,
    reply: SYMBOLS.shown,
    errors: {
      not_found: 'there is no such symbol',
      conflict: '`version` is not the newest',
    },
    example: { path: { id: 2 }, body: { version: 1, spread: 15, trade_access: 'close_only' } },
    handle: async ({ caller, path: { id }, body }, context) => {
      const { version, ...fields } = unconfirmed(body);
      return typed(await context.desk('symbols.quick', { caller, id, version, fields }));
    },
  }),
];
