// The dialogs of acts on an account: group, leverage, passwords.

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { type components, unwrap } from '../../../client/index.js';
import type { Account } from '../../accounts/balance-dialog.js';
import { useGroups } from '../../accounts/groups.js';
import { useStaff } from '../../frame/store.js';
import { type Attempt, attempt, faultsOf, type Refusal } from '../../live/refusal.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/language.js';
import { Button } from '../../ui/button.js';
import { Combobox } from '../../ui/combobox.js';
import { confirm } from '../../ui/confirm.js';
import { Dialog } from '../../ui/dialog.js';
import { SelectField, TextField } from '../../ui/field.js';
import { Note, RefusalNote } from '../../ui/loaded.js';
import { toast } from '../../ui/toast.js';

type PasswordKind = components['schemas']['AccountPasswordBody']['kind'];

const words = texts({
  group: [(login: number) => `Group of ${login}`, (login) => `Gruppe von ${login}`],
  newGroup: ['New group', 'Neue Gruppe'],
  groupHint: [
    'Positions and orders stay where the group has their symbols.',
    'Positionen und Aufträge bleiben, wo die Gruppe ihre Symbole hat.',
  ],
  leverage: [(login: number) => `Leverage of ${login}`, (login) => `Hebel von ${login}`],
  newLeverage: ['New leverage, 1 to', 'Neuer Hebel, 1 zu'],
  leverageHint: [
    '0 follows the group. The margin of open positions follows at once.',
    '0 folgt der Gruppe. Die Margin offener Positionen folgt sofort.',
  ],
  now: ['now', 'jetzt'],
  ofGroup: ['that of the group', 'der der Gruppe'],
  change: ['Change', 'Ändern'],
  changed: ['The account is changed.', 'Das Konto ist geändert.'],
  password: [(login: number) => `Password of ${login}`, (login) => `Passwort von ${login}`],
  kind: ['Which', 'Welches'],
  master: ['Password', 'Passwort'],
  investor: ['Investor password', 'Investor-Passwort'],
  phone: ['Phone password', 'Telefonpasswort'],
  api: ['Password of programs', 'Passwort der Programme'],
  text: ['Password', 'Passwort'],
  textHint: [
    'Empty takes an investor, phone or program password away.',
    'Leer nimmt ein Investor-, Telefon- oder Programmpasswort weg.',
  ],
  set: ['Set', 'Setzen'],
  check: ['Check', 'Prüfen'],
  setSays: [
    'Sessions that this password opened end.',
    'Sitzungen, die dieses Passwort eröffnet hat, enden.',
  ],
  isSet: ['The password is set.', 'Das Passwort ist gesetzt.'],
  remove: ['Take away', 'Wegnehmen'],
  removeSays: [
    'Nobody signs in with this password any more, and sessions that it opened end.',
    'Mit diesem Passwort meldet sich niemand mehr an; Sitzungen, die es eröffnet hat, enden.',
  ],
  isRemoved: ['The password is taken away.', 'Das Passwort ist weggenommen.'],
  right: ['The password is right.', 'Das Passwort ist richtig.'],
  wrong: ['The password is wrong.', 'Das Passwort ist falsch.'],
});

interface AccountDialogProps {
  readonly account: Account;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

interface AccountChangeProps extends AccountDialogProps {
  readonly title: string;
  readonly before: string;
  /** Null = nothing to change yet. */
  readonly after: string | null;
  readonly call: () => Promise<Attempt<unknown>>;
  readonly children: (faultOf: (name: string) => string | null) => ComponentChildren;
}

/** A dialog of one change, with what it was and will be. */
const ChangeDialog = ({
  title,
  before,
  after,
  call,
  onClose,
  onDone,
  children,
}: AccountChangeProps) => {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    if (after === null || isBusy) return;
    if (!(await confirm({ title, text: `${before} → ${after}`, action: words().change }))) return;
    setBusy(true);
    const done = await call();
    setBusy(false);
    if (!done.ok) {
      setRefusal(done.refusal);
      return;
    }
    toast({ text: words().changed, tone: 'good' });
    onDone();
    onClose();
  };
  return (
    <Dialog
      title={title}
      size="top"
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{common().cancel}</Button>
          <Button tone="main" type="submit" isBusy={isBusy} isOff={after === null}>
            {words().change}
          </Button>
        </>
      }
    >
      <p class="muted">{`${words().now}: ${before}`}</p>
      {children((name) => faultsOf(refusal, name)[0]?.message ?? null)}
      {refusal === null ? null : <RefusalNote refusal={refusal} />}
    </Dialog>
  );
};

/** Moves an account to another group of its currency. */
export const GroupDialog = (props: AccountDialogProps) => {
  const { login, version, group: before, currency } = props.account;
  const { rest } = useStaff();
  const groups = useGroups();
  const [group, setGroup] = useState('');
  const call = () =>
    attempt(
      unwrap(
        rest.POST('/admin/v1/accounts/{login}/group', {
          params: { path: { login } },
          body: { version, group },
        }),
      ),
    );
  const offered = groups
    .filter((one) => one.currency === currency && one.path !== before)
    .map(({ path }) => ({ value: path, text: path }));
  return (
    <ChangeDialog
      {...props}
      title={words().group(login)}
      before={before}
      after={group === '' ? null : group}
      call={call}
    >
      {(faultOf) => (
        <Combobox
          label={words().newGroup}
          hint={words().groupHint}
          fault={faultOf('group')}
          value={group}
          options={offered}
          onChoose={setGroup}
        />
      )}
    </ChangeDialog>
  );
};

/** Sets an own leverage, or that of the group. */
export const LeverageDialog = (props: AccountDialogProps) => {
  const { login, version, leverage, leverage_inherited } = props.account;
  const { rest } = useStaff();
  const [typed, setTyped] = useState('');
  const call = () =>
    attempt(
      unwrap(
        rest.POST('/admin/v1/accounts/{login}/leverage', {
          params: { path: { login } },
          body: { version, leverage: Number(typed) },
        }),
      ),
    );
  const before = `1:${leverage}${leverage_inherited ? `, ${words().ofGroup}` : ''}`;
  return (
    <ChangeDialog
      {...props}
      title={words().leverage(login)}
      before={before}
      after={typed === '' ? null : typed === '0' ? words().ofGroup : `1:${typed}`}
      call={call}
    >
      {(faultOf) => (
        <TextField
          label={words().newLeverage}
          hint={words().leverageHint}
          fault={faultOf('leverage')}
          inputMode="numeric"
          value={typed}
          isFocused
          onInput={(text) => setTyped(text.replace(/\D/g, ''))}
        />
      )}
    </ChangeDialog>
  );
};

const KINDS: readonly PasswordKind[] = ['master', 'investor', 'phone', 'api'];

/** The password that is typed, and what the server says of it. */
const usePassword = ({ account: { login }, onClose, onDone }: AccountDialogProps) => {
  const { rest } = useStaff();
  const [kind, setKind] = useState<PasswordKind>('master');
  const [password, setPassword] = useState('');
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [matches, setMatches] = useState<boolean | null>(null);
  const [isBusy, setBusy] = useState(false);
  const given = { params: { path: { login } }, body: { kind, password } };
  const isSettable = password !== '' || kind !== 'master';
  const type = (text: string): void => {
    setPassword(text);
    setMatches(null);
    setRefusal(null);
  };
  const run = async <T,>(call: Promise<T>, then: (value: T) => void): Promise<void> => {
    setBusy(true);
    setMatches(null);
    const done = await attempt(call);
    setBusy(false);
    setRefusal(done.ok ? null : done.refusal);
    if (done.ok) then(done.value);
  };
  const check = (): Promise<void> =>
    run(unwrap(rest.POST('/admin/v1/accounts/{login}/password/check', given)), (answer) =>
      setMatches(answer.matches),
    );
  const set = async (): Promise<void> => {
    if (!isSettable) return;
    const isRemoval = password === '';
    const isSure = await confirm({
      title: `${words()[kind]}, ${login}`,
      text: isRemoval ? words().removeSays : words().setSays,
      action: isRemoval ? words().remove : words().set,
      tone: isRemoval ? 'danger' : 'main',
    });
    if (!isSure) return;
    await run(unwrap(rest.POST('/admin/v1/accounts/{login}/password', given)), () => {
      toast({ text: isRemoval ? words().isRemoved : words().isSet, tone: 'good' });
      onDone();
      onClose();
    });
  };
  const choose = (name: PasswordKind): void => {
    setKind(name);
    setMatches(null);
  };
  return { kind, choose, password, type, refusal, matches, isBusy, isSettable, check, set };
};

/** Sets a password of an account, or checks one that a client tells on the phone. */
export const PasswordDialog = (props: AccountDialogProps) => {
  const { login } = props.account;
  const { onClose } = props;
  const { kind, choose, password, type, refusal, matches, isBusy, isSettable, check, set } =
    usePassword(props);
  const isRemoval = password === '' && kind !== 'master';
  return (
    <Dialog
      title={words().password(login)}
      onClose={onClose}
      onSubmit={() => void set()}
      footer={
        <>
          <Button onClick={onClose}>{common().cancel}</Button>
          <Button onClick={() => void check()} isBusy={isBusy} isOff={password === ''}>
            {words().check}
          </Button>
          <Button
            tone={isRemoval ? 'danger' : 'main'}
            type="submit"
            isBusy={isBusy}
            isOff={!isSettable}
          >
            {isRemoval ? words().remove : words().set}
          </Button>
        </>
      }
    >
      <SelectField
        label={words().kind}
        value={kind}
        choices={KINDS.map((value) => ({ value, text: words()[value] }))}
        onSelect={choose}
      />
      <TextField
        label={words().text}
        hint={words().textHint}
        type="password"
        autocomplete="new-password"
        value={password}
        fault={faultsOf(refusal, 'password')[0]?.message}
        onInput={type}
      />
      {matches === null ? null : (
        <Note tone={matches ? 'plain' : 'warn'}>{matches ? words().right : words().wrong}</Note>
      )}
      {refusal === null ? null : <RefusalNote refusal={refusal} />}
    </Dialog>
  );
};
