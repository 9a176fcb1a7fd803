// Mutations of fills in parts at providers, of closes that wait, and of the checks that tell them.

import type { Canary, Run } from './canary.js';

const FILLS: Run = { test: 'engine/providers/partial-fills.test' };
const LIVES: Run = { test: 'simulation/provider-lives.test' };

/** Mistakes that single tests notice, and most of them random lives, too. */
export const PROVIDER: readonly Canary[] = [
  {
    name: 'in hedging each part of an order at a provider opens a position',
    file: 'engine/requests/market.js',
    from: 'positions.get(closes) ?? positions.get(id) ?? null',
    to: 'positions.get(closes) ?? null',
    by: [FILLS, LIVES],
  },
  {
    name: 'in netting the fill of an old close does not see the present position',
    file: 'engine/requests/market.js',
    from: `if (basis.group.netting)
        return nettingTarget({ basis }, holdings.get(symbol));`,
    to: `if (basis.group.netting && closes === 0)
        return nettingTarget({ basis }, holdings.get(symbol));`,
    by: [FILLS, LIVES],
  },
  {
    name: 'a close that waited does not see another one that was sent',
    file: 'engine/requests/market.js',
    from: '?? sentClose(turn, position.id, checked.row?.id)',
    to: '',
    by: [FILLS, LIVES],
  },
  {
    name: 'a close-by that waited does not see a close that was sent',
    file: 'engine/requests/positions.js',
    from: `sentClose(turn, position.id, row?.id) ??
        sentClose(turn, by.id, row?.id)`,
    to: 'undefined',
    by: [FILLS],
  },
  {
    name: 'a stop that waited does not see a close that was sent',
    file: 'engine/requests/checked-request.js',
    from: 'sentClose(turn, position.id, row?.id)',
    to: 'undefined',
    by: [FILLS, LIVES],
  },
  {
    name: 'a later part of an order sets the stops of its position again',
    file: 'engine/deals/deals.js',
    from: 'if (order.position_id !== 0)',
    to: 'if (order.id === target.id)',
    by: [FILLS, LIVES],
  },
  {
    name: 'a refused cancel of a one-cancels-other partner is not sent again',
    file: 'engine/providers/cancels.js',
    from: 'if (isPartnerOver(turn, order))',
    to: 'if (false)',
    by: [{ test: 'engine/providers/cancels.test' }],
  },
  {
    name: 'two positions of a symbol in netting are not told',
    file: 'actors/commands/ledger-check.js',
    from: `if (group.margin_mode === 'netting')`,
    to: 'if (false)',
    by: [{ test: 'actors/commands/verify.test', only: 'Two positions' }],
  },
  {
    name: 'a row that is written as if it was new is counted again',
    file: 'storage/projection/account-rows.js',
    from: 'this.#positions.set(this.#place, this.#login, id, id > this.#knownIds);',
    to: 'this.#positions.set(this.#place, this.#login, id, deal !== undefined);',
    by: [{ test: 'storage/projection/totals.test', only: 'opened again' }],
  },
];
