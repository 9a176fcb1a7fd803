// The gateways' thread as the main thread sees it: it runs once there is an enabled gateway.

import { MessageChannel } from 'node:worker_threads';
import { type Outcome, refuse } from '../../wire/base/codes.js';
import type { FillKey } from '../../wire/queries/deal-queries.js';
import type { SentRequest } from '../../wire/trading/queued.js';
import type {
  BustReport,
  FromGateways,
  ToGateways,
} from '../providers/gateways/gateway-messages.js';
import type { GatewaysThreadData } from '../providers/gateways/gateways-thread.js';
import type { FromShard, ToShard } from '../shard/shard-messages.js';
import { HourlyLimits } from '../shared/allowance.js';
import { PASSING_REFUSALS } from '../shared/busts.js';
import { patience } from '../shared/failpoint.js';
import { Thread, type ThreadOwner } from './thread.js';

/** Time for a shard to learn which gateways are on line; statuses wait for that. */
const ONLINE_MS = patience(1_000);

type GatewayShard = Pick<Thread<ToShard, FromShard>, 'ask' | 'post' | 'alive'>;
type GatewayNote = Extract<FromGateways, { readonly type: 'note' }>;

/** The threads and data that gateways need. */
interface GatewayPartners {
  /** Resolves when every shard has shown its requests at providers. */
  known(): Promise<void>;
  /** The start data of the thread, as it is now. */
  data(): Omit<GatewaysThreadData, 'generation'>;
  /** By index; undefined while one is restarted. */
  shards(): readonly (GatewayShard | undefined)[];
  /** Does the server stop? */
  isStopping(): boolean;
  /** ms since 1970 */
  now(): number;
  /** Writes a line of the journal; false = not possible now. */
  note(text: string): Promise<boolean>;
  /** Takes a trade back. */
  bust(bust: BustReport): Promise<Outcome<unknown>>;
  /** Is a fill booked? Undefined = the answer is not known now. */
  isBooked(fill: FillKey): Promise<boolean | undefined>;
  owner(message: (message: FromGateways) => void): ThreadOwner<FromGateways>;
}

/** Starts the gateways' thread, and connects it with the shards. */
export class GatewaysHost {
  thread: Thread<ToGateways, FromGateways> | undefined;
  #online: readonly number[] = [];
  #notified: Promise<unknown> = Promise.resolve();
  #starts = 0;
  /** Lines about busts that are not possible, by gateway. */
  readonly #bustLines = new HourlyLimits<number>();

  constructor(private readonly partners: GatewayPartners) {}

  get isStarted(): boolean {
    return this.#starts > 0;
  }

  /**
   * Starts the thread when all requests at providers are known; resolves when it is ready. Nothing
   * may be shown between what it starts with and its first message.
   */
  async start(): Promise<void> {
    this.#starts += 1;
    const generation = this.#starts;
    const entry = new URL('../providers/gateways/gateways-thread.js', import.meta.url);
    await this.partners.known();
    if (this.partners.isStopping()) return;
    const data: GatewaysThreadData = { ...this.partners.data(), generation };
    const owner = this.partners.owner((message) => void this.#take(thread, message));
    const thread = new Thread<ToGateways, FromGateways>('gateways', entry, data, [], owner);
    this.thread = thread;
    for (const [index, shard] of this.partners.shards().entries()) {
      if (shard !== undefined) this.#connect(index, shard);
    }
    await thread.ready;
  }

  /** The thread has failed: no gateway is online. */
  down(): void {
    this.thread = undefined;
    this.#takeOnline([]);
  }

  /** Passes on requests at providers. */
  sent(requests: readonly SentRequest[]): void {
    this.thread?.post({ type: 'sent', requests });
  }

  /** Takes a shard that is ready: it gets reports, and is sent which gateways are online. */
  greet(index: number, shard: GatewayShard): void {
    this.#connect(index, shard);
    this.#sendOnline(shard);
  }

  /** Gives a shard and the thread the ends of a channel for reports. */
  #connect(index: number, shard: GatewayShard): void {
    if (this.thread === undefined || !shard.alive) return;
    const { port1, port2 } = new MessageChannel();
    shard.post({ type: 'report_port', port: port1 }, [port1]);
    this.thread.post({ type: 'shard', index, port: port2 }, [port2]);
  }

  #sendOnline(shard: Pick<GatewayShard, 'ask'>): void {
    const online = this.#online;
    const taken = shard.ask((id) => ({ type: 'gateways', id, online }), ONLINE_MS);
    this.#notified = Promise.all([this.#notified, taken]).then(() => undefined);
  }

  /** Resolves when the shards that are ready know which gateways are on line. */
  get notified(): Promise<unknown> {
    return this.#notified;
  }

  /** A shard that is not ready yet is told once it is. */
  #takeOnline(online: readonly number[]): void {
    this.#online = online;
    for (const shard of this.partners.shards()) if (shard?.alive) this.#sendOnline(shard);
  }

  async #take(thread: Thread<ToGateways, FromGateways>, message: FromGateways): Promise<void> {
    if (message.type === 'online') return this.#takeOnline(message.gateways);
    const answer = async (id: number, asked: Promise<boolean>): Promise<void> =>
      thread.post({ type: 'answer', id, value: await asked });
    if (message.type === 'note') await answer(message.id, this.#note(message));
    if (message.type === 'bust') await answer(message.id, this.#bust(message.bust));
  }

  /** Writes a line of the journal, unless the fill that it is about is booked. */
  async #note({ text, fill }: GatewayNote): Promise<boolean> {
    if (fill === undefined) return this.partners.note(text);
    const isBooked = await this.partners.isBooked(fill).catch(() => undefined);
    if (isBooked === undefined) return false;
    return isBooked || this.partners.note(text);
  }

  /** Is the trade taken back, or refused for good? Then staff are notified. */
  async #bust(bust: BustReport): Promise<boolean> {
    const busted = await this.partners
      .bust(bust)
      .catch(({ message }: Error) => refuse('internal', message));
    if (busted.ok) return true;
    if (PASSING_REFUSALS.has(busted.code)) return false;
    const { gateway_id, order_id, execution_id } = bust;
    const lines = this.#bustLines.of(gateway_id, () => this.partners.now());
    const isListed = lines.take();
    if (!isListed && !lines.isFirstBeyond) return true;
    const what = isListed ? `execution ${execution_id} of order ${order_id}` : 'further executions';
    const why = isListed ? ` here: ${busted.message}` : '; they are not listed in this hour';
    return this.partners.note(
      `warning: gateway ${gateway_id} takes ${what} back, which is not possible${why}`,
    );
  }
}
