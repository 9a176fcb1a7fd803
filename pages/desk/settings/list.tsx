// The records of a kind of settings, in the order that they have.

import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { type Values, valueText } from '../../forms/values.js';
import { hrefOf, useQuery } from '../../frame/routes.js';
import { useStaff, useStaffStore } from '../../frame/store.js';
import { attempt, type Refusal } from '../../live/refusal.js';
import type { SettingsKind } from '../../made/settings.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/language.js';
import { Button } from '../../ui/button.js';
import { confirmedAct } from '../../ui/confirm.js';
import { TextField } from '../../ui/field.js';
import { useKeys } from '../../ui/keys.js';
import { Loaded } from '../../ui/loaded.js';
import { type Column, Table } from '../../ui/table.js';
import { toastRefusal } from '../../ui/toast.js';
import { callsOf, kindText, recordText } from './kinds.js';

const words = texts({
  id: ['Id', 'Nr.'],
  name: ['Name', 'Name'],
  empty: ['There are no records yet.', 'Noch keine Datensätze.'],
  create: ['New', 'Neu'],
  earlier: ['Earlier in the order', 'Früher in der Reihenfolge'],
  later: ['Later in the order', 'Später in der Reihenfolge'],
  open: ['Open', 'Öffnen'],
});

const COLUMNS_MAX = 5;
const NAMED_BY = ['path', 'name', 'company_name', 'group_path'];

/** Columns of the first plain fields: number, name, and what tells records apart. */
const columnsOf = (kind: SettingsKind): readonly Column<Values>[] => {
  const plain = Object.entries(kind.fields).filter(
    ([name, field]) =>
      field.type !== 'array' &&
      field.type !== 'object' &&
      !field.isSecret &&
      !['html', 'multiline'].includes(field.format ?? '') &&
      !NAMED_BY.includes(name),
  );
  return [
    {
      key: 'id',
      title: words().id,
      width: 56,
      isNumber: true,
      cell: (row) => String(row.id ?? ''),
    },
    { key: 'name', title: words().name, cell: (row) => <bdi>{recordText(row)}</bdi> },
    ...plain.slice(0, COLUMNS_MAX).map(([name, field]) => ({
      key: name,
      title: field.title ?? name,
      cell: (row: Values) => <bdi>{valueText(row[name])}</bdi>,
    })),
  ];
};

/** The records of a kind. */
export const KindList = ({ kind }: { readonly kind: SettingsKind }) => {
  const { rest, configChange } = useStaff();
  const { session } = useStaffStore();
  const { route } = useLocation();
  const { query, change } = useQuery();
  const [rows, setRows] = useState<readonly Values[] | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const calls = callsOf(kind, rest);
  const read = async (): Promise<void> => {
    const answer = await attempt(calls.list());
    setRefusal(answer.ok ? null : answer.refusal);
    if (answer.ok) setRows(answer.value);
  };
  const newest = configChange.value?.config_version;
  useEffect(() => void read(), [kind, newest]);
  const open = (id: string): void =>
    route(hrefOf('/desk/', 'settings/:kind/:id', { kind: kind.name, id }));
  const mayCreate = kind.create !== undefined && session.can(kind.create);
  const mayOrder = kind.order !== undefined && session.can(kind.order);
  const move = async (row: Values, by: number): Promise<void> => {
    if (rows === null || !mayOrder) return;
    const at = rows.indexOf(row);
    const other = rows[at + by];
    if (other === undefined) return;
    const next = [...rows];
    next[at] = other;
    next[at + by] = row;
    setRows(next);
    const ids = next.map((one) => one.id);
    const done = await confirmedAct(rest, (given) => calls.order(ids, given));
    if (done !== null && !done.ok) toastRefusal(done.refusal);
    await read();
  };
  useKeys(kindText(kind), [
    { key: 'N', text: words().create, run: () => open('new'), isOff: !mayCreate },
  ]);
  const { find = '' } = query;
  const wanted = find.toLowerCase();
  const shown = (rows ?? []).filter((row) =>
    `${row.id} ${recordText(row)} ${row.description ?? ''}`.toLowerCase().includes(wanted),
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
        {mayCreate ? (
          <Button icon="plus" tone="main" onClick={() => open('new')}>
            {words().create}
          </Button>
        ) : null}
      </div>
      <Loaded
        status={refusal !== null ? 'failed' : rows === null ? 'loading' : 'ready'}
        refusal={refusal}
        hasContent={shown.length > 0}
        empty={{ text: find === '' ? words().empty : common().nothing }}
        onRetry={() => void read()}
      >
        <Table
          label={kindText(kind)}
          columns={columnsOf(kind)}
          rows={shown}
          keyOf={(row) => String(row.id)}
          onOpen={(row) => open(String(row.id))}
          onRowKey={(row, key) => {
            const by = { ArrowUp: -1, ArrowDown: 1 }[key];
            if (by === undefined || find !== '') return false;
            void move(row, by);
            return true;
          }}
          menuOf={(row) => [
            { text: words().open, icon: 'pencil', run: () => open(String(row.id)) },
            ...(mayOrder && find === ''
              ? ([
                  {
                    text: words().earlier,
                    icon: 'arrowUp',
                    key: 'Alt+Up',
                    run: () => void move(row, -1),
                  },
                  {
                    text: words().later,
                    icon: 'arrowDown',
                    key: 'Alt+Down',
                    run: () => void move(row, 1),
                  },
                ] as const)
              : []),
          ]}
          narrow={(row) => (
            <>
              <strong>
                <bdi>{recordText(row)}</bdi>
              </strong>
              <div class="muted">
                {String(row.id)} {row.enabled === undefined ? '' : valueText(row.enabled)}
              </div>
            </>
          )}
        />
      </Loaded>
    </>
  );
};
