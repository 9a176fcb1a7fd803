// What a start would find at some moments of a life: a whole database, and the same account.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseDamage } from '../../../actors/commands/database-check.js';
import { type AccountState, newAccount } from '../../../engine/engine.js';
import { openProjection } from '../../../storage/database/schema.js';
import { Projection } from '../../../storage/projection/projection.js';
import type { AccountSwitches } from '../../../wire/settings/config.js';
import type { AccountEvent, Event } from '../../../wire/trading/events.js';
import { accountChange, buildBatch, buildDeskEvent } from '../build.js';
import { readAccounts } from '../opened.js';
import { type Faults, type Oracle, rowsText } from './oracle.js';

/** One look in so many is a start. */
const START_EVERY = 6;

/** Projects the events of one account, and starts from what is stored. */
export class StartOracle implements Oracle {
  private readonly folder = mkdtempSync(join(tmpdir(), 'lives-'));
  private readonly path = join(this.folder, 'brokerd.db');
  private readonly db = openProjection(this.path);
  private readonly projection = new Projection(this.db);
  private fresh: Event[];
  private looks = 0;

  constructor(switches: AccountSwitches) {
    const record = {
      ...switches,
      created_at: new Date(switches.created_at).toISOString(),
      archived_at: null,
      last_access: null,
    };
    this.fresh = [buildDeskEvent({ changes: [accountChange(switches.login, record)] })];
  }

  emitted(event: AccountEvent): Faults {
    this.fresh.push(event);
    return [];
  }

  looked(state: AccountState): Faults {
    this.looks += 1;
    if (this.looks % START_EVERY !== 0) return [];
    const { projection } = this;
    projection.project([buildBatch(projection.checkpoint() + 1, this.fresh)]);
    this.fresh = [];
    const damage = databaseDamage(this.path);
    if (damage !== undefined) return [`a start is refused: ${damage}`];
    const [stored] = readAccounts(this.db);
    if (stored === undefined) return ['a start finds no account'];
    const { ledger, positions, orders, queue } = stored;
    const started = newAccount(state.switches, ledger ?? undefined, positions, orders, queue);
    const [is, found] = [rowsText(state), rowsText(started)];
    return is === found ? [] : [`the rows are ${is}, after a start ${found}`];
  }

  ended(): Faults {
    this.db.close();
    rmSync(this.folder, { recursive: true });
    return [];
  }
}
