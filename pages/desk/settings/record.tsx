// A record of settings: its form, its journal, what can be done with it.

import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { unwrap } from '../../../client/index.js';
import { RecordForm } from '../../forms/form.js';
import { emptyRow, type Values } from '../../forms/values.js';
import { hrefOf } from '../../frame/routes.js';
import { useStaff, useStaffStore } from '../../frame/store.js';
import { attempt, type Refusal } from '../../live/refusal.js';
import type { SettingsKind } from '../../made/settings.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/language.js';
import { Button } from '../../ui/button.js';
import { confirm, confirmedAct } from '../../ui/confirm.js';
import { Empty, Loaded } from '../../ui/loaded.js';
import { toast, toastRefusal } from '../../ui/toast.js';
import { Time } from '../../ui/values.js';
import { Extras } from './extras.js';
import { callsOf, kindText, recordText } from './kinds.js';

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
      status={refusal !== null ? 'failed' : rows === null ? 'loading' : 'ready'}
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

interface RecordProps {
  readonly kind: SettingsKind;
  readonly id: string;
}

/** A new record of a kind. */
const NewRecord = ({ kind }: Pick<RecordProps, 'kind'>) => {
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
        save={(_, whole, given) => {
          const { version: _version, ...body } = whole;
          return callsOf(kind, rest).create(body, given);
        }}
        onSaved={(made) => {
          const id = String((made as Values | null)?.id ?? '');
          route(hrefOf('/desk/', 'settings/:kind/:id', { kind: kind.name, id }));
        }}
      />
    </>
  );
};

/** A record that is there. */
const OldRecord = ({ kind, id }: RecordProps) => {
  const { rest, configChange } = useStaff();
  const { session } = useStaffStore();
  const { route } = useLocation();
  const [record, setRecord] = useState<Values | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isNewer, setNewer] = useState(false);
  const [isJournal, showJournal] = useState(false);
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
    const isThis = kind.isSingle || String(change.id) === id;
    if (!isThis) return;
    void attempt(calls.read(id)).then((answer) => {
      if (answer.ok && answer.value.version !== record.version) setNewer(true);
    });
  }, [change]);
  const may = (operation: SettingsKind['change']): boolean =>
    operation !== undefined && session.can(operation);
  const remove = async (): Promise<void> => {
    if (record === null) return;
    const name = recordText(record);
    const is = await confirm({
      title: `${common().delete}: ${name}`,
      text: words().deleteText(name),
      action: common().delete,
      tone: 'danger',
      typed: name,
    });
    if (!is) return;
    const done = await confirmedAct(rest, (given) => calls.remove(record, given));
    if (done === null) return;
    if (!done.ok) {
      toastRefusal(done.refusal);
      return;
    }
    toast({ text: words().deleted, tone: 'good' });
    route(hrefOf('/desk/', 'settings/:kind', { kind: kind.name }));
  };
  const name = record === null || kind.isSingle ? '' : recordText(record);
  return (
    <Loaded
      status={refusal !== null ? 'failed' : record === null ? 'loading' : 'ready'}
      refusal={refusal}
      hasContent={record !== null}
      onRetry={() => void read()}
    >
      {record === null ? (
        <Empty text={common().nothing} />
      ) : (
        <>
          <div class="line">
            <h2 class="grow">
              {kind.isSingle ? kindText(kind) : <bdi>{name}</bdi>}{' '}
              <small class="muted">{words().version(String(record.version))}</small>
            </h2>
            <Extras kind={kind} record={record} onDone={() => void read()} />
            {kind.isSingle || !session.can('journal.list') ? null : (
              <Button icon="scroll" isPressed={isJournal} onClick={() => showJournal(!isJournal)}>
                {words().journal}
              </Button>
            )}
            {may(kind.delete) ? (
              <Button icon="trash" tone="danger" onClick={() => void remove()}>
                {common().delete}
              </Button>
            ) : null}
          </div>
          {isJournal ? <RecordJournal name={name} /> : null}
          <div hidden={isJournal}>
            <RecordForm
              key={`${kind.name} ${id}`}
              fields={kind.fields}
              record={record}
              isReadOnly={!may(kind.change)}
              rest={rest}
              save={(changed, whole, given) => calls.change(id, changed, whole, given)}
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
export const KindRecord = ({ kind, id }: RecordProps) =>
  id === 'new' && !kind.isSingle ? (
    <NewRecord key={kind.name} kind={kind} />
  ) : (
    <OldRecord key={`${kind.name} ${id}`} kind={kind} id={id} />
  );
