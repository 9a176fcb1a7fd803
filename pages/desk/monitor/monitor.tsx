// The monitor: the figures of a logical server, every 2 seconds, and plots of its minutes.

import { useEffect, useMemo, useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import { type components, type MonitorSample, unwrap } from '../../../client/index.js';
import { hrefOf, useQuery } from '../../frame/routes.js';
import { useStaff, useStaffStore } from '../../frame/store.js';
import type { StaffLive } from '../../live/staff.js';
import { plural, texts } from '../../texts/language.js';
import { Segments } from '../../ui/field.js';
import { Loaded, Note } from '../../ui/loaded.js';
import type { Column } from '../../ui/table.js';
import { Time, UserText } from '../../ui/values.js';
import { bytesText, countText, msText, percentText, rateText } from './figures.js';
import { Firewall } from './firewall.js';
import { Plot } from './plot.js';
import { usePolled } from './polled.js';
import { ShortTable } from './short-table.js';

const words = texts({
  title: ['Monitor', 'Monitor'],
  server: ['Server', 'Server'],
  period: ['Plots of', 'Verlauf von'],
  hours: [(n: number) => plural(n, 'hour', 'hours'), (n) => plural(n, 'Stunde', 'Stunden')],
  ready: ['serves', 'in Betrieb'],
  unready: ['does not serve', 'außer Betrieb'],
  offline: ['offline', 'offline'],
  unknown: ['not seen', 'nicht gesehen'],
  none: [
    'No instance of this server has been seen yet.',
    'Von diesem Server wurde noch keine Instanz gesehen.',
  ],
  ended: ['This server sends no figures now.', 'Dieser Server sendet gerade keine Werte.'],
  host: ['Host', 'Rechner'],
  version: ['Version', 'Version'],
  started: ['Started', 'Gestartet'],
  cores: ['Processors', 'Prozessoren'],
  orders: ['Orders a second', 'Aufträge je Sekunde'],
  quotes: ['Quotes a second', 'Kurse je Sekunde'],
  median: ['Half of orders within', 'Hälfte der Aufträge binnen'],
  slow: ['99 % of orders within', '99 % der Aufträge binnen'],
  alarms: ['Alarms open', 'Offene Alarme'],
  alarmsTotal: [(n: number) => `${n} since the start`, (n) => `${n} seit dem Start`],
  journal: ['Journal', 'Journal'],
  cpu: ['Processor', 'Prozessor'],
  memory: ['Memory', 'Speicher'],
  heap: ['Heap', 'Heap'],
  disk: ['Disk free', 'Platte frei'],
  written: ['Written to disk', 'Auf Platte geschrieben'],
  sockets: ['Sockets', 'Sockets'],
  received: ['Received', 'Empfangen'],
  sent: ['Sent', 'Gesendet'],
  again: ['Packets repeated a second', 'Wiederholte Pakete je Sekunde'],
  rates: ['Orders and quotes a second', 'Aufträge und Kurse je Sekunde'],
  durations: ['Time of an order', 'Dauer eines Auftrags'],
  machine: ['Processor', 'Prozessor'],
  memories: ['Memory and heap', 'Speicher und Heap'],
  ordersShort: ['Orders', 'Aufträge'],
  quotesShort: ['Quotes', 'Kurse'],
  hops: ['Way of an order', 'Weg eines Auftrags'],
  hop: ['Part', 'Abschnitt'],
  whole: ['whole way', 'ganzer Weg'],
  threads: ['Threads', 'Threads'],
  thread: ['Thread', 'Thread'],
  lag: ['Lag', 'Verzug'],
  waiting: ['Waiting', 'Wartend'],
});

type Server = components['schemas']['LogicalServer'];
type Instance = components['schemas']['ServerInstance'];
type Minute = components['schemas']['MonitorMinute'];
type Hop = MonitorSample['hops'][number];
type Thread = MonitorSample['threads'][number];

/** Rows of a plot, at most. */
const ROWS_MAX = 240;
const HOURS = ['1', '6', '24'] as const;
const HOUR_MS = 3_600_000;
/** The name of the hop that is the whole way. */
const WHOLE = 'total';
/** An instance without a heartbeat for so many ms shows no figures. */
const SILENT_MS = 10_000;

/** The newest figures of a server, while the view is shown. */
const useSample = (live: StaffLive, server: string): MonitorSample | null => {
  const [held, setHeld] = useState<{ server: string; sample: MonitorSample } | null>(null);
  useEffect(() => {
    let isOver = false;
    const stop = live.connection.listen((socket) =>
      socket.on('monitor', ({ server: of, sample }) => setHeld({ server: of, sample })),
    );
    const followed = live.connection.ready.then((socket) => {
      if (isOver) return;
      return socket.monitor(server).then((first) => {
        if (first !== null && !isOver) setHeld({ server, sample: first.sample });
      });
    });
    followed.catch(() => undefined);
    return () => {
      isOver = true;
      stop();
      live.connection.ready.then((socket) => socket.endMonitor()).catch(() => undefined);
    };
  }, [live, server]);
  return held?.server === server ? held.sample : null;
};

interface TileProps {
  readonly name: string;
  readonly value: string;
  readonly more?: preact.ComponentChildren;
  readonly tone?: 'warn' | 'down' | undefined;
}

const Tile = ({ name, value, more, tone }: TileProps) => (
  <div class="tile">
    <dt>{name}</dt>
    <dd class={tone ?? ''}>
      <b>{value}</b> {more}
    </dd>
  </div>
);

const Tiles = ({ sample }: { readonly sample: MonitorSample }) => {
  const whole = sample.hops.find(({ name }) => name === WHOLE);
  const { open, total } = sample.alarms;
  const { network } = sample;
  return (
    <dl class="tiles">
      <Tile name={words().orders} value={countText(sample.orders_per_sec)} />
      <Tile name={words().quotes} value={countText(sample.quotes_per_sec)} />
      <Tile name={words().median} value={msText(whole?.p50_ms)} />
      <Tile name={words().slow} value={msText(whole?.p99_ms)} />
      <Tile
        name={words().alarms}
        value={countText(open)}
        tone={open > 0 ? 'down' : undefined}
        more={
          <a href={`${hrefOf('/desk/', 'journal')}?kind=system`} title={words().alarmsTotal(total)}>
            {words().journal}
          </a>
        }
      />
      <Tile name={words().cpu} value={percentText(sample.cpu_percent)} />
      <Tile name={words().memory} value={bytesText(sample.rss_bytes)} />
      <Tile name={words().heap} value={bytesText(sample.heap_bytes)} />
      <Tile name={words().disk} value={bytesText(sample.disk_free_bytes)} />
      <Tile name={words().written} value={rateText(sample.disk_written_bytes_per_sec)} />
      <Tile name={words().sockets} value={countText(sample.sockets)} />
      <Tile
        name={words().received}
        value={rateText(network.in_bytes_per_sec)}
        more={network.reason === '' ? null : <span class="muted">{network.reason}</span>}
      />
      <Tile name={words().sent} value={rateText(network.out_bytes_per_sec)} />
      <Tile name={words().again} value={countText(network.retransmissions_per_sec)} />
    </dl>
  );
};

const hopColumns = (): readonly Column<Hop>[] => [
  {
    key: 'name',
    title: words().hop,
    cell: ({ name }) => (name === WHOLE ? <b>{words().whole}</b> : name),
  },
  { key: 'p50', title: 'p50', isNumber: true, width: 100, cell: (row) => msText(row.p50_ms) },
  { key: 'p99', title: 'p99', isNumber: true, width: 100, cell: (row) => msText(row.p99_ms) },
];

const threadColumns = (): readonly Column<Thread>[] => [
  { key: 'name', title: words().thread, cell: ({ name }) => name },
  {
    key: 'cpu',
    title: words().cpu,
    isNumber: true,
    width: 84,
    cell: (row) => percentText(row.cpu_percent),
  },
  {
    key: 'heap',
    title: words().heap,
    isNumber: true,
    width: 84,
    cell: (row) => bytesText(row.heap_bytes),
  },
  { key: 'lag', title: words().lag, isNumber: true, width: 72, cell: (row) => msText(row.lag_ms) },
  {
    key: 'waiting',
    title: words().waiting,
    isNumber: true,
    width: 84,
    cell: (row) => countText(row.waiting),
  },
];

interface PlotsProps {
  readonly minutes: readonly Minute[];
  readonly span: number;
}

const Plots = ({ minutes, span }: PlotsProps) => {
  const times = useMemo(() => minutes.map(({ at }) => Date.parse(at) / 1_000), [minutes]);
  const of = (pick: (minute: Minute) => number | null) => minutes.map(pick);
  return (
    <div class="plots">
      <Plot
        title={words().rates}
        {...{ times, span }}
        textOf={countText}
        lines={[
          { name: words().quotesShort, look: 'first', values: of((one) => one.quotes_per_sec) },
          { name: words().ordersShort, look: 'second', values: of((one) => one.orders_per_sec) },
        ]}
      />
      <Plot
        title={words().durations}
        {...{ times, span }}
        textOf={msText}
        lines={[
          { name: 'p50', look: 'first', values: of((one) => one.order_p50_ms) },
          { name: 'p99', look: 'second', values: of((one) => one.order_p99_ms) },
        ]}
      />
      <Plot
        title={words().machine}
        {...{ times, span }}
        textOf={percentText}
        lines={[{ name: words().cpu, look: 'first', values: of((one) => one.cpu_percent) }]}
      />
      <Plot
        title={words().memories}
        {...{ times, span }}
        textOf={bytesText}
        lines={[
          { name: words().memory, look: 'first', values: of((one) => one.rss_bytes) },
          { name: words().heap, look: 'second', values: of((one) => one.heap_bytes) },
        ]}
      />
    </div>
  );
};

interface InstanceFiguresProps {
  readonly server: Server;
  readonly instance: Instance;
}

/** The figures of an instance: now, over time, by hop and by thread. */
const Figures = ({ server, instance }: InstanceFiguresProps) => {
  const live = useStaff();
  const { session } = useStaffStore();
  const { query, change } = useQuery();
  const hours = HOURS.find((one) => one === query.hours) ?? '1';
  const { instance_id } = instance;
  const sample = useSample(live, server.id) ?? instance.monitor;
  const read = () => {
    const length = Number(hours) * HOUR_MS;
    // Somewhat less than a day: the clocks of browser and server differ.
    const from = new Date(live.connection.serverNow() - length + SILENT_MS).toISOString();
    const step = Math.ceil(length / 60_000 / ROWS_MAX);
    const params = { path: { id: server.id, instance: instance_id }, query: { from, step } };
    return unwrap(
      live.rest.GET('/admin/v1/network/servers/{id}/instances/{instance}/monitor', { params }),
    );
  };
  const { value, refusal } = usePolled(live, read, [server.id, instance_id, hours]);
  return (
    <>
      {sample === null ? <Note>{words().ended}</Note> : <Tiles sample={sample} />}
      <Segments
        label={words().period}
        value={hours}
        choices={HOURS.map((one) => ({ value: one, text: words().hours(Number(one)) }))}
        onSelect={(chosen) => change({ hours: chosen })}
      />
      <Loaded
        status={refusal === null ? (value === null ? 'loading' : 'ready') : 'failed'}
        refusal={refusal}
        hasContent={value !== null}
      >
        {value === null ? null : (
          <Plots key={hours} minutes={value.minutes} span={(Number(hours) * HOUR_MS) / 1_000} />
        )}
      </Loaded>
      {sample === null ? null : (
        <div class="plots">
          <section class="panel">
            <header>
              <h2>{words().hops}</h2>
            </header>
            <ShortTable label={words().hops} columns={hopColumns()} rows={sample.hops} />
          </section>
          <section class="panel">
            <header>
              <h2>{words().threads}</h2>
            </header>
            <ShortTable label={words().threads} columns={threadColumns()} rows={sample.threads} />
          </section>
        </div>
      )}
      {session.can('network.servers.firewall') ? (
        <Firewall server={server.id} instance={instance_id} />
      ) : null}
    </>
  );
};

const Facts = ({ instance }: { readonly instance: Instance }) => {
  const { hostname, version, cpu_cores, started_at, reason } = instance;
  return (
    <p class="muted">
      {words().host} <UserText>{hostname}</UserText>
      {` · ${words().version} ${version} · ${words().cores} ${cpu_cores}`}
      {` · ${words().started} `}
      <Time at={started_at} />
      {reason === '' ? null : ` · ${reason}`}
    </p>
  );
};

/** The monitor, with the server of the address. */
const Monitor = () => {
  const live = useStaff();
  const { params } = useRoute();
  const { route } = useLocation();
  const read = () => unwrap(live.rest.GET('/admin/v1/network/servers'));
  const { value, refusal } = usePolled(live, read, [live]);
  const servers = value ?? [];
  const server =
    servers.find(({ id }) => id === params.server) ??
    servers.find(({ id }) => id === 'trade') ??
    servers[0];
  const instance = server?.instances.find(({ stale }) => !stale) ?? server?.instances[0];
  return (
    <div class="view monitor">
      <h1>{words().title}</h1>
      <Loaded
        status={refusal === null ? (value === null ? 'loading' : 'ready') : 'failed'}
        refusal={refusal}
        hasContent={servers.length > 0}
      >
        {server === undefined ? null : (
          <div class="stack">
            <div class="line">
              <Segments
                label={words().server}
                isLabelHidden
                value={server.id}
                choices={servers.map(({ id, title }) => ({ value: id, text: title || id }))}
                onSelect={(id) => route(hrefOf('/desk/', 'monitor/:server', { server: id }))}
              />
              <span class={server.readiness === 'ready' ? 'up' : 'warn'}>
                {words()[server.readiness]}
              </span>
              {instance === undefined ? null : <Facts instance={instance} />}
            </div>
            {instance === undefined ? (
              <Note>{words().none}</Note>
            ) : (
              <Figures key={`${server.id} ${instance.instance_id}`} {...{ server, instance }} />
            )}
          </div>
        )}
      </Loaded>
    </div>
  );
};

export default Monitor;
