// The records of a kind of settings, in the order that they have.

import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { hrefOf, useQuery } from '../frame/routes.js';
import { useStaff, useStaffStore } from '../frame/store.js';
import { attempt, type Refusal } from '../live/refusal.js';
import type { FieldSchema, SettingsKind } from '../made/settings.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/language.js';
import { Button } from '../ui/button.js';
import { confirmedAct } from '../ui/confirm.js';
import { TextField } from '../ui/field.js';
import { useKeys } from '../ui/keys.js';
import { Loaded } from '../ui/loaded.js';
import type { MenuItem } from '../ui/menu.js';
import { type Column, Table } from '../ui/table.js';
import { toastRefusal } from '../ui/toast.js';
import { callsOf, kindText, recordText, statusOf } from './kinds.js';
import { moved, type RecordValues } from './values.js';
import { titleText, valueText } from './words.js';

const words = texts({
  id: ['Id', 'Nr.'],
  login: ['Login', 'Login'],
  name: ['Name', 'Name'],
  empty: ['There are no records yet.', 'Noch keine Datensätze.'],
  create: ['New', 'Neu'],
  earlier: ['Earlier in the order', 'Früher in der Reihenfolge'],
  later: ['Later in the order', 'Später in der Reihenfolge'],
  open: ['Open', 'Öffnen'],
  order: [(kind: string) => `New order of ${kind}`, (kind) => `Neue Reihenfolge: ${kind}`],
});

/** The fields that tell the records of a kind apart, in the order of their columns. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  'account-allocations': ['description', 'countries', 'leverages', 'priority', 'enabled'],
  datafeeds: ['module', 'server', 'enabled'],
  'email-templates': ['subject'],
  gateways: ['module', 'server', 'mode', 'enabled'],
  groups: ['company', 'currency', 'leverage_default', 'margin_call', 'stop_out', 'trading_enabled'],
  holidays: ['year', 'month', 'day', 'from_min', 'to_min', 'symbols', 'enabled'],
  'leverage-profiles': ['rules', 'enabled'],
  'leverage-switches': ['profile_from_id', 'profile_to_id', 'at', 'until'],
  'licence.brands': ['program_name', 'domains', 'is_default', 'enabled'],
  'mail-servers': ['server', 'security', 'sender_email', 'is_default', 'enabled'],
  'network.servers': ['title', 'network_adapter'],
  'reports.configs': ['module', 'enabled'],
  routing: ['request_kinds', 'conditions', 'action', 'action_value', 'enabled'],
  staff: ['group', 'email', 'group_scope', 'active'],
  symbols: ['description', 'execution_mode', 'trade_access', 'spread', 'contract_size'],
};
/** Columns of a kind that is not named there. */
const COLUMNS_MAX = 5;
const NAMED_BY = ['path', 'name', 'company', 'group_path', 'groups'];
/** Widths in px of columns whose values are short. */
const WIDTHS: Readonly<Record<string, number>> = { boolean: 120, integer: 104, decimal: 120 };

const plainFields = ({ fields }: SettingsKind): readonly string[] =>
  Object.entries(fields)
    .filter(
      ([name, { type, isSecret, format = '' }]) =>
        type !== 'array' &&
        type !== 'object' &&
        !isSecret &&
        !['html', 'multiline'].includes(format) &&
        !NAMED_BY.includes(name),
    )
    .map(([name]) => name)
    .slice(0, COLUMNS_MAX);

/** A value in a cell; what is empty is a dash. */
const cellText = (value: unknown, field: FieldSchema): string =>
  value === '' || (Array.isArray(value) && value.length === 0) ? '–' : valueText(value, field);

/** The columns of a kind: number, name, and what tells records apart. */
const columnsOf = (
  kind: SettingsKind,
  hasTextIds: boolean,
  rows: readonly RecordValues[],
): readonly Column<RecordValues>[] => [
  {
    key: 'id',
    title: kind.key === 'login' ? words().login : words().id,
    width: hasTextIds ? 128 : 64,
    isNumber: !hasTextIds,
    cell: (row) => String(row[kind.key] ?? ''),
  },
  { key: 'name', title: words().name, cell: (row) => <bdi>{recordText(row)}</bdi> },
  ...(SHOWN[kind.name] ?? plainFields(kind)).flatMap((name) => {
    const field = kind.fields[name];
    // A column without a value in any row would take the room of the others.
    if (field === undefined || rows.every((row) => cellText(row[name], field) === '–')) return [];
    return [
      {
        key: name,
        title: titleText(name, field),
        width: field.choices === undefined ? WIDTHS[field.type] : undefined,
        isNumber: field.type === 'integer' || field.type === 'decimal',
        cell: (row: RecordValues) => {
          const text = cellText(row[name], field);
          return <bdi title={text}>{text}</bdi>;
        },
      },
    ];
  }),
];

interface KindListProps {
  readonly kind: SettingsKind;
  /** The place of the records below the address of the desk. */
  readonly base: string;
  /** Columns that the view adds. */
  readonly columns?: readonly Column<RecordValues>[] | undefined;
  /** Acts on all records, beside the making of a new one. */
  readonly acts?: ComponentType | undefined;
}

/** The records of a kind, read again whenever settings change; and moves of one in the order. */
const useRows = (kind: SettingsKind) => {
  const { rest, configChange } = useStaff();
  const [rows, setRows] = useState<readonly RecordValues[] | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const calls = callsOf(kind, rest);
  const read = async (): Promise<void> => {
    const answer = await attempt(calls.list());
    setRefusal(answer.ok ? null : answer.refusal);
    if (answer.ok) setRows(answer.value);
  };
  const newest = configChange.value?.config_version;
  useEffect(() => void read(), [kind, newest]);
  const move = async (row: RecordValues, by: number): Promise<void> => {
    const at = rows?.indexOf(row) ?? -1;
    const next = moved(rows ?? [], at, at + by);
    if (next === rows) return;
    setRows(next);
    const ids = next.map((one) => one[kind.key]);
    const done = await confirmedAct(
      rest,
      (given) => calls.order(ids, given),
      words().order(kindText(kind)),
    );
    if (done !== null && !done.ok) toastRefusal(done.refusal);
    await read();
  };
  return { rows, refusal, read, move };
};

interface NarrowRecordProps {
  readonly kind: SettingsKind;
  readonly row: RecordValues;
  /** The columns after the name. */
  readonly columns: readonly Column<RecordValues>[];
}

/** Values of these types tell nothing without the title of their column. */
const BARE: readonly string[] = ['boolean', 'integer', 'decimal'];

/** A record in two lines: its name, and what tells it from others. */
const Narrow = ({ kind, row, columns }: NarrowRecordProps) => (
  <>
    <strong>
      <bdi>{recordText(row)}</bdi>
    </strong>
    <div class="muted one-line">
      {columns
        .filter(({ key }) => {
          const field = kind.fields[key];
          return field === undefined || cellText(row[key], field) !== '–';
        })
        .map(({ key, title, cell }, at) => (
          <span key={key}>
            {at === 0 ? '' : ' · '}
            {BARE.includes(kind.fields[key]?.type ?? '') ? title : ''} {cell(row)}
          </span>
        ))}
    </div>
  </>
);

const menuOf = (open: () => void, move: ((by: number) => void) | null): readonly MenuItem[] => {
  const order: readonly MenuItem[] =
    move === null
      ? []
      : [
          { text: words().earlier, icon: 'arrowUp', key: 'Alt+Up', run: () => move(-1) },
          { text: words().later, icon: 'arrowDown', key: 'Alt+Down', run: () => move(1) },
        ];
  return [{ text: words().open, icon: 'pencil', run: open }, ...order];
};

/** The records of a kind. */
export const KindList = ({ kind, base, columns = [], acts: Acts }: KindListProps) => {
  const { session } = useStaffStore();
  const { route } = useLocation();
  const { query, change } = useQuery();
  const { rows, refusal, read, move } = useRows(kind);
  const open = (id: string): void => route(hrefOf('/desk/', `${base}/:id`, { id }));
  const mayCreate = kind.create !== undefined && session.can(kind.create);
  const hasTextIds = typeof rows?.[0]?.[kind.key] === 'string';
  const shownColumns = [...columnsOf(kind, hasTextIds, rows ?? []), ...columns];
  const { find = '' } = query;
  const mayOrder = kind.order !== undefined && session.can(kind.order) && find === '';
  useKeys(kindText(kind), [
    { key: 'N', text: words().create, run: () => open('new'), isOff: !mayCreate },
  ]);
  const keyOf = (row: RecordValues): string => String(row[kind.key]);
  const wanted = find.toLowerCase();
  const shown = (rows ?? []).filter((row) =>
    `${keyOf(row)} ${recordText(row)} ${row.description ?? ''}`.toLowerCase().includes(wanted),
  );
  return (
    <>
      <div class="line">
        <div class="grow">
          <TextField
            label={common().search}
            type="search"
            value={find}
            onInput={(text) => change({ find: text })}
          />
        </div>
        {Acts === undefined ? null : <Acts />}
        {mayCreate ? (
          <Button icon="plus" tone="main" onClick={() => open('new')}>
            {words().create}
          </Button>
        ) : null}
      </div>
      <Loaded
        status={statusOf(rows, refusal)}
        refusal={refusal}
        hasContent={shown.length > 0}
        empty={{ text: find === '' ? words().empty : common().nothing }}
        onRetry={() => void read()}
      >
        <Table
          label={kindText(kind)}
          columns={shownColumns}
          rows={shown}
          keyOf={keyOf}
          onOpen={(row) => open(keyOf(row))}
          onRowKey={(row, key) => {
            const by = { ArrowUp: -1, ArrowDown: 1 }[key];
            if (by === undefined || !mayOrder) return false;
            void move(row, by);
            return true;
          }}
          menuOf={(row) =>
            menuOf(() => open(keyOf(row)), mayOrder ? (by) => void move(row, by) : null)
          }
          narrow={(row) => <Narrow {...{ kind, row }} columns={shownColumns.slice(2)} />}
        />
      </Loaded>
    </>
  );
};
