// The terminal around its views: who is signed in, the connection, the bars, signing in and out.

import { useContext, useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { ConnectionBar, ConnectionMark } from '../frame/connection.js';
import { Frame } from '../frame/frame.js';
import { hrefOf, Routes, type View } from '../frame/routes.js';
import { TraderContext, useTraderStore } from '../frame/store.js';
import type { TraderLive, TraderStore } from '../live/trader.js';
import { followUnread } from '../mail/unread.js';
import { Gate } from '../sign-in/gate.js';
import { texts } from '../texts/language.js';
import { Button } from '../ui/button.js';
import { fitting, type Option } from '../ui/combobox.js';
import { Note } from '../ui/loaded.js';
import { followLook } from '../ui/look.js';
import { BASE, VIEWS } from './routes.js';

const words = texts({
  title: ['brokerd terminal', 'brokerd Terminal'],
  readOnly: [
    'Signed in with the investor password: you see the account, and cannot trade.',
    'Mit dem Investor-Passwort angemeldet: das Konto ist zu sehen, Handel ist nicht möglich.',
  ],
  signOut: ['Sign out', 'Abmelden'],
  signUp: ['Open an account', 'Konto eröffnen'],
});

/** The open view of the address, if it is one that needs no session. */
const useOpenView = (): View | undefined => {
  const { path } = useLocation();
  return VIEWS.find(
    ({ isOpen, path: own }) => isOpen === true && path === BASE + own.split('/:')[0],
  );
};

const Bars = ({ live }: { readonly live: TraderLive }) => {
  const { session } = useTraderStore();
  return (
    <>
      <ConnectionBar connection={live.connection} />
      {session.isReadOnly.value ? <Note>{words().readOnly}</Note> : null}
    </>
  );
};

/** Symbols whose name or description has the text; each leads to its terms. */
const findSymbols = ({ symbols }: TraderLive, text: string): readonly Option[] => {
  if (text === '') return [];
  const options = symbols.list.value.map(({ name, description }) => ({
    value: hrefOf(BASE, 'symbol/:name', { name }),
    text: name,
    hint: description,
  }));
  return fitting(options, text);
};

const Signed = ({ live }: { readonly live: TraderLive }) => {
  const { session } = useTraderStore();
  const who = session.who.value;
  useEffect(() => followLook(live.preferences), [live]);
  useEffect(() => followUnread(live, '/trader/v1'), [live]);
  return (
    <Frame
      base={BASE}
      views={VIEWS}
      can={() => true}
      hasRail={false}
      who={
        <>
          {live.login} <bdi class="muted">{who?.group}</bdi>
        </>
      }
      status={<ConnectionMark connection={live.connection} />}
      actions={
        <Button
          icon="signOut"
          class="bare"
          label={words().signOut}
          onClick={() => void live.preferences.flush().then(session.signOut)}
        />
      }
      bars={<Bars live={live} />}
      find={(text) => findSymbols(live, text)}
    >
      <Routes base={BASE} views={VIEWS} />
    </Frame>
  );
};

/** The sign-in, or the views of the signed-in trader. */
const Content = () => {
  const { session, live } = useContext(TraderContext) as TraderStore;
  const openView = useOpenView();
  const now = live.value;
  return (
    <Gate
      session={session}
      title={words().title}
      login={now?.login ?? null}
      below={<a href={hrefOf(BASE, 'sign-up')}>{words().signUp}</a>}
      openView={openView === undefined ? null : <Routes base={BASE} views={[openView]} />}
    >
      {now === null ? null : <Signed key={now.login} live={now} />}
    </Gate>
  );
};

/** The terminal. */
export const Terminal = ({ store }: { readonly store: TraderStore }) => (
  <TraderContext.Provider value={store}>
    <Content />
  </TraderContext.Provider>
);
