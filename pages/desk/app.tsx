// The desk around its views: who is signed in, the connection, rights, signing in and out.

import { useContext, useEffect } from 'preact/hooks';
import { ConnectionBar, ConnectionMark } from '../frame/connection.js';
import { Frame } from '../frame/frame.js';
import { Routes } from '../frame/routes.js';
import { StaffContext, useStaffStore } from '../frame/store.js';
import { followWaiting } from '../lists/waiting.js';
import type { StaffLive, StaffStore } from '../live/staff.js';
import { followUnread } from '../mail/unread.js';
import { Gate } from '../sign-in/gate.js';
import { texts } from '../texts/language.js';
import { Button } from '../ui/button.js';
import { followLook } from '../ui/look.js';
import { findAtDesk } from './find.js';
import { BASE, VIEWS } from './routes.js';

const words = texts({
  title: ['brokerd desk', 'brokerd Desk'],
  manager: ['Manager', 'Manager'],
  admin: ['Administrator', 'Administrator'],
  signOut: ['Sign out', 'Abmelden'],
});

const Signed = ({ live }: { readonly live: StaffLive }) => {
  const { session } = useStaffStore();
  useEffect(() => followLook(live.preferences), [live]);
  const hasMail = session.can('mail.staff.list');
  useEffect(() => followWaiting(live, session.can), [live]);
  useEffect(() => (hasMail ? followUnread(live, '/admin/v1') : undefined), [live, hasMail]);
  return (
    <Frame
      base={BASE}
      views={VIEWS}
      can={({ needs }) => needs === undefined || session.can(needs)}
      hasRail
      who={live.login}
      status={<ConnectionMark connection={live.connection} />}
      actions={
        <Button
          icon="signOut"
          class="bare"
          label={words().signOut}
          onClick={() => void live.preferences.flush().then(session.signOut)}
        />
      }
      bars={<ConnectionBar connection={live.connection} />}
      find={(text) => findAtDesk(live, session.can, text)}
    >
      <Routes base={BASE} views={VIEWS} lackedFor={session.lackedFor} />
    </Frame>
  );
};

/** The sign-in, or the views of the signed-in staff user. */
const Content = () => {
  const { session, live } = useContext(StaffContext) as StaffStore;
  const now = live.value;
  return (
    <Gate
      session={session}
      title={words().title}
      login={now?.login ?? null}
      terminals={[
        { value: 'manager', text: words().manager },
        { value: 'admin', text: words().admin },
      ]}
    >
      {now === null ? null : <Signed key={now.login} live={now} />}
    </Gate>
  );
};

/** The desk. */
export const Desk = ({ store }: { readonly store: StaffStore }) => (
  <StaffContext.Provider value={store}>
    <Content />
  </StaffContext.Provider>
);
