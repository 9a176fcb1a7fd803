// Signing in, step by step, for both apps: login, one-time code, new password, setting codes up.

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import lazy from 'preact-iso/lazy';
import type { Ending, Session } from '../live/session.js';
import { common } from '../texts/common.js';
import { refusalText } from '../texts/refusals.js';
import { Button } from '../ui/button.js';
import { CheckField, type Choice, SelectField, TextField } from '../ui/field.js';
import { Note, Skeleton } from '../ui/loaded.js';
import { Fault, Form, useAct } from './form.js';
import { PasswordForm } from './password.js';
import { words } from './words.js';

/** The code of QR pictures is loaded by the few who set codes up. */
const SetUpCodes = lazy(() => import('./codes.js'));

/** The props of the sign-in. */
export interface SignInProps {
  readonly session: Session<unknown>;
  /** The name of the app, over the form. */
  readonly title: string;
  /** Staff choose the terminal that they sign in at. */
  readonly terminals?: readonly Choice<string>[] | undefined;
  /** Under the form: a link to sign up, for example. */
  readonly below?: ComponentChildren;
}

interface StepProps {
  readonly session: Session<unknown>;
}

const endingText = (ending: Ending): string => words()[ending];

interface LoginStepProps extends StepProps {
  readonly terminals: readonly Choice<string>[];
  readonly login: number | null;
  readonly ending: Ending | null;
}

const LoginStep = ({ session, terminals, login, ending }: LoginStepProps) => {
  const [typedLogin, setLogin] = useState(login === null ? '' : String(login));
  const [password, setPassword] = useState('');
  const [terminal, setTerminal] = useState(terminals[0]?.value ?? '');
  const [isKept, keep] = useState(true);
  const { refusal, run } = useAct();
  const number = /^\d+$/.test(typedLogin.trim()) ? Number(typedLogin) : null;
  const send = (): void => {
    if (number === null) return;
    const given = { login: number, password, keepSignedIn: isKept };
    void run(session.signIn(terminal === '' ? given : { ...given, terminal }));
  };
  return (
    <Form onSubmit={send}>
      {ending === null ? null : <Note tone="warn">{endingText(ending)}</Note>}
      <TextField
        label={words().login}
        value={typedLogin}
        onInput={setLogin}
        autocomplete="username"
        inputMode="numeric"
        fault={typedLogin === '' || number !== null ? null : words().loginFault}
        isFocused={login === null}
        isRequired
      />
      <TextField
        label={words().password_}
        type="password"
        value={password}
        onInput={setPassword}
        autocomplete="current-password"
        isFocused={login !== null}
        isRequired
      />
      {terminals.length === 0 ? null : (
        <SelectField
          label={words().terminal}
          value={terminal}
          choices={terminals}
          onSelect={setTerminal}
        />
      )}
      <CheckField label={words().keep} isChecked={isKept} onChange={keep} />
      <Fault refusal={refusal} />
      <Button tone="main" type="submit" isBusy={session.isBusy.value}>
        {words().signIn}
      </Button>
    </Form>
  );
};

const CodeStep = ({ session }: StepProps) => {
  const [code, setCode] = useState('');
  const { refusal, run } = useAct();
  return (
    <Form onSubmit={() => void run(session.sendCode(code.trim()))}>
      <TextField
        label={words().code}
        hint={words().codeHint}
        value={code}
        onInput={setCode}
        autocomplete="one-time-code"
        inputMode="numeric"
        isFocused
        isRequired
      />
      <Fault refusal={refusal} />
      <div class="line">
        <Button onClick={session.cancel}>{common().back}</Button>
        <Button tone="main" type="submit" class="grow" isBusy={session.isBusy.value}>
          {words().signIn}
        </Button>
      </div>
    </Form>
  );
};

/** The step at which the session is. */
const Step = ({ session, terminals = [] }: Pick<SignInProps, 'session' | 'terminals'>) => {
  const state = session.state.value;
  switch (state.kind) {
    case 'restoring':
      return state.refusal === null ? (
        <Skeleton rows={3} />
      ) : (
        <Note tone="warn">{refusalText(state.refusal)}</Note>
      );
    case 'signed_out':
      return (
        <LoginStep
          session={session}
          terminals={terminals}
          login={state.login}
          ending={state.ending}
        />
      );
    case 'code':
      return <CodeStep session={session} />;
    case 'new_password':
      return (
        <PasswordForm
          session={session}
          note={<Note>{words().mustChange}</Note>}
          leave={<Button onClick={() => void session.signOut()}>{words().signOut}</Button>}
        />
      );
    case 'set_up_codes':
      return <SetUpCodes session={session} hint={words().mustSetUp} />;
    case 'signed_in':
      return null;
  }
};

/** The page of the sign-in; it also stands over a view whose session has ended. */
export const SignIn = ({ session, title, terminals, below }: SignInProps) => (
  <main class="sign-in">
    <div class="panel">
      <header>
        <h1>{title}</h1>
      </header>
      <div class="body">
        <Step session={session} terminals={terminals} />
      </div>
      {below === undefined ? null : <div class="body">{below}</div>}
    </div>
  </main>
);
