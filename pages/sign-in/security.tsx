// Changes of the user's own sign-in: the password, one-time codes.

import { useEffect, useState } from 'preact/hooks';
import lazy from 'preact-iso/lazy';
import type { components } from '../../client/index.js';
import { attempt, type Refusal } from '../live/refusal.js';
import type { Session } from '../live/session.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/language.js';
import { refusalText } from '../texts/refusals.js';
import { Button } from '../ui/button.js';
import { confirm } from '../ui/confirm.js';
import { TextField } from '../ui/field.js';
import { Note, RefusalNote, Skeleton } from '../ui/loaded.js';
import { Form } from './form.js';
import { PasswordForm } from './password.js';
import { words as signInWords } from './words.js';

/** The code of QR pictures is loaded by the few who set codes up. */
const SetUpCodes = lazy(() => import('./codes.js'));

const words = texts({
  password: ['Password', 'Passwort'],
  endsTitle: ['Change the password?', 'Passwort ändern?'],
  ends: [
    'All sessions of the login end, on every device; this one signs in again by itself.',
    'Alle Sitzungen des Logins enden, auf jedem Gerät; diese meldet sich selbst neu an.',
  ],
  codes: ['One-time codes', 'Einmalcodes'],
  on: ['The sign-in asks for a one-time code.', 'Die Anmeldung verlangt einen Einmalcode.'],
  off: ['The sign-in asks for no code.', 'Die Anmeldung verlangt keinen Code.'],
  demanded: ['Your group requires codes.', 'Die Gruppe verlangt Codes.'],
  turnOn: ['Turn codes on', 'Codes einschalten'],
  turnOff: ['Turn codes off', 'Codes ausschalten'],
  current: ['Current code', 'Aktueller Code'],
});

/** Whether codes are on for the login, and whether its group demands them. */
type CodesStatus = components['schemas']['OtpStatus'];

/** The calls about codes of an audience. */
export interface CodesCalls {
  readonly status: () => Promise<CodesStatus>;
  readonly disable: (code: string) => Promise<CodesStatus>;
}

interface SecurityProps {
  readonly session: Session<unknown>;
  readonly codes: CodesCalls;
}

interface TurnOffProps {
  readonly disable: CodesCalls['disable'];
  readonly onDone: (status: CodesStatus) => void;
}

const TurnOff = ({ disable, onDone }: TurnOffProps) => {
  const [code, setCode] = useState('');
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const send = async (): Promise<void> => {
    const answer = await attempt(disable(code.trim()));
    if (answer.ok) onDone(answer.value);
    else setRefusal(answer.refusal);
  };
  return (
    <Form onSubmit={() => void send()}>
      <TextField
        label={words().current}
        value={code}
        onInput={setCode}
        inputMode="numeric"
        autocomplete="one-time-code"
        fault={refusal === null ? null : refusalText(refusal)}
        isRequired
      />
      <Button tone="danger" type="submit" isOff={code.trim() === ''}>
        {words().turnOff}
      </Button>
    </Form>
  );
};

const Codes = ({ session, codes }: SecurityProps) => {
  const [status, setStatus] = useState<CodesStatus | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isSettingUp, setUp] = useState(false);
  const read = async (): Promise<void> => {
    const answer = await attempt(codes.status());
    setRefusal(answer.ok ? null : answer.refusal);
    if (answer.ok) setStatus(answer.value);
  };
  useEffect(() => void read(), []);
  if (status === null) {
    if (refusal === null) return <Skeleton rows={2} />;
    return <RefusalNote refusal={refusal} onRetry={() => void read()} />;
  }
  if (isSettingUp) {
    const done = (): void => {
      setUp(false);
      void read();
    };
    return (
      <div class="stack">
        <SetUpCodes session={session} onDone={done} />
        <Button onClick={() => setUp(false)}>{common().cancel}</Button>
      </div>
    );
  }
  return (
    <div class="stack">
      <p>
        {status.enabled ? words().on : words().off} {status.required ? words().demanded : ''}
      </p>
      {status.enabled && !status.required ? (
        <TurnOff disable={codes.disable} onDone={setStatus} />
      ) : null}
      {status.enabled ? null : (
        <Button tone="main" onClick={() => setUp(true)}>
          {words().turnOn}
        </Button>
      )}
    </div>
  );
};

const mayEndSessions = (): Promise<boolean> =>
  confirm({ title: words().endsTitle, text: words().ends, action: signInWords().change });

/** The password and the one-time codes of the signed-in user; an investor may change neither. */
export const Security = ({ session, codes }: SecurityProps) => (
  <div class="stack">
    <h2>{words().password}</h2>
    <PasswordForm session={session} ask={mayEndSessions} note={<Note>{words().ends}</Note>} />
    <h2>{words().codes}</h2>
    <Codes session={session} codes={codes} />
  </div>
);
