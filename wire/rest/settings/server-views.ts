// The server's observations of its logical servers: instances, their monitor, allocated numbers,
// and past maintenance.

import { type Static, Type } from '@sinclair/typebox';
import { Decimal, Named, OrNull, Time, TimeOrNull, Words } from '../../base/schema.js';
import { Int } from '../../base/setting-fields.js';
import { section, wordedAs } from '../../fields/words.js';
import { SERVER_IDS } from '../../settings/servers.js';
import { pageParams } from '../lists/page-params.js';

const thread = section('Thread');
const network = section('Network');
const hop = section('Hop');
const figuresField = section('Figures');
const alarm = section('Alarms');
const monitor = section('Monitor');
const minutes = section('Minutes');
const instance = section('Instance');
const machine = section('Machine');
const span = section('Span');
const allocations = section('Allocations');
const run = section('Run');
const accounts = section('Accounts');
const page = section('Page');
const identity = section('Identity');

const Count = () => Type.Integer({ minimum: 0 });
const Amount = () => Type.Number({ minimum: 0 });
const AmountOrNull = () => OrNull(Amount());

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
  name: thread('Thread', 'Name of the thread.', Type.String()),
  cpu_percent: thread(
    'Processor',
    'Processor time of the thread; 100 = one processor.',
    AmountOrNull(),
    'percent',
  ),
  heap_bytes: thread('Heap', 'Heap of the thread in use.', Count(), 'bytes'),
  lag_ms: thread('Lag', "Delay of the thread's newest heartbeat.", Count()),
  waiting: thread(
    'Waiting',
    'Questions of the main thread that the thread has not answered.',
    Count(),
    'count',
  ),
});
export type MonitorThread = Static<typeof MonitorThread>;

/** The network as an instance sees it; figures are null with a reason where there are none. */
const MonitorNetwork = Named('MonitorNetwork', {
  adapter: network('Adapter', 'Name of the interface; empty = all but loopback.', Type.String()),
  reason: network(
    'Reason',
    'Reason why figures are null; empty = no figure is null.',
    Type.String(),
  ),
  in_bytes_per_sec: network('Received', 'Bytes received in a second.', AmountOrNull(), 'number'),
  out_bytes_per_sec: network('Sent', 'Bytes sent in a second.', AmountOrNull(), 'number'),
  retransmissions_per_sec: network(
    'Retransmissions',
    'TCP segments sent again in a second, on all adapters; null if a single adapter is ' +
      'observed.',
    AmountOrNull(),
    'number',
  ),
});
export type MonitorNetwork = Static<typeof MonitorNetwork>;

/** The durations of a hop of orders, of the newest minute or two. */
const MonitorHop = Named('MonitorHop', {
  name: hop('Hop', 'Part of the way of an order; `total` = the whole way.', Type.String()),
  p50_ms: hop('Median', 'Half of the orders took no longer.', AmountOrNull()),
  p99_ms: hop('Slow orders', 'Time within which 99 of 100 orders passed.', AmountOrNull()),
});
export type MonitorHop = Static<typeof MonitorHop>;

/** The figures that a sample and a minute have alike; null = not known yet, or by this system. */
const figures = {
  cpu_percent: figuresField(
    'Processor',
    'Processor time of all threads; 100 = one processor.',
    AmountOrNull(),
    'percent',
  ),
  rss_bytes: figuresField('Memory', 'Resident memory of the process.', Amount(), 'bytes'),
  heap_bytes: figuresField('Heap', 'Heaps of all threads together.', Amount(), 'bytes'),
  disk_free_bytes: figuresField(
    'Disk',
    'Free space on the disk of the data folder.',
    AmountOrNull(),
    'bytes',
  ),
  disk_written_bytes_per_sec: figuresField(
    'Written',
    'Bytes written to disks in a second.',
    AmountOrNull(),
    'number',
  ),
  sockets: figuresField('Sockets', 'Open live sockets.', Amount(), 'count'),
  orders_per_sec: figuresField('Orders', 'Orders answered in a second.', AmountOrNull(), 'number'),
  quotes_per_sec: figuresField(
    'Quotes',
    'Prices of symbols published in a second.',
    AmountOrNull(),
    'number',
  ),
  network: figuresField('Network', 'Traffic of the network adapter.', MonitorNetwork),
};

/** The numbers of faults that the audit of the server has found; the journal has their texts. */
const MonitorAlarms = Named('MonitorAlarms', {
  open: alarm(
    'Open',
    'Faults that the newest rounds of the audit found; to be 0.',
    Count(),
    'count',
  ),
  total: alarm('All', 'Faults that the audit has found since the start.', Count(), 'count'),
});
export type MonitorAlarms = Static<typeof MonitorAlarms>;

/** The newest figures of an instance. */
export const MonitorSample = Named('MonitorSample', {
  sampled_at: figuresField('Time', 'Time at which they were taken.', Time()),
  ...figures,
  threads: figuresField('Threads', 'Use of the machine by each thread.', Type.Array(MonitorThread)),
  hops: figuresField(
    'Orders',
    'Durations of the hops of orders since the sample before.',
    Type.Array(MonitorHop),
  ),
  alarms: figuresField('Alarms', 'Faults that the audit of the server has found.', MonitorAlarms),
});
export type MonitorSample = Static<typeof MonitorSample>;

/** The figures of a minute, or the average of several. */
const MonitorMinute = Named('MonitorMinute', {
  at: figuresField('Time', 'Beginning of the minute.', Time()),
  ...figures,
  order_p50_ms: figuresField('Median', 'Half of the orders took no longer.', AmountOrNull()),
  order_p99_ms: figuresField(
    'Slow orders',
    'Time within which 99 of 100 orders passed.',
    AmountOrNull(),
  ),
});
export type MonitorMinute = Static<typeof MonitorMinute>;

/** The answer of the monitor. */
export const ServerMonitor = Named('ServerMonitor', {
  instance_id: monitor('Instance', 'Id of the instance.', Type.String()),
  now: monitor('Now', 'The newest figures; null = the instance has ended.', OrNull(MonitorSample)),
  minutes: monitor(
    'Minutes',
    'Figures by minutes, or averages of several.',
    Type.Array(MonitorMinute),
  ),
});
export type ServerMonitor = Static<typeof ServerMonitor>;

/** Which minutes are asked for; without `from` none. */
export const MonitorParams = Named('MonitorParams', {
  from: minutes('From', 'Minutes from this time on; absent = none.', Type.Optional(Time())),
  to: minutes(
    'To',
    'Until before this time; absent = now. At most 24 hours.',
    Type.Optional(Time()),
  ),
  step: minutes(
    'Step',
    'Number of minutes in one row of averages.',
    Type.Optional(Int(1, STEP_MINUTES_MAX)),
    'minutes',
  ),
});

/** The asked times in ms, `[from, to)`; a text = their fault. */
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
export const ServerInstance = Named(
  'ServerInstance',
  wordedAs(figures, {
    instance_id: instance('Instance', 'Id of the run of the server.', Type.String()),
    internal_id: instance('Number', 'Number of the logical server.', Int(1, 3)),
    hostname: machine('Host', 'Name of the machine.', Type.String()),
    host_boot_id: machine(
      'Boot',
      "Id of the run of the machine's operating system.",
      Type.String(),
    ),
    os: machine('System', 'Kind of operating system.', Type.String()),
    architecture: machine('Architecture', 'Kind of processor.', Type.String()),
    cpu_cores: machine('Processors', 'Processors that the process can use.', Count(), 'count'),
    version: instance('Version', 'Version of the program.', Type.String()),
    started_at: instance('Started', 'Start of the run.', Time()),
    last_seen_at: instance('Seen', 'Time of the newest heartbeat of the instance.', Time()),
    stale: instance(
      'Stale',
      'True when the newest heartbeat of the instance is older than 20 seconds.',
      Type.Boolean(),
    ),
    ready: instance('Ready', 'Does the instance serve clients?', Type.Boolean()),
    reason: instance(
      'Reason',
      'Reason why the instance does not serve clients; empty = the instance serves.',
      Type.String(),
    ),
    goroutines: machine('Threads', 'Number of threads of the process.', Count(), 'count'),
    heap_bytes: Count(),
    applied_version: instance(
      'Settings',
      'Version of the settings that is applied.',
      Count(),
      'number',
    ),
    sockets: Count(),
    lease_epoch: instance(
      'Lease',
      'Number of the run that holds the data folder; null = none.',
      OrNull(Count()),
      'number',
    ),
    monitor: figuresField(
      'Monitor',
      'Newest figures of the instance; null = no figures, or the caller lacks ' +
        '`server.machines`.',
      OrNull(MonitorSample),
    ),
  }),
);
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
  allocator: span(
    'Allocator',
    'The part of the server that gives the numbers.',
    Words(['desk', 'shards']),
  ),
  used_from: span('From', 'Lowest number in use; 0 = no number is in use.', Decimal(), 'id'),
  used_to: span('To', 'Highest number in use; 0 = no number is in use.', Decimal(), 'id'),
  total: span('Numbers', 'Size of the span in numbers, used or not.', Decimal(), 'count'),
});
export type ServerAllocation = Static<typeof ServerAllocation>;

/** The spans that the database shows. */
export const ServerAllocations = Named('ServerAllocations', {
  accounts: allocations('Accounts', 'Logins in use.', ServerAllocation),
  clients: allocations('Clients', 'Numbers of clients in use.', ServerAllocation),
  orders: allocations('Orders', 'Numbers of orders in use.', ServerAllocation),
  deals: allocations('Deals', 'Numbers of deals in use.', ServerAllocation),
});
export type ServerAllocations = Static<typeof ServerAllocations>;

const MAINTENANCE = ['none', 'scheduled', 'running', 'done', 'failed'] as const;

/** A run of the weekly maintenance. */
export const ServerMaintenance = Named('ServerMaintenance', {
  status: run(
    'Status',
    'Planned, running or ended; `failed`: the next run began before the end of this run.',
    Words(MAINTENANCE),
  ),
  config_version: run('Settings', 'Version of the settings that is applied.', Count(), 'number'),
  scheduled_at: run('Planned', 'Planned beginning.', TimeOrNull()),
  started_at: run('Begun', 'Time at which the run began.', TimeOrNull()),
  finished_at: run('Ended', 'Time at which the run ended.', TimeOrNull()),
  expired: accounts('Expired', 'Demo accounts that the run archived.', Count(), 'count'),
  skipped_busy: accounts(
    'Busy',
    'Demo accounts left because of orders or positions.',
    Count(),
    'count',
  ),
  error: run('Error', 'Reason why the run waits or ended early; empty = none.', Type.String()),
});
export type ServerMaintenance = Static<typeof ServerMaintenance>;

/** A page of past runs. */
export const MaintenanceParams = Named('MaintenanceParams', pageParams(100, 20));
export const MaintenanceRuns = Named('MaintenanceRuns', {
  items: page('Runs', 'Past runs, the newest first.', Type.Array(ServerMaintenance)),
  page: page('Page', 'Number of the page.', Int(1), 'number'),
  total: page('Total', 'Past runs that are kept.', Count(), 'count'),
});
export type MaintenanceRuns = Static<typeof MaintenanceRuns>;

/** An instance of a server in a path. */
export const InstancePath = Named('InstancePath', {
  id: identity('Server', 'Name of the logical server.', Type.String()),
  instance: identity('Instance', 'Id of an instance.', Type.String()),
});

/** A sample, as the channel `monitor` sends it. */
export const MonitorEvent = Named('MonitorEvent', {
  server: monitor('Server', 'Name of the logical server.', Words(SERVER_IDS)),
  instance_id: monitor('Instance', 'Id of the run of the server.', Type.String()),
  sample: monitor('Figures', 'Its newest figures.', MonitorSample),
});
