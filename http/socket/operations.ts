// The operations that the front handles itself: hello, ping, subscribe, unsubscribe, resume.

import { type Static, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import type { ActorsClient, EventPart } from '../../actors/client.js';
import { hasAnyRight } from '../../wire/accounts/has-rights.js';
import { type Audience, SessionView } from '../../wire/accounts/identity.js';
import { type Outcome, ok, refuse } from '../../wire/base/codes.js';
import { OrNull, Strict, Words, wantedBy } from '../../wire/base/schema.js';
import { GroupFilter } from '../../wire/base/setting-fields.js';
import { FRAME_BYTES_MAX } from '../../wire/codec/frames.js';
import { type InputCheck, inputCheck } from '../../wire/fields/input-faults.js';
import { DEALER_BODIES, DEALER_FIELDS } from '../../wire/rest/trading/dealing.js';
import type { EventData } from '../../wire/socket/events.js';
import { AccountSeq, Seq, ServerTime } from '../../wire/socket/fields.js';
import type { OperationForm } from '../../wire/socket/operations.js';
import { DEALER_ACTIONS } from '../../wire/trading/commands.js';
import { envelopeOf } from '../rest/actor-call.js';
import { DEALER_CODES, type DealerAnswer, dealerCall } from '../rest/dealer-call.js';
import { clockOf, sessionView } from '../rest/session-view.js';
import { RATE_SAYS, TRADE_RATE_SAYS } from '../session/account-share.js';
import { callerOf, csrfFits } from '../session/identify.js';
import type { SocketAccounts } from './accounts.js';
import type { Channel, GiveOutcome } from './channels/channel.js';
import { DEALING } from './channels/dealing.js';
import { EVENT_PARTS, type StaffEvents } from './channels/events.js';
import { SOCKET_LIMITS, type SocketClock } from './connection/clock.js';
import type { Connection } from './connection/connection.js';
import type { ResumeStore } from './connection/event-store.js';
import { missedByAccount } from './connection/missed-events.js';
import { chained, startReplay } from './connection/replay.js';
import type { Messages } from './messages.js';

/** The services for the operations. */
export interface SocketServices {
  readonly client: ActorsClient;
  readonly clock: SocketClock;
  readonly accounts: SocketAccounts;
  readonly channels: Readonly<Record<Audience, ReadonlyMap<string, Channel>>>;
  readonly staffEvents: StaffEvents;
  readonly resume: ResumeStore;
  readonly messages: Messages;
  /** Most sockets of an account. */
  readonly socketsPerAccount: number;
  /** Trade requests that an account may send in a second; 0 = no limit. */
  readonly tradesPerSec: number;
  /** Requests of all kinds that an account may send in a second; 0 = no limit. */
  readonly requestsPerSec: number;
  /** Identifies a run of the server. */
  readonly runId: string;
  /** Called when the csrf token of a cookie sign-in was right. */
  signedIn(connection: Connection): void;
}

/** An operation: its data are validated before it runs; it answers once, now or later. */
interface SocketOperation {
  /** Its description for clients; `channels` = each channel has its own filter and reply. */
  readonly form: OperationForm | 'channels';
  readonly refusal: InputCheck;
  run(services: SocketServices, connection: Connection, data: unknown, answer: GiveOutcome): void;
}

type RunOperation<S extends TSchema> = (
  services: SocketServices,
  connection: Connection,
  data: Static<S>,
  answer: GiveOutcome,
) => void;

const op = <S extends TSchema>(form: OperationForm<S>, run: RunOperation<S>): SocketOperation => ({
  form,
  refusal: inputCheck(form.data),
  run: (s, c, data, answer) => run(s, c, data as never, answer),
});

const json = (data: unknown): Outcome<string> => ok(JSON.stringify(data));

/** The actors' time, which accounts and events use. */
const time = (client: ActorsClient): string => new Date(client.now()).toISOString();

/** The data of the event `heartbeat`. */
export const heartbeatData = (
  { client, accounts, staffEvents }: SocketServices,
  connection: Connection,
): EventData<'heartbeat'> => ({
  server_time: time(client),
  seq: String(staffEvents.seqFor(connection)),
  account_seq: accounts.knownSeq(connection.session),
});

/** The limits for clients, as `hello` returns them. */
const Limits = Strict({
  frame_bytes: Type.Integer({ description: 'Bytes of the longest frame of a client.' }),
  symbols: Type.Integer({ description: 'Symbols of one subscription.' }),
  sockets_per_account: Type.Integer({ description: 'Open sockets of one account.' }),
  trades_per_sec: Type.Integer({ description: TRADE_RATE_SAYS }),
  requests_per_sec: Type.Integer({ description: RATE_SAYS }),
  unsent_bytes: Type.Integer({ description: 'Bytes unsent past which the socket closes.' }),
  heartbeat_ms: Type.Integer({ description: 'The server speaks at least this often.' }),
  silence_ms: Type.Integer({
    description:
      'Time without a frame or pong of the client after which the socket is closed with 4008.',
  }),
});

const HELLO = {
  says:
    'Begins the conversation, and answers session, time and limits. Browsers must send ' +
    '`hello` first, with their csrf token; other clients may send `hello`. Live events ' +
    'wait some 500 ms for a `resume` that follows.',
  data: Strict({
    csrf: Type.Optional(
      Type.String({ maxLength: 256, description: 'The csrf token of a browser session.' }),
    ),
    account: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'The login that the client believes signed in.',
      }),
    ),
  }),
  reply: Strict({
    session: Type.Unsafe<SessionView>({ ...SessionView, description: 'The session.' }),
    server_time: ServerTime(),
    run_id: Type.String({ description: 'Id that changes with each restart of the server.' }),
    seq: Seq(),
    account_seq: OrNull(AccountSeq(), {
      description: 'Number of the newest event of the account; null for staff, or not known.',
    }),
    message_seq: {
      ...Seq(),
      description:
        'The connection gets every message (`mail`, `notification`) with a higher `seq`; ' +
        'send this number in `resume` (`after_seq` of traders) as long as no message has ' +
        'come.',
    },
    limits: { ...Limits, description: 'Bounds that the client must keep to.' },
  }),
  codes: ['auth.csrf_invalid', 'auth.account_changed'],
  example: { account: 1001 },
} satisfies OperationForm;

const hello = op(HELLO, (services, connection, { csrf = '', account }, answer) => {
  const { session } = connection;
  const { client, accounts, staffEvents } = services;
  const isProven = connection.isSignedIn || csrfFits(csrf, session);
  if (!isProven) return answer(refuse('auth.csrf_invalid', 'csrf: does not match the session'));
  if (account !== undefined && account !== session.login) {
    return answer(refuse('auth.account_changed'));
  }
  if (!connection.isSignedIn) services.signedIn(connection);
  const answerSeq = (accountSeq: number | null): void =>
    answer(
      json({
        session: sessionView(session, clockOf(client)),
        server_time: time(client),
        run_id: services.runId,
        seq: String(staffEvents.seqFor(connection)),
        account_seq: accountSeq,
        message_seq: String(connection.messagesAfter),
        limits: {
          frame_bytes: FRAME_BYTES_MAX,
          symbols: SOCKET_LIMITS.symbols,
          sockets_per_account: services.socketsPerAccount,
          trades_per_sec: services.tradesPerSec,
          requests_per_sec: services.requestsPerSec,
          unsent_bytes: SOCKET_LIMITS.unsentBytes,
          heartbeat_ms: SOCKET_LIMITS.heartbeatMs,
          silence_ms: SOCKET_LIMITS.silenceMs,
        },
      }),
    );
  const known = accounts.knownSeq(session);
  if (known !== null || session.audience === 'staff') return answerSeq(known);
  accounts.newestSeq(connection).then(answerSeq, () => answerSeq(null));
});

const PING = {
  says: 'Answers the time of the server: for round trips, and as a sign of life.',
  data: Strict({}),
  reply: Strict({ server_time: ServerTime() }),
  codes: [],
  example: {},
} satisfies OperationForm;

const ping = op(PING, ({ client }, _, __, answer) => answer(json({ server_time: time(client) })));

const ChannelData = Type.Object({ channel: Type.String({ maxLength: 32 }) });

/** An operation whose data and reply depend on the channel that it names. */
const channelOp = (run: RunOperation<typeof ChannelData>): SocketOperation => ({
  form: 'channels',
  refusal: inputCheck(ChannelData),
  run: (s, c, data, answer) => run(s, c, data as never, answer),
});

/** The named channel, and the remaining data as its filter. */
const namedChannel = (
  { channels }: SocketServices,
  { audience }: Connection,
  data: Static<typeof ChannelData>,
): Outcome<{ readonly channel: Channel; readonly filter: Record<string, unknown> }> => {
  const { channel: name, ...filter } = data;
  const channel = channels[audience].get(name);
  if (channel !== undefined) return ok({ channel, filter });
  return refuse('invalid_input', `channel: this socket has no channel ${name}`);
};

const subscribe = channelOp((services, connection, data, answer) => {
  const named = namedChannel(services, connection, data);
  if (!named.ok) return answer(named);
  const { channel, filter } = named.data;
  channel.subscribe(connection, filter, (outcome, more = '', given?: number) => {
    if (!outcome.ok) return answer(outcome);
    const seq = given ?? services.staffEvents.seqFor(connection);
    const head = `{"channel":"${channel.name}","snapshot":${outcome.data}`;
    answer(ok(`${head}${more},"seq":"${seq}"}`));
  });
});

const unsubscribe = channelOp((services, connection, data, answer) => {
  const named = namedChannel(services, connection, data);
  if (!named.ok) return answer(named);
  const { channel, filter } = named.data;
  const outcome = channel.unsubscribe(connection, filter);
  const seq = String(services.staffEvents.seqFor(connection));
  answer(outcome.ok ? json({ channel: channel.name, seq }) : outcome);
});

const NOT_RESUMED = json({ resumed: false });

const resumed = (seq: number, more: { readonly messages?: boolean } = {}): Outcome<string> =>
  json({ resumed: true, seq: String(seq), ...more });

const resumedWith = (more: TProperties) =>
  Type.Union([
    Strict({
      resumed: Type.Literal(true, { description: 'All events that were missed have been sent.' }),
      seq: Seq(),
      ...more,
    }),
    Strict({ resumed: Type.Literal(false, { description: 'Events are missing.' }) }),
  ]);

/** A seq that the client has. */
const AfterSeq = (description: string) =>
  Type.String({
    pattern: wantedBy('^(0|[1-9]\\d{0,15})$', 'must be a whole number of at most 16 digits'),
    description,
  });

const RESUMES =
  'Sends the events that the client missed, in order, and then answers `resumed: ' +
  'true`; live events wait until then. `resumed: false`: the server no longer has the ' +
  'missed events, or the client read too slowly; take new snapshots.';

/** In an answer to `resume`. */
const MESSAGES = (given: string) =>
  Type.Optional(
    Type.Boolean({
      description:
        `With \`${given}\`: have all messages that were missed been sent? False: the server ` +
        'holds some no longer; read their lists.',
    }),
  );

const TRADER_RESUME = {
  says: RESUMES,
  data: Strict({
    after: Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The last `account_seq` that the client has.',
    }),
    after_seq: Type.Optional(
      AfterSeq(
        'The `seq` of the last message (`mail`, `notification`) that the client has, or the ' +
          '`message_seq` of `hello` before the first message: later messages follow the events.',
      ),
    ),
  }),
  reply: resumedWith({ messages: MESSAGES('after_seq') }),
  codes: [],
  example: { after: 3, after_seq: '9124' },
} satisfies OperationForm;

const traderResume = op(TRADER_RESUME, (services, connection, { after, after_seq }, answer) => {
  const { accounts, client, clock, resume, messages } = services;
  const go = (newest: number | null): void => {
    const { session } = connection;
    const missed = missedByAccount(resume, client, session, after, newest ?? -1);
    if (missed === undefined || !connection.isOpen) {
      connection.release();
      return answer(NOT_RESUMED);
    }
    const unread = after_seq === undefined ? undefined : messages.missed(connection, +after_seq);
    const all = unread === undefined ? missed : chained(missed, unread);
    startReplay(connection, all, client, clock, (end) => {
      const seq = client.seq();
      client.markShown(session.id, Math.max(seq, connection.messagesAfter));
      const more = unread === undefined ? {} : { messages: !unread.isLost };
      answer(end === 'lost' ? NOT_RESUMED : resumed(seq, more));
    });
  };
  const known = accounts.knownSeq(connection.session);
  if (known !== null) return go(known);
  accounts.newestSeq(connection).then(go, () => go(null));
});

const Followed = Strict({
  channel: Type.Unsafe<EventPart>({ ...Words(EVENT_PARTS), description: 'Name of the channel.' }),
  group: Type.Optional(GroupFilter()),
});

const STAFF_RESUME = {
  says:
    `${RESUMES} \`orders\` and \`positions\` are not resumed either when accounts were moved, ` +
    'hidden, shown or deleted meanwhile, or rights of staff changed. Do not name a subscription ' +
    'that `resubscribe` has ended.',
  data: Strict({
    after_seq: AfterSeq('The last `seq` that the client has.'),
    channels: Type.Optional(
      Type.Array(Followed, {
        maxItems: EVENT_PARTS.length * SOCKET_LIMITS.masks,
        description:
          'Channels to which the server subscribes the client first, so that no event is lost ' +
          'in between.',
      }),
    ),
    message_seq: Type.Optional(
      AfterSeq(
        'The `seq` of the last message (`mail`, `notification`) that the client has, or the ' +
          '`message_seq` of `hello` before the first message: later messages follow the events.',
      ),
    ),
  }),
  reply: resumedWith({ messages: MESSAGES('message_seq') }),
  codes: ['forbidden'],
  example: { after_seq: '9124', channels: [{ channel: 'deals', group: 'demo\\*' }] },
} satisfies OperationForm;

const staffResume = op(
  STAFF_RESUME,
  (services, connection, { after_seq, channels = [], message_seq }, answer) => {
    const { client, resume, staffEvents, messages } = services;
    for (const { channel, group } of channels) {
      const refused = staffEvents.follow(connection, channel, group);
      if (refused !== undefined) return answer(refused);
    }
    const unread =
      message_seq === undefined ? undefined : messages.missed(connection, +message_seq);
    const give = (isWhole: boolean): void => {
      client.markShown(connection.session.id, connection.messagesAfter);
      const more = unread === undefined ? {} : { messages: !unread.isLost };
      answer(isWhole ? resumed(client.seq(), more) : NOT_RESUMED);
    };
    staffEvents.resume(connection, Number(after_seq), resume, give, unread);
  },
);

const DealerReply = Strict({
  done: Type.Literal(true, { description: 'The request is executed.' }),
  seq: Seq(),
});
const request = Type.Integer({ minimum: 1, description: 'Id of the waiting request.' });

const DEALER_TAKE = {
  says:
    'Takes a request of the channel `dealing`: other dealers can no longer answer the ' +
    'request.',
  data: Strict({ request }),
  reply: DealerReply,
  codes: DEALER_CODES,
  example: { request: 7 },
} satisfies OperationForm;

const [, ...ANSWERS] = DEALER_ACTIONS;

const DEALER_ANSWER = {
  says:
    'Answers a taken request: `confirm` executes the request, at the current price and ' +
    'whole unless `price` or `volume` is sent; `requote` offers a price; `reject` ' +
    'refuses with a reason; `return` gives the request back.',
  data: Strict({
    request,
    action: { ...Words(ANSWERS), description: 'Action on the request.' },
    ...DEALER_FIELDS,
  }),
  reply: DealerReply,
  codes: DEALER_CODES,
  example: { request: 7, action: 'confirm', price: '1.10010' },
} satisfies OperationForm;

/** The refusals of what is said with an action that it does not take. */
const bodyRefusals = Object.fromEntries(
  DEALER_ACTIONS.map((action) => [action, inputCheck(DEALER_BODIES[action])]),
) as Readonly<Record<DealerAnswer['action'], InputCheck>>;

/** A dealer's action, answered as the account does. */
const dealerSays = (
  { client }: SocketServices,
  { session, address }: Connection,
  { request, ...said }: DealerAnswer & { readonly request: number },
  answer: GiveOutcome,
): void => {
  if (!hasAnyRight(session, DEALING.rights)) return answer(refuse('forbidden'));
  const { action, ...fields } = said;
  const refused = bodyRefusals[action](fields);
  if (refused !== undefined) return answer(refused);
  const caller = callerOf(session, address);
  dealerCall(client, caller, request, said, session.id).then(
    (answered) => {
      if ('ok' in answered) return answer(answered);
      const { success, code, message, data } = envelopeOf(answered);
      answer(success ? json(data) : refuse(code, message, (data as object | null) ?? undefined));
    },
    () => answer(refuse('internal')),
  );
};

const dealer_take = op(DEALER_TAKE, (services, connection, data, answer) =>
  dealerSays(services, connection, { ...data, action: 'take' }, answer),
);
const dealer_answer = op(DEALER_ANSWER, dealerSays);

const both = { hello, ping, subscribe, unsubscribe } as const;
const dealers = { dealer_take, dealer_answer } as const;

/** The front's operations for each audience, by name. */
export const FRONT_OPS: Readonly<Record<'trader' | 'staff', ReadonlyMap<string, SocketOperation>>> =
  {
    trader: new Map(Object.entries({ ...both, resume: traderResume })),
    staff: new Map(Object.entries({ ...both, ...dealers, resume: staffResume })),
  };
