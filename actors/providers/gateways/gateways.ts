// All gateways: one actor for each enabled record, and the ports on which providers dial us.

import type { GatewayTransaction } from '../../../wire/rest/settings/connections.js';
import type { Settings } from '../../../wire/settings/config.js';
import type { SentRequest } from '../../../wire/trading/queued.js';
import type { RecordCipher } from '../../secrets/record-cipher.js';
import { addressOf, lockedSecret, secretsOf, tlsOf } from '../fix/connection.js';
import { FixListener } from '../fix/listener.js';
import {
  GatewayActor,
  type GatewayEnv,
  newReport,
  OFFLINE,
  transactionsOf,
  type VersionedGateway,
} from './gateway.js';
import type { GatewayReport, MessagePage } from './gateway-messages.js';
import { ReportQueue } from './report-queue.js';
import { readTransactions } from './transactions.js';
import { WorkingOrders } from './working-orders.js';

/** The services that gateways use. */
interface GatewaysEnv extends Omit<GatewayEnv, 'turned' | 'sourceOf'> {
  readonly cipher: RecordCipher;
  online(gateways: readonly number[]): void;
}

/** All of a record but its place in the list, as text; undefined = it is not to connect. */
const connectionText = (record: VersionedGateway | undefined): string | undefined =>
  record?.enabled === true ? JSON.stringify({ ...record, priority: 0 }) : undefined;

/** A port on which providers dial us, and the gateways that they may log on to. */
interface Port {
  readonly listener: FixListener;
  readonly gateways: Set<GatewayActor>;
}

/** The gateways of a server. */
export class Gateways {
  readonly #gateways = new Map<number, GatewayActor>();
  /** The reports of gateways whose files or secrets cannot be opened. */
  readonly #unopened = new Map<number, GatewayReport>();
  readonly #ports = new Map<string, Port>();
  /** The open requests of each gateway, those without a running gateway, too. */
  readonly #requests = new Map<number, SentRequest>();
  /** The provider's names of symbols, by gateway and our name. */
  #sources = new Map<string, string>();
  /** Gateways that are being stopped: their files are in use until then. */
  readonly #stopping = new Map<number, Promise<void>>();
  #settings: Settings | undefined;
  readonly #refusals: ReportQueue;
  #isClosed = false;

  constructor(private readonly env: GatewaysEnv) {
    this.#refusals = new ReportQueue(env.reports, env);
  }

  /** Applies new settings. Gateways with a changed record connect again; others stay connected. */
  apply(settings: Settings): void {
    this.#settings = settings;
    this.#sources = sourcesOf(settings);
    const records = new Map(
      settings.gateway.map((record) => [record.id, record as VersionedGateway]),
    );
    for (const [id, gateway] of this.#gateways) {
      if (connectionText(records.get(id)) !== connectionText(gateway.record)) {
        this.#stop(gateway, 'the settings have changed');
      }
    }
    for (const id of this.#unopened.keys()) {
      if (records.get(id)?.enabled !== true) this.#unopened.delete(id);
    }
    for (const record of records.values()) {
      if (record.enabled && !this.#gateways.has(record.id)) this.#start(record);
    }
  }

  /** A request at a provider, in its present form. */
  shown(request: SentRequest): void {
    const before = this.#requests.get(request.id);
    if (before !== undefined && before.gateway_id !== request.gateway_id) {
      this.#gateways.get(before.gateway_id)?.forget(before);
    }
    if (request.isGone) this.#requests.delete(request.id);
    else this.#requests.set(request.id, { ...request, isNew: false });
    const gateway = this.#gateways.get(request.gateway_id);
    if (gateway !== undefined) gateway.shown(request);
    else if (request.isNew && !request.isGone) this.#refuse(request);
  }

  /** An order for a gateway that runs no more: the account learns at once that it is not sent. */
  #refuse(request: SentRequest): void {
    // A request that timed out may work there: it is asked for when the gateway runs again.
    if (request.timed_out) return;
    const orders = new WorkingOrders(request.gateway_id, true);
    const order = orders.take(request);
    if (order === undefined) return;
    const command = orders.unsent(order, OFFLINE);
    this.#refusals.add(request.login, request.order_id, command, () => undefined);
  }

  /** Number of fills that are held for staff. */
  get held(): number {
    let sum = 0;
    for (const { held } of this.#requests.values()) sum += held;
    return sum;
  }

  statuses(): GatewayReport[] {
    const running = Array.from(this.#gateways.values(), (gateway) => gateway.status());
    return [...running, ...this.#unopened.values()];
  }

  /** Connects a gateway again; false when it is not running. */
  restart(id: number): boolean {
    const gateway = this.#gateways.get(id);
    if (gateway === undefined) return false;
    this.#stop(gateway, 'restarted by staff');
    this.#start(gateway.record);
    return true;
  }

  /** A running gateway. */
  gateway(id: number): GatewayActor | undefined {
    return this.#gateways.get(id);
  }

  transactions(id: number, page: MessagePage): GatewayTransaction[] {
    this.#gateways.get(id)?.writeTransactions();
    return readTransactions(transactionsOf(this.env.folder, id), page);
  }

  /** Logs all gateways out. */
  async stop(): Promise<void> {
    this.#isClosed = true;
    this.#refusals.close();
    for (const gateway of this.#gateways.values()) this.#stop(gateway, 'the server stops');
    await Promise.all(this.#stopping.values());
  }

  #start(record: VersionedGateway): void {
    const before = this.#stopping.get(record.id);
    if (before === undefined) return this.#open(record);
    // The record may have changed again, and this may be one of several starts that waited.
    void before.then(() => {
      const now = this.#settings?.gateway.find(({ id }) => id === record.id) as
        | VersionedGateway
        | undefined;
      const isWanted = now?.enabled === true && !this.#gateways.has(record.id);
      if (isWanted && !this.#isClosed) this.#start(now);
    });
  }

  #open(record: VersionedGateway): void {
    const gateway = this.#actor(record);
    if (gateway === undefined) return;
    this.#gateways.set(record.id, gateway);
    for (const request of this.#requests.values()) {
      if (request.gateway_id === record.id) gateway.shown(request);
    }
    if (record.mode === 'Passive') this.#listen(gateway);
    else gateway.start();
  }

  /** The actor of a record; undefined when it cannot be opened, which its status shows. */
  #actor(record: VersionedGateway): GatewayActor | undefined {
    this.#unopened.delete(record.id);
    try {
      const secretOf = secretsOf(this.env.cipher, 'gateway', record);
      const locked = lockedSecret(record, secretOf);
      if (locked !== undefined) throw new Error(locked);
      return new GatewayActor(record, secretOf, {
        ...this.env,
        turned: () => this.#reportOnline(),
        sourceOf: (id, symbol) => this.#sources.get(`${id} ${symbol}`) ?? symbol,
      });
    } catch (error) {
      const { message } = error as Error;
      this.#unopened.set(record.id, { ...newReport(record, this.env.now()), last_error: message });
      this.env.log('error', { msg: `gateway ${record.name}: ${message}` });
      return undefined;
    }
  }

  #stop(gateway: GatewayActor, reason: string): void {
    const { id } = gateway.record;
    this.#gateways.delete(id);
    this.#unlisten(gateway);
    const stopped = gateway.stop(reason).catch((error: Error) => {
      this.env.log('error', { msg: `gateway ${gateway.record.name}: ${error.message}` });
    });
    this.#stopping.set(id, stopped);
    void stopped.then(() => {
      if (this.#stopping.get(id) === stopped) this.#stopping.delete(id);
    });
    this.#reportOnline();
  }

  #reportOnline(): void {
    const online = [...this.#gateways.values()].filter(({ isOnline }) => isOnline);
    this.env.online(online.map(({ record }) => record.id));
  }

  // Providers that dial us

  /** Gateways of the same address and certificate share a port. */
  #portKey({ record }: GatewayActor): string {
    const secretOf = secretsOf(this.env.cipher, 'gateway', record);
    return `${record.server} ${JSON.stringify(tlsOf(record, secretOf))}`;
  }

  #listen(gateway: GatewayActor): void {
    const key = this.#portKey(gateway);
    const shared = this.#ports.get(key);
    if (shared !== undefined) return void shared.gateways.add(gateway);
    const { record } = gateway;
    const gateways = new Set([gateway]);
    const find = (sender: string, target: string) =>
      [...gateways].find(({ endpoint: { session } }) => {
        const { settings } = session;
        return settings.sender === sender && settings.target === target;
      })?.endpoint;
    const tls = tlsOf(record, secretsOf(this.env.cipher, 'gateway', record));
    let listener: FixListener;
    try {
      listener = new FixListener(tls === undefined ? {} : { tls }, find, this.env);
    } catch (error) {
      return gateway.failed(`TLS cannot be set up: ${(error as Error).message}`);
    }
    this.#ports.set(key, { listener, gateways });
    this.#bind(key, record);
  }

  /** Opens a port; one that is in use is tried again while a gateway wants it. */
  #bind(key: string, record: VersionedGateway): void {
    const port = this.#ports.get(key);
    port?.listener.listen(addressOf(record)).catch(({ message }: Error) => {
      for (const one of port.gateways) one.failed(message);
      const again = (): void => {
        if (this.#ports.get(key) === port) this.#bind(key, record);
      };
      this.env.setTimer(again, record.reconnect_sec * 1000);
    });
  }

  #unlisten(gateway: GatewayActor): void {
    for (const [key, { listener, gateways }] of this.#ports) {
      if (!gateways.delete(gateway) || gateways.size > 0) continue;
      listener.close();
      this.#ports.delete(key);
    }
  }
}

/** The provider's names that differ from ours, by gateway and our name. */
const sourcesOf = ({ gateway, symbol }: Settings): Map<string, string> => {
  const names = new Map(symbol.map(({ id, name }) => [id, name]));
  const sources = new Map<string, string>();
  for (const { id, translates } of gateway) {
    for (const { symbol_id, source } of translates) {
      const name = names.get(symbol_id);
      if (name !== undefined && source !== '') sources.set(`${id} ${name}`, source);
    }
  }
  return sources;
};
