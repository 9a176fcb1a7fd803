// A record of settings: its form, its journal, what can be done with it.

import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { unwrap } from '../../client/index.js';
import { hrefOf } from '../frame/routes.js';
import { useStaff, useStaffStore } from '../frame/store.js';
import { attempt, type Refusal } from '../live/refusal.js';
import type { SettingsKind } from '../made/settings.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/language.js';
import { Button } from '../ui/button.js';
import { confirm, confirmedAct } from '../ui/confirm.js';
import { Loaded } from '../ui/loaded.js';
import { toast, toastRefusal } from '../ui/toast.js';
import { Time } from '../ui/values.js';
import { RecordForm, type RecordFormProps } from './form.js';
import { callsOf, kindText, recordText, statusOf } from './kinds.js';
import { emptyRow, type RecordValues } from './values.js';

const words = texts({
  create: [(kind: string) => `${kind}: new`, (kind) => `${kind}: neu`],
  version: [(version: string) => `version ${version}`, (version) => `Fassung ${version}`],
  form: ['Settings', 'Einstellungen'],
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
const RecordJournal = ({ name }: { readonly name: string }) => {
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
              <Time at={row.time} /> {row.by ?? ''}
            </span>{' '}
            <bdi>{row.text}</bdi>
          </li>
        ))}
      </ul>
    </Loaded>
  );
};

/** What the view adds to the records of a kind. */
export interface KindRecordProps {
  readonly kind: SettingsKind;
  /** The place of the records below the address of the desk. */
  readonly base: string;
  readonly id: string;
  readonly controls?: RecordFormProps['controls'];
  /** Acts beside saving and deleting. */
  readonly extras?: ComponentType<ExtrasProps> | undefined;
}

/** The props of the further acts of a record. */
export interface ExtrasProps {
  readonly kind: SettingsKind;
  readonly record: RecordValues;
  readonly onDone: () => void;
}

/** A new record of a kind. */
const NewRecord = ({ kind, base, controls }: KindRecordProps) => {
  const { rest } = useStaff();
  const { route } = useLocation();
  return (
    <>
      <h2>{words().create(kindText(kind))}</h2>
      <RecordForm
        fields={kind.fields}
        record={emptyRow(kind.fields)}
        isNew
        rest={rest}
        controls={controls}
        save={(_, whole, given) => {
          const { version: _version, ...body } = whole;
          return callsOf(kind, rest).create(body, given);
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
  const calls = callsOf(kind, rest);
  const read = async () => {
    const answer = await attempt(calls.read(id));
    if (answer.ok) setRecord(answer.value);
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
      if (answer.ok && answer.value.version !== record.version) setNewer(true);
    });
  }, [change]);
  return { record, refusal, isNewer, read };
};

interface RecordHeadProps extends KindRecordProps {
  readonly record: RecordValues;
  readonly isJournal: boolean;
  readonly onJournal: () => void;
  readonly onDone: () => void;
}

/** The name of the record, and its acts. */
const Head = (props: RecordHeadProps) => {
  const { kind, base, record, isJournal, onJournal, onDone, extras: Extras } = props;
  const { rest } = useStaff();
  const { session } = useStaffStore();
  const { route } = useLocation();
  const name = recordText(record);
  const remove = async (): Promise<void> => {
    const is = await confirm({
      title: `${common().delete}: ${name}`,
      text: words().deleteText(name),
      action: common().delete,
      tone: 'danger',
      typed: name,
    });
    if (!is) return;
    const { remove: send } = callsOf(kind, rest);
    const done = await confirmedAct(rest, (given) => send(record, given));
    if (done === null) return;
    if (!done.ok) {
      toastRefusal(done.refusal);
      return;
    }
    toast({ text: words().deleted, tone: 'good' });
    route(`/desk/${base}`);
  };
  return (
    <div class="line record-head">
      <h2 class="grow">
        {kind.isSingle ? kindText(kind) : <bdi>{name}</bdi>}{' '}
        <small class="muted">{words().version(String(record.version))}</small>
      </h2>
      {Extras === undefined ? null : <Extras kind={kind} record={record} onDone={onDone} />}
      {kind.isSingle || !session.can('journal.list') ? null : (
        <Button icon="scroll" isPressed={isJournal} onClick={onJournal}>
          {words().journal}
        </Button>
      )}
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
  const { kind, id, controls } = props;
  const { rest } = useStaff();
  const { session } = useStaffStore();
  const { record, refusal, isNewer, read } = useRecord(kind, id);
  const [isJournal, showJournal] = useState(false);
  const [readings, setReadings] = useState(0);
  const mayChange = kind.change !== undefined && session.can(kind.change);
  return (
    <Loaded
      status={statusOf(record, refusal)}
      refusal={refusal}
      hasContent={record !== null}
      onRetry={() => void read()}
    >
      {record === null ? null : (
        <>
          <Head
            {...props}
            record={record}
            isJournal={isJournal}
            onJournal={() => showJournal(!isJournal)}
            onDone={() => void read().then(() => setReadings(readings + 1))}
          />
          {isJournal ? <RecordJournal name={recordText(record)} /> : null}
          <div hidden={isJournal}>
            <RecordForm
              key={readings}
              fields={kind.fields}
              record={record}
              isReadOnly={!mayChange}
              rest={rest}
              controls={controls}
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
