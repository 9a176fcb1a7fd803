// Settings by kind: marked records as a file, or deleted after a look at what that does.

import { useEffect, useState } from 'preact/hooks';
import { type components, unwrap } from '../../../client/index.js';
import { useStaff, useStaffStore } from '../../frame/store.js';
import { saveFile } from '../../lists/files.js';
import { type Attempt, attempt, type Refusal } from '../../live/refusal.js';
import { common } from '../../texts/common.js';
import { Button } from '../../ui/button.js';
import { confirm, confirmedAct } from '../../ui/confirm.js';
import { Empty, Loaded, RefusalNote } from '../../ui/loaded.js';
import { type RowKey, Table } from '../../ui/table.js';
import { toast, toastRefusal } from '../../ui/toast.js';
import { UserText } from '../../ui/values.js';
import { actionText, type TransferKind, transferKindText, words } from './words.js';

type CatalogKind = components['schemas']['TransferCatalogKind'];
type DeleteBody = components['schemas']['DeleteBody'];
type DeleteItem = components['schemas']['TransferDeleteItem'];

/** The keys that are marked, by kind. */
type Marks = Readonly<Partial<Record<TransferKind, ReadonlySet<RowKey>>>>;

/** The marked keys as an export wants them: null is the whole kind. */
const chosenOf = (kinds: readonly CatalogKind[], marks: Marks) =>
  Object.fromEntries(
    kinds.flatMap(({ kind, items }) => {
      const keys = marks[kind] ?? new Set();
      if (keys.size === 0) return [];
      return [[kind, keys.size === items.length ? null : [...keys].map(String)]];
    }),
  );

/** The records that can be transferred, and the marked ones. */
const useCatalog = () => {
  const { rest } = useStaff();
  const [read, setRead] = useState<Attempt<readonly CatalogKind[]> | null>(null);
  const [marks, setMarks] = useState<Marks>({});
  const load = async (): Promise<void> => {
    const answer = await attempt(unwrap(rest.GET('/admin/v1/config/transfer/catalog')));
    setMarks({});
    setRead(
      answer.ok
        ? { ok: true, value: answer.value.kinds.filter(({ can_read }) => can_read) }
        : answer,
    );
  };
  useEffect(() => void load(), []);
  const kinds = read?.ok ? read.value : [];
  /** Whole kinds are marked or cleared; those that are marked in part stay. */
  const markKinds = (whole: ReadonlySet<RowKey>): void =>
    setMarks(
      Object.fromEntries(
        kinds.map(({ kind, items }) => {
          const held = marks[kind] ?? new Set();
          const wasWhole = held.size > 0 && held.size === items.length;
          if (whole.has(kind)) return [kind, new Set(items.map(({ key }) => key))];
          return [kind, wasWhole ? new Set() : held];
        }),
      ),
    );
  const mark = (kind: TransferKind, keys: ReadonlySet<RowKey>): void =>
    setMarks({ ...marks, [kind]: keys });
  return { read, load, kinds, marks, markKinds, mark };
};

/** Asks what a deletion would do, then for the name of the kind, then deletes. */
const useDeletion = (load: () => Promise<void>) => {
  const { rest } = useStaff();
  const [outcomes, setOutcomes] = useState<readonly DeleteItem[]>([]);
  const send = (body: DeleteBody) =>
    unwrap(rest.POST('/admin/v1/config/transfer/delete', { body }));
  const remove = async (kind: DeleteBody['kind'], keys: string[]): Promise<void> => {
    const looked = await attempt(send({ kind, keys, dry_run: true }));
    if (!looked.ok) return toastRefusal(looked.refusal);
    const { items } = looked.value;
    const going = items.filter(({ action }) => action === 'delete');
    // What is deleted and what stays is shown by the question; without one the reasons stand below.
    setOutcomes(going.length === 0 ? items : []);
    if (going.length === 0) return void toast({ text: words().deleteNone, tone: 'bad' });
    const name = transferKindText(kind);
    const consequence = words().deleteText(going.length, items.length - going.length);
    const isSure = await confirm({
      title: words().deleteTitle,
      text: (
        <>
          <p>{consequence}</p>
          <Outcomes items={items} />
        </>
      ),
      action: common().delete,
      tone: 'danger',
      typed: name,
    });
    if (!isSure) return;
    const wanted = going.map(({ key }) => key);
    const done = await confirmedAct(
      rest,
      (given) => send({ kind, keys: wanted, dry_run: false, ...given }),
      `${name}: ${consequence}`,
    );
    if (done === null) return;
    if (!done.ok) return toastRefusal(done.refusal);
    setOutcomes(done.value.items.filter(({ action }) => action !== 'deleted'));
    const gone = done.value.items.filter(({ action }) => action === 'deleted').length;
    toast({ text: words().deleted(gone), tone: 'good' });
    await load();
  };
  return { outcomes, remove };
};

/** The outcome of a deletion for each record. */
const Outcomes = ({ items }: { readonly items: readonly DeleteItem[] }) => (
  <ul class="transfer-outcomes">
    {items.map(({ key, action, error, warning }) => (
      <li key={key}>
        <UserText>{key}</UserText>{' '}
        <span class={action.startsWith('delete') ? '' : 'down'}>{actionText(action)}</span>{' '}
        <span class="muted">{[error, warning].filter((one) => one !== '').join('; ')}</span>
      </li>
    ))}
  </ul>
);

interface RecordsProps {
  readonly kind: CatalogKind;
  readonly marked: ReadonlySet<RowKey>;
  readonly mark: (keys: ReadonlySet<RowKey>) => void;
  readonly remove: (kind: DeleteBody['kind'], keys: string[]) => Promise<void>;
}

/** The records of a kind. */
const Records = ({ kind, marked, mark, remove }: RecordsProps) => {
  const { session } = useStaffStore();
  const { kind: name, items, can_write } = kind;
  const isDeletable = name !== 'staff' && can_write && session.can('transfer.delete');
  return (
    <>
      <div class="line">
        <h2 class="grow">{words().records(transferKindText(name))}</h2>
        {isDeletable ? (
          <Button
            icon="trash"
            tone="danger"
            isOff={marked.size === 0}
            onClick={() => void remove(name, [...marked].map(String))}
          >
            {words().delete(marked.size)}
          </Button>
        ) : null}
      </div>
      <Table
        key={name}
        label={words().records(transferKindText(name))}
        columns={[
          {
            key: 'name',
            title: words().record,
            cell: (row) => <UserText>{row.name || row.key}</UserText>,
          },
          {
            key: 'key',
            title: words().key,
            cell: ({ key, name: title }) => <UserText>{key === title ? '–' : key}</UserText>,
          },
        ]}
        rows={items}
        keyOf={({ key }) => key}
        marked={marked}
        onMark={mark}
      />
    </>
  );
};

interface KindsProps {
  readonly kinds: readonly CatalogKind[];
  readonly marks: Marks;
  readonly markKinds: (whole: ReadonlySet<RowKey>) => void;
  readonly show: (kind: TransferKind) => void;
  /** The kind whose records are shown. */
  readonly selected: TransferKind | null;
}

/** The kinds, each with how many of its records are marked. */
const Kinds = ({ kinds, marks, markKinds, show, selected }: KindsProps) => {
  const whole = new Set<RowKey>(
    kinds
      .filter(({ kind: name, items }) => items.length > 0 && marks[name]?.size === items.length)
      .map(({ kind: name }) => name),
  );
  return (
    <Table
      label={words().kinds}
      columns={[
        {
          key: 'kind',
          title: words().kind,
          cell: (row) => (
            <button type="button" class="link" tabIndex={-1} onClick={() => show(row.kind)}>
              {transferKindText(row.kind)}
            </button>
          ),
        },
        {
          key: 'count',
          title: words().count,
          width: 120,
          isNumber: true,
          cell: (row) => words().of(marks[row.kind]?.size ?? 0, row.count),
        },
      ]}
      rows={kinds}
      keyOf={(row) => row.kind}
      selected={selected}
      onOpen={(row) => show(row.kind)}
      marked={whole}
      onMark={markKinds}
    />
  );
};

/** The export of marked records, and their deletion. */
export const TakeOut = () => {
  const { rest } = useStaff();
  const { read, load, kinds, marks, markKinds, mark } = useCatalog();
  const { outcomes, remove } = useDeletion(load);
  const [shown, show] = useState<TransferKind | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const kind = kinds.find((one) => one.kind === (shown ?? kinds[0]?.kind));
  const count = Object.values(marks).reduce((sum, keys) => sum + (keys?.size ?? 0), 0);
  const save = async (): Promise<void> => {
    const body = { kinds: chosenOf(kinds, marks) };
    const answer = await attempt(unwrap(rest.POST('/admin/v1/config/transfer/export', { body })));
    setRefusal(answer.ok ? null : answer.refusal);
    if (!answer.ok) return;
    const name = `settings-${new Date().toISOString().slice(0, 10)}.json`;
    saveFile(name, [JSON.stringify(answer.value, null, 2)], 'application/json');
  };
  return (
    <Loaded
      status={read === null ? 'loading' : read.ok ? 'ready' : 'failed'}
      refusal={read === null || read.ok ? null : read.refusal}
      hasContent={kinds.length > 0}
      empty={{ text: common().nothing }}
      onRetry={() => void load()}
    >
      <div class="transfer-parts">
        <section class="fill" aria-label={words().kinds}>
          <div class="line">
            <p class="muted grow">{words().outText}</p>
            <Button icon="download" tone="main" isOff={count === 0} onClick={() => void save()}>
              {words().export(count)}
            </Button>
          </div>
          {refusal === null ? null : <RefusalNote refusal={refusal} />}
          <Kinds {...{ kinds, marks, markKinds, show }} selected={kind?.kind ?? null} />
        </section>
        <section class="fill" aria-label={words().record}>
          {kind === undefined ? (
            <Empty text={common().nothing} />
          ) : (
            <Records
              kind={kind}
              marked={marks[kind.kind] ?? new Set()}
              mark={(keys) => mark(kind.kind, keys)}
              remove={remove}
            />
          )}
          {outcomes.some(({ error }) => error !== '') ? <Outcomes items={outcomes} /> : null}
        </section>
      </div>
    </Loaded>
  );
};
