// The form in which one-time codes are set up.

import { useEffect, useState } from 'preact/hooks';
import type { Refusal } from '../live/refusal.js';
import type { CodesSecret, Session } from '../live/session.js';
import { refusalText } from '../texts/refusals.js';
import { Button } from '../ui/button.js';
import { TextField } from '../ui/field.js';
import { RefusalNote, Skeleton } from '../ui/loaded.js';
import { Qr } from '../ui/qr.js';
import { words } from './words.js';

interface SetUpCodesProps {
  readonly session: Session<unknown>;
  /** Why codes are set up. */
  readonly hint?: string | undefined;
  readonly onDone?: (() => void) | undefined;
}

/** Shows a new secret as a QR code, and turns codes on with the first one. */
const SetUpCodes = ({ session, hint, onDone }: SetUpCodesProps) => {
  const [secret, setSecret] = useState<CodesSecret | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [code, setCode] = useState('');
  const enrol = async (): Promise<void> => {
    const made = await session.enrolCodes();
    if (made.ok) setSecret(made.value);
    setRefusal(made.ok ? null : made.refusal);
  };
  useEffect(() => void enrol(), []);
  if (secret === null) {
    if (refusal === null) return <Skeleton rows={4} />;
    return <RefusalNote refusal={refusal} onRetry={() => void enrol()} />;
  }
  const confirm = async (): Promise<void> => {
    const refused = await session.confirmCodes(code.trim());
    setRefusal(refused);
    if (refused === null) onDone?.();
  };
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void confirm();
      }}
    >
      {hint === undefined ? null : <p>{hint}</p>}
      <p>{words().setUp}</p>
      <Qr text={secret.uri} label={words().secret} />
      <p>
        {words().secret}: <code>{secret.secret}</code>
      </p>
      <TextField
        label={words().firstCode}
        value={code}
        onInput={setCode}
        inputMode="numeric"
        autocomplete="one-time-code"
        fault={refusal === null ? null : refusalText(refusal)}
        isRequired
      />
      <Button tone="main" type="submit" isBusy={session.isBusy.value} isOff={code.trim() === ''}>
        {words().turnOn}
      </Button>
    </form>
  );
};

export default SetUpCodes;
