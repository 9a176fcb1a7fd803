// Staff users: a list, and of each the rights, the scope, the addresses, password and access.

import { useEffect, useState } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import { unwrap } from '../../../client/index.js';
import { KindList } from '../../forms/list.js';
import { type FormFieldProps, wordsOf } from '../../forms/parts.js';
import { KindRecord } from '../../forms/record.js';
import type { RecordValues } from '../../forms/values.js';
import { useStaff, useStaffStore } from '../../frame/store.js';
import { attempt } from '../../live/refusal.js';
import { STAFF } from '../../made/settings.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/language.js';
import { Button } from '../../ui/button.js';
import { confirm, confirmedAct } from '../../ui/confirm.js';
import { Dialog } from '../../ui/dialog.js';
import { TextField } from '../../ui/field.js';
import { toast, toastRefusal } from '../../ui/toast.js';

const words = texts({
  title: ['Staff', 'Mitarbeiter'],
  rights: ['Rights', 'Rechte'],
  notYours: ['You cannot grant it: you do not have it.', 'Nicht zu vergeben: selbst nicht da.'],
  disable: ['Disable', 'Sperren'],
  disableText: [
    'The user is signed out everywhere and cannot sign in again until the access is switched on.',
    'Der Mitarbeiter wird überall abgemeldet; anmelden kann er sich erst, wenn der Zugang an ist.',
  ],
  password: ['Password', 'Passwort'],
  newPassword: ['New password', 'Neues Passwort'],
  passwordText: [
    'The new password ends all sessions of the user.',
    'Das neue Passwort beendet alle Sitzungen des Mitarbeiters.',
  ],
  done: ['Done.', 'Erledigt.'],
});

interface RightRow {
  readonly name: string;
  readonly says: string;
  readonly grantable: boolean;
}

/** The rights by their subject, each with what it allows. */
const RightsMatrix = ({ field, value, onChange, context }: FormFieldProps) => {
  const { rest } = useStaff();
  const [told, setTold] = useState<readonly RightRow[]>([]);
  useEffect(() => {
    void attempt(unwrap(rest.GET('/admin/v1/staff/rights'))).then((answer) => {
      if (answer.ok) setTold(answer.value as readonly RightRow[]);
    });
  }, []);
  const names = (field.items?.choices ?? []).map(String);
  const held = (value ?? []) as readonly string[];
  const subjects = [...new Set(names.map((name) => name.split('.')[0] ?? name))];
  return (
    <fieldset class="wide">
      <legend>{words().rights}</legend>
      <div class="rights">
        {subjects.map((subject) => (
          <fieldset key={subject}>
            <legend>{wordsOf(subject)}</legend>
            {names
              .filter((name) => name.split('.')[0] === subject)
              .map((name) => {
                const right = told.find((one) => one.name === name);
                const isOff = context.isReadOnly || right?.grantable === false;
                return (
                  <label key={name} title={isOff ? words().notYours : undefined}>
                    <input
                      type="checkbox"
                      checked={held.includes(name)}
                      disabled={isOff}
                      onChange={(event) => {
                        const isIn = event.currentTarget.checked;
                        onChange(names.filter((one) => (one === name ? isIn : held.includes(one))));
                      }}
                    />
                    <span>
                      <code>{name}</code>
                      <span class="muted">{right?.says}</span>
                    </span>
                  </label>
                );
              })}
          </fieldset>
        ))}
      </div>
    </fieldset>
  );
};

const PASSWORD = '/admin/v1/staff/{login}/password';

interface PasswordDialogProps {
  readonly login: number;
  readonly password: string;
  /** Null closes the dialog. */
  readonly onInput: (password: string | null) => void;
  readonly onSubmit: () => void;
}

const PasswordDialog = ({ login, password, onInput, onSubmit }: PasswordDialogProps) => (
  <Dialog
    title={`${words().password}: ${login}`}
    onClose={() => onInput(null)}
    onSubmit={onSubmit}
    footer={
      <>
        <Button onClick={() => onInput(null)}>{common().cancel}</Button>
        <Button tone="main" type="submit" isOff={password === ''}>
          {common().save}
        </Button>
      </>
    }
  >
    <p>{words().passwordText}</p>
    <TextField
      label={words().newPassword}
      type="password"
      autocomplete="new-password"
      value={password}
      onInput={onInput}
      isFocused
    />
  </Dialog>
);

interface ActsProps {
  readonly record: RecordValues;
  readonly onDone: () => void;
}

/** Switching the access off, and a new password. */
const StaffActs = ({ record, onDone }: ActsProps) => {
  const { rest } = useStaff();
  const { session } = useStaffStore();
  const [password, setPassword] = useState<string | null>(null);
  const login = Number(record.login);
  const init = (body?: object): never => ({ params: { path: { login } }, body }) as never;
  const run = async (call: () => Promise<unknown>): Promise<void> => {
    const done = await confirmedAct(rest, call);
    if (done === null) return;
    if (!done.ok) {
      toastRefusal(done.refusal);
      return;
    }
    setPassword(null);
    toast({ text: words().done, tone: 'good' });
    onDone();
  };
  const disable = async (): Promise<void> => {
    const is = await confirm({
      title: `${words().disable}: ${login}`,
      text: words().disableText,
      action: words().disable,
      tone: 'danger',
    });
    if (!is) return;
    await run(() => unwrap(rest.POST('/admin/v1/staff/{login}/disable', init())));
  };
  return (
    <>
      {session.can('staff.password') ? (
        <Button icon="lock" onClick={() => setPassword('')}>
          {words().password}
        </Button>
      ) : null}
      {session.can('staff.disable') && record.active !== false ? (
        <Button icon="close" onClick={() => void disable()}>
          {words().disable}
        </Button>
      ) : null}
      {password === null ? null : (
        <PasswordDialog
          login={login}
          password={password}
          onInput={setPassword}
          onSubmit={() => void run(() => unwrap(rest.POST(PASSWORD, init({ password }))))}
        />
      )}
    </>
  );
};

/** The view of staff users. */
const Staff = () => {
  const { login } = useRoute().params;
  return (
    <div class="fill staff">
      <h1>
        <a href="/desk/staff">{words().title}</a>
      </h1>
      {login === undefined ? (
        <KindList kind={STAFF} base="staff" />
      ) : (
        <div class="record">
          <KindRecord
            kind={STAFF}
            base="staff"
            id={login}
            controls={{ rights: RightsMatrix }}
            extras={StaffActs}
          />
        </div>
      )}
    </div>
  );
};

export default Staff;
