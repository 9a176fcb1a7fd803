// The rules of the firewall of an instance's machine, as its collector saw them.

import { type components, unwrap } from '../../../client/index.js';
import { useStaff } from '../../frame/store.js';
import { texts } from '../../texts/language.js';
import { Loaded, Note } from '../../ui/loaded.js';
import type { Column } from '../../ui/table.js';
import { Time, UserText } from '../../ui/values.js';
import { usePolled } from './polled.js';
import { ShortTable } from './short-table.js';

const words = texts({
  title: ['Firewall', 'Firewall'],
  table: ['Table', 'Tabelle'],
  chain: ['Chain', 'Kette'],
  action: ['Action', 'Aktion'],
  protocol: ['Protocol', 'Protokoll'],
  address: ['Address', 'Adresse'],
  port: ['Port', 'Port'],
  interface: ['Interface', 'Schnittstelle'],
  expression: ['Rule', 'Regel'],
  seen: ['Seen by', 'Gesehen von'],
  stale: [
    'The collector has not run for more than 90 seconds.',
    'Seit über 90 Sekunden ohne Meldung.',
  ],
  cut: ['Further rules are left out.', 'Weitere Regeln fehlen hier.'],
});

type FirewallRule = components['schemas']['FirewallRow'];
type SeenFirewall = components['schemas']['FirewallView'];
type RuleRow = FirewallRule & { readonly name: string };

const text = (
  key: Exclude<keyof FirewallRule, 'family' | 'hook' | 'name'>,
  width?: number,
): Column<RuleRow> => ({
  key,
  title: words()[key],
  ...(width !== undefined && { width }),
  cell: (row) => <UserText>{row[key]}</UserText>,
});

const columns = (): readonly Column<RuleRow>[] => [
  {
    key: 'table',
    title: words().table,
    width: 144,
    cell: ({ family, table }) => <UserText>{`${family} ${table}`}</UserText>,
  },
  {
    key: 'chain',
    title: words().chain,
    width: 144,
    cell: ({ chain, hook }) => <UserText>{hook === '' ? chain : `${chain} (${hook})`}</UserText>,
  },
  text('action', 96),
  text('protocol', 88),
  text('address', 152),
  text('port', 96),
  text('interface', 96),
  text('expression'),
];

const Rules = ({ view }: { readonly view: SeenFirewall }) => {
  if (!view.available) return <Note>{view.reason}</Note>;
  // A rule has no number of its own.
  const rows = view.rows.map((row, place) => ({ ...row, name: String(place) }));
  return (
    <>
      <p class="muted">
        {words().seen} {view.backend}, <Time at={view.sampled_at} />
      </p>
      {view.stale ? <Note tone="warn">{words().stale}</Note> : null}
      <ShortTable label={words().title} columns={columns()} rows={rows} />
      {view.truncated ? <Note>{words().cut}</Note> : null}
    </>
  );
};

interface FirewallProps {
  readonly server: 'trade' | 'api' | 'quote';
  readonly instance: string;
}

/** The rules of the machine of an instance. */
export const Firewall = ({ server, instance }: FirewallProps) => {
  const live = useStaff();
  const params = { path: { id: server, instance } };
  const read = () =>
    unwrap(
      live.rest.GET('/admin/v1/network/servers/{id}/instances/{instance}/firewall', { params }),
    );
  const { value, refusal } = usePolled(live, read, [server, instance]);
  return (
    <section class="panel">
      <header>
        <h2>{words().title}</h2>
      </header>
      <Loaded
        status={refusal === null ? (value === null ? 'loading' : 'ready') : 'failed'}
        refusal={refusal}
        hasContent={value !== null}
      >
        {value === null ? null : <Rules view={value} />}
      </Loaded>
    </section>
  );
};
