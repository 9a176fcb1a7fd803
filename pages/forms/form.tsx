// The form of a record: tabs by section, the difference before it is saved, and conflicts.

import { useEffect, useState } from 'preact/hooks';
import type { Confirmed } from '../../client/index.js';
import { useUnsaved } from '../frame/unsaved.js';
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
import { FormField } from './fields.js';
import { FieldGrid, type FormContext } from './parts.js';
import { useReferences } from './references.js';
import {
  changedFields,
  clashes,
  isSame,
  type RecordValues,
  rebased,
  recordDifferences,
  shownValues,
} from './values.js';
import { pathText, sectionText, shownAt, valueText } from './words.js';

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
    (version: number) =>
      `Version ${version} has other values in fields that you changed. Press the value that ` +
      'counts.',
    (version) =>
      `Fassung ${version} hat andere Werte in Feldern, die hier geändert sind. Bitte den Wert ` +
      'drücken, der gelten soll.',
  ],
  was: ['Before', 'Vorher'],
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
  readonly record: RecordValues;
  readonly isNew?: boolean | undefined;
  readonly isReadOnly?: boolean | undefined;
  readonly rest: StaffLive['rest'];
  /** What a code confirms, where the server wants one. */
  readonly what?: string | undefined;
  /** Sends the changed fields, or the whole new record. */
  readonly save: (changed: RecordValues, whole: RecordValues, given: Confirmed) => Promise<unknown>;
  /** Reads the newest record of the server. */
  readonly reread?: (() => Promise<Attempt<RecordValues>>) | undefined;
  readonly onSaved: (answer: unknown) => void;
  /** The server has reported that a newer version is there. */
  readonly isNewer?: boolean | undefined;
  /** Controls of the view itself, by the name of their field. */
  readonly controls?: FormContext['own'] | undefined;
  /** The values that fields of rows inherit. */
  readonly inherited?: FormContext['inherited'];
}

const SECTION = 'General';

const sectionsOf = (fields: RecordFormProps['fields']): readonly string[] => [
  ...new Set(Object.values(fields).map((field) => field.section ?? SECTION)),
];

const partName = (section: string): string => section.toLowerCase().replaceAll(' ', '-');

const serverFaults = (refusal: Refusal | null): readonly FormFault[] =>
  refusal?.faults.map(({ field, message }) => ({ path: field, text: message })) ?? [];

interface DiffProps {
  readonly fields: RecordFormProps['fields'];
  readonly before: RecordValues;
  readonly mine: RecordValues;
  readonly undo: (field: string) => void;
}

const Differences = ({ fields, before, mine, undo }: DiffProps) => (
  <ul class="differences">
    {recordDifferences(before, mine).map(({ path, was, is }) => (
      <li key={path}>
        <span>{pathText(fields, path)}</span>{' '}
        <bdi>
          <del>{shownAt(fields, path, was, before)}</del> →{' '}
          <ins>{shownAt(fields, path, is, mine)}</ins>
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
  readonly base: RecordValues;
  readonly theirs: RecordValues;
  readonly mine: RecordValues;
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
                <bdi>{valueText(clash.was, fields[clash.field])}</bdi>
              </td>
              <td>
                <Button onClick={() => choose(clash.field, clash.theirs)}>
                  <bdi>{valueText(clash.theirs, fields[clash.field])}</bdi>
                </Button>
              </td>
              <td>
                <Button onClick={() => choose(clash.field, clash.mine)}>
                  <bdi>{valueText(clash.mine, fields[clash.field])}</bdi>
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </div>
);

/** The user's values, beside those that were read and those that somebody else saved since. */
const useDraft = (fields: RecordFormProps['fields'], { record, reread }: RecordFormProps) => {
  const [base, setBase] = useState(record);
  const [mine, setMine] = useState(() => shownValues(fields, record));
  const [theirs, setTheirs] = useState<RecordValues | null>(null);
  const before = shownValues(fields, base);
  const rest = (newest: RecordValues, values: RecordValues): void => {
    setBase(newest);
    setMine(values);
    setTheirs(null);
  };
  /** Puts the user's changes upon what somebody else has saved. */
  const join = (newest: RecordValues): void => {
    const shown = shownValues(fields, newest);
    if (clashes(before, shown, mine).length > 0) setTheirs(newest);
    else rest(newest, rebased(before, shown, mine));
  };
  /** Decides a field that both changed. */
  const settle = (field: string, value: unknown): void => {
    if (theirs === null) return;
    const next = { ...mine, [field]: value };
    const shown = shownValues(fields, theirs);
    const settled = { ...before, [field]: shown[field] };
    setMine(next);
    setBase({ ...base, [field]: theirs[field] });
    if (clashes(settled, shown, next).length === 0) rest(theirs, rebased(settled, shown, next));
  };
  return {
    base,
    before,
    mine,
    setMine,
    theirs,
    isClash: theirs !== null && clashes(before, shownValues(fields, theirs), mine).length > 0,
    take: (newest: RecordValues) => rest(newest, shownValues(fields, newest)),
    join,
    settle,
    readAgain: async (): Promise<RecordValues | null> => {
      const answer = await reread?.();
      return answer?.ok ? answer.value : null;
    },
  };
};

/** Checks and sends the values of a draft. */
const useSaving = (
  fields: RecordFormProps['fields'],
  props: RecordFormProps,
  draft: ReturnType<typeof useDraft>,
) => {
  const { isNew = false, isReadOnly = false, rest, what, save, onSaved } = props;
  const { base, before, mine, isClash } = draft;
  const [isReviewed, review] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [own, setOwn] = useState<readonly FormFault[]>([]);
  const isDirty = isNew || !isSame(before, mine);
  const changed = isNew ? mine : changedFields(before, mine);
  const take = (newest: RecordValues): void => {
    draft.take(newest);
    setRefusal(null);
    setOwn([]);
    review(false);
  };
  const refused = async (why: Refusal): Promise<void> => {
    setRefusal(why);
    if (why.code !== 'conflict' || isNew) return;
    const newest = await draft.readAgain();
    if (newest === null || newest.version === base.version) return;
    setRefusal(null);
    draft.join(newest);
  };
  const send = async (): Promise<void> => {
    setBusy(true);
    const whole = { ...mine, version: base.version };
    const done = await confirmedAct(rest, (given) => save(changed, whole, given), what);
    setBusy(false);
    if (done === null) return;
    if (!done.ok) return refused(done.refusal);
    toast({ text: words().saved, tone: 'good' });
    const newest = isNew ? null : await draft.readAgain();
    if (newest !== null) take(newest);
    onSaved(done.value);
  };
  const submit = (): void => {
    if (!isDirty || isBusy || isReadOnly || isClash) return;
    const found = formFaults(fields, changed);
    setOwn(found);
    setRefusal(null);
    if (found.length > 0) return;
    if (isNew || isReviewed) void send();
    else review(true);
  };
  const faults = [...own, ...serverFaults(refusal)];
  return { isReviewed, isBusy, isDirty, refusal, faults, take, submit };
};

interface FormPartProps {
  readonly fields: RecordFormProps['fields'];
  readonly props: RecordFormProps;
  readonly draft: ReturnType<typeof useDraft>;
  readonly saving: ReturnType<typeof useSaving>;
}

/** The tabs of the sections; those at fault have the count of their faults. */
const Sections = ({ fields, props, draft, saving }: FormPartProps) => {
  const sections = sectionsOf(fields);
  const [section, select] = useState(sections[0] ?? SECTION);
  const references = useReferences(props.rest);
  const { faults } = saving;
  const sectionOf = (path: string): string => fields[path.split('.')[0] ?? '']?.section ?? SECTION;
  const firstFault = faults[0]?.path;
  useEffect(() => {
    if (firstFault !== undefined && sections.includes(sectionOf(firstFault))) {
      select(sectionOf(firstFault));
    }
  }, [firstFault]);
  return (
    <Tabs
      label={words().parts}
      tabs={sections.map((name) => ({
        name: partName(name),
        text: sectionText(name),
        count: faults.filter(({ path }) => sectionOf(path) === name).length || undefined,
      }))}
      selected={partName(section)}
      onSelect={(name) => select(sections.find((one) => partName(one) === name) ?? SECTION)}
    >
      <FieldGrid
        key={section}
        fields={Object.fromEntries(
          Object.entries(fields).filter(([, field]) => (field.section ?? SECTION) === section),
        )}
        values={draft.mine}
        path=""
        onChange={draft.setMine}
        context={{
          references,
          faults,
          isReadOnly: props.isReadOnly ?? false,
          Control: FormField,
          own: props.controls ?? {},
          inherited: props.inherited,
        }}
      />
    </Tabs>
  );
};

/** The changes before they are saved, and the buttons. */
const SaveBar = ({ fields, props, draft, saving }: FormPartProps) => {
  const { isNew = false } = props;
  const { base, before, mine, setMine, isClash } = draft;
  const { isReviewed, isBusy, faults, take } = saving;
  const action = isReviewed ? words().saveNow : words().review;
  const count = isNew ? 0 : recordDifferences(before, mine).length;
  return (
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
          {isNew ? words().create : action}
        </Button>
      </div>
    </section>
  );
};

/** A form of a record; Ctrl+S shows the difference, and saves it when it is pressed again. */
export const RecordForm = (props: RecordFormProps) => {
  const { isNew = false, isReadOnly = false, isNewer = false } = props;
  const fields = Object.fromEntries(
    Object.entries(props.fields).filter(([, { isFixed, isLater }]) => !(isNew ? isLater : isFixed)),
  );
  const draft = useDraft(fields, props);
  const saving = useSaving(fields, props, draft);
  const { theirs, before, mine, isClash, readAgain, join, settle } = draft;
  const { isDirty, refusal, take, submit } = saving;
  useUnsaved(!isSame(before, mine));
  // A form without changes follows the server.
  useEffect(() => {
    if (isNewer && !isDirty) void readAgain().then((newest) => newest && take(newest));
  }, [isNewer]);
  useKeys(words().parts, [{ key: 'Ctrl+S', text: common().save, run: submit }]);
  const part = { fields, props, draft, saving };
  return (
    <form
      class="record-form"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {isNewer && isDirty && !isNew && theirs === null ? (
        <Note tone="warn">
          {words().newer}{' '}
          <Button onClick={() => void readAgain().then((newest) => newest && join(newest))}>
            {words().take}
          </Button>
        </Note>
      ) : null}
      {refusal !== null && refusal.faults.length === 0 ? <RefusalNote refusal={refusal} /> : null}
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
      <Sections {...part} />
      {isReadOnly || !isDirty ? null : <SaveBar {...part} />}
    </form>
  );
};
