// Settings as a file: what there is, taken out; and a file put in, after a look at what it changes.

import { useEffect, useState } from 'preact/hooks';
import { unwrap } from '../../../client/index.js';
import { wordsOf } from '../../forms/parts.js';
import { useStaff } from '../../frame/store.js';
import { type Attempt, attempt, type Refusal } from '../../live/refusal.js';
import { plural, texts } from '../../texts/language.js';
import { Button } from '../../ui/button.js';
import { confirm, confirmedAct } from '../../ui/confirm.js';
import { Field, SelectField } from '../../ui/field.js';
import { Loaded, RefusalNote } from '../../ui/loaded.js';
import { type RowKey, Table } from '../../ui/table.js';
import { toast } from '../../ui/toast.js';

const words = texts({
  title: ['Transfer of settings', 'Übertragung von Einstellungen'],
  out: ['Take out', 'Ausgeben'],
  outText: [
    'Mark the kinds that the file should have. Secrets are never in it.',
    'Die Arten markieren, die in die Datei sollen. Geheimnisse sind nie darin.',
  ],
  kind: ['Kind', 'Art'],
  count: ['Records', 'Datensätze'],
  export: ['Export', 'Exportieren'],
  in: ['Put in', 'Einlesen'],
  file: ['File of an export', 'Datei einer Ausgabe'],
  mode: ['Existing and new records', 'Vorhandene und neue Datensätze'],
  upsert: ['Create and change', 'Anlegen und ändern'],
  create_only: ['Create alone', 'Nur anlegen'],
  update_only: ['Change alone', 'Nur ändern'],
  item: ['Record', 'Datensatz'],
  action: ['Action', 'Handlung'],
  changes: ['Changes', 'Änderungen'],
  empty: ['The file has no records.', 'Die Datei hat keine Datensätze.'],
  noFile: ['This is no file of an export.', 'Das ist keine Datei einer Ausgabe.'],
  import: ['Import', 'Importieren'],
  importText: [
    (n: number) => `${plural(n, 'record is', 'records are')} created or changed as shown.`,
    (n) =>
      `${plural(n, 'Datensatz wird', 'Datensätze werden')} wie gezeigt angelegt oder geändert.`,
  ],
  done: ['Imported.', 'Importiert.'],
});

interface CatalogKind {
  readonly kind: string;
  readonly count: number;
  readonly can_read: boolean;
}

/** Marks kinds and saves them as a file. */
const Export = () => {
  const { rest } = useStaff();
  const [kinds, setKinds] = useState<readonly CatalogKind[] | null>(null);
  const [marked, mark] = useState<ReadonlySet<RowKey>>(new Set());
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const read = async (): Promise<void> => {
    const answer = await attempt(unwrap(rest.GET('/admin/v1/config/transfer/catalog')));
    setRefusal(answer.ok ? null : answer.refusal);
    if (answer.ok)
      setKinds((answer.value.kinds as readonly CatalogKind[]).filter((k) => k.can_read));
  };
  useEffect(() => void read(), []);
  const save = async (): Promise<void> => {
    const chosen = Object.fromEntries([...marked].map((kind) => [kind, null]));
    const answer = await attempt(
      unwrap(rest.POST('/admin/v1/config/transfer/export', { body: { kinds: chosen } })),
    );
    setRefusal(answer.ok ? null : answer.refusal);
    if (!answer.ok) return;
    const text = JSON.stringify(answer.value, null, 2);
    const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = `settings-${new Date().toISOString().slice(0, 10)}.json`;
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <section class="fill">
      <div class="line">
        <h2 class="grow">{words().out}</h2>
        <Button icon="download" tone="main" isOff={marked.size === 0} onClick={() => void save()}>
          {words().export}
        </Button>
      </div>
      <p class="muted">{words().outText}</p>
      <Loaded
        status={refusal !== null ? 'failed' : kinds === null ? 'loading' : 'ready'}
        refusal={refusal}
        hasContent={kinds !== null}
        onRetry={() => void read()}
      >
        <Table
          label={words().out}
          columns={[
            { key: 'kind', title: words().kind, cell: (row) => wordsOf(row.kind) },
            { key: 'count', title: words().count, isNumber: true, cell: (row) => row.count },
          ]}
          rows={kinds ?? []}
          keyOf={(row) => row.kind}
          marked={marked}
          onMark={mark}
        />
      </Loaded>
    </section>
  );
};

interface Item {
  readonly kind: string;
  readonly key: string;
  readonly action: string;
  readonly changes: readonly string[];
  readonly error?: string | null;
  readonly warnings?: readonly string[];
}

const MODES = ['upsert', 'create_only', 'update_only'] as const;
type ImportMode = (typeof MODES)[number];

const itemsOf = (answer: unknown): readonly Item[] =>
  (answer as { readonly items: readonly Item[] }).items;

/** A chosen file, what it would do, and its import. */
const useImport = () => {
  const { rest } = useStaff();
  const [file, setFile] = useState<object | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [mode, setMode] = useState<ImportMode>('upsert');
  const [items, setItems] = useState<readonly Item[] | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const show = (answer: Attempt<unknown>): void => {
    setRefusal(answer.ok ? null : answer.refusal);
    setItems(answer.ok ? itemsOf(answer.value) : null);
  };
  const look = async (given: object, as: ImportMode): Promise<void> => {
    const body = { file: given, options: { mode: as } } as never;
    show(await attempt(unwrap(rest.POST('/admin/v1/config/transfer/preview', { body }))));
  };
  const choose = async (chosen: File | undefined): Promise<void> => {
    if (chosen === undefined) return;
    const given = await chosen
      .text()
      .then(JSON.parse)
      .catch(() => null);
    setFile(given);
    setFault(given === null ? words().noFile : null);
    if (given === null) setItems(null);
    else await look(given, mode);
  };
  const select = (chosen: ImportMode): void => {
    setMode(chosen);
    if (file !== null) void look(file, chosen);
  };
  const acting = (items ?? []).filter(({ action }) => /create|update|change/.test(action)).length;
  const put = async (): Promise<void> => {
    const is = await confirm({
      title: words().import,
      text: words().importText(acting),
      action: words().import,
    });
    if (!is || file === null) return;
    const done = await confirmedAct(rest, (given) => {
      const body = { file, options: { mode }, ...given } as never;
      return unwrap(rest.POST('/admin/v1/config/transfer/import', { body })) as Promise<unknown>;
    });
    if (done === null) return;
    show(done);
    if (done.ok) toast({ text: words().done, tone: 'good' });
  };
  return { fault, mode, items, refusal, acting, choose, select, put };
};

/** What is said of an item: faults, warnings, changed fields. */
const Says = ({ item }: { readonly item: Item }) => {
  const all = [...(item.error ? [item.error] : []), ...(item.warnings ?? []), ...item.changes].join(
    '; ',
  );
  return (
    <bdi title={all} class={item.error ? 'fault' : ''}>
      {all}
    </bdi>
  );
};

const Items = ({ items }: { readonly items: readonly Item[] }) => (
  <Loaded
    status="ready"
    refusal={null}
    hasContent={items.length > 0}
    empty={{ text: words().empty }}
  >
    <Table
      label={words().in}
      columns={[
        { key: 'kind', title: words().kind, width: 150, cell: ({ kind }) => wordsOf(kind) },
        { key: 'key', title: words().item, cell: ({ key }) => <bdi>{key}</bdi> },
        {
          key: 'action',
          title: words().action,
          width: 110,
          cell: ({ action }) => wordsOf(action),
        },
        { key: 'changes', title: words().changes, cell: (item) => <Says item={item} /> },
      ]}
      rows={items}
      keyOf={({ kind, key }) => `${kind} ${key}`}
    />
  </Loaded>
);

/** Reads a file, shows what it would do, and does it. */
const Import = () => {
  const { fault, mode, items, refusal, acting, choose, select, put } = useImport();
  return (
    <section class="fill">
      <div class="line">
        <h2 class="grow">{words().in}</h2>
        <Button icon="upload" tone="main" isOff={acting === 0} onClick={() => void put()}>
          {words().import}
        </Button>
      </div>
      <div class="line">
        <Field label={words().file} fault={fault}>
          {(attributes) => (
            <input
              {...attributes}
              type="file"
              accept=".json,application/json"
              onChange={(event) => void choose(event.currentTarget.files?.[0])}
            />
          )}
        </Field>
        <SelectField
          label={words().mode}
          value={mode}
          choices={MODES.map((value) => ({ value, text: words()[value] }))}
          onSelect={select}
        />
      </div>
      {refusal === null ? null : <RefusalNote refusal={refusal} />}
      {items === null ? null : <Items items={items} />}
    </section>
  );
};

/** The view of the transfer of settings. */
const Transfer = () => (
  <div class="fill transfer">
    <h1 class="visually-hidden">{words().title}</h1>
    <Export />
    <Import />
  </div>
);

export default Transfer;
