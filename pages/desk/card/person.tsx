// The person behind an account: personal data and switches, changed with a look at the difference.

import { useEffect, useState } from 'preact/hooks';
import { type components, unwrap } from '../../../client/index.js';
import type { Account } from '../../accounts/balance-dialog.js';
import { fieldWords } from '../../accounts/fields.js';
import { useStaff, useStaffStore } from '../../frame/store.js';
import { useUnsaved } from '../../frame/unsaved.js';
import { attempt, faultsOf, type Refusal } from '../../live/refusal.js';
import { ACCOUNT_TEXT_RIGHTS } from '../../made/accounts.js';
import { common } from '../../texts/common.js';
import { plural, texts } from '../../texts/language.js';
import { Button } from '../../ui/button.js';
import { CheckField, LongTextField, SelectField, TextField } from '../../ui/field.js';
import { useKeys } from '../../ui/keys.js';
import { Note, RefusalNote } from '../../ui/loaded.js';
import { toast } from '../../ui/toast.js';

type AccountPatch = components['schemas']['AccountPatch'];
type FieldRight = Parameters<ReturnType<typeof useStaffStore>['session']['can']>[0];

const words = texts({
  form: ['Client and switches', 'Kunde und Schalter'],
  client: ['Linked client', 'Verknüpfter Kunde'],
  noClient: ['No client is linked.', 'Kein Kunde ist verknüpft.'],
  hidden: ['hidden', 'verborgen'],
  was: [(text: string) => `was ${text || '–'}`, (text) => `war ${text || '–'}`],
  trading: ['May trade', 'Darf handeln'],
  passwords: ['May change the password', 'Darf das Passwort ändern'],
  api: ['Programs may sign in', 'Programme dürfen sich anmelden'],
  residence: ['Residence', 'Wohnsitz'],
  residences: [
    (status: Residence) => ({ '': 'not set', RE: 'resident', NR: 'non-resident' })[status],
    (status) => ({ '': 'nicht gesetzt', RE: 'Inländer', NR: 'Ausländer' })[status],
  ],
  terminals: ['May sign in at', 'Darf sich anmelden an'],
  noAgent: ['0: no agent', '0: kein Vermittler'],
  noLimit: ['0: that of the group', '0: die der Gruppe'],
  concealed: ['Hidden from staff without the right', 'Verborgen vor Mitarbeitern ohne das Recht'],
  save: [
    (n: number) => `Save ${plural(n, 'change', 'changes')}`,
    (n) => `${plural(n, 'Änderung', 'Änderungen')} speichern`,
  ],
  saved: ['The account is saved.', 'Das Konto ist gespeichert.'],
  undo: ['Undo', 'Zurücknehmen'],
  conflict: [
    'Somebody else changed the account meanwhile. The newest values are shown; save again.',
    'Jemand hat das Konto inzwischen geändert. Es zeigt die neuesten Werte; erneut speichern.',
  ],
});

const TEXTS = [
  ...(['name', 'middle_name', 'last_name', 'company', 'email', 'phone'] as const),
  ...(['country', 'state', 'city', 'zip_code', 'address'] as const),
  ...(['id_number', 'bank_account', 'language', 'lead_source', 'lead_campaign'] as const),
] as const;
type PersonText = (typeof TEXTS)[number] | 'comment';
const SWITCHES = ['trading_enabled', 'password_change_enabled', 'api_enabled', 'hidden'] as const;
type PersonSwitch = (typeof SWITCHES)[number];
const COUNTS = ['limit_orders', 'limit_positions', 'agent'] as const;
type PersonCount = (typeof COUNTS)[number];

/** Rights without which a field comes empty, and is not shown. */
const RIGHTS: Partial<Readonly<Record<PersonText, FieldRight>>> = ACCOUNT_TEXT_RIGHTS;

type Terminal = Account['terminals'][number];
/** The kinds of terminals at which clients sign in. */
const TERMINALS: readonly Terminal[] = ['web', 'desktop', 'android', 'ios', 'api'];
type Residence = NonNullable<AccountPatch['status']>;

/** Changed fields alone. */
type PersonChanges = Partial<
  Record<PersonText, string> &
    Record<PersonSwitch, boolean> &
    Record<PersonCount, number> & {
      readonly status: Residence;
      readonly terminals: readonly Terminal[];
    }
>;

const RESIDENCES: readonly Residence[] = ['', 'RE', 'NR'];

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const withChange = (
  changes: PersonChanges,
  account: Account,
  given: PersonChanges,
): PersonChanges =>
  Object.fromEntries(
    Object.entries({ ...changes, ...given }).filter(
      ([name, value]) => !isSame(account[name as keyof Account], value),
    ),
  );

const switchText = (name: PersonSwitch): string =>
  ({
    trading_enabled: words().trading,
    password_change_enabled: words().passwords,
    api_enabled: words().api,
    hidden: words().concealed,
  })[name];

interface AccountPersonProps {
  readonly account: Account;
  readonly onChanged: () => void;
}

/** The changes that are not saved yet, and the function that saves them. */
const useChanges = ({ account, onChanged }: AccountPersonProps) => {
  const { rest } = useStaff();
  const [changes, setChanges] = useState<PersonChanges>({});
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => setChanges((held) => withChange(held, account, {})), [account]);
  const count = Object.keys(changes).length;
  const change = (given: PersonChanges): void => setChanges(withChange(changes, account, given));
  const save = async (): Promise<void> => {
    if (count === 0 || isBusy) return;
    setBusy(true);
    const body = { ...changes, version: account.version } as AccountPatch;
    const params = { path: { login: account.login } };
    const done = await attempt(unwrap(rest.PATCH('/admin/v1/accounts/{login}', { params, body })));
    setBusy(false);
    setRefusal(done.ok ? null : done.refusal);
    if (done.ok) {
      setChanges({});
      toast({ text: words().saved, tone: 'good' });
    }
    if (done.ok || done.refusal.code === 'conflict') onChanged();
  };
  useUnsaved(count > 0);
  useKeys(words().form, [
    { key: 'Ctrl+S', text: common().save, run: () => void save(), isOff: count === 0 },
  ]);
  const clear = (): void => {
    setChanges({});
    setRefusal(null);
  };
  return { changes, count, change, clear, save, refusal, isBusy };
};

interface PersonPartProps {
  readonly account: Account;
  readonly form: ReturnType<typeof useChanges>;
}

interface TerminalsProps {
  readonly account: Account;
  readonly changes: PersonChanges;
  readonly change: (given: PersonChanges) => void;
  readonly isOff: boolean;
}

/** The kinds of terminals at which the client may sign in; staff terminals stay as they are. */
const Terminals = ({ account, changes, change, isOff }: TerminalsProps) => {
  const held = changes.terminals ?? account.terminals;
  const set = (name: Terminal, is: boolean): void => {
    const all: readonly Terminal[] = is ? [...held, name] : held.filter((one) => one !== name);
    // The order of the account's own list, so that a change that is undone is none.
    const known = account.terminals.filter((one) => all.includes(one));
    change({ terminals: [...known, ...all.filter((one) => !known.includes(one))] });
  };
  return (
    <fieldset class="terminals">
      <legend>{words().terminals}</legend>
      <div class="line">
        {TERMINALS.map((name) => (
          <CheckField
            key={name}
            label={name}
            isChecked={held.includes(name)}
            isOff={isOff}
            onChange={(is) => set(name, is)}
          />
        ))}
      </div>
    </fieldset>
  );
};

/** Terminals and switches. */
const PersonSwitches = ({ account, changes, change, isOff }: TerminalsProps) => (
  <>
    <Terminals {...{ account, changes, change }} isOff={isOff} />
    <div class="form-grid">
      {SWITCHES.map((name) => (
        <CheckField
          key={name}
          label={switchText(name)}
          isChecked={changes[name] ?? account[name]}
          isOff={isOff}
          onChange={(is) => change({ [name]: is })}
        />
      ))}
    </div>
  </>
);

/** The fields and switches. */
const PersonParts = ({ account, form: { changes, change, refusal } }: PersonPartProps) => {
  const { session } = useStaffStore();
  const mayEdit = session.can('accounts.change');
  const fault = (name: string): string | null => faultsOf(refusal, name)[0]?.message ?? null;
  const hint = (name: PersonText | PersonCount): string | undefined =>
    changes[name] === undefined ? undefined : words().was(String(account[name]));
  const countHint = (name: PersonCount): string =>
    hint(name) ?? (name === 'agent' ? words().noAgent : words().noLimit);
  const text = (name: PersonText) => {
    const right = RIGHTS[name];
    const isHidden = right !== undefined && !session.can(right);
    return (
      <TextField
        key={name}
        label={fieldWords()[name]}
        value={isHidden ? words().hidden : (changes[name] ?? account[name])}
        isOff={!mayEdit || isHidden}
        hint={hint(name)}
        fault={fault(name)}
        onInput={(value) => change({ [name]: value })}
      />
    );
  };
  return (
    <>
      <div class="form-grid">
        {TEXTS.map(text)}
        {COUNTS.map((name) => (
          <TextField
            key={name}
            label={fieldWords()[name]}
            inputMode="numeric"
            value={String(changes[name] ?? account[name])}
            isOff={!mayEdit}
            hint={countHint(name)}
            fault={fault(name)}
            onInput={(value) => change({ [name]: Number(value.replace(/\D/g, '')) })}
          />
        ))}
        <SelectField<Residence>
          label={words().residence}
          value={changes.status ?? (account.status as Residence)}
          choices={RESIDENCES.map((value) => ({ value, text: words().residences(value) }))}
          isOff={!mayEdit}
          fault={fault('status')}
          onSelect={(status) => change({ status })}
        />
      </div>
      <LongTextField
        label={fieldWords().comment}
        rows={3}
        isOneLine
        value={changes.comment ?? account.comment}
        isOff={!mayEdit}
        fault={fault('comment')}
        onInput={(comment) => change({ comment })}
      />
      <PersonSwitches {...{ account, changes, change }} isOff={!mayEdit} />
    </>
  );
};

const LinkedClient = ({ id }: { readonly id: number | null }) => (
  <p>
    {words().client}:{' '}
    {id === null ? (
      <span class="muted">{words().noClient}</span>
    ) : (
      <a href={`/desk/clients/${id}`}>#{id}</a>
    )}
  </p>
);

/** The form; what changed is counted, and shown with what it was. */
export const Person = (props: AccountPersonProps) => {
  const { account } = props;
  const { session } = useStaffStore();
  const form = useChanges(props);
  const { count, clear, save, refusal, isBusy } = form;
  const mayEdit = session.can('accounts.change');
  return (
    <form
      class="panel person"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div class="body stack">
        {session.can('clients.read') ? <LinkedClient id={account.client_id} /> : null}
        <PersonParts account={account} form={form} />
        {refusal === null ? null : refusal.code === 'conflict' ? (
          <Note tone="warn">{words().conflict}</Note>
        ) : (
          <RefusalNote refusal={refusal} />
        )}
        {mayEdit ? (
          <div class="line">
            <Button tone="main" type="submit" isOff={count === 0} isBusy={isBusy}>
              {count === 0 ? common().save : words().save(count)}
            </Button>
            {count === 0 ? null : <Button onClick={clear}>{words().undo}</Button>}
          </div>
        ) : null}
      </div>
    </form>
  );
};
