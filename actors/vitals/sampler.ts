// Samples of this process: figures of the system, and rates since the sample before.

import { diskSpaceNow } from '../../storage/files/disk-space.js';
import type {
  MonitorAlarms,
  MonitorHop,
  MonitorNetwork,
  MonitorSample,
  MonitorThread,
} from '../../wire/rest/settings/server-views.js';
import { SERVER_IDS, type ServerId } from '../../wire/settings/servers.js';
import type { Histogram } from '../client.js';
import type { NamedLoad } from '../shared/watchdog.js';
import { writtenBytes } from './machine.js';
import { type NetworkCounters, networkCounters, networkFiles } from './network.js';

/** The name of the hop of whole orders, by whose number orders are counted. */
const WHOLE_ORDER = 'total';
const SECOND_MS = 1000;

/** The sources of the figures of the process. */
export interface ProcessSources {
  /** The data folder. */
  readonly data: string;
  loads(): readonly NamedLoad[];
  /** Durations of orders, counted since the start. */
  histograms(): readonly Histogram[];
  sockets(): number;
  /** Quotes that the market has published since its start. */
  quotes(): number;
  alarms(): MonitorAlarms;
  /** The network adapter that each server's monitor reads; empty = all. */
  adapter(server: ServerId): string;
}

/** A sample but for the network, which differs by server. */
export interface Sample extends Omit<MonitorSample, 'network'> {
  readonly networks: Readonly<Record<ServerId, MonitorNetwork>>;
}

/** Counters at one moment. */
interface CounterReading {
  /** ms of a clock that nobody sets. */
  readonly elapsed: number;
  readonly cpuMs: number;
  readonly threads: ReadonlyMap<string, number>;
  readonly written: number | undefined;
  readonly networks: Readonly<Record<ServerId, NetworkCounters>>;
  readonly adapters: Readonly<Record<ServerId, string>>;
  readonly hops: readonly Histogram[];
  readonly quotes: number;
}

const ofServers = <T>(of: (server: ServerId) => T): Readonly<Record<ServerId, T>> =>
  Object.fromEntries(SERVER_IDS.map((server) => [server, of(server)])) as Record<ServerId, T>;

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** The counts of a histogram since an earlier state of it. */
const since = (now: Histogram, before: Histogram | undefined): number[] =>
  now.counts.map((count, bucket) => count - (before?.counts[bucket] ?? 0));

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

/** The upper limit of the bucket that has a share of all counts, in ms; null = no counts. */
const quantile = (
  counts: readonly number[],
  bounds: readonly number[],
  share: number,
): number | null => {
  const wanted = sumOf(counts) * share;
  if (wanted === 0) return null;
  let seen = 0;
  for (const [bucket, count] of counts.entries()) {
    seen += count;
    const bound = bounds[bucket] ?? bounds.at(-1) ?? 0;
    if (seen >= wanted) return Number((bound * SECOND_MS).toPrecision(4));
  }
  return null;
};

const hopName = (label: string): string => label.replace(/^hop="(.*)"$/, '$1');

/**
 * Takes samples. A sample has the rates since the sampler's previous sample, so every user needs
 * its own sampler.
 */
export class Sampler {
  #before: CounterReading | undefined;

  constructor(private readonly sources: ProcessSources) {}

  /** The figures now; rates are null in the first sample. */
  take(now: number): Sample {
    const loads = this.sources.loads();
    const reading = this.#read(loads);
    const before = this.#before;
    this.#before = reading;
    const ms = before === undefined ? 0 : reading.elapsed - before.elapsed;
    const rate = (value: number | null | undefined, last: number | null | undefined) =>
      value == null || last == null || ms <= 0
        ? null
        : rounded((Math.max(0, value - last) * SECOND_MS) / ms);
    const percent = (value: number, last: number | undefined): number | null => {
      const perSecond = rate(value, last);
      return perSecond === null ? null : rounded(perSecond / 10);
    };
    const whole = reading.hops.find(({ label }) => hopName(label) === WHOLE_ORDER);
    const wholeBefore = before?.hops.find(({ label }) => hopName(label) === WHOLE_ORDER);
    return {
      sampled_at: new Date(now).toISOString(),
      cpu_percent: percent(reading.cpuMs, before?.cpuMs),
      rss_bytes: process.memoryUsage.rss(),
      heap_bytes: loads.reduce((sum, { heapBytes }) => sum + heapBytes, 0),
      disk_free_bytes: diskSpaceNow(this.sources.data).free,
      disk_written_bytes_per_sec: rate(reading.written, before?.written),
      sockets: this.sources.sockets(),
      orders_per_sec: rate(sumOf(whole?.counts ?? []), before && sumOf(wholeBefore?.counts ?? [])),
      quotes_per_sec: rate(reading.quotes, before?.quotes),
      alarms: this.sources.alarms(),
      threads: loads.map(({ name, heapBytes, lagMs, waiting, cpuMs }): MonitorThread => {
        const cpu_percent = percent(cpuMs, before?.threads.get(name));
        return { name, cpu_percent, heap_bytes: heapBytes, lag_ms: lagMs, waiting };
      }),
      hops: reading.hops.map((hop): MonitorHop => {
        const counts = since(
          hop,
          before?.hops.find(({ label }) => label === hop.label),
        );
        const [p50_ms, p99_ms] = [0.5, 0.99].map((share) => quantile(counts, hop.bounds, share));
        return { name: hopName(hop.label), p50_ms: p50_ms ?? null, p99_ms: p99_ms ?? null };
      }),
      networks: ofServers((server) => {
        const adapter = reading.adapters[server];
        const counters = reading.networks[server];
        const last = before?.adapters[server] === adapter ? before.networks[server] : undefined;
        return {
          adapter,
          reason: counters.reason,
          in_bytes_per_sec: rate(counters.inBytes, last?.inBytes),
          out_bytes_per_sec: rate(counters.outBytes, last?.outBytes),
          retransmissions_per_sec: rate(counters.retransmissions, last?.retransmissions),
        };
      }),
    };
  }

  #read(loads: readonly NamedLoad[]): CounterReading {
    const { user, system } = process.cpuUsage();
    const files = networkFiles();
    const adapters = ofServers((server) => this.sources.adapter(server));
    return {
      elapsed: performance.now(),
      cpuMs: (user + system) / SECOND_MS,
      threads: new Map(loads.map(({ name, cpuMs }) => [name, cpuMs])),
      written: writtenBytes(),
      adapters,
      networks: ofServers((server) => networkCounters(files, adapters[server])),
      hops: this.sources.histograms(),
      quotes: this.sources.quotes(),
    };
  }
}
