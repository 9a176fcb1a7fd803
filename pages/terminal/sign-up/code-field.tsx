// The code that confirms an e-mail address: sent by a button, with a pause before the next one.

import { useEffect, useState } from 'preact/hooks';
import { attempt, type Refusal } from '../../live/refusal.js';
import { Fault } from '../../sign-in/form.js';
import { language } from '../../texts/language.js';
import { refusalText } from '../../texts/refusals.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { Note } from '../../ui/loaded.js';
import type { SignUpCalls } from './calls.js';
import { words } from './words.js';

interface CodeFieldProps {
  readonly calls: SignUpCalls;
  readonly email: string;
  readonly code: string;
  readonly onInput: (code: string) => void;
  /** The refusal of the form, which may be about the code. */
  readonly refusal: Refusal | null;
}

/** The server's answer to the newest request for a code, and the address of that request. */
interface AskedCode {
  readonly email: string;
  readonly said: 'sent' | 'confirmed' | 'notSent';
}

/** An e-mail takes a while: the next code may be asked for after so many seconds. */
const PAUSE_SEC = 60;

/** Seconds that are left of a pause. */
const useCountdown = (): readonly [left: number, start: () => void] => {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left === 0) return undefined;
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  return [left, () => setLeft(PAUSE_SEC)];
};

const said = ({ said: what, email }: AskedCode): string =>
  what === 'sent' ? words().codeSent(email) : words()[what];

/** The field of the code with the button that sends one. */
export const CodeField = ({ calls, email, code, onInput, refusal }: CodeFieldProps) => {
  const [asked, setAsked] = useState<AskedCode | null>(null);
  const [refused, setRefused] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [left, pause] = useCountdown();
  const isAsked = asked?.email === email.trim();
  const send = async (): Promise<void> => {
    setBusy(true);
    const to = email.trim();
    const answer = await attempt(calls.sendCode(to, language.value));
    setBusy(false);
    setRefused(answer.ok ? null : answer.refusal);
    if (!answer.ok) return;
    const { sent, confirmed } = answer.value;
    setAsked({ email: to, said: confirmed ? 'confirmed' : sent ? 'sent' : 'notSent' });
    if (sent) pause();
  };
  if (isAsked && asked.said === 'confirmed') return <Note>{words().confirmed}</Note>;
  return (
    <>
      <TextField
        label={words().code}
        hint={words().codeHint}
        value={code}
        onInput={onInput}
        autocomplete="one-time-code"
        inputMode="numeric"
        maxLength={16}
        isRequired
        fault={refusal?.code === 'auth.code_invalid' ? refusalText(refusal) : null}
      />
      <Button
        isBusy={isBusy}
        isOff={!/.@./.test(email) || (isAsked && left > 0)}
        onClick={() => void send()}
      >
        {isAsked && left > 0
          ? words().againIn(left)
          : isAsked
            ? words().sendAgain
            : words().sendCode}
      </Button>
      {isAsked ? (
        <p class={asked.said === 'notSent' ? 'fault' : 'muted'} role="status">
          {said(asked)}
        </p>
      ) : null}
      <Fault refusal={refused} />
    </>
  );
};
