// The fills of an order in a provider's reports: by the provider's total, or by their ids.

import { formatShortest, VOLUME_SCALE } from '../../../wire/base/scale.js';
import { EXEC, ORDER_STATUS } from '../../../wire/codec/fix/order-tags.js';
import type { GatewayCommand } from '../../../wire/trading/commands.js';
import { type ExecutionReport, PROVIDER_PRICE_SCALE } from './provider-report.js';
import { commandOf } from './report-commands.js';
import { lots, nameOf, remember, UNTOLD, untoldPrice, type WorkingOrder } from './working-order.js';

/** One lot as a volume. */
const LOT = 10n ** BigInt(VOLUME_SCALE);

/** Types of execution reports about fills. */
const FILL_TYPES: ReadonlySet<string> = new Set([EXEC.trade, EXEC.partialFill42, EXEC.fill42]);

/** States of an order that is filled no more. */
const OVER: ReadonlySet<string> = new Set([
  ...[ORDER_STATUS.filled, EXEC.canceled, EXEC.rejected, EXEC.expired],
]);

/**
 * May a report be an old one, which the provider repeats after it has cancelled trades of the
 * order? The total of such a report may leave out the cancelled trades.
 */
const isPast = (order: WorkingOrder, { isRepeated }: ExecutionReport): boolean =>
  isRepeated && (order.busted > 0 || order.bustedIds.size > 0);

/**
 * Does such a report leave open whether its fill is booked? It is, without its id, where fills were
 * booked that no report had; of orders that were sent before this thread started, nobody knows.
 */
export const isUnclearOf = (order: WorkingOrder, report: ExecutionReport): boolean =>
  isPast(order, report) && report.type !== EXEC.status && (order.isRestored || order.hasUntold);

/** A part of an order's fills that one report contains. */
interface ToldPart {
  /** Its volume. */
  readonly last: number;
  /** The volume of it that may be booked. */
  readonly own: number;
  /** All that is booked with it; undefined = not known. */
  readonly upTo: number | undefined;
}

/** Turns the fills of one gateway's reports into commands. */
export class FillReports {
  /**
   * `isUnits`: does the provider count units instead of lots? A price that the provider's average
   * leaves for a fill is used within `deviationMax` percent of the average; 0 = at any distance.
   */
  constructor(
    private readonly gateway: number,
    private readonly isUnits: boolean,
    private readonly deviationMax: number,
  ) {}

  /** A provider's quantity ×10^8 as a volume; undefined when it is no volume, or far too large. */
  volumeOf(order: WorkingOrder, quantity: bigint): number | undefined {
    const volume = this.#wholeVolume(order, quantity);
    return volume === undefined || volume.rest > 0n ? undefined : volume.whole;
  }

  /** As `volumeOf`, with what exceeds the last decimal of a volume cut off. */
  #wholeVolume({ placement }: WorkingOrder, quantity: bigint) {
    const size = this.isUnits ? BigInt(placement.contract_size) : LOT;
    if (size === 0n) return undefined;
    const whole = Number((quantity * LOT) / size);
    return Number.isSafeInteger(whole) ? { whole, rest: (quantity * LOT) % size } : undefined;
  }

  /**
   * Does the answer to a status request say that an order is filled of which a part was taken back,
   * and is all booked that the provider counts? What was taken back is not dealt again then: the
   * order has ended, although it is not full here.
   */
  isOverShort(order: WorkingOrder, { type, status, filled = 0n }: ExecutionReport): boolean {
    if (type !== EXEC.status || status !== ORDER_STATUS.filled || order.busted === 0) return false;
    const counted = this.volumeOf(order, filled);
    return counted !== undefined && counted + order.busted <= order.filled;
  }

  /** The total of fills that a report states; undefined = it cannot be booked as it is. */
  #totalOf(order: WorkingOrder, report: ExecutionReport, faults: string[]): number | undefined {
    const { filled = 0n, status, leaves } = report;
    const volume = this.#wholeVolume(order, filled);
    if (volume?.rest === 0n) return volume.whole;
    const total = `${nameOf(order)}: the filled quantity ${formatShortest(filled, VOLUME_SCALE)}`;
    const isLast = volume !== undefined && (OVER.has(status) || leaves === 0n);
    const then = isLast
      ? `${lots(volume.whole)} lots are booked`
      : 'it is booked with the next one that is';
    faults.push(`${total} is no volume: ${then}`);
    return isLast ? volume.whole : undefined;
  }

  /** The fills to book for a report: first the volume that no earlier report had, then its own. */
  told(order: WorkingOrder, report: ExecutionReport, faults: string[]): GatewayCommand[] {
    const isFill = FILL_TYPES.has(report.type);
    // A part that is no volume is booked with the total.
    const part = isFill && report.last !== undefined ? this.volumeOf(order, report.last) : 0;
    const last = part ?? 0;
    const isTotal = report.filled !== undefined;
    const counted = isTotal ? this.#totalOf(order, report, faults) : 0;
    if (counted === undefined) return [];
    if (isPast(order, report) || order.doubts > 0) return this.#byId(order, report, last, faults);
    if (!isTotal && part === undefined) {
      faults.push(`${nameOf(order)}: a filled quantity is no volume`);
      return [];
    }
    const isNew = !report.isRepeated && !order.executions.has(report.executionId);
    if (isFill && !isTotal && order.executions.has(report.executionId)) return [];
    if (isFill) remember(order.executions, report.executionId);
    const total = isTotal ? counted + order.busted : order.filled + last;
    const missing = total - order.filled;
    if (missing < 0 && report.type === EXEC.status) {
      faults.push(
        `${nameOf(order)}: the provider tells ${lots(total)} lots, ` +
          `${lots(order.filled)} are booked; no fill is booked before it tells more`,
      );
    }
    // A fill that may be refused does not keep another one of the same total back.
    const own = Math.min(last, total - order.placement.filled);
    if (missing > 0 && own > 0 && own < last) {
      faults.push(
        `${nameOf(order)}: of a fill of ${lots(last)} lots ${lots(own)} are booked, ` +
          'because the provider tells less of the order than is booked',
      );
    }
    if (own <= 0 && last > 0 && isNew && !order.hasUntold)
      faults.push(unbooked(order, last, total));
    if (missing > last && part !== undefined) faults.push(missed(order, missing - last));
    const untold = missing > last ? this.#untold(order, report, missing - last, last, faults) : [];
    if (own <= 0) return untold;
    const upTo = Math.min(total, order.filled + own);
    return [...untold, ...this.#own(order, report, { last, own, upTo }, faults)];
  }

  /**
   * A report that may be an old one, sent again after the provider has taken back a part of the
   * order: its total may lack what was taken back. Its fill counts by its id alone. A fill also
   * counts by its id alone while the provider's way of counting is unknown.
   */
  #byId(
    order: WorkingOrder,
    report: ExecutionReport,
    last: number,
    faults: string[],
  ): GatewayCommand[] {
    if (last === 0 || order.bustedIds.has(report.executionId)) return [];
    return this.#own(order, report, { last, own: last, upTo: undefined }, faults);
  }

  /** Fills that no report contained, at the price that the average leaves for them. */
  #untold(
    order: WorkingOrder,
    report: ExecutionReport,
    untold: number,
    own: number,
    faults: string[],
  ): GatewayCommand[] {
    const upTo = order.filled + untold;
    order.hasUntold = true;
    const counted = upTo + own - order.busted;
    const told = untoldPrice(order, report, counted, untold, own, this.deviationMax);
    if (told?.isAverage) {
      const text = 'the average of all fills leaves no likely price for it, and is its price';
      faults.push(`${nameOf(order)}: of the fill of ${lots(untold)} lots: ${text}`);
    }
    const fill = { execution_id: `${UNTOLD}${lots(upTo)}`, volume: lots(untold) };
    return this.#fill(order, `${lots(upTo)} ${lots(untold)}`, fill, told?.price, upTo, faults);
  }

  /** A report's own fill. */
  #own(
    order: WorkingOrder,
    report: ExecutionReport,
    { last, own, upTo }: ToldPart,
    faults: string[],
  ): GatewayCommand[] {
    const { executionId: execution_id, status, filled } = report;
    const left = status === ORDER_STATUS.filled ? 0n : report.leaves;
    const open = left === undefined ? undefined : this.volumeOf(order, left);
    const known = open === undefined ? {} : { leaves: lots(open) };
    // Execution ids of some providers begin again with each day: the provider's total tells them
    // apart, and is the same when the report comes again.
    const told = filled === undefined ? '' : lots(this.volumeOf(order, filled) ?? 0);
    const fill = { execution_id, volume: lots(own), ...known };
    return this.#fill(order, `${told} ${lots(last)}`, fill, report.price, upTo, faults);
  }

  /** A fill; `upTo` is all that is booked with it, if that is known. */
  #fill(
    order: WorkingOrder,
    id: string,
    fill: Pick<GatewayCommand, 'execution_id' | 'volume' | 'leaves'>,
    price: bigint | undefined,
    upTo: number | undefined,
    faults: string[],
  ): GatewayCommand[] {
    if (price === undefined || price === 0n) {
      faults.push(`${nameOf(order)}: a fill has no price`);
      if (fill.execution_id !== undefined) remember(order.refused, fill.execution_id);
      return [];
    }
    const total = upTo === undefined ? {} : { total: lots(upTo) };
    const text = formatShortest(price, PROVIDER_PRICE_SCALE);
    const part = { report: 'trade', ...fill, ...total, price: text } as const;
    const command = commandOf(this.gateway, order, `trade ${fill.execution_id} ${id}`, part);
    if (upTo === undefined) return [command];
    if (order.told.get(command.request_id)?.price === price) return [];
    const more = upTo - order.filled;
    if (order.value !== undefined && more > 0) order.value += BigInt(more) * price;
    order.told.set(command.request_id, { executionId: part.execution_id ?? '', upTo, price });
    order.filled = Math.max(order.filled, upTo);
    return [command];
  }
}

/** The warning of fills that no report contained. */
const missed = (order: WorkingOrder, untold: number): string =>
  `${nameOf(order)}: a fill of ${lots(untold)} lots was not reported; ` +
  'it is booked at the price that the average of all fills leaves for it';

/** The warning of a fill that the provider's total does not count beyond what is booked. */
const unbooked = (order: WorkingOrder, last: number, total: number): string =>
  `${nameOf(order)}: a fill of ${lots(last)} lots books nothing: the provider tells ` +
  `${lots(total)} lots of the order, and ${lots(order.placement.filled)} are booked`;
