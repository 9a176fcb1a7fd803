// The front for tests: the real server on a free port over a runtime whose answers the test sets.

import { createHash, randomBytes } from 'node:crypto';
import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ActorsClient, FrontSink, Histogram } from '../../actors/client.js';
import type { FrontFlags } from '../../http/front.js';
import { createFront } from '../../http/front.js';
import type { Logger } from '../../http/server/exchange.js';
import { ResumeStore } from '../../http/socket/connection/event-store.js';
import { createSockets } from '../../http/socket/socket.js';
import type { SessionCopy } from '../../wire/accounts/identity.js';
import { ok, refuse } from '../../wire/base/codes.js';
import { eventFrame } from '../../wire/codec/event-frames.js';
import type { DeskAnswer, DeskOp, DeskOps } from '../../wire/desk/operations.js';
import { NO_SETTINGS, type Settings } from '../../wire/settings/config.js';
import { now } from './clock.js';
import { within } from './guard.js';
import { HandClock } from './hand-clock.js';
import { sessionOf } from './memory-actors.js';
import { noVitals } from './vitals.js';

/** The flags of a front under test: any free port of this machine, the usual limits. */
export const FRONT_FLAGS: FrontFlags = {
  port: 0,
  host: '127.0.0.1',
  tlsCert: '',
  tlsKey: '',
  trustedProxies: [],
  allowedOrigins: [],
  connectionsPerAddress: 100,
  socketsPerAccount: 20,
  tradeRate: 0,
  metricsOpen: false,
};

type DeskTable = {
  [K in DeskOp]?: (input: DeskOps[K]['input']) => DeskAnswer<K> | Promise<DeskAnswer<K>>;
};

/** What the runtime behind the front answers. */
export interface Answers {
  /** Answers by operation, or a whole desk. */
  readonly desk?: DeskTable | ActorsClient['desk'];
  readonly settings?: ActorsClient['settings'];
  readonly group?: ActorsClient['group'];
  readonly hidden?: ActorsClient['hidden'];
  readonly call?: ActorsClient['call'];
  readonly waiting?: ActorsClient['waiting'];
  readonly news?: ActorsClient['news'];
  readonly query?: ActorsClient['query'];
  readonly explain?: ActorsClient['explain'];
  readonly metrics?: Readonly<Record<string, number>>;
  readonly histograms?: readonly Histogram[];
  readonly ready?: boolean;
  readonly unreleased?: ActorsClient['unreleased'];
  readonly vitals?: ActorsClient['vitals'];
  readonly now?: ActorsClient['now'];
  readonly reportFiles?: ActorsClient['reportFiles'];
}

/** A line that the front logged. */
export interface Logged {
  readonly level: keyof Logger;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly message: string;
}

const SETTINGS = {
  ...NO_SETTINGS,
  version: 1,
  platform: [{ utc_offset_min: 120, daylight_saving: 'europe' }],
} as unknown as Settings;

const tableDesk =
  (table: DeskTable): ActorsClient['desk'] =>
  async <K extends DeskOp>(op: K, input: DeskOps[K]['input']): Promise<DeskAnswer<K>> => {
    const answer = table[op];
    if (answer !== undefined) return answer(input);
    if (op === 'auth.verify' || op === 'auth.activity') return ok(null) as DeskAnswer<K>;
    throw new Error(`${op} was not expected`);
  };

const runtime = (answers: Answers, attach: (sink: FrontSink) => void): ActorsClient => ({
  attach,
  connect: () => 1,
  disconnect: () => {},
  send: () => false,
  call: answers.call ?? (() => Promise.reject(new Error('no call was expected'))),
  desk: typeof answers.desk === 'function' ? answers.desk : tableDesk(answers.desk ?? {}),
  query: answers.query ?? (() => Promise.reject(new Error('no query was expected'))),
  markShown: () => {},
  explain: answers.explain ?? (() => Promise.reject(new Error('nothing was to be explained'))),
  hidden: answers.hidden ?? (() => false),
  settings: answers.settings ?? (() => SETTINGS),
  quote: () => ({ bid: 0, ask: 0, time: 0, open: 0, high: 0, low: 0, last: 0 }),
  symbols: () => {
    const { symbol } = answers.settings?.() ?? SETTINGS;
    const lower = (name: string): string => name.toLowerCase();
    return {
      named: (name) => symbol.find((one) => lower(one.name) === lower(name)),
      byId: (id) => symbol.find((one) => one.id === id),
    };
  },
  group: answers.group ?? (() => undefined),
  watch: () => {},
  attend: () => {},
  waiting: answers.waiting ?? (() => new Map()),
  news: answers.news ?? (() => []),
  wantQuotes: () => {},
  now: answers.now ?? now,
  seq: () => 0,
  frame: ({ packed, seq }) => eventFrame(packed, seq),
  metrics: async () => answers.metrics ?? {},
  histograms: () => answers.histograms ?? [],
  ready: () => answers.ready ?? true,
  unreleased: answers.unreleased ?? (() => ''),
  vitals: answers.vitals ?? noVitals(),
  reportFiles: answers.reportFiles ?? { open: async () => refuse('not_found') },
});

/** A session and the access token that it is found by. */
export interface Signed {
  readonly session: SessionCopy;
  readonly token: string;
}

/** A session with every right, unless it is told otherwise. */
export const signed = (given: Partial<SessionCopy> = {}): Signed => {
  const token = randomBytes(32).toString('base64url');
  const browser = given.audience !== 'trader' || given.terminal === 'web';
  const staff = {
    ...({ login: 1, audience: 'staff', terminal: 'manager', browser } as const),
    ...{ group: 'managers\\administrators', group_scope: ['*'] },
    rights: ['accounts.view', 'accounts.edit', 'accounts.balance', 'trades.edit'] as const,
    access_hash: createHash('sha256').update(token).digest('hex'),
    csrf_token: 'csrf-of-this-session',
    access_expires_at: now() + 900_000,
    expires_at: now() + 43_200_000,
  };
  return { token, session: sessionOf(randomBytes(16).toString('hex'), { ...staff, ...given }) };
};

/** A trader's session of the terminal `api`, which carries its token itself. */
export const signedTrader = (given: Partial<SessionCopy> = {}): Signed =>
  signed({
    login: 1001,
    audience: 'trader',
    terminal: 'api',
    browser: false,
    group: 'demo\\standard',
    group_scope: [],
    rights: [],
    ...given,
  });

/** What raw bytes are waited for: a number of answers, or the end of the connection. */
export interface Until {
  readonly answers?: number;
  readonly closed?: boolean;
  /** Wait until the server has answered another connection that asked after all was sent. */
  readonly passed?: boolean;
  /** Send them over TLS, whatever the certificate. */
  readonly tls?: boolean;
}

/** What came back, and whether the server closed the connection. */
export interface Raw {
  readonly text: string;
  readonly closed: boolean;
}

/** A running front. */
export interface TestFront {
  readonly port: number;
  readonly sink: FrontSink;
  readonly logged: readonly Logged[];
  /** The time of the sockets stands unless a test moves it: none is late with its `hello`. */
  readonly clock: HandClock;
  /** Opens a session at the front. */
  admit(one: Signed): Signed;
  /** Sends a request; a body is sent as JSON, bytes as they are. */
  ask(
    method: string,
    path: string,
    more?: { headers?: Record<string, string>; body?: unknown },
  ): Promise<{ status: number; headers: Headers; envelope: Envelope }>;
  /** Sends bytes and tells what came back. */
  raw(text: string, until?: Until): Promise<Raw>;
  close(): Promise<void>;
}

/** An envelope as it is read by tests. */
export interface Envelope {
  readonly success: boolean;
  readonly code: string;
  readonly message: string;
  readonly data: unknown;
  readonly request_id: string;
}

/** The envelope of an answer; a file is the data of one that says ok. */
const envelopeOf = ({ headers, text }: { headers: Headers; text: string }): Envelope => {
  const request_id = headers.get('x-request-id') ?? '';
  return headers.has('content-disposition') || text === ''
    ? { success: true, code: 'ok', message: '', data: text, request_id }
    : (JSON.parse(text) as Envelope);
};

/** The headers that a browser session sends. */
export const cookieOf = ({ token, session }: Signed): Record<string, string> => ({
  cookie: `${session.audience === 'staff' ? 'admin' : 'trader'}_access=${token}`,
  'x-csrf-token': session.csrf_token,
});

/** The headers that other terminals send. */
export const bearerOf = ({ token }: Signed): Record<string, string> => ({
  authorization: `Bearer ${token}`,
});

/** Opens a front; close it at the end of the test. */
export const openFront = async (
  answers: Answers = {},
  flags: Partial<FrontFlags> = {},
): Promise<TestFront> => {
  const logged: Logged[] = [];
  const log = (level: keyof Logger): Logger['info'] => {
    return (facts, message) => logged.push({ level, facts, message });
  };
  let sink: FrontSink | undefined;
  const clock = new HandClock();
  const front = createFront({
    sockets: (parts) => createSockets(parts, clock, new ResumeStore(...RESUME_ROOM)),
    client: runtime(answers, (given) => {
      sink = given;
    }),
    flags: { ...FRONT_FLAGS, ...flags },
    log: { info: log('info'), warn: log('warn'), error: log('error') },
  });
  const port = await front.listen().catch(async (cause: unknown) => {
    await front.close();
    throw cause;
  });
  if (sink === undefined) throw new Error('the front attached no sink');
  const connected = sink;
  const agent = new Agent({ keepAlive: true });
  return {
    port,
    sink: connected,
    logged,
    clock,
    admit: (one) => {
      connected.session(one.session.id, one.session, '');
      return one;
    },
    ask: async (method, path, { headers = {}, body } = {}) => {
      const isRaw = body === undefined || body instanceof Uint8Array;
      const text = isRaw ? body : JSON.stringify(body);
      const sent = text === undefined ? {} : jsonHeaders(text);
      const options = { agent, port, method, path, headers: { ...sent, ...headers } };
      const answer = await answered(options, text);
      return { ...answer, envelope: envelopeOf(answer) };
    },
    raw: (text, until = {}) => exchange(port, text, until, flags.tlsCert !== undefined),
    close: () => clock.through(front.close(), 'end of the front'),
  };
};

/** What is kept of events for `resume`: a front of the tests has few of them. */
const RESUME_ROOM = [1_000, 1 << 20] as const;

const jsonHeaders = (text: string | Uint8Array) => ({
  'content-type': 'application/json',
  'content-length': Buffer.byteLength(text),
});

const headersOf = ({ rawHeaders }: IncomingMessage): Headers => {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  }
  return headers;
};

/** Sends a request; what is answered. */
const answered = (options: RequestOptions, body: string | Uint8Array | undefined) =>
  new Promise<{ status: number; headers: Headers; text: string }>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', ...options }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => {
        text += part;
      });
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: headersOf(answer), text }),
      );
      answer.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });

/** How many whole answers a text holds; `bodiless` ones end with their head. */
const answersIn = (text: string, bodiless: boolean): number => {
  let count = 0;
  let at = 0;
  for (;;) {
    const head = text.indexOf('\r\n\r\n', at);
    if (head < 0) return count;
    const length = /content-length: (\d+)/i.exec(text.slice(at, head))?.[1];
    at = head + 4 + (bodiless ? 0 : Number(length ?? 0));
    if (at > text.length) return count;
    count += 1;
  }
};

const ALIVE = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n';

/** Sends bytes to a server that speaks TLS or not; what came back. */
const exchange = async (
  port: number,
  sent: string,
  { answers = 1, closed: untilClosed = false, passed = false, tls = false }: Until,
  isTls: boolean,
): Promise<Raw> => {
  const come = new Promise<Raw>((resolve) => {
    const socket = tls
      ? connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false })
      : connect(port, '127.0.0.1');
    let text = '';
    const end = (closed: boolean): void => {
      socket.destroy();
      resolve({ text, closed });
    };
    socket.setEncoding('latin1');
    socket.on('data', (part: string) => {
      text += part;
      const whole = answersIn(text, sent.startsWith('HEAD'));
      if (!untilClosed && !passed && whole >= answers) end(false);
    });
    socket.on('close', () => end(true));
    socket.on('error', () => end(true));
    socket.write(sent, 'latin1', () => {
      if (passed) void exchange(port, ALIVE, { tls: isTls }, isTls).then(() => end(false));
    });
  });
  return within(come, 'answer to raw bytes');
};
