// The ledger check: compares every account with the sums of its deals, event by event.

import type { GroupRecord } from '../../wire/settings/groups.js';
import type { AccountEvent } from '../../wire/trading/events.js';
import {
  type Action,
  CREDIT_ACTIONS,
  type Deal,
  FINAL_STATES,
} from '../../wire/trading/records.js';

/** Most reported violations; further ones are only counted. */
const VIOLATIONS_SHOWN = 100;

/** A violated invariant, and the event after which it was violated. */
export interface Violation {
  readonly seq: number;
  readonly login: number;
  readonly what: string;
}

/** The fields that are read of an account's group. */
export type CheckedGroup = Pick<GroupRecord, 'currency' | 'margin_mode'>;

type ReportFault = (what: string) => void;

interface DealSums {
  account_seq: number;
  balance: bigint;
  credit: bigint;
  /** For each open position the signed volume of its deals. */
  readonly volumes: Map<number, number>;
  /** The symbols of open positions. */
  readonly symbols: Map<number, string>;
}

/** A cancelled deal removes the volume of its trade (trading-rules §4.13). */
const SIGNS: Partial<Record<Action, number>> = {
  buy: 1,
  sell: -1,
  buy_canceled: -1,
  sell_canceled: 1,
};

/** The amount by which a deal changes balance or credit, in units of the currency's digits. */
const amountOf = ({ action, profit, swap, commission, fee }: Deal): bigint => {
  if (action === 'buy_canceled' || action === 'sell_canceled') return 0n;
  return BigInt(profit) + BigInt(swap) + BigInt(commission) + BigInt(fee);
};

/** The signed volume that an event removes from a position without a deal (trading-rules §6.4). */
const correctedVolume = ({ corrections }: AccountEvent, position: number): number =>
  corrections
    .filter(({ position_id }) => position_id === position)
    .reduce((sum, { side, volume }) => sum + (side === 'buy' ? volume : -volume), 0);

/**
 * Follows the log and checks invariants after each event (promise R3, trading-rules §6):
 * balance and credit are the sums of the deals; each position's volume is the signed sum of its
 * deals; every position has deals; a netting account holds one position of a symbol; margin is not
 * negative; orders' volumes add up; the account's events are numbered without a gap.
 */
export class LedgerCheck {
  readonly #accounts = new Map<number, DealSums>();
  readonly #amounts = new Map<string, bigint>();
  readonly #violations: Violation[] = [];
  #broken = 0;

  /** The first violations that were found, by event. */
  get violations(): readonly Violation[] {
    return this.#violations.toSorted((one, other) => one.seq - other.seq);
  }

  /** The number of violations. */
  get broken(): number {
    return this.#broken;
  }

  /** Sums of deal amounts over all accounts, by the group's currency and the action. */
  get amounts(): ReadonlyMap<string, bigint> {
    return this.#amounts;
  }

  /** Forgets the sums of accounts of which all events were processed. */
  forget(): void {
    this.#accounts.clear();
  }

  /** Processes the next event of an account of a group. */
  follow(seq: number, event: AccountEvent, group: CheckedGroup): void {
    const sums = this.#sumsOf(event.login);
    for (const deal of event.deals) this.#deal(sums, deal, group.currency);
    const fault = (what: string): void => this.#fault({ seq, login: event.login, what });
    this.#ledger(sums, event, fault);
    this.#positions(sums, event, fault);
    if (group.margin_mode === 'netting') this.#netting(sums, event, fault);
    for (const order of event.orders) {
      if (order.volume_initial !== order.volume_filled + order.volume_current) {
        fault(`the volumes of order ${order.id} do not add up`);
      }
      if (FINAL_STATES.includes(order.state) !== order.done_at > 0) {
        fault(`order ${order.id} is ${order.state} with done_at ${order.done_at}`);
      }
    }
  }

  #sumsOf(login: number): DealSums {
    const known = this.#accounts.get(login);
    if (known) return known;
    const sums: DealSums = {
      account_seq: 0,
      balance: 0n,
      credit: 0n,
      volumes: new Map(),
      symbols: new Map(),
    };
    this.#accounts.set(login, sums);
    return sums;
  }

  #deal(sums: DealSums, deal: Deal, currency: string): void {
    const amount = amountOf(deal);
    if (CREDIT_ACTIONS.includes(deal.action)) sums.credit += amount;
    else sums.balance += amount;
    const key = `${currency} ${deal.action}`;
    this.#amounts.set(key, (this.#amounts.get(key) ?? 0n) + amount);
    const signed = (SIGNS[deal.action] ?? 0) * deal.volume;
    if (signed === 0) return;
    sums.volumes.set(deal.position_id, (sums.volumes.get(deal.position_id) ?? 0) + signed);
  }

  #positions({ volumes, symbols }: DealSums, event: AccountEvent, fault: ReportFault): void {
    for (const { id, symbol, side, volume, closed } of event.positions) {
      const held = volumes.get(id) ?? 0;
      const shown = closed ? 0 : volume * (side === 'buy' ? 1 : -1);
      if (held - correctedVolume(event, id) !== shown) {
        fault(`position ${id} holds ${shown}, its deals ${held}`);
      }
      if (closed) {
        volumes.delete(id);
        symbols.delete(id);
      } else {
        volumes.set(id, shown);
        symbols.set(id, symbol);
      }
    }
  }

  #netting({ symbols }: DealSums, { positions }: AccountEvent, fault: ReportFault): void {
    for (const { id, symbol, closed } of positions) {
      if (closed) continue;
      const other = [...symbols].find((one) => one[0] !== id && one[1] === symbol);
      if (other !== undefined) fault(`positions ${other[0]} and ${id} of ${symbol} in netting`);
    }
  }

  #ledger(sums: DealSums, event: AccountEvent, fault: ReportFault): void {
    const { ledger, money } = event;
    const next = event.kind === 'setting' ? sums.account_seq : sums.account_seq + 1;
    if (event.account_seq !== next) fault(`event ${event.account_seq} where ${next} should be`);
    sums.account_seq = event.account_seq;
    if (BigInt(ledger.balance) !== sums.balance) {
      fault(`balance ${ledger.balance}, its deals ${sums.balance}`);
    }
    if (BigInt(ledger.credit) !== sums.credit)
      fault(`credit ${ledger.credit}, its deals ${sums.credit}`);
    if (money.margin < 0) fault(`margin ${money.margin}`);
  }

  #fault(violation: Violation): void {
    this.#broken += 1;
    if (this.#violations.length < VIOLATIONS_SHOWN) this.#violations.push(violation);
  }
}
