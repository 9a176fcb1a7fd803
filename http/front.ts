// The front: puts routes, sockets, sessions and server together.

import { randomUUID } from 'node:crypto';
import type { ActorsClient, FrontSink } from '../actors/client.js';
import type { Audience } from '../wire/accounts/identity.js';
import { type Code, messageOf, statusOf } from '../wire/base/codes.js';
import { envelopeText } from '../wire/codec/text.js';
import { appPages } from './pages/apps.js';
import { docsPages } from './pages/docs.js';
import { Counters, healthPages } from './pages/health.js';
import { socketDocsPages } from './pages/socket-docs.js';
import type { FlagLimits } from './reference/asyncapi-limits.js';
import { Dispatcher, type Page } from './rest/dispatch.js';
import { RESTARTING, refusalOf, requestIdOf } from './rest/envelope.js';
import type { HandlerContext } from './rest/route.js';
import { routes, TAGS } from './routes/table.js';
import { clientAddress, isLoopback } from './server/address.js';
import { AddressGauge } from './server/address-gauge.js';
import { Certificate } from './server/certificate.js';
import type { Incoming, Logger } from './server/exchange.js';
import { LoopWork } from './server/loop-work.js';
import { HttpServer, type Refusals } from './server/server.js';
import { AccountShares, tooFast } from './session/account-share.js';
import { Cookies } from './session/cookies.js';
import type { Identity } from './session/identify.js';
import { SessionCopies } from './session/sessions.js';
import type { LiveSockets, SocketParts } from './socket/socket.js';
import { appsFolder, packageVersion } from './version.js';

/** Statuses that make a proxy try another server. */
const UNAVAILABLE = 503;
const TOO_MANY = 'Too many connections from this address.';
const TOO_MANY_UNREAD =
  'Too many answers wait to be read by this address, or by all; try again. retry_after=5';
const TOO_MUCH_AT_ONCE = 'Too many requests at once from this address; try again. retry_after=1';
const IN_THE_CLEAR =
  'passwords and tokens cross the network in plain text: listen on loopback behind a proxy that ' +
  'is named by --trusted-proxies, or serve TLS by --tls-cert and --tls-key';
const TOO_MANY_BODIES = 'Too many long requests at a time; try again. retry_after=10';

/** The flags that the front uses; `program/flags.ts` says what each means. */
export interface FrontFlags {
  readonly port: number;
  readonly host: string;
  readonly tlsCert: string;
  readonly tlsKey: string;
  readonly trustedProxies: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly connectionsPerAddress: number;
  readonly socketsPerAccount: number;
  readonly tradeRate: number;
  readonly metricsOpen: boolean;
}

interface FrontOptions {
  readonly client: ActorsClient;
  readonly flags: FrontFlags;
  readonly log: Logger;
  /** Number of lines that the log could not be given; default: none. */
  readonly lost?: () => number;
  /** A monotonic clock in ms, for rates; default: the machine's. */
  readonly elapsed?: () => number;
  sockets(parts: SocketParts): LiveSockets;
}

interface Front {
  /** Listens, once the runtime is started; returns the port. Throws when the address is in use. */
  listen(): Promise<number>;
  /** Reads the certificate again, if its files have changed. */
  reload(): Promise<void>;
  /** Accepts no new requests; running requests end, and sockets get a notice and are closed. */
  close(): Promise<void>;
}

/** The services for handlers; the dispatcher checks answers of the desk against the route. */
const openDoor = (
  client: ActorsClient,
  identity: Identity,
  shares: AccountShares,
): HandlerContext<Code> => ({
  ...identity,
  desk: (op, input) => client.desk(op, input),
  query: (by, name, input) => client.query(by, name, input),
  call: async (caller, login, op, data, requestId) => {
    const share = shares.of(caller.login);
    if (!share.hasRoom) {
      return { status: statusOf(tooFast.code), text: envelopeText(requestId, tooFast.code) };
    }
    share.underWay += 1;
    try {
      return await client.call(caller, login, op, data, requestId);
    } finally {
      share.underWay -= 1;
    }
  },
  explain: (by, dealId) => client.explain(by, dealId),
  group: (path) => client.group(path),
  hidden: (login) => client.hidden(login),
  waiting: () => client.waiting(),
  news: () => client.news(),
  quote: (symbolId) => client.quote(symbolId),
  symbols: () => client.symbols(),
  now: () => client.now(),
  unreleased: () => client.unreleased(),
  vitals: client.vitals,
  reportFiles: client.reportFiles,
});

/** The answers for requests that reach no handler, or whose handler failed. */
const refusalsOf = (dispatcher: Dispatcher): Refusals => ({
  stopping: () => ({
    ...refusalOf(randomUUID(), 'trade.too_many_requests', RESTARTING),
    status: UNAVAILABLE,
    why: RESTARTING,
  }),
  malformed: (why) => refusalOf(randomUUID(), 'invalid_input', why),
  tooManyConnections: () => refusalOf(randomUUID(), 'auth.too_many_attempts', TOO_MANY),
  tooManyBodies: () => refusalOf(randomUUID(), 'auth.too_many_attempts', TOO_MANY_BODIES),
  tooMuchAtOnce: () => refusalOf(randomUUID(), 'auth.too_many_attempts', TOO_MUCH_AT_ONCE),
  tooManyUnread: () => refusalOf(randomUUID(), 'auth.too_many_attempts', TOO_MANY_UNREAD),
  failed: (request: Incoming, cause: unknown) =>
    dispatcher.failed(request, requestIdOf(request), cause),
  late: (request, limitMs) => {
    const message = `No answer within ${Math.ceil(limitMs / 1000)} s. ${messageOf('timeout')}`;
    return refusalOf(requestIdOf(request), 'timeout', message);
  },
});

/**
 * The descriptions are separate program files, so that a start does not load all of their texts.
 */
const DESCRIPTION = new URL('./reference/openapi.js', import.meta.url);
const SOCKET_DESCRIPTION = new URL('./reference/asyncapi.js', import.meta.url);
type Description = typeof import('./reference/openapi.js');
type SocketDescription = typeof import('./reference/asyncapi.js');

/** Describes the routes. */
const describe =
  (cookies: Cookies) =>
  async (audience?: Audience): Promise<unknown> => {
    const { openApi } = (await import(DESCRIPTION.href)) as Description;
    const shown = audience === undefined ? {} : { audience };
    return openApi({ routes, tags: TAGS, cookies, version: packageVersion(), ...shown });
  };

/** Describes the live sockets, likewise. */
const describeSockets =
  (cookies: Cookies, secure: boolean, limits: FlagLimits) => async (): Promise<unknown> => {
    const { asyncApi } = (await import(SOCKET_DESCRIPTION.href)) as SocketDescription;
    return asyncApi({ version: packageVersion(), cookies, secure, ...limits });
  };

/** Passes reports of the runtime to the live sockets, and changed sessions to their copies. */
const sinkOf = (live: LiveSockets, sessions: SessionCopies): FrontSink => ({
  answer: (token, text) => live.answer(token, text),
  unanswered: (token) => live.unanswered(token),
  event: (frame) => live.event(frame),
  lost: (seq) => live.lost(seq),
  money: (login, group, text) => live.money(login, group, text),
  positions: (login, text) => live.positions(login, text),
  waiting: (request) => live.waiting(request),
  moved: (accounts, seq) => live.moved(accounts, seq),
  messages: (messages) => live.messages(messages),
  quotes: (changes) => live.quotes(changes),
  bars: (changes) => live.bars(changes),
  barsCorrected: (symbolId, spans) => live.barsCorrected(symbolId, spans),
  news: (news) => live.news(news),
  session: (id, copy, reason) => sessions.update(id, copy, reason),
  settings: (settings) => live.settings(settings),
  configured: (version, changes) => live.configured(version, changes),
  flush: () => live.flush(),
});

const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** Creates the front. Throws when the native server is missing or TLS files cannot be used. */
export const createFront = (options: FrontOptions): Front => {
  const { client, flags, log, sockets, elapsed, lost = () => 0 } = options;
  const tls = flags.tlsCert === '' ? null : { cert: flags.tlsCert, key: flags.tlsKey };
  const secure = tls !== null || flags.trustedProxies.length > 0;
  const sessions = new SessionCopies(client, log);
  const identity: Identity = {
    sessions,
    cookies: new Cookies(secure || !isLoopback(flags.host)),
    allowedOrigins: flags.allowedOrigins,
    settings: () => client.settings(),
  };
  const shares = new AccountShares(flags.tradeRate, elapsed);
  const counters = new Counters();
  const certificate = tls === null ? undefined : new Certificate(tls, log);
  const count = (name: string): void => counters.add(name);
  const figures = () => ({
    ...counters.values(),
    sessions: sessions.size,
    turn_work_max: LoopWork.most,
    process_cpu_seconds_total: cpuSeconds(),
    log_lines_lost_total: lost(),
    process_memory_bytes: process.memoryUsage.rss(),
    ...(certificate !== undefined && { certificate_ends_seconds: certificate.ends }),
    ...live.figures(),
  });
  const { socketsPerAccount } = flags;
  const limits = {
    socketsPerAccount,
    tradesPerSec: shares.tradesPerSecond,
    requestsPerSec: shares.perSecond,
  };
  const pages = new Map<string, Page>([
    ...healthPages({ client, figures, metricsOpen: flags.metricsOpen }),
    ...docsPages(describe(identity.cookies)),
    ...socketDocsPages(describeSockets(identity.cookies, secure, limits)),
  ]);
  const appPageOf = appPages(appsFolder);
  const pageOf = (path: string): Page | undefined => pages.get(path) ?? appPageOf(path);
  const context = openDoor(client, identity, shares);
  const dispatcher = new Dispatcher({ routes, pageOf, context, shares, log, count });
  const server = new HttpServer({
    handler: dispatcher,
    tls,
    secure,
    addressOf: clientAddress(flags.trustedProxies),
    gauge: new AddressGauge(flags.connectionsPerAddress),
    refusals: refusalsOf(dispatcher),
    log,
  });
  const live = sockets({ client, server, identity, shares, flags, log, count });
  client.attach(sinkOf(live, sessions));
  return {
    listen: () => {
      live.start();
      if (!secure && !isLoopback(flags.host)) log.warn({ host: flags.host }, IN_THE_CLEAR);
      certificate?.watch(() => server.renewTls());
      return server.listen(flags.host, flags.port);
    },
    reload: async () => certificate?.reload(),
    close: async () => {
      certificate?.close();
      server.stop();
      await live.close();
      await server.close();
      await sessions.report();
      sessions.close();
    },
  };
};
