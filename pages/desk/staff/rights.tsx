// The matrix of rights: a row a right, by their subjects, with what each opens; and ready sets.

import { effect, signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { type components, unwrap } from '../../../client/index.js';
import type { Right } from '../../../wire/accounts/rights.js';
import type { FormFieldProps } from '../../forms/parts.js';
import { choiceText } from '../../forms/words.js';
import { useStaff } from '../../frame/store.js';
import { attempt, type Refusal } from '../../live/refusal.js';
import { language, texts } from '../../texts/language.js';
import { Button } from '../../ui/button.js';
import { RefusalNote } from '../../ui/loaded.js';

const words = texts({
  rights: ['Rights', 'Rechte'],
  held: [(n: number, all: number) => `${n} of ${all}`, (n, all) => `${n} von ${all}`],
  all: ['All', 'Alle'],
  none: ['None', 'Keine'],
  role: ['Take the rights of a role', 'Rechte einer Rolle übernehmen'],
  notYours: [
    'Only a user who holds this right can give or take it.',
    'Nur wer dieses Recht hat, kann es geben oder nehmen.',
  ],
  accounts: ['Accounts', 'Konten'],
  trades: ['Trades', 'Handel'],
  clients: ['Clients', 'Kunden'],
  messages: ['Messages', 'Nachrichten'],
  config: ['Settings', 'Einstellungen'],
  reports: ['Reports and journal', 'Berichte und Journal'],
  fields: ['Personal data', 'Persönliche Daten'],
  sign: ['Sign-in and confirmation', 'Anmeldung und Bestätigung'],
});

type Subject = Exclude<
  keyof ReturnType<typeof words>,
  'rights' | 'held' | 'all' | 'none' | 'role' | 'notYours'
>;
type RightWords = components['schemas']['StaffRight'];
type Role = components['schemas']['StaffRole'];

/** The subjects in their order, each with the beginnings of its rights. */
const SUBJECTS: readonly (readonly [subject: Subject, begins: readonly string[]])[] = [
  ['trades', ['trades.', 'symbols.quick_edit']],
  ['accounts', ['accounts.']],
  ['clients', ['clients.', 'applications']],
  ['messages', ['mailbox', 'notifications']],
  ['fields', ['fields.']],
  ['reports', ['reports', 'journal.']],
  ['config', ['config.', 'server.']],
  ['sign', ['']],
];

const subjectOf = (right: string): Subject =>
  SUBJECTS.find(([, begins]) => begins.some((one) => right.startsWith(one)))?.[0] ?? 'sign';

/** The rights and the roles as the server sends them. */
const useRightTexts = () => {
  const { rest } = useStaff();
  const [rights, setRights] = useState<readonly RightWords[]>([]);
  const [roles, setRoles] = useState<readonly Role[]>([]);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  useEffect(() => {
    const read = Promise.all([
      unwrap(rest.GET('/admin/v1/staff/rights')),
      unwrap(rest.GET('/admin/v1/staff/roles')),
    ]);
    void attempt(read).then((answer) => {
      if (!answer.ok) return setRefusal(answer.refusal);
      setRights(answer.value[0]);
      setRoles(answer.value[1]);
    });
  }, []);
  return { rights, roles, refusal };
};

/** The German sentences; they are loaded when they are wanted. */
const german = signal<Readonly<Record<Right, string>> | null>(null);
effect(() => {
  if (language.value !== 'de' || german.peek() !== null) return;
  void import('./german-rights.js').then(({ GERMAN_RIGHTS }) => {
    german.value = GERMAN_RIGHTS;
  });
});

const sentenceOf = (name: string, rightTexts: readonly RightWords[]): string => {
  const english = rightTexts.find((one) => one.name === name)?.says ?? '';
  return language.value === 'de' ? (german.value?.[name as Right] ?? english) : english;
};

interface SubjectProps {
  readonly subject: Subject;
  readonly names: readonly string[];
  readonly held: readonly string[];
  readonly rightTexts: readonly RightWords[];
  readonly isOff: (name: string) => boolean;
  readonly put: (names: readonly string[], isIn: boolean) => void;
}

/** The rights of a subject, and a switch of all of them. */
const SubjectRights = ({ subject, names, held, rightTexts, isOff, put }: SubjectProps) => {
  const open = names.filter((name) => !isOff(name));
  const count = names.filter((name) => held.includes(name)).length;
  const isAll = open.every((name) => held.includes(name));
  return (
    <fieldset>
      <legend>
        {words()[subject]} <span class="muted">{words().held(count, names.length)}</span>
      </legend>
      {open.length < 2 ? null : (
        <button type="button" class="link" onClick={() => put(open, !isAll)}>
          {isAll ? words().none : words().all}
          <span class="visually-hidden"> {words()[subject]}</span>
        </button>
      )}
      {names.map((name) => (
        <label key={name} title={isOff(name) ? words().notYours : undefined}>
          <input
            type="checkbox"
            checked={held.includes(name)}
            disabled={isOff(name)}
            onChange={(event) => put([name], event.currentTarget.checked)}
          />
          <span>
            {sentenceOf(name, rightTexts)} <code class="muted">{name}</code>
          </span>
        </label>
      ))}
    </fieldset>
  );
};

/** The rights by their subject, each with what it opens. */
export const RightsMatrix = ({ field, value, onChange, context, path }: FormFieldProps) => {
  const { rights: rightTexts, roles, refusal } = useRightTexts();
  const names = (field.items?.choices ?? []).map(String);
  const held = (value ?? []) as readonly string[];
  const fault = context.faults.find((one) => `${one.path}.`.startsWith(`${path}.`))?.text;
  const isOff = (name: string): boolean =>
    context.isReadOnly || rightTexts.find((one) => one.name === name)?.grantable === false;
  const put = (changed: readonly string[], isIn: boolean): void =>
    onChange(names.filter((one) => (changed.includes(one) ? isIn : held.includes(one))));
  const take = ({ rights }: Role): void =>
    onChange(
      names.filter((one) =>
        isOff(one) ? held.includes(one) : (rights as readonly string[]).includes(one),
      ),
    );
  return (
    <fieldset class="wide">
      <legend>
        {words().rights} <span class="muted">{words().held(held.length, names.length)}</span>
      </legend>
      {refusal === null ? null : <RefusalNote refusal={refusal} />}
      {fault === undefined ? null : <p class="fault">{fault}</p>}
      {context.isReadOnly || roles.length === 0 ? null : (
        <div class="line">
          <span class="muted">{words().role}</span>
          {roles.map((role) => (
            <Button key={role.role} onClick={() => take(role)}>
              {choiceText(role.role)}
            </Button>
          ))}
        </div>
      )}
      <div class="rights">
        {SUBJECTS.map(([subject]) => (
          <SubjectRights
            key={subject}
            {...{ subject, held, rightTexts, isOff, put }}
            names={names.filter((name) => subjectOf(name) === subject)}
          />
        ))}
      </div>
    </fieldset>
  );
};
