// The form in which a user changes the own password.

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Session } from '../live/session.js';
import { Button } from '../ui/button.js';
import { TextField } from '../ui/field.js';
import { toast } from '../ui/toast.js';
import { Fault, Form, useAct } from './form.js';
import { words } from './words.js';

interface PasswordFormProps {
  readonly session: Session<unknown>;
  /** Before the fields. */
  readonly note?: ComponentChildren;
  /** Another way out, before the button. */
  readonly leave?: ComponentChildren;
  /** Asks before the password is changed; true = go on. */
  readonly ask?: (() => Promise<boolean>) | undefined;
}

/** The present password, and the new one twice. */
export const PasswordForm = ({ session, note, leave, ask }: PasswordFormProps) => {
  const [now, setNow] = useState('');
  const [next, setNext] = useState('');
  const [again, setAgain] = useState('');
  const { refusal, run } = useAct();
  const isSame = next === again;
  const send = async (): Promise<void> => {
    if (!isSame || (ask !== undefined && !(await ask()))) return;
    const body = { current_password: now, new_password: next };
    if (!(await run(session.changePassword(body)))) return;
    for (const set of [setNow, setNext, setAgain]) set('');
    toast({ text: words().changed, tone: 'good' });
  };
  return (
    <Form onSubmit={() => void send()}>
      {note}
      <TextField
        label={words().passwordNow}
        type="password"
        value={now}
        onInput={setNow}
        autocomplete="current-password"
        isFocused
        isRequired
      />
      <TextField
        label={words().passwordNew}
        hint={words().passwordHint}
        type="password"
        value={next}
        onInput={setNext}
        autocomplete="new-password"
        isRequired
      />
      <TextField
        label={words().passwordAgain}
        type="password"
        value={again}
        onInput={setAgain}
        autocomplete="new-password"
        fault={again === '' || isSame ? null : words().notSame}
        isRequired
      />
      <Fault refusal={refusal} />
      <div class="line">
        {leave}
        <Button
          tone="main"
          type="submit"
          class="grow"
          isBusy={session.isBusy.value}
          isOff={!isSame}
        >
          {words().change}
        </Button>
      </div>
    </Form>
  );
};
