// The state of the connection: a mark in the top bar, and a bar while prices are not alive.

import { useEffect, useState } from 'preact/hooks';
import type { ConnectionState, RestartNotice } from '../live/connection.js';
import { texts } from '../texts/language.js';
import { Button } from '../ui/button.js';
import { Note } from '../ui/loaded.js';

const words = texts({
  live: ['live', 'live'],
  connecting: ['connecting', 'verbindet'],
  stale: ['silent', 'still'],
  offline: ['offline', 'offline'],
  ended: ['ended', 'beendet'],
  staleBar: [
    'No sign of the server for 7 seconds: prices may be old.',
    'Seit 7 Sekunden kein Zeichen des Servers: Preise können alt sein.',
  ],
  retry: [
    (seconds: number) => `Connection lost, next try in ${seconds} s.`,
    (seconds) => `Verbindung verloren, nächster Versuch in ${seconds} s.`,
  ],
  trying: ['Connection lost, connecting.', 'Verbindung verloren, wird hergestellt.'],
  restart: ['The server restarts.', 'Der Server startet neu.'],
  newPage: ['There is a newer version of this page.', 'Es gibt eine neuere Fassung dieser Seite.'],
  reload: ['Reload', 'Neu laden'],
});

/** The part of a connection that is drawn. */
interface DrawnConnection {
  readonly state: { readonly value: ConnectionState };
  readonly latencyMs: { readonly value: number | null };
  readonly restart: { readonly value: RestartNotice | null };
  readonly hasNewPage: { readonly value: boolean };
}

interface ConnectionProps {
  readonly connection: DrawnConnection;
}

/** A dot, its word, and the time that an answer takes. */
export const ConnectionMark = ({ connection }: ConnectionProps) => {
  const { kind } = connection.state.value;
  const latency = connection.latencyMs.value;
  return (
    <span class={`connection ${kind}`}>
      <span class="dot" aria-hidden="true" />
      {words()[kind]}
      {kind === 'live' && latency !== null ? <span> {Math.round(latency)} ms</span> : null}
    </span>
  );
};

const SECOND_MS = 1_000;

/** Seconds until a time, counted down. */
const useSecondsTo = (at: number): number => {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((at - now) / SECOND_MS));
};

const Offline = ({ retryAt }: { readonly retryAt: number }) => {
  const seconds = useSecondsTo(retryAt);
  return <Note tone="warn">{seconds > 0 ? words().retry(seconds) : words().trying}</Note>;
};

/** A bar while something is not as usual. */
export const ConnectionBar = ({ connection }: ConnectionProps) => {
  const state = connection.state.value;
  const restart = connection.restart.value;
  return (
    <>
      {state.kind === 'stale' ? <Note tone="warn">{words().staleBar}</Note> : null}
      {state.kind === 'offline' ? <Offline retryAt={state.retryAt} /> : null}
      {restart === null ? null : <Note tone="warn">{restart.text || words().restart}</Note>}
      {connection.hasNewPage.value ? (
        <Note>
          {words().newPage} <Button onClick={() => location.reload()}>{words().reload}</Button>
        </Note>
      ) : null}
    </>
  );
};
