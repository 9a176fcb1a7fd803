// What the server observes of its logical servers: instances, their monitor, allocated numbers,
// and past maintenance.

import { type Static, Type } from '@sinclair/typebox';
import { Decimal, Named, Time, TimeOrNull, Words } from '../../base/schema.js';
import { Int } from '../../base/setting-fields.js';
import { SERVER_IDS } from '../../settings/servers.js';

const Count = () => Type.Integer({ minimum: 0 });
const Amount = () => Type.Number({ minimum: 0 });
const AmountOrNull = () => Type.Union([Amount(), Type.Null()]);

/** A heartbeat that is older is stale, ms. */
export const STALE_MS = 20_000;
/** Instances without a heartbeat for longer are forgotten, and minutes of the monitor, ms. */
export const EXPIRES_MS = 86_400_000;
/** How often the channel `monitor` sends a sample, ms. */
export const SAMPLE_MS = 2_000;
/** Most minutes that one value of the monitor stands for. */
const STEP_MINUTES_MAX = 1_440;
const MINUTE_MS = 60_000;

/** The state of a server, as its instances show it. */
export const READINESS = ['unknown', 'offline', 'unready', 'ready'] as const;
type Readiness = (typeof READINESS)[number];

/** A thread of an instance. */
const MonitorThread = Named('MonitorThread', {
  name: Type.String(),
  cpu_percent: AmountOrNull(),
  heap_bytes: Count(),
  lag_ms: Count(),
  waiting: Count(),
});
export type MonitorThread = Static<typeof MonitorThread>;

/** The network as an instance sees it; figures are null with a reason where there are none. */
const MonitorNetwork = Named('MonitorNetwork', {
  adapter: Type.String(),
  reason: Type.String(),
  in_bytes_per_sec: AmountOrNull(),
  out_bytes_per_sec: AmountOrNull(),
  retransmissions_per_sec: AmountOrNull(),
});
export type MonitorNetwork = Static<typeof MonitorNetwork>;

/** The durations of a hop of orders, of the newest minute or two. */
const MonitorHop = Named('MonitorHop', {
  name: Type.String(),
  p50_ms: AmountOrNull(),
  p99_ms: AmountOrNull(),
});
export type MonitorHop = Static<typeof MonitorHop>;

/** The figures that a sample and a minute have alike; null = not known yet, or by this system. */
const figures = {
  cpu_percent: AmountOrNull(),
  rss_bytes: Amount(),
  heap_bytes: Amount(),
  disk_free_bytes: AmountOrNull(),
  disk_written_bytes_per_sec: AmountOrNull(),
  sockets: Amount(),
  orders_per_sec: AmountOrNull(),
  network: MonitorNetwork,
};

/** The newest figures of an instance. */
export const MonitorSample = Named('MonitorSample', {
  sampled_at: Time(),
  ...figures,
  threads: Type.Array(MonitorThread),
  hops: Type.Array(MonitorHop),
});
export type MonitorSample = Static<typeof MonitorSample>;

/** The figures of a minute, or the average of several. */
const MonitorMinute = Named('MonitorMinute', {
  at: Time(),
  ...figures,
  order_p50_ms: AmountOrNull(),
  order_p99_ms: AmountOrNull(),
});
export type MonitorMinute = Static<typeof MonitorMinute>;

/** The answer of the monitor. */
export const ServerMonitor = Named('ServerMonitor', {
  instance_id: Type.String(),
  /** Null = the instance has ended. */
  now: Type.Union([MonitorSample, Type.Null()]),
  minutes: Type.Array(MonitorMinute),
});
export type ServerMonitor = Static<typeof ServerMonitor>;

/** Which minutes are asked for; without `from` none. */
export const MonitorParams = Named('MonitorParams', {
  from: Type.Optional(Time()),
  to: Type.Optional(Time()),
  step: Type.Optional(Int(1, STEP_MINUTES_MAX)),
});

/** The asked times in ms, `[from, to)`; a text = what is wrong with them. */
export const minutesAsked = (
  { from, to, step = 1 }: Static<typeof MonitorParams>,
  now: number,
): { readonly from: number; readonly to: number; readonly stepMs: number } | string => {
  const end = to === undefined ? now : Date.parse(to);
  const begin = from === undefined ? end : Date.parse(from);
  if (begin > end) return 'from: must not be after to';
  if (end - begin > EXPIRES_MS) return 'from, to: at most 24 hours apart';
  return { from: begin, to: end, stepMs: step * MINUTE_MS };
};

/** A process that is, or was, the server. */
export const ServerInstance = Named('ServerInstance', {
  instance_id: Type.String(),
  internal_id: Int(1, 3),
  hostname: Type.String(),
  host_boot_id: Type.String(),
  os: Type.String(),
  architecture: Type.String(),
  cpu_cores: Count(),
  /** The version of the program. */
  version: Type.String(),
  started_at: Time(),
  last_seen_at: Time(),
  /** Is the heartbeat too old? */
  stale: Type.Boolean(),
  ready: Type.Boolean(),
  /** Why it is not ready; empty = it is. */
  reason: Type.String(),
  /** Threads of the process. */
  goroutines: Count(),
  heap_bytes: Count(),
  /** The version of the settings that it goes by. */
  applied_version: Count(),
  sockets: Count(),
  /** The number of the run that holds the data folder, on the trade server; null = none. */
  lease_epoch: Type.Union([Count(), Type.Null()]),
  /** Null where the instance has ended. */
  monitor: Type.Union([MonitorSample, Type.Null()]),
});
export type ServerInstance = Static<typeof ServerInstance>;

/** The readiness of a server with these instances. */
export const readinessOf = (
  instances: readonly Pick<ServerInstance, 'stale' | 'ready'>[],
): Readiness => {
  if (instances.length === 0) return 'unknown';
  const fresh = instances.filter(({ stale }) => !stale);
  if (fresh.length === 0) return 'offline';
  return fresh.some(({ ready }) => ready) ? 'ready' : 'unready';
};

/** A span of numbers that are in use; zeros = none. */
const ServerAllocation = Named('ServerAllocation', {
  /** Which part of the server gives the numbers. */
  allocator: Words(['desk', 'shards']),
  used_from: Decimal(),
  used_to: Decimal(),
  /** How many numbers the span has, used or not. */
  total: Decimal(),
});
export type ServerAllocation = Static<typeof ServerAllocation>;

/** The spans that the database shows. */
export const ServerAllocations = Named('ServerAllocations', {
  accounts: ServerAllocation,
  clients: ServerAllocation,
  orders: ServerAllocation,
  deals: ServerAllocation,
});
export type ServerAllocations = Static<typeof ServerAllocations>;

const MAINTENANCE = ['none', 'scheduled', 'running', 'done', 'failed'] as const;

/** A run of the weekly maintenance. */
export const ServerMaintenance = Named('ServerMaintenance', {
  status: Words(MAINTENANCE),
  config_version: Count(),
  scheduled_at: TimeOrNull(),
  started_at: TimeOrNull(),
  finished_at: TimeOrNull(),
  expired: Count(),
  skipped_busy: Count(),
  error: Type.String(),
});
export type ServerMaintenance = Static<typeof ServerMaintenance>;

/** Most rows of a page of past runs. */
const RUNS_MAX = 100;

/** A page of past runs. */
export const MaintenanceParams = Named('MaintenanceParams', {
  page: Type.Optional(Int(1)),
  limit: Type.Optional(Int(1, RUNS_MAX)),
});
export const MaintenanceRuns = Named('MaintenanceRuns', {
  items: Type.Array(ServerMaintenance),
  page: Int(1),
  total: Count(),
});
export type MaintenanceRuns = Static<typeof MaintenanceRuns>;

/** An instance of a server in a path. */
export const InstancePath = Named('InstancePath', {
  id: Type.String(),
  instance: Type.String(),
});

/** A sample, as the channel `monitor` sends it. */
export const MonitorEvent = Named('MonitorEvent', {
  server: Words(SERVER_IDS),
  instance_id: Type.String(),
  sample: MonitorSample,
});
