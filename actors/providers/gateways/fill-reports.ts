// The fills of an order in a provider's reports: by the provider's total, or by their ids.

import { formatShortest, VOLUME_SCALE } from '../../../wire/base/scale.js';
import { EXEC, ORDER_STATUS } from '../../../wire/codec/fix/order-tags.js';
import type { GatewayCommand } from '../../../wire/trading/commands.js';
import { type ExecutionReport, PROVIDER_PRICE_SCALE } from './provider-report.js';
import { commandOf } from './report-commands.js';
import {
  lots,
  nameOf,
  remember,
  UNREPORTED,
  unreportedPrice,
  type WorkingOrder,
} from './working-order.js';

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
 * Is it unknown whether the fill of such an old report is booked? It may be booked without its id,
 * if the order has a fill that no report contained. The ids of fills are also unknown for orders
 * that were sent before this thread started.
 */
export const isUnclearOf = (order: WorkingOrder, report: ExecutionReport): boolean =>
  isPast(order, report) && report.type !== EXEC.status && (order.isRestored || order.hasUnreported);

/** A part of an order's fills that one report contains. */
interface ReportedFill {
  /** The volume that the report states. */
  readonly last: number;
  /** The part of this volume that may be booked. */
  readonly own: number;
  /** The volume of the order that is booked after this fill; undefined = not known. */
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

  /** As `volumeOf`, cut off after the last decimal of a volume; `rest` is the part cut off. */
  #wholeVolume({ placement }: WorkingOrder, quantity: bigint) {
    const size = this.isUnits ? BigInt(placement.contract_size) : LOT;
    if (size === 0n) return undefined;
    const whole = Number((quantity * LOT) / size);
    return Number.isSafeInteger(whole) ? { whole, rest: (quantity * LOT) % size } : undefined;
  }

  /**
   * Has an order ended at the provider although it is not full here? So it is when the answer to a
   * status request says that the order is filled, a part of it was cancelled, and everything that
   * the provider counts is booked: the provider does not execute the cancelled part again.
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

  /**
   * The fills to book for a report: first the volume that the provider counts and no report had,
   * then the fill of the report itself. The provider's total decides; warnings go to `faults`.
   */
  fillsOf(order: WorkingOrder, report: ExecutionReport, faults: string[]): GatewayCommand[] {
    const isFill = FILL_TYPES.has(report.type);
    // A stated quantity that is no volume is booked with the total.
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
        `${nameOf(order)}: the provider reports ${lots(total)} lots, ` +
          `${lots(order.filled)} are booked; no fill is booked before it reports more`,
      );
    }
    // Volume that is not judged yet may be refused: it does not hold back this fill.
    const own = Math.min(last, total - order.placement.filled);
    if (missing > 0 && own > 0 && own < last) {
      faults.push(
        `${nameOf(order)}: of a fill of ${lots(last)} lots ${lots(own)} are booked, ` +
          'because the provider reports less of the order than is booked',
      );
    }
    if (own <= 0 && last > 0 && isNew && !order.hasUnreported)
      faults.push(unbooked(order, last, total));
    if (missing > last && part !== undefined) faults.push(missed(order, missing - last));
    const unreported =
      missing > last ? this.#unreported(order, report, missing - last, last, faults) : [];
    if (own <= 0) return unreported;
    const upTo = Math.min(total, order.filled + own);
    return [...unreported, ...this.#own(order, report, { last, own, upTo }, faults)];
  }

  /**
   * Books the fill of a report by its execution id alone, because the report's total cannot be
   * used: the report may be an old one (`isPast`), or it is unknown whether the provider's total
   * still counts a cancelled trade.
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
  #unreported(
    order: WorkingOrder,
    report: ExecutionReport,
    unreported: number,
    own: number,
    faults: string[],
  ): GatewayCommand[] {
    const upTo = order.filled + unreported;
    order.hasUnreported = true;
    const counted = upTo + own - order.busted;
    const priced = unreportedPrice(order, report, counted, unreported, own, this.deviationMax);
    if (priced?.isAverage) {
      const text = 'the average of all fills leaves no likely price for it, and is its price';
      faults.push(`${nameOf(order)}: of the fill of ${lots(unreported)} lots: ${text}`);
    }
    const fill = { execution_id: `${UNREPORTED}${lots(upTo)}`, volume: lots(unreported) };
    return this.#fill(
      order,
      `${lots(upTo)} ${lots(unreported)}`,
      fill,
      priced?.price,
      upTo,
      faults,
    );
  }

  /** A report's own fill. */
  #own(
    order: WorkingOrder,
    report: ExecutionReport,
    { last, own, upTo }: ReportedFill,
    faults: string[],
  ): GatewayCommand[] {
    const { executionId: execution_id, status, filled } = report;
    const left = status === ORDER_STATUS.filled ? 0n : report.leaves;
    const open = left === undefined ? undefined : this.volumeOf(order, left);
    const known = open === undefined ? {} : { leaves: lots(open) };
    // Execution ids of some providers begin again with each day: the provider's total tells them
    // apart, and is the same when the report comes again.
    const total = filled === undefined ? '' : lots(this.volumeOf(order, filled) ?? 0);
    const fill = { execution_id, volume: lots(own), ...known };
    return this.#fill(order, `${total} ${lots(last)}`, fill, report.price, upTo, faults);
  }

  /** Makes the command of a fill; `upTo` is the volume booked after it, if known. */
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
    if (order.passed.get(command.request_id)?.price === price) return [];
    const more = upTo - order.filled;
    if (order.value !== undefined && more > 0) order.value += BigInt(more) * price;
    order.passed.set(command.request_id, { executionId: part.execution_id ?? '', upTo, price });
    order.filled = Math.max(order.filled, upTo);
    return [command];
  }
}

/** The warning of fills that no report contained. */
const missed = (order: WorkingOrder, unreported: number): string =>
  `${nameOf(order)}: a fill of ${lots(unreported)} lots was not reported; ` +
  'it is booked at the price that the average of all fills leaves for it';

/** The warning of a fill that the provider's total does not count beyond what is booked. */
const unbooked = (order: WorkingOrder, last: number, total: number): string =>
  `${nameOf(order)}: a fill of ${lots(last)} lots books nothing: the provider reports ` +
  `${lots(total)} lots of the order, and ${lots(order.placement.filled)} are booked`;
