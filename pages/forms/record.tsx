// A record of settings: its form, its journal, what can be done with it.

import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { unwrap } from '../../client/index.js';
import { hrefOf, useQuery } from '../frame/routes.js';
import { useStaff, useStaffStore } from '../frame/store.js';
import { attempt, type Refusal } from '../live/refusal.js';
import type { StaffOperation } from '../made/rights.js';
import type { SettingsKind } from '../made/settings.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/language.js';
import { Button } from '../ui/button.js';
import { confirm, confirmedAct } from '../ui/confirm.js';
import type { IconName } from '../ui/icons.js';
import { Loaded, NoRight } from '../ui/loaded.js';
import { toast, toastRefusal } from '../ui/toast.js';
import { Time } from '../ui/values.js';
import { RecordForm, type RecordFormProps } from './form.js';
import { callsOf, kindText, recordText, statusOf } from './kinds.js';
import { emptyRow, filledValues, type RecordValues } from './values.js';

const words = texts({
  create: [(kind: string) => `${kind}: new`, (kind) => `${kind}: neu`],
  change: [
    (record: string) => `Change of a record: ${record}`,
    (record) => `Änderung eines Datensatzes: ${record}`,
  ],
  form: ['Settings', 'Einstellungen'],
  version: [(version: string) => `version ${version}`, (version) => `Fassung ${version}`],
  journal: ['Journal', 'Journal'],
  noJournal: ['The journal has no line of this record.', 'Das Journal hat keine Zeile dazu.'],
  deleteText: [
    (name: string) => `${name} is deleted. It cannot be undone.`,
    (name) => `${name} wird gelöscht. Das kann nicht rückgängig gemacht werden.`,
  ],
  deleted: ['Deleted.', 'Gelöscht.'],
});

interface JournalLine {
  readonly id: number;
  readonly time: string;
  readonly by: number | null;
  readonly text: string;
}

/** The lines of the journal that name the record. */
const RecordJournal = ({ record }: RecordPartProps) => {
  const name = recordText(record);
  const { rest } = useStaff();
  const [rows, setRows] = useState<readonly JournalLine[] | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const read = async (): Promise<void> => {
    const query = { text: name, limit: 50 };
    const answer = await attempt(
      unwrap(rest.GET('/admin/v1/journal', { params: { query } } as never)) as Promise<unknown>,
    );
    if (answer.ok) setRows((answer.value as { items: readonly JournalLine[] }).items);
    setRefusal(answer.ok ? null : answer.refusal);
  };
  useEffect(() => void read(), [name]);
  return (
    <Loaded
      status={statusOf(rows, refusal)}
      refusal={refusal}
      hasContent={(rows ?? []).length > 0}
      empty={{ text: words().noJournal }}
      onRetry={() => void read()}
    >
      <ul class="journal-lines">
        {(rows ?? []).map((row) => (
          <li key={row.id}>
            <span class="muted">
              <Time at={row.time} /> {row.by || ''}
            </span>{' '}
            <bdi>{row.text}</bdi>
          </li>
        ))}
      </ul>
    </Loaded>
  );
};

/** A record of a kind, and what the view adds to it. */
export interface KindRecordProps {
  readonly kind: SettingsKind;
  /** The place of the records below the address of the desk. */
  readonly base: string;
  readonly id: string;
  readonly controls?: RecordFormProps['controls'];
  readonly inherited?: RecordFormProps['inherited'];
  /** Acts beside saving and deleting. */
  readonly acts?: ComponentType<RecordPartProps> | undefined;
  /** Views that replace the form when their buttons are pressed. */
  readonly parts?: readonly RecordPart[] | undefined;
}

/** The props of what a view adds to a record. */
export interface RecordPartProps {
  readonly kind: SettingsKind;
  readonly record: RecordValues;
  /** Reads the record again. */
  readonly onDone: () => void;
}

/** A part of a record beside its form. */
export interface RecordPart {
  /** Its name in the address. */
  readonly name: string;
  readonly text: () => string;
  readonly icon: IconName;
  /** The operation without whose right the part is not offered. */
  readonly needs: StaffOperation;
  readonly Part: ComponentType<RecordPartProps>;
}

/** A new record of a kind. */
const NewRecord = ({ kind, base, controls, inherited }: KindRecordProps) => {
  const { rest } = useStaff();
  const { session } = useStaffStore();
  const { route } = useLocation();
  const lacked = kind.create === undefined ? null : session.lackedFor(kind.create);
  if (lacked !== null) return <NoRight lacked={lacked} />;
  return (
    <>
      <h2>{words().create(kindText(kind))}</h2>
      <RecordForm
        fields={kind.fields}
        record={emptyRow(kind.fields)}
        isNew
        rest={rest}
        what={words().create(kindText(kind))}
        controls={controls}
        inherited={inherited}
        save={(_, whole, given) => {
          const { version: _version, ...body } = whole;
          return callsOf(kind, rest).create(filledValues(kind.fields, body), given);
        }}
        onSaved={(made) => {
          const id = String((made as RecordValues | null)?.[kind.key] ?? '');
          route(hrefOf('/desk/', `${base}/:id`, { id }));
        }}
      />
    </>
  );
};

/** A record, and whether the server has a newer version of it. */
const useRecord = (kind: SettingsKind, id: string) => {
  const { rest, configChange } = useStaff();
  const [record, setRecord] = useState<RecordValues | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isNewer, setNewer] = useState(false);
  const version = useRef<unknown>(null);
  const calls = callsOf(kind, rest);
  const read = async () => {
    const answer = await attempt(calls.read(id));
    if (answer.ok) {
      version.current = answer.value.version;
      setRecord(answer.value);
    }
    setRefusal(answer.ok ? null : answer.refusal);
    setNewer(false);
    return answer;
  };
  useEffect(() => void read(), [kind, id]);
  const change = configChange.value;
  useEffect(() => {
    if (change === null || record === null) return;
    if (!kind.isSingle && String(change.id) !== id) return;
    void attempt(calls.read(id)).then((answer) => {
      if (answer.ok && Number(answer.value.version) > Number(version.current)) setNewer(true);
    });
  }, [change]);
  return { record, refusal, isNewer, read };
};

const JOURNAL: RecordPart = {
  name: 'journal',
  text: () => words().journal,
  icon: 'scroll',
  needs: 'journal.list',
  Part: RecordJournal,
};

interface RecordHeadProps extends KindRecordProps {
  readonly record: RecordValues;
  readonly onDone: () => void;
}

/** Deletes a record once its name is typed. */
const useRemoval = ({ kind, base, record }: RecordHeadProps) => {
  const { rest } = useStaff();
  const { route } = useLocation();
  const name = recordText(record);
  return async (): Promise<void> => {
    const isSure = await confirm({
      title: `${common().delete}: ${name}`,
      text: words().deleteText(name),
      action: common().delete,
      tone: 'danger',
      typed: name,
    });
    if (!isSure) return;
    const { remove } = callsOf(kind, rest);
    const done = await confirmedAct(
      rest,
      (given) => remove(record, given),
      words().deleteText(name),
    );
    if (done === null) return;
    if (!done.ok) {
      toastRefusal(done.refusal);
      return;
    }
    toast({ text: words().deleted, tone: 'good' });
    route(hrefOf('/desk/', base));
  };
};

/** The kind and the name of a record; a kind of one record needs no name. */
const namedText = (kind: SettingsKind, record: RecordValues): string =>
  kind.isSingle ? kindText(kind) : `${kindText(kind)}, ${recordText(record)}`;

/** The parts of a record that the user may see, and which of them is shown. */
const useParts = ({ kind, parts = [] }: KindRecordProps) => {
  const { session } = useStaffStore();
  const { query, change } = useQuery();
  const offered = [...parts, ...(kind.isSingle ? [] : [JOURNAL])].filter(({ needs }) =>
    session.can(needs),
  );
  const shown = offered.find(({ name }) => name === query.part);
  const show = (name: string | undefined): void => change({ part: name });
  return { offered, shown, show };
};

/** The name of the record, its parts and its acts. */
const Head = (props: RecordHeadProps) => {
  const { kind, record, onDone, acts: Acts } = props;
  const { session } = useStaffStore();
  const { offered, shown, show } = useParts(props);
  const remove = useRemoval(props);
  return (
    <div class="line record-head">
      <h2 class="grow">
        {kind.isSingle ? kindText(kind) : <bdi>{recordText(record)}</bdi>}{' '}
        <small class="muted">{words().version(String(record.version))}</small>
      </h2>
      {offered.length === 0 ? null : (
        <Button icon="settings" isPressed={shown === undefined} onClick={() => show(undefined)}>
          {words().form}
        </Button>
      )}
      {offered.map(({ name, icon, text }) => (
        <Button key={name} icon={icon} isPressed={name === shown?.name} onClick={() => show(name)}>
          {text()}
        </Button>
      ))}
      {Acts === undefined ? null : <Acts kind={kind} record={record} onDone={onDone} />}
      {kind.delete !== undefined && session.can(kind.delete) ? (
        <Button icon="trash" tone="danger" onClick={() => void remove()}>
          {common().delete}
        </Button>
      ) : null}
    </div>
  );
};

/** A record that is there. */
const OldRecord = (props: KindRecordProps) => {
  const { kind, id, controls, inherited } = props;
  const { rest } = useStaff();
  const { session } = useStaffStore();
  const { record, refusal, isNewer, read } = useRecord(kind, id);
  const { shown } = useParts(props);
  const [readings, setReadings] = useState(0);
  const mayChange = kind.change !== undefined && session.can(kind.change);
  const onDone = (): void => void read().then(() => setReadings((count) => count + 1));
  return (
    <Loaded
      status={statusOf(record, refusal)}
      refusal={refusal}
      hasContent={record !== null}
      onRetry={() => void read()}
    >
      {record === null ? null : (
        <>
          <Head {...props} record={record} onDone={onDone} />
          {shown === undefined ? null : (
            <shown.Part key={shown.name} kind={kind} record={record} onDone={onDone} />
          )}
          <div hidden={shown !== undefined}>
            <RecordForm
              key={readings}
              fields={kind.fields}
              record={record}
              isReadOnly={!mayChange}
              rest={rest}
              what={words().change(namedText(kind, record))}
              controls={controls}
              inherited={inherited}
              save={(changed, whole, given) =>
                callsOf(kind, rest).change(id, changed, whole, given)
              }
              reread={read}
              onSaved={() => undefined}
              isNewer={isNewer}
            />
          </div>
        </>
      )}
    </Loaded>
  );
};

/** The form of a record, or of a new one. */
export const KindRecord = (props: KindRecordProps) => {
  const { kind, id } = props;
  const isNew = id === 'new' && !kind.isSingle;
  const Part = isNew ? NewRecord : OldRecord;
  return <Part key={`${kind.name} ${id}`} {...props} />;
};
