// Datafeeds and gateways: their live status, in their list and beside their form.

import { useEffect, useState } from 'preact/hooks';
import { type components, unwrap } from '../../../client/index.js';
import { KindList } from '../../forms/list.js';
import type { RecordPartProps } from '../../forms/record.js';
import type { RecordValues } from '../../forms/values.js';
import { useStaff } from '../../frame/store.js';
import { type Attempt, attempt } from '../../live/refusal.js';
import type { StaffLive } from '../../live/staff.js';
import type { SettingsKind } from '../../made/settings.js';
import { texts } from '../../texts/language.js';
import { grouped } from '../../texts/numbers.js';
import { Empty, Loaded } from '../../ui/loaded.js';
import type { Column } from '../../ui/table.js';
import { Time, UserText } from '../../ui/values.js';

const words = texts({
  state: ['State', 'Zustand'],
  disabled: ['switched off', 'ausgeschaltet'],
  stopped: ['stopped', 'steht'],
  connecting: ['connecting', 'verbindet'],
  online: ['on line', 'online'],
  waiting: ['waits to try again', 'wartet auf nächsten Versuch'],
  resting: ['pauses after many failures', 'Pause nach vielen Fehlversuchen'],
  finished: ['source has ended', 'Quelle ist zu Ende'],
  lastError: ['Last error', 'Letzter Fehler'],
  since: ['Since', 'Seit'],
  instruments: ['Symbols served', 'Bediente Symbole'],
  lastTick: ['Last price', 'Letzter Preis'],
  connects: ['Connections made', 'Verbindungen'],
  failures: ['Failures in a row', 'Fehlversuche in Folge'],
  ticks: ['Prices taken', 'Angenommene Preise'],
  dropped: ['Prices refused', 'Abgelehnte Preise'],
  lastDrop: ['Last refused', 'Zuletzt abgelehnt'],
  late: ['too old', 'zu alt'],
  crossed: ['ask below bid', 'Ask unter Bid'],
  price: ['impossible price', 'unmöglicher Preis'],
  session: ['outside sessions', 'außerhalb der Kurszeiten'],
  spike: ['spike', 'Ausreißer'],
  unused: ['not used any more', 'nicht mehr benutzt'],
  faults: ['Unreadable input', 'Unlesbare Eingaben'],
  throttled: [
    'The provider sends too fast: reading pauses at times.',
    'Die Quelle sendet zu schnell: das Lesen pausiert zeitweise.',
  ],
  lastLogon: ['Last sign-in', 'Letzte Anmeldung'],
  logons: ['Sign-ins', 'Anmeldungen'],
  latency: ['Time of an answer', 'Dauer einer Antwort'],
  answered: ['Last answer', 'Letzte Antwort'],
  ago: [(ms: string) => `${ms} ms ago`, (ms) => `vor ${ms} ms`],
  orders: ['Orders sent', 'Gesandte Aufträge'],
  fills: ['Fills', 'Ausführungen'],
  rejects: ['Refused orders', 'Abgelehnte Aufträge'],
  outbox: ['Messages waiting', 'Wartende Meldungen'],
  received: ['Bytes received', 'Empfangene Bytes'],
  sent: ['Bytes sent', 'Gesendete Bytes'],
  none: ['No status has come yet.', 'Noch ist kein Zustand gekommen.'],
});

type FeedState = components['schemas']['DatafeedStatus'];
type GatewayState = components['schemas']['GatewayStatus'];
type ConnectionReport = FeedState | GatewayState;

/** Time in ms between two readings of the statuses. */
const POLL_MS = 2_000;

const isGateway = (status: ConnectionReport): status is GatewayState => 'gateway_id' in status;

const readStatuses = ({ rest }: StaffLive, kind: string): Promise<readonly ConnectionReport[]> =>
  kind === 'gateways'
    ? unwrap(rest.GET('/admin/v1/gateways/statuses'))
    : unwrap(rest.GET('/admin/v1/datafeeds/statuses'));

/** The statuses of all records of a kind, read again every 2 seconds. */
const useStatuses = (kind: SettingsKind): Attempt<readonly ConnectionReport[]> | null => {
  const live = useStaff();
  const [read, setRead] = useState<Attempt<readonly ConnectionReport[]> | null>(null);
  useEffect(
    () => live.poll(async () => setRead(await attempt(readStatuses(live, kind.name))), POLL_MS),
    [live, kind],
  );
  return read;
};

const statusOf = (
  read: Attempt<readonly ConnectionReport[]> | null,
  record: RecordValues,
): ConnectionReport | undefined =>
  read?.ok
    ? read.value.find(
        (one) => (isGateway(one) ? one.gateway_id : one.datafeed_id) === Number(record.id),
      )
    : undefined;

const LOOKS: Readonly<Record<ConnectionReport['state'], string>> = {
  disabled: 'muted',
  stopped: 'warn',
  connecting: 'warn',
  online: 'up',
  waiting: 'down',
  resting: 'down',
  finished: 'muted',
};

const State = ({ status }: { readonly status: ConnectionReport | undefined }) =>
  status === undefined ? (
    <>–</>
  ) : (
    <span class={LOOKS[status.state]} title={status.last_error}>
      {words()[status.state]}
    </span>
  );

interface ConnectionListProps {
  readonly kind: SettingsKind;
  readonly base: string;
}

/** The records of a kind of connections, with their states. */
export const ConnectionList = ({ kind, base }: ConnectionListProps) => {
  const read = useStatuses(kind);
  const columns: readonly Column<RecordValues>[] = [
    {
      key: 'state',
      title: words().state,
      cell: (row) => <State status={statusOf(read, row)} />,
    },
    {
      key: 'instruments',
      title: words().instruments,
      width: 150,
      isNumber: true,
      cell: (row) => statusOf(read, row)?.instruments ?? '–',
    },
  ];
  return <KindList kind={kind} base={base} columns={columns} />;
};

type StatusFact = readonly [name: string, value: preact.ComponentChildren];

const countText = (value: number): string => grouped(String(value));

const feedFacts = (status: FeedState): readonly StatusFact[] => [
  [words().lastTick, <Time key="last" at={status.last_tick} />],
  [words().connects, countText(status.connects)],
  [words().failures, countText(status.failures)],
  [words().ticks, countText(status.ticks)],
  [words().dropped, countText(status.dropped)],
  ...Object.entries(status.dropped_by)
    .filter(([, count]) => count > 0)
    .map(
      ([reason, count]): StatusFact => [
        `– ${words()[reason as keyof FeedState['dropped_by']]}`,
        countText(count),
      ],
    ),
  ...(status.last_drop === '' ? [] : [[words().lastDrop, status.last_drop] as const]),
  [words().faults, countText(status.faults)],
];

const gatewayFacts = (status: GatewayState): readonly StatusFact[] => [
  [words().since, <Time key="since" at={status.since} />],
  [words().lastLogon, <Time key="logon" at={status.last_logon} />],
  [words().logons, countText(status.logons)],
  ['TLS', status.ssl ? '✓' : '–'],
  [words().latency, `${countText(status.latency)} ms`],
  [words().answered, words().ago(countText(status.answer_ms))],
  [words().orders, countText(status.orders)],
  [words().fills, countText(status.fills)],
  [words().rejects, countText(status.rejects)],
  [words().outbox, countText(status.outbox)],
  [words().received, countText(status.bytes_in)],
  [words().sent, countText(status.bytes_out)],
];

/** The status of a datafeed or gateway, every 2 seconds. */
export const ConnectionStatus = ({ kind, record }: RecordPartProps) => {
  const read = useStatuses(kind);
  const status = statusOf(read, record);
  return (
    <Loaded
      status={read === null ? 'loading' : read.ok ? 'ready' : 'failed'}
      refusal={read === null || read.ok ? null : read.refusal}
      hasContent={status !== undefined}
      empty={{ text: words().none }}
    >
      {status === undefined ? (
        <Empty text={words().none} />
      ) : (
        <div class="panel status">
          <dl class="facts">
            <dt>{words().state}</dt>
            <dd>
              <State status={status} />
            </dd>
            {status.last_error === '' ? null : (
              <>
                <dt>{words().lastError}</dt>
                <dd>
                  <UserText>{status.last_error}</UserText>
                </dd>
              </>
            )}
            <dt>{words().instruments}</dt>
            <dd>{countText(status.instruments)}</dd>
            {(isGateway(status) ? gatewayFacts(status) : feedFacts(status)).map(([name, value]) => (
              <>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </>
            ))}
          </dl>
          {status.throttled ? <p class="warn">{words().throttled}</p> : null}
        </div>
      )}
    </Loaded>
  );
};
