// Vitals: heartbeats of this run and of those before, and its monitor, second by second and by
// minutes.

import { randomUUID } from 'node:crypto';
import type { FirewallView } from '../../wire/rest/settings/firewall.js';
import {
  EXPIRES_MS,
  type MonitorMinute,
  type MonitorSample,
  SAMPLE_MS,
  type ServerInstance,
  type ServerMonitor,
  STALE_MS,
} from '../../wire/rest/settings/server-views.js';
import type { Settings } from '../../wire/settings/config.js';
import {
  adapterOf,
  type ServerId,
  serverNumber,
  TRADE_SERVER,
} from '../../wire/settings/servers.js';
import type { MinutesAsked, Vitals } from '../client.js';
import type { LogLine } from '../messages.js';
import { averageOf } from './average.js';
import { firewallView, noFirewall } from './firewall.js';
import { type Machine, thisMachine, threadCount } from './machine.js';
import { type ProcessSources, type Sample, Sampler } from './sampler.js';
import { type StoredRun, VitalsStore } from './store.js';

/** How often a heartbeat is noted, in samples. */
const SAMPLES_A_BEAT = 3;
const MINUTE_MS = 60_000;
const STOPPED = 'it has stopped';

/** The contents of a heartbeat. */
interface Beat extends Machine {
  readonly version: string;
  readonly started_at: string;
  /** Why it is not ready; empty = it is. */
  readonly reason: string;
  readonly goroutines: number;
  readonly heap_bytes: number;
  readonly applied_version: number;
  readonly sockets: number;
}

/** The figures of a minute, of every server. */
interface Minute extends Omit<MonitorMinute, 'at' | 'network'> {
  readonly networks: Sample['networks'];
}

/** The options of vitals. */
export interface VitalsOptions
  extends Pick<ProcessSources, 'data' | 'loads' | 'histograms' | 'quotes' | 'alarms'> {
  /** The version of the program. */
  readonly version: string;
  /** The file of the collector of firewall rules; empty = there is none. */
  readonly firewall: string;
  now(): number;
  log(line: LogLine): void;
  /** Why the server is not ready; empty = it is. */
  unready(): string;
  settings(): Pick<Settings, 'version' | 'logical_server'>;
}

const minuteOf = (sample: Sample): Minute => {
  const { networks, hops, threads: _, sampled_at: __, alarms: ___, ...figures } = sample;
  const whole = hops.at(-1);
  const order = { order_p50_ms: whole?.p50_ms ?? null, order_p99_ms: whole?.p99_ms ?? null };
  return { ...figures, ...order, networks };
};

/** The vitals of a server: one process is one instance of each logical server. */
export class ServerVitals implements Vitals {
  readonly #store: VitalsStore<Beat, Minute>;
  readonly #machine = thisMachine();
  readonly #live: Sampler;
  readonly #minutely: Sampler;
  readonly runId = randomUUID();
  #sockets = (): number => 0;
  #startedAt = '';
  #newest: Sample | undefined;
  #samples = 0;
  #minuteAt = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: VitalsOptions) {
    this.#store = new VitalsStore(options.data, options.log);
    const sources = {
      data: options.data,
      loads: () => options.loads(),
      histograms: () => options.histograms(),
      quotes: () => options.quotes(),
      alarms: () => options.alarms(),
      sockets: () => this.#sockets(),
      adapter: (server: ServerId) => adapterOf(options.settings().logical_server, server),
    };
    this.#live = new Sampler(sources);
    this.#minutely = new Sampler(sources);
  }

  countSockets(count: () => number): void {
    this.#sockets = count;
  }

  /** Begins the heartbeats. */
  start(): void {
    const now = this.options.now();
    this.#startedAt = new Date(now).toISOString();
    this.#minuteAt = Math.floor(now / MINUTE_MS);
    this.#minutely.take(now);
    this.look();
    this.#timer = setInterval(() => this.look(), SAMPLE_MS);
    this.#timer.unref();
  }

  /** Ends the heartbeats; the last one says that the run has stopped. */
  stop(): void {
    clearInterval(this.#timer);
    if (this.#timer !== undefined) this.#beat(STOPPED);
    this.#timer = undefined;
    this.#store.close();
  }

  /** Takes a sample; notes the heartbeat and the minute when they are due. */
  look(): void {
    const now = this.options.now();
    this.#newest = this.#live.take(now);
    if (this.#samples % SAMPLES_A_BEAT === 0) this.#beat(this.options.unready());
    this.#samples += 1;
    const minute = Math.floor(now / MINUTE_MS);
    if (minute === this.#minuteAt) return;
    const at = this.#minuteAt * MINUTE_MS;
    this.#minuteAt = minute;
    this.#store.minute(this.runId, at, minuteOf(this.#minutely.take(now)));
  }

  instances(server: ServerId): ServerInstance[] {
    const now = this.options.now();
    return this.#store.runs(now).map((run) => this.#instanceOf(run, server, now));
  }

  monitor(server: ServerId, instance: string, asked: MinutesAsked): ServerMonitor | undefined {
    const now = this.options.now();
    if (!this.#store.runs(now).some(({ id }) => id === instance)) return undefined;
    const from = Math.max(asked.from, now - EXPIRES_MS);
    const minutes = this.#store.minutes(instance, from, asked.to).map(({ at, body }) => {
      const { networks, ...figures } = body;
      return { at: new Date(at).toISOString(), ...figures, network: networks[server] };
    });
    return {
      instance_id: instance,
      now: instance === this.runId ? this.newest(server) : null,
      minutes: averageOf(minutes, asked.stepMs),
    };
  }

  async firewall(instance: string): Promise<FirewallView | undefined> {
    const now = this.options.now();
    if (!this.#store.runs(now).some(({ id }) => id === instance)) return undefined;
    if (instance !== this.runId) return noFirewall('the instance has ended');
    return firewallView(this.options.firewall, { ...this.#machine, now });
  }

  newest(server: ServerId): MonitorSample | null {
    if (this.#newest === undefined) return null;
    const { networks, ...sample } = this.#newest;
    return { ...sample, network: networks[server] };
  }

  #beat(reason: string): void {
    const { now, version, settings } = this.options;
    this.#store.beat(this.runId, now(), {
      ...this.#machine,
      version,
      started_at: this.#startedAt,
      reason,
      goroutines: threadCount(),
      heap_bytes: this.#newest?.heap_bytes ?? 0,
      applied_version: settings().version,
      sockets: this.#sockets(),
    });
  }

  #instanceOf(run: StoredRun<Beat>, server: ServerId, now: number): ServerInstance {
    const { epoch, id, seen, body } = run;
    const isOwn = id === this.runId;
    const stale = now - seen > STALE_MS;
    const reason = isOwn ? this.options.unready() : body.reason || STOPPED;
    return {
      instance_id: id,
      internal_id: serverNumber(server),
      ...body,
      last_seen_at: new Date(seen).toISOString(),
      stale,
      reason,
      ready: reason === '' && !stale,
      lease_epoch: isOwn && server === TRADE_SERVER ? epoch : null,
      monitor: isOwn ? this.newest(server) : null,
    };
  }
}
