// The gate of an app: its views while somebody is signed in, else the sign-in. After the end of a
// session the sign-in stands over the view, whose entries stay for the same login.

import type { ComponentChildren } from 'preact';
import type { Session, SessionState } from '../live/session.js';
import { SignIn, type SignInProps } from './sign-in.js';

interface GateProps extends SignInProps {
  /** The login whose views are drawn; null = nobody was signed in yet. */
  readonly login: number | null;
  /** The view of an address that needs no session. */
  readonly openView?: ComponentChildren;
  /** The views of the login. */
  readonly children: ComponentChildren;
}

/** Has the session of the drawn views ended by itself, or is it being opened again? */
const isOver = (state: SessionState, login: number): boolean => {
  if (state.kind === 'signed_in' || state.kind === 'restoring') return false;
  return state.login === login && (state.kind !== 'signed_out' || state.ending !== null);
};

const isOpen = ({ state }: Session<unknown>): boolean => state.value.kind === 'signed_in';

/** Draws the views, the sign-in, or the sign-in over the views. */
export const Gate = ({ login, openView, children, ...signIn }: GateProps) => {
  const { session } = signIn;
  const over = login !== null && isOver(session.state.value, login);
  if (login !== null && (isOpen(session) || over)) {
    return (
      <>
        <div class="app" inert={over}>
          {children}
        </div>
        {over ? (
          <div class="sign-in-over">
            <SignIn {...signIn} />
          </div>
        ) : null}
      </>
    );
  }
  return openView ? openView : <SignIn {...signIn} />;
};
