// Opening an account: a dialog with what is needed, and the passwords.

import { useEffect, useState } from 'preact/hooks';
import { type components, unwrap } from '../../../client/index.js';
import { fieldWords } from '../../accounts/fields.js';
import { useGroups } from '../../accounts/groups.js';
import { useStaff } from '../../frame/store.js';
import { useUnsaved } from '../../frame/unsaved.js';
import { attempt, faultsOf, type Refusal } from '../../live/refusal.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/language.js';
import { Button } from '../../ui/button.js';
import { Combobox } from '../../ui/combobox.js';
import { Dialog } from '../../ui/dialog.js';
import { CheckField, requiredFault, TextField } from '../../ui/field.js';
import { RefusalNote } from '../../ui/loaded.js';
import { toast } from '../../ui/toast.js';

type AccountCreate = components['schemas']['AccountCreate'];

const words = texts({
  title: ['Open an account', 'Ein Konto eröffnen'],
  group: ['Group', 'Gruppe'],
  login: ['Login', 'Login'],
  next: [
    (login: number) => `Empty: ${login}, the next free one`,
    (login) => `Leer: ${login}, das nächste freie`,
  ],
  leverage: ['Leverage', 'Hebel'],
  leverageHint: ['Empty: that of the group', 'Leer: der der Gruppe'],
  send: ['Make passwords and e-mail them', 'Passwörter machen und per E-Mail senden'],
  sendHint: [
    'The owner changes the password at the first sign-in.',
    'Der Inhaber ändert das Passwort bei der ersten Anmeldung.',
  ],
  master: ['Password', 'Passwort'],
  investor: ['Investor password', 'Investor-Passwort'],
  least: [(n: number) => `At least ${n} characters`, (n) => `Mindestens ${n} Zeichen`],
  open: ['Open account', 'Konto eröffnen'],
  opened: [
    (login: number) => `Account ${login} is open.`,
    (login) => `Konto ${login} ist eröffnet.`,
  ],
});

const TEXTS = [
  'name',
  'last_name',
  'email',
  'phone',
  'country',
  'city',
  'address',
  'comment',
] as const;
type OpeningText = (typeof TEXTS)[number];

/** Entries of the user. */
interface OpeningEntries extends Partial<Readonly<Record<OpeningText, string>>> {
  readonly group: string;
  readonly login: string;
  readonly leverage: string;
  readonly isSent: boolean;
  readonly master: string;
  readonly investor: string;
}

const START: OpeningEntries = {
  group: '',
  login: '',
  leverage: '',
  isSent: false,
  master: '',
  investor: '',
};

const bodyOf = (entries: OpeningEntries): AccountCreate => {
  const { group, login, leverage, isSent, master, investor } = entries;
  const filled = TEXTS.filter((name) => (entries[name] ?? '').trim() !== '');
  return {
    group,
    ...(login.trim() !== '' && { login: Number(login) }),
    ...(leverage.trim() !== '' && { leverage: Number(leverage) }),
    ...(isSent
      ? { send_passwords: true }
      : { master_password: master, investor_password: investor }),
    ...Object.fromEntries(filled.map((name) => [name, entries[name]?.trim()])),
  };
};

/** The login that the next account of the group gets. */
const useNextLogin = (group: string): number | null => {
  const { rest } = useStaff();
  const [next, setNext] = useState<number | null>(null);
  useEffect(() => {
    setNext(null);
    if (group === '') return;
    const params = { query: { group } };
    void attempt(unwrap(rest.GET('/admin/v1/accounts/next-login', { params }))).then((read) => {
      if (read.ok) setNext(read.value.login);
    });
  }, [group]);
  return next;
};

interface OpenAccountProps {
  readonly onClose: () => void;
  readonly onOpened: (login: number) => void;
}

interface OpeningPartProps {
  readonly entries: OpeningEntries;
  readonly change: (given: Partial<OpeningEntries>) => void;
  /** The fault of a field; with a `value` also that it is missing. */
  readonly faultOf: (name: string, value?: string) => string | null;
}

/** Group, login, terms and the person. */
const OpeningFields = ({ entries, change, faultOf }: OpeningPartProps) => {
  const groups = useGroups();
  const next = useNextLogin(entries.group);
  const text = (name: OpeningText) => (
    <TextField
      key={name}
      label={fieldWords()[name]}
      value={entries[name] ?? ''}
      onInput={(value) => change({ [name]: value })}
      fault={faultOf(name, entries.isSent && name === 'email' ? (entries.email ?? '') : undefined)}
    />
  );
  return (
    <div class="form-grid">
      <Combobox
        label={words().group}
        value={entries.group}
        isRequired
        fault={faultOf('group', entries.group)}
        options={groups.map(({ path, currency }) => ({ value: path, text: path, hint: currency }))}
        onChoose={(group) => change({ group })}
      />
      <TextField
        label={words().login}
        value={entries.login}
        inputMode="numeric"
        hint={next === null ? undefined : words().next(next)}
        fault={faultOf('login')}
        onInput={(login) => change({ login: login.replace(/\D/g, '') })}
      />
      <TextField
        label={words().leverage}
        value={entries.leverage}
        inputMode="numeric"
        hint={words().leverageHint}
        fault={faultOf('leverage')}
        onInput={(leverage) => change({ leverage: leverage.replace(/\D/g, '') })}
      />
      {TEXTS.map(text)}
    </div>
  );
};

/** The passwords: typed, or made by the server. */
const OpeningPasswords = ({ entries, change, faultOf }: OpeningPartProps) => {
  const groups = useGroups();
  const least = groups.find(({ path }) => path === entries.group)?.password_min_length;
  return (
    <>
      <CheckField
        label={words().send}
        hint={words().sendHint}
        isChecked={entries.isSent}
        onChange={(isSent) => change({ isSent })}
      />
      {entries.isSent ? null : (
        <div class="form-grid">
          <TextField
            label={words().master}
            type="password"
            autocomplete="new-password"
            value={entries.master}
            isRequired
            hint={least === undefined ? undefined : words().least(least)}
            fault={faultOf('master_password', entries.master)}
            onInput={(master) => change({ master })}
          />
          <TextField
            label={words().investor}
            type="password"
            autocomplete="new-password"
            value={entries.investor}
            isRequired
            fault={faultOf('investor_password', entries.investor)}
            onInput={(investor) => change({ investor })}
          />
        </div>
      )}
    </>
  );
};

/** The dialog that opens an account. */
export const OpenAccount = ({ onClose, onOpened }: OpenAccountProps) => {
  const { rest } = useStaff();
  const [entries, setEntries] = useState<OpeningEntries>(START);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isTried, setTried] = useState(false);
  useUnsaved(entries !== START);
  const change = (given: Partial<OpeningEntries>): void => setEntries({ ...entries, ...given });
  const faultOf = (name: string, value?: string): string | null => {
    const found = faultsOf(refusal, name)[0]?.message ?? null;
    return found ?? (isTried && value !== undefined ? requiredFault(value) : null);
  };
  const submit = async (): Promise<void> => {
    setTried(true);
    const isWhole =
      entries.group !== '' &&
      (entries.isSent ? Boolean(entries.email) : entries.master !== '' && entries.investor !== '');
    if (!isWhole || isBusy) return;
    setBusy(true);
    const done = await attempt(unwrap(rest.POST('/admin/v1/accounts', { body: bodyOf(entries) })));
    setBusy(false);
    if (!done.ok) {
      setRefusal(done.refusal);
      return;
    }
    toast({ text: words().opened(done.value.login), tone: 'good' });
    onClose();
    onOpened(done.value.login);
  };
  return (
    <Dialog
      title={words().title}
      size="wide"
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{common().cancel}</Button>
          <Button tone="main" type="submit" isBusy={isBusy}>
            {words().open}
          </Button>
        </>
      }
    >
      <OpeningFields {...{ entries, change, faultOf }} />
      <OpeningPasswords {...{ entries, change, faultOf }} />
      {refusal === null ? null : <RefusalNote refusal={refusal} />}
    </Dialog>
  );
};
