// Staff users: a list, and of each the rights, the scope, the addresses, password and access.

import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import { unwrap } from '../../../client/index.js';
import { KindList } from '../../forms/list.js';
import type { RecordPart, RecordPartProps } from '../../forms/record.js';
import { KindRecord } from '../../forms/record-later.js';
import { later } from '../../frame/later.js';
import { useStaff, useStaffStore } from '../../frame/store.js';
import { faultsOf } from '../../live/refusal.js';
import { type SettingsKind, STAFF } from '../../made/settings.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/language.js';
import { Button } from '../../ui/button.js';
import { confirm, confirmedAct } from '../../ui/confirm.js';
import { Dialog } from '../../ui/dialog.js';
import { TextField } from '../../ui/field.js';
import { toast, toastRefusal } from '../../ui/toast.js';

const words = texts({
  title: ['Staff', 'Mitarbeiter'],
  reports: ['Reports', 'Berichte'],
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

const PASSWORD = '/admin/v1/staff/{login}/password';

interface PasswordDialogProps {
  readonly login: number;
  readonly password: string;
  readonly fault: string | null;
  /** Null closes the dialog. */
  readonly onInput: (password: string | null) => void;
  readonly onSubmit: () => void;
}

const PasswordDialog = ({ login, password, fault, onInput, onSubmit }: PasswordDialogProps) => (
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
      fault={fault}
      onInput={onInput}
      isFocused
    />
  </Dialog>
);

/** Switching the access off, and a new password. */
const StaffActs = ({ record, onDone }: RecordPartProps) => {
  const { rest } = useStaff();
  const { session } = useStaffStore();
  const [password, setPassword] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const login = Number(record.login);
  const init = (body?: object): never => ({ params: { path: { login } }, body }) as never;
  const run = async (call: () => Promise<unknown>): Promise<void> => {
    const done = await confirmedAct(rest, call);
    if (done === null) return;
    const found = done.ok ? null : (faultsOf(done.refusal, 'password')[0]?.message ?? null);
    setFault(found);
    if (!done.ok) {
      if (found === null) toastRefusal(done.refusal);
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
          fault={fault}
          onInput={(text) => {
            setFault(null);
            setPassword(text);
          }}
          onSubmit={() => void run(() => unwrap(rest.POST(PASSWORD, init({ password }))))}
        />
      )}
    </>
  );
};

const PARTS: readonly RecordPart[] = [
  {
    name: 'reports',
    text: () => words().reports,
    icon: 'database',
    needs: 'staff.reports',
    Part: later(async () => (await import('./report-lines.js')).ReportLines),
  },
];

const CONTROLS = { rights: later(async () => (await import('./rights.js')).RightsMatrix) };

/** A role is not a field: the matrix of rights offers the rights of each. */
const { role: _, ...fields } = STAFF.fields;
const KIND: SettingsKind = { ...STAFF, fields };

/** The view of staff users. */
const Staff = () => {
  const { login } = useRoute().params;
  return (
    <div class="fill staff">
      <h1>
        <a href="/desk/staff">{words().title}</a>
      </h1>
      {login === undefined ? (
        <KindList kind={KIND} base="staff" />
      ) : (
        <div class="record">
          <KindRecord
            kind={KIND}
            base="staff"
            id={login}
            controls={CONTROLS}
            acts={StaffActs}
            parts={PARTS}
          />
        </div>
      )}
    </div>
  );
};

export default Staff;
