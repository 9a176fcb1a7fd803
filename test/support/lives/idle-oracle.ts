// Compares the ends of days of one account with idle days: if the account is idle, the event of its
// own has the ledger and the daily row of an idle day, and no other rows.

import { isDeepStrictEqual } from 'node:util';
import type { AccountState, Context } from '../../../engine/account/types.js';
import { idleRowOf } from '../../../engine/eod/idle-day.js';
import type { Command } from '../../../wire/trading/commands.js';
import type { Daily } from '../../../wire/trading/daily.js';
import type { AccountEvent } from '../../../wire/trading/events.js';
import { type IdleRow, idleDaily, ledgerAfterIdle } from '../../../wire/trading/idle-day.js';
import type { Ledger } from '../../../wire/trading/records.js';
import type { Faults, Oracle } from './oracle.js';

/** What an end of day finds: the ledger before it, and its row if it is idle. */
interface Found {
  readonly ledger: Ledger;
  readonly row: IdleRow | null;
  readonly month_end: boolean;
}

const text = (value: unknown): string =>
  JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? `${one}` : one));

/** Compares ends of days with what is made of idle ones. */
export class IdleOracle implements Oracle {
  /** The newest row that would be stored. */
  #stored: Daily | undefined;
  #found: Found | undefined;

  asked(command: Command, { ledger, switches, ...rows }: AccountState, ctx: Context): Faults {
    this.#found = undefined;
    const { positions, orders, queue } = rows;
    if (command.op !== 'end_of_day' || positions.size + orders.size + queue.size > 0) return [];
    const row = idleRowOf({ ledger, switches }, ctx.settings);
    const { monthEnd: month_end } = ctx.settings.calendar.dayOf(command.at);
    if (row !== undefined) this.#found = { ledger, row, month_end };
    return [];
  }

  emitted(event: AccountEvent): Faults {
    const found = this.#found;
    this.#found = undefined;
    if (found === undefined) {
      this.#stored = event.daily ?? this.#stored;
      return [];
    }
    const { time, kind, cause, ledger, daily, orders, deals, positions, derived, queued } = event;
    const { day_ended: day, day_ended_at: at } = ledger;
    const after = ledgerAfterIdle(found.ledger, { ...found, time, day, at });
    const { row } = found;
    const made = row && this.#stored && idleDaily(this.#stored, day, time, row);
    const more = [orders, deals, positions, derived, queued].flat();
    const faults: string[] = [];
    if (cause.kind !== 'end_of_day' || kind !== 'setting' || more.length > 0) {
      faults.push(`an idle day has an event ${kind} of ${cause.kind}`);
    }
    if (!isDeepStrictEqual(ledger, after)) faults.push(`ledger ${text(ledger)}, ${text(after)}`);
    if (!isDeepStrictEqual(daily, made)) faults.push(`row ${text(daily)}, made ${text(made)}`);
    return faults;
  }
}
