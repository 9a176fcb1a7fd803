// A gateway over loopback, its provider, and an account that takes whatever is reported.

import { systemEnv } from '../../../../actors/providers/fix/endpoint.js';
import { GatewayActor, type GatewayEnv } from '../../../../actors/providers/gateways/gateway.js';
import type { BustReport } from '../../../../actors/providers/gateways/gateway-messages.js';
import type { FillKey } from '../../../../wire/queries/deal-queries.js';
import type { GatewayRecord } from '../../../../wire/settings/connections.js';
import type { GatewayCommand } from '../../../../wire/trading/commands.js';
import type { SentRequest } from '../../../../wire/trading/queued.js';
import { now } from '../../../support/clock.js';
import { gatewayOf } from '../../../support/connections.js';
import { until } from '../../../support/guard.js';
import {
  type OrderProvider,
  OURS,
  type ProviderOrder,
  THEIRS,
} from '../../../support/order-provider.js';

export const GATEWAY = 5;
const RETRY_MS = 100;

/** A market order of 0.1 lots that has just been sent; `id` is the order's, too. */
export const sentOf = (id: number, more: Partial<SentRequest> = {}): SentRequest => ({
  ...{ id, login: 1001, order_id: id, gateway_id: GATEWAY, symbol: 'EURUSD', deal_side: 'buy' },
  ...{ fill: 'return', expiration: 'gtc', expires_at: 0, digits: 5, external_id: '' },
  ...{ timed_out: false, sent_as: 'market', quantity: '10000', sent_price: 0, sent_id: 0 },
  ...{ received_at: 1, isNew: true, isGone: false, filled: 0, contract_size: 1e13 },
  ...{ busted: 0, sent_value: '', judged: '', held: 0 },
  ...more,
});

/** A change of an order, in a row of its own. */
export const changeOf = (id: number, orderId: number, sent_as: 'modify' | 'cancel'): SentRequest =>
  sentOf(id, { order_id: orderId, sent_as, sent_price: 105_000_000 });

/** A gateway and its provider; the commands of all reports, in order. */
export class GatewayHarness {
  readonly reported: GatewayCommand[] = [];
  readonly busts: BustReport[] = [];
  readonly lines: string[] = [];
  /** The fills of which lines were only to be written unless they are booked. */
  readonly fills: FillKey[] = [];
  /** Are lines of the journal written? Otherwise they are tried again. */
  isWriting = true;
  readonly gateway: GatewayActor;
  /** Are reports taken? Otherwise they are told again. */
  isTaking = true;
  /** The time of the gateway. */
  clock = now;
  /** Called when the session has logged on or off. */
  turned: (isOnline: boolean) => void = () => undefined;
  readonly #seen = new Set<string>();

  constructor(
    readonly provider: OrderProvider,
    folder: string,
    more: Partial<GatewayRecord> = {},
    password = '',
  ) {
    const params = { SenderCompID: OURS, TargetCompID: THEIRS };
    const server = `127.0.0.1:${provider.port}`;
    const record = gatewayOf(GATEWAY, params, { server, reconnect_sec: 0.001, ...more });
    const system = systemEnv((_, { msg }) => this.lines.push(msg));
    const env: GatewayEnv = {
      ...system,
      now: () => this.clock(),
      // Whoever is woken before his time waits on; reports are told again sooner.
      setTimer: (run, ms) => system.setTimer(run, Math.min(ms, RETRY_MS)),
      folder,
      reports: async ({ commands }) => {
        if (!this.isTaking) return false;
        for (const command of commands) {
          if (!this.#seen.has(command.request_id)) this.reported.push(command);
          this.#seen.add(command.request_id);
        }
        return true;
      },
      bust: async (bust) => {
        this.busts.push(bust);
        return true;
      },
      note: async (text, fill) => {
        if (!this.isWriting) return false;
        this.lines.push(text);
        if (fill !== undefined) this.fills.push(fill);
        return true;
      },
      turned: () => this.turned(this.gateway.isOnline),
      sourceOf: (_, symbol) => symbol,
    };
    this.gateway = new GatewayActor({ ...record, version: 1 }, () => password, env);
  }

  async online(): Promise<this> {
    this.gateway.start();
    await until('the logon', () => this.gateway.isOnline);
    return this;
  }

  /** Sends an order; as the provider has it. */
  sent(id: number, more: Partial<SentRequest> = {}): Promise<ProviderOrder> {
    this.gateway.shown(sentOf(id, more));
    return this.provider.order(id);
  }

  /** Sends an order that the provider accepts. */
  async placed(id: number, more: Partial<SentRequest> = {}): Promise<ProviderOrder> {
    const order = await this.sent(id, more);
    await this.report('new', id);
    return order;
  }

  /** The first report of a kind about an order, once it is told. */
  report(kind: GatewayCommand['report'], orderId: number): Promise<GatewayCommand> {
    return until(`${kind} of ${orderId}`, () =>
      this.reported.find(({ report, order_id }) => report === kind && order_id === orderId),
    );
  }

  /** What the provider got about an order or by an id, as types in their order. */
  got(...ids: readonly string[]): string {
    const { received } = this.provider;
    return received
      .filter(({ clientId }) => ids.includes(clientId))
      .map(({ type }) => type)
      .join('');
  }

  async close(): Promise<void> {
    this.provider.close();
    await this.gateway.stop('enough');
  }
}
