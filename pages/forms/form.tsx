// The form of a record: tabs by section, the difference before it is saved, and conflicts.

import { useEffect, useState } from 'preact/hooks';
import type { Confirmed } from '../../client/index.js';
import type { Attempt, Refusal } from '../live/refusal.js';
import type { StaffLive } from '../live/staff.js';
import type { FieldSchema } from '../made/settings.js';
import { common } from '../texts/common.js';
import { plural, texts } from '../texts/language.js';
import { Button } from '../ui/button.js';
import { confirmedAct } from '../ui/confirm.js';
import { useKeys } from '../ui/keys.js';
import { Note, RefusalNote } from '../ui/loaded.js';
import { Tabs } from '../ui/tabs.js';
import { toast } from '../ui/toast.js';
import { type FormFault, formFaults } from './check.js';
import { FieldGrid, wordsOf } from './fields.js';
import { useReferences } from './references.js';
import {
  changedFields,
  clashes,
  isSame,
  rebased,
  recordDifferences,
  shownValues,
  type Values,
  valueText,
} from './values.js';

const words = texts({
  parts: ['Parts of the form', 'Teile des Formulars'],
  changes: [
    (n: number) => plural(n, 'change', 'changes'),
    (n) => plural(n, 'Änderung', 'Änderungen'),
  ],
  undo: ['Undo', 'Zurücknehmen'],
  undoAll: ['Undo all', 'Alle zurücknehmen'],
  saved: ['Saved.', 'Gespeichert.'],
  create: ['Create', 'Anlegen'],
  review: ['Save …', 'Speichern …'],
  saveNow: ['Save now', 'Jetzt speichern'],
  newer: [
    'Somebody else has changed this record since it was read.',
    'Dieser Datensatz wurde inzwischen von anderen geändert.',
  ],
  take: ['Read the new version', 'Neue Fassung lesen'],
  conflict: [
    (version: number) => `Version ${version} has other values in fields that you changed:`,
    (version) => `Fassung ${version} hat andere Werte in Feldern, die hier geändert sind:`,
  ],
  was: ['was', 'war'],
  is: ['is', 'ist'],
  field: ['Field', 'Feld'],
  theirs: ['Theirs', 'Deren Wert'],
  mine: ['Mine', 'Eigener Wert'],
  faults: [
    (n: number) => plural(n, 'field is at fault', 'fields are at fault'),
    (n) => plural(n, 'Feld ist fehlerhaft', 'Felder sind fehlerhaft'),
  ],
});

/** A record that is changed, or made. */
export interface RecordFormProps {
  readonly fields: Readonly<Record<string, FieldSchema>>;
  /** As the server answered it; empty members of a new one. */
  readonly record: Values;
  readonly isNew?: boolean | undefined;
  readonly isReadOnly?: boolean | undefined;
  readonly rest: StaffLive['rest'];
  /** Sends the changed fields, or the whole new record. */
  readonly save: (changed: Values, whole: Values, given: Confirmed) => Promise<unknown>;
  /** Reads the newest record of the server. */
  readonly reread?: (() => Promise<Attempt<Values>>) | undefined;
  readonly onSaved: (answer: unknown) => void;
  /** The server has told that a newer version is there. */
  readonly isNewer?: boolean | undefined;
  readonly onDirty?: ((isDirty: boolean) => void) | undefined;
}

const SECTION = 'General';

const sectionsOf = (fields: RecordFormProps['fields']): readonly string[] => [
  ...new Set(Object.values(fields).map((field) => field.section ?? SECTION)),
];

const partName = (section: string): string => section.toLowerCase().replaceAll(' ', '-');

/** The title of a path: the field's words, and what is within it. */
const pathText = (fields: RecordFormProps['fields'], path: string): string => {
  const [name = '', ...rest] = path.split('.');
  return [fields[name]?.title ?? wordsOf(name), ...rest.map((one) => wordsOf(one))].join(' › ');
};

const serverFaults = (refusal: Refusal | null): readonly FormFault[] =>
  refusal?.faults.map(({ field, message }) => ({ path: field, text: message })) ?? [];

interface DiffProps {
  readonly fields: RecordFormProps['fields'];
  readonly before: Values;
  readonly mine: Values;
  readonly undo: (field: string) => void;
}

const Differences = ({ fields, before, mine, undo }: DiffProps) => (
  <ul class="differences">
    {recordDifferences(before, mine).map(({ path, was, is }) => (
      <li key={path}>
        <span>{pathText(fields, path)}</span>{' '}
        <bdi>
          <del>{valueText(was)}</del> → <ins>{valueText(is)}</ins>
        </bdi>
        <button type="button" class="link" onClick={() => undo(path.split('.')[0] ?? path)}>
          {words().undo}
        </button>
      </li>
    ))}
  </ul>
);

interface ConflictProps {
  readonly fields: RecordFormProps['fields'];
  readonly base: Values;
  readonly theirs: Values;
  readonly mine: Values;
  readonly version: number;
  readonly choose: (field: string, value: unknown) => void;
}

const Conflict = ({ fields, base, theirs, mine, version, choose }: ConflictProps) => (
  <div class="note warn conflict" role="alert">
    <div class="grow">
      <p>{words().conflict(version)}</p>
      <table>
        <thead>
          <tr>
            {[words().field, words().was, words().theirs, words().mine].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {clashes(base, theirs, mine).map((clash) => (
            <tr key={clash.field}>
              <th scope="row">{pathText(fields, clash.field)}</th>
              <td>
                <bdi>{valueText(clash.was)}</bdi>
              </td>
              <td>
                <Button onClick={() => choose(clash.field, clash.theirs)}>
                  <bdi>{valueText(clash.theirs)}</bdi>
                </Button>
              </td>
              <td>
                <Button onClick={() => choose(clash.field, clash.mine)}>
                  <bdi>{valueText(clash.mine)}</bdi>
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </div>
);

/** A form of a record; Ctrl+S shows the difference, and saves it when it is pressed again. */
export const RecordForm = (props: RecordFormProps) => {
  const { record, isNew = false, isReadOnly = false, rest, save, reread, onSaved } = props;
  const fields = Object.fromEntries(
    Object.entries(props.fields).filter(([, field]) => isNew || field.isFixed !== true),
  );
  const [base, setBase] = useState(record);
  const [mine, setMine] = useState(() => shownValues(fields, record));
  const [theirs, setTheirs] = useState<Values | null>(null);
  const [isReviewed, review] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [own, setOwn] = useState<readonly FormFault[]>([]);
  const sections = sectionsOf(fields);
  const [section, select] = useState(sections[0] ?? SECTION);
  const references = useReferences(rest);
  const before = shownValues(fields, base);
  const isDirty = isNew || !isSame(before, mine);
  const faults = [...own, ...serverFaults(refusal)];
  const isClash = theirs !== null && clashes(before, shownValues(fields, theirs), mine).length > 0;

  const take = (newest: Values): void => {
    setBase(newest);
    setMine(shownValues(fields, newest));
    setTheirs(null);
    setRefusal(null);
    setOwn([]);
    review(false);
  };
  const readAgain = async (): Promise<Values | null> => {
    const answer = await reread?.();
    return answer?.ok ? answer.value : null;
  };
  // A form without changes follows the server.
  useEffect(() => {
    if (props.isNewer && !isDirty) void readAgain().then((newest) => newest && take(newest));
  }, [props.isNewer]);
  useEffect(() => props.onDirty?.(isDirty && !isNew), [isDirty]);

  /** Puts the user's changes upon what somebody else has saved. */
  const join = (newest: Values): void => {
    const shown = shownValues(fields, newest);
    if (clashes(before, shown, mine).length > 0) {
      setTheirs(newest);
      return;
    }
    setMine(rebased(before, shown, mine));
    setBase(newest);
    setTheirs(null);
  };
  const settle = (field: string, value: unknown): void => {
    if (theirs === null) return;
    const next = { ...mine, [field]: value };
    setMine(next);
    const shown = shownValues(fields, theirs);
    const settled = { ...before, [field]: shown[field] };
    setBase({ ...base, [field]: theirs[field] });
    if (clashes(settled, shown, next).length > 0) return;
    setMine(rebased(settled, shown, next));
    setBase(theirs);
    setTheirs(null);
  };
  const firstFault = (all: readonly FormFault[]): void => {
    const name = all[0]?.path.split('.')[0];
    const field = name === undefined ? undefined : fields[name];
    if (field !== undefined) select(field.section ?? SECTION);
  };
  const send = async (): Promise<void> => {
    const changed = isNew ? mine : changedFields(before, mine);
    setBusy(true);
    const version = base.version as number;
    const done = await confirmedAct(rest, (given) => save(changed, { ...mine, version }, given));
    setBusy(false);
    if (done === null) return;
    if (done.ok) {
      toast({ text: words().saved, tone: 'good' });
      const newest = isNew ? null : await readAgain();
      if (newest !== null) take(newest);
      onSaved(done.value);
      return;
    }
    setRefusal(done.refusal);
    firstFault(serverFaults(done.refusal));
    if (done.refusal.code !== 'conflict' || isNew) return;
    const newest = await readAgain();
    if (newest === null || newest.version === base.version) return;
    setRefusal(null);
    join(newest);
  };
  const submit = (): void => {
    if (!isDirty || isBusy || isReadOnly || isClash) return;
    const found = formFaults(fields, isNew ? mine : changedFields(before, mine));
    setOwn(found);
    setRefusal(null);
    if (found.length > 0) firstFault(found);
    else if (isNew || isReviewed) void send();
    else review(true);
  };
  useKeys(words().parts, [{ key: 'Ctrl+S', text: common().save, run: submit }]);
  const shownFields = Object.fromEntries(
    Object.entries(fields).filter(([, field]) => (field.section ?? SECTION) === section),
  );
  const faultsOf = (name: string): number =>
    faults.filter((one) => (fields[one.path.split('.')[0] ?? '']?.section ?? SECTION) === name)
      .length;
  const unplaced = refusal !== null && serverFaults(refusal).length === 0;
  const count = isNew ? 0 : recordDifferences(before, mine).length;
  return (
    <form
      class="record-form"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {props.isNewer && isDirty && !isNew && theirs === null ? (
        <Note tone="warn">
          {words().newer}{' '}
          <Button onClick={() => void readAgain().then((newest) => newest && join(newest))}>
            {words().take}
          </Button>
        </Note>
      ) : null}
      {unplaced && refusal !== null ? <RefusalNote refusal={refusal} /> : null}
      {theirs !== null && isClash ? (
        <Conflict
          fields={fields}
          base={before}
          theirs={shownValues(fields, theirs)}
          mine={mine}
          version={theirs.version as number}
          choose={settle}
        />
      ) : null}
      <Tabs
        label={words().parts}
        tabs={sections.map((name) => ({
          name: partName(name),
          text: name,
          count: faultsOf(name) || undefined,
        }))}
        selected={partName(section)}
        onSelect={(name) => select(sections.find((one) => partName(one) === name) ?? SECTION)}
      >
        <FieldGrid
          key={section}
          fields={shownFields}
          values={mine}
          path=""
          onChange={(next) => setMine({ ...mine, ...next })}
          context={{ references, faults, isReadOnly }}
        />
      </Tabs>
      {isReadOnly || !isDirty ? null : (
        <section class="save-bar" aria-label={common().save}>
          {isReviewed && !isNew ? (
            <Differences
              fields={fields}
              before={before}
              mine={mine}
              undo={(field) => setMine({ ...mine, [field]: before[field] })}
            />
          ) : null}
          <div class="line">
            <span class="grow" role="status">
              {faults.length > 0 ? words().faults(faults.length) : null}
              {faults.length === 0 && !isNew ? words().changes(count) : null}
            </span>
            {isNew ? null : (
              <Button onClick={() => take(base)} isOff={isBusy}>
                {words().undoAll}
              </Button>
            )}
            <Button tone="main" type="submit" isBusy={isBusy} isOff={isClash}>
              {isNew ? words().create : isReviewed ? words().saveNow : words().review}
            </Button>
          </div>
        </section>
      )}
    </form>
  );
};
