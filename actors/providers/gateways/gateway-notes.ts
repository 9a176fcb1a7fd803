// Lines of the journal about what a provider reports and nothing was done for: staff settle that.

import type { FixMessage } from '../../../wire/codec/fix/fix-message.js';
import { ORDER_TAG } from '../../../wire/codec/fix/order-tags.js';
import { peerText } from '../../../wire/codec/fix/peer-text.js';
import type { FillKey } from '../../../wire/queries/deal-queries.js';
import type { SentRequest } from '../../../wire/trading/queued.js';
import { HourlyLimit } from '../../shared/allowance.js';
import type { FixEnv } from '../fix/endpoint.js';
import { orderIdOf } from './client-ids.js';
import { type ExecutionReport, readExecution } from './provider-report.js';

/** Longest value of a field in a line. */
const SHOWN_MAX = 64;

/** The services that lines are written with. */
export interface NotesEnv extends Pick<FixEnv, 'now' | 'log'> {
  /**
   * Writes a line of the journal, for what staff have to settle by hand, unless the fill that it is
   * about is booked; false = not possible now.
   */
  note(text: string, fill?: FillKey): Promise<boolean>;
}

/** A line on its way to the journal. */
export interface NoteWork {
  /** The order whose reports it comes after; 0 = of none. */
  readonly orderId: number;
  /** Resolves to whether it is written, or need not be. */
  readonly write: () => Promise<boolean>;
}

/** The gateway that the lines are about; `isUnits`: does its provider count units, not lots? */
interface NotedGateway {
  readonly id: number;
  readonly name: string;
  readonly isUnits: boolean;
}

/** The lines of one gateway: beyond a number in an hour one says that there are more. */
export class GatewayNotes {
  readonly #warnings: HourlyLimit;
  /** Fills of orders that are not open; fills among them that are booked are counted, too. */
  readonly #fills: HourlyLimit;
  readonly #reports: HourlyLimit;
  readonly #held: HourlyLimit;

  constructor(
    private readonly gateway: NotedGateway,
    private readonly password: string,
    private readonly env: NotesEnv,
  ) {
    const limit = (): HourlyLimit => new HourlyLimit(() => env.now());
    this.#warnings = limit();
    this.#fills = limit();
    this.#reports = limit();
    this.#held = limit();
  }

  /** The faults of orders; they stand in the log, too. */
  faults(texts: readonly string[]): NoteWork[] {
    return texts.flatMap((text) => this.#warn(`: ${text}`, () => this.#log('error', text)));
  }

  /** A fill of an order is held for staff: the journal has a line of it, the log some an hour. */
  held({ order_id, login, held }: Pick<SentRequest, 'order_id' | 'login' | 'held'>): void {
    if (!this.#held.take()) return;
    this.#log('error', `a fill of order ${order_id} is held, far from the quote`, { login, held });
  }

  #log(level: 'warn' | 'error', text: string, more: object = {}): void {
    this.env.log(level, { msg: `gateway ${this.gateway.name}: ${text}`, ...more });
  }

  /** A warning; `listed` is called if it is within the limit. */
  #warn(text: string, listed = (): void => undefined): NoteWork[] {
    return this.#within(this.#warnings, 'warnings', () => {
      listed();
      const line = this.#line(text);
      return { orderId: 0, write: () => this.env.note(line) };
    });
  }

  /** A line if it is within a limit; the first one beyond it says that there are more. */
  #within(limit: HourlyLimit, what: string, line: () => NoteWork): NoteWork[] {
    if (limit.take()) return [line()];
    if (!limit.isFirstBeyond) return [];
    const text = `: further ${what} are not listed in this hour: compare with the provider`;
    const last = this.#line(text);
    return [{ orderId: 0, write: () => this.env.note(last) }];
  }

  /**
   * A report about an order that is not open. If it is a fill that is not booked, the provider has
   * a trade alone; its line comes after what was reported of the order before.
   */
  stray(message: FixMessage): NoteWork[] {
    const { volume, symbol, price, execution, order } = this.#shown(message);
    if (this.#reports.take()) {
      this.#log('warn', 'a report about an order that is not open', { order });
    }
    const report = readExecution(message, this.password);
    if ((report.last ?? 0n) === 0n) return [];
    const text =
      ` reports a fill of order ${order}, which is not open: ` +
      `${volume} ${symbol} at ${price}, execution ${execution}; nothing was booked`;
    const fill = this.#fillOf(report);
    if (fill === undefined) return this.#warn(text);
    return this.#within(this.#fills, 'fills of orders that are not open', () => {
      const line = this.#line(text);
      return { orderId: fill.order_id, write: () => this.env.note(line, fill) };
    });
  }

  /** The fill that a report names; undefined when none can be looked for. */
  #fillOf({ clientId, originalId, executionId, last = 0n, filled }: ExecutionReport) {
    const order_id = orderIdOf(clientId) ?? orderIdOf(originalId);
    // A total that does not count the fill itself proves nothing.
    const total = filled === undefined || filled < last ? null : filled;
    if (order_id === undefined || (total === null && executionId === '')) return undefined;
    const { id: gateway_id, isUnits: is_units } = this.gateway;
    return { login: 0, gateway_id, order_id, execution_id: executionId, total, is_units };
  }

  /** A trade is taken back that names none of ours. */
  unknownBust(message: FixMessage): NoteWork[] {
    const { volume, symbol, price, about, order } = this.#shown(message);
    return this.#warn(
      ` takes execution ${about} of order ${order} back, which is none of ours: ` +
        `${volume} ${symbol} at ${price}; nothing was changed here`,
    );
  }

  /** A trade has another volume or price than was reported. */
  corrected(message: FixMessage): NoteWork[] {
    const { volume, symbol, price, about, order } = this.#shown(message);
    return this.#warn(
      ` corrects execution ${about} of order ${order}: it was ${volume} ${symbol} at ${price}; ` +
        'nothing was changed here',
    );
  }

  #line(text: string): string {
    return `warning: gateway ${this.gateway.name}${text}`;
  }

  /** The trade in a report, in the provider's words as the journal may show them. */
  #shown(message: FixMessage) {
    const shown = (tag: number): string => peerText(message.text(tag), this.password, SHOWN_MAX);
    return {
      order: shown(ORDER_TAG.clientId),
      volume: shown(ORDER_TAG.lastQuantity),
      symbol: shown(ORDER_TAG.symbol),
      price: shown(ORDER_TAG.lastPrice),
      execution: shown(ORDER_TAG.executionId),
      about: shown(ORDER_TAG.executionRef),
    };
  }
}
