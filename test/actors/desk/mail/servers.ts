// Mail servers for tests, on loopback: a real one that keeps what it gets, and a scripted one.

import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { MailRoute } from '../../../../wire/accounts/mail.js';

import { selfSigned } from '../../../support/certificate.js';
import { deferred } from '../../../support/deferred.js';

/** The certificate of the real servers; its name is `localhost`. */
export const certificate = selfSigned();

/** An e-mail as it came in. */
export interface Received {
  readonly from: string;
  readonly to: readonly string[];
  /** The headers by their names in lower case, unfolded. */
  readonly headers: ReadonlyMap<string, string>;
  readonly head: string;
  readonly body: string;
  readonly secure: boolean;
  readonly user: unknown;
}

/** A mail server that runs. */
export interface MailHost {
  readonly port: number;
  readonly received: Received[];
  close(): Promise<void>;
}

/** The port of a server, once it listens. */
const portOf = async (listener: Server): Promise<number> => {
  await once(listener, 'listening');
  return (listener.address() as AddressInfo).port;
};

const headersOf = (head: string): Map<string, string> =>
  new Map(
    head
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => {
        const cut = line.indexOf(':');
        return [line.slice(0, cut).toLowerCase(), line.slice(cut + 1).trim()];
      }),
  );

/** An error of a mail server with its code. */
export const answer = (code: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode: code });

/** A real mail server; without options it takes everything, offers STARTTLS and asks no login. */
export const openMailHost = async (options: SMTPServerOptions = {}): Promise<MailHost> => {
  const received: Received[] = [];
  const server = new SMTPServer({
    ...certificate,
    authOptional: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 1,
    onData: (stream, session, callback) => {
      void text(stream).then((raw) => {
        const cut = raw.indexOf('\r\n\r\n');
        const { envelope, secure, user } = session;
        received.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          headers: headersOf(raw.slice(0, cut)),
          head: raw.slice(0, cut),
          body: raw.slice(cut + 4),
          secure,
          user,
        });
        callback();
      });
    },
    ...options,
  });
  // Clients that break off are part of the tests.
  server.on('error', () => {});
  return {
    port: await portOf(server.listen(0, '127.0.0.1')),
    received,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
};

/** A server that says what it is told to: it is called with each line that comes, '' at first. */
export type Script = (line: string, socket: Socket) => string | undefined;

/** Ends a scripted server with all its connections. */
export interface ScriptedHost {
  readonly port: number;
  /** Resolves when a connection has been made. */
  readonly connected: Promise<void>;
  close(): Promise<void>;
}

/** Opens a scripted server. */
export const openScripted = async (script: Script): Promise<ScriptedHost> => {
  const sockets = new Set<Socket>();
  const connected = deferred();
  const server = createServer((socket) => {
    sockets.add(socket);
    connected.resolve();
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    const say = (line: string): void => {
      const words = script(line, socket);
      if (words !== undefined) socket.write(`${words}\r\n`);
    };
    say('');
    let rest = '';
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString()).split('\r\n');
      rest = lines.pop() as string;
      for (const line of lines) say(line);
    });
  });
  return {
    port: await portOf(server.listen(0, '127.0.0.1')),
    connected: connected.promise,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};

/**
 * A script that goes as a mail server does, but for the commands that are given; `.` is the end of
 * a text.
 */
export const politely = (but: Readonly<Record<string, string>> = {}): Script => {
  const inText = new WeakSet<Socket>();
  const polite: Readonly<Record<string, string>> = {
    GREETING: '220 ready',
    EHLO: '250 hello',
    DATA: '354 go on',
    ...but,
  };
  return (line, socket) => {
    if (inText.has(socket) && line !== '.') return undefined;
    inText.delete(socket);
    const verb = line === '' ? 'GREETING' : line.replace(/[ :].*/, '').toUpperCase();
    const words = polite[verb] ?? '250 well';
    if (words.startsWith('354')) inText.add(socket);
    return words;
  };
};

/** A way to a server on loopback, without TLS and login unless given. */
export const routeTo = (port: number, given: Partial<MailRoute> = {}): MailRoute => ({
  host: '127.0.0.1',
  port,
  security: 'none',
  login: '',
  password: '',
  sender_name: 'Example Broker',
  sender_email: 'office@broker.example',
  ...given,
});
