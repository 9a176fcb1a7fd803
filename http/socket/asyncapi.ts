// The AsyncAPI 3 description of the live sockets, made from the tables that the sockets run by: it
// cannot say anything else than these.

import { type TSchema, Type } from '@sinclair/typebox';
import type { Audience } from '../../wire/accounts/identity.js';
import { SessionView } from '../../wire/accounts/identity.js';
import type { Code } from '../../wire/base/codes.js';
import { Strict } from '../../wire/base/schema.js';
import { DEPTH_MAX } from '../../wire/codec/duplicate-keys.js';
import { FRAME_VALUES_MAX } from '../../wire/codec/frame-reader.js';
import { ACCOUNT_FRAME_BYTES_MAX, FRAME_BYTES_MAX, SUBPROTOCOLS } from '../../wire/codec/frames.js';
import { BarShape } from '../../wire/rest/trading/market.js';
import {
  AccountPicture,
  AccountShape,
  CorrectionShape,
  DealShape,
  LiveMoneyShape,
  MoneyShape,
  OpenOrderShape,
  OpenPositionShape,
  OrderShape,
  StoredPositionShape,
  TradeResultShape,
} from '../../wire/rest/trading/shapes.js';
import { TradeBody } from '../../wire/rest/trading/trades.js';
import {
  CauseShape,
  CorrectionExecution,
  DealExecution,
  type EventForm,
  Execution,
  NUMBERED_EVENTS,
  QuoteRow,
  ResultExecution,
  SOCKET_EVENTS,
  type SocketEvent,
} from '../../wire/socket/events.js';
import {
  ACCOUNT_FRAMES,
  AccountSeq,
  type OperationForm,
  Seq,
} from '../../wire/socket/operations.js';
import type { Cookies } from '../session/cookies.js';
import { ACCOUNTS } from './channels/accounts.js';
import { BARS } from './channels/bars.js';
import type { ChannelForm, ChannelName } from './channels/channel.js';
import { CONFIG } from './channels/config.js';
import { EVENT_CHANNELS } from './channels/events.js';
import { QUOTES } from './channels/quotes.js';
import { SOCKET_LIMITS } from './connection/clock.js';
import { CLOSE, CLOSED_OTHERWISE, type Close } from './connection/close.js';
import { FRONT_OPS } from './operations.js';

type JsonObject = Readonly<Record<string, unknown>>;

/** Every channel, as clients are told of it. */
const CHANNELS: Readonly<Record<ChannelName, ChannelForm>> = {
  quotes: QUOTES,
  bars: BARS,
  accounts: ACCOUNTS,
  ...EVENT_CHANNELS,
  config: CONFIG,
};

/** Schemas that have a name of their own in the description. */
const NAMED: ReadonlyMap<unknown, string> = new Map<TSchema, string>([
  [AccountShape, 'Account'],
  [AccountPicture, 'AccountPicture'],
  [BarShape, 'Bar'],
  [CauseShape, 'Cause'],
  [CorrectionShape, 'Correction'],
  [DealShape, 'Deal'],
  [Execution, 'Execution'],
  [DealExecution, 'DealExecution'],
  [ResultExecution, 'ResultExecution'],
  [CorrectionExecution, 'CorrectionExecution'],
  [LiveMoneyShape, 'LiveMoney'],
  [MoneyShape, 'Money'],
  [OpenOrderShape, 'OpenOrder'],
  [OpenPositionShape, 'OpenPosition'],
  [OrderShape, 'Order'],
  [StoredPositionShape, 'Position'],
  [QuoteRow, 'QuoteRow'],
  [SessionView, 'Session'],
  [TradeBody, 'TradeRequest'],
  [TradeResultShape, 'TradeResult'],
]);

/** A copy of a schema in which those with a name are references; `own` is the one that is named. */
const withRefs = (schema: unknown, own?: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map((item) => withRefs(item));
  if (typeof schema !== 'object' || schema === null) return schema;
  const name = schema === own ? undefined : NAMED.get(schema);
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withRefs(value)]));
};

const Id = () =>
  Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Chosen by the client, and repeated by the reply.',
  });

const requestFrame = (op: string, data: TSchema): TSchema => {
  const head = { id: Id(), op: Type.Literal(op) };
  const isEmpty = Object.keys((data.properties as object | undefined) ?? { some: 1 }).length === 0;
  return Strict({ ...head, data: isEmpty ? Type.Optional(data) : data });
};

const replyFrame = (data: TSchema): TSchema =>
  Strict({
    id: Id(),
    success: Type.Literal(true),
    code: Type.Literal('ok'),
    message: Type.String(),
    data,
  });

const refusalFrame = (id: TSchema, codes: readonly Code[], data: TSchema): TSchema =>
  Strict({
    id,
    success: Type.Literal(false),
    code: Type.Unsafe<string>({ type: 'string', enum: [...codes].sort() }),
    message: Type.String({ description: 'A sentence for people; it names the field at fault.' }),
    data,
  });

const eventFrame = (event: SocketEvent, data: TSchema): TSchema => {
  const name = { event: Type.Literal(event) };
  if (!Object.hasOwn(NUMBERED_EVENTS, event)) return Strict({ ...name, data });
  return Strict({ ...name, seq: Seq(), account_seq: AccountSeq(), data });
};

/** A message: its key in `components.messages`, and the message. */
type Message = readonly [key: string, message: JsonObject];

const CORRELATION = { correlationId: { $ref: '#/components/correlationIds/id' } };

const messageOf = (
  key: string,
  title: string,
  summary: string,
  payload: TSchema,
  more: JsonObject = {},
): Message => [key, { name: key, title, summary, payload: withRefs(payload), ...more }];

/** An operation of clients with its messages; a subscription has one for each channel. */
interface Asked {
  readonly key: string;
  readonly op: string;
  readonly form: OperationForm;
}

const messagesOf = ({ key, op, form }: Asked): readonly Message[] => {
  const { data, reply, refused = Type.Null(), codes, example } = form;
  const examples = [{ name: 'example', payload: { id: 17, op, data: example } }];
  const refusal = refusalFrame(Id(), ['invalid_input', ...codes], refused);
  return [
    messageOf(`${key}.request`, `Request ${op}`, `Asks for ${op}.`, requestFrame(op, data), {
      ...CORRELATION,
      examples,
    }),
    messageOf(`${key}.reply`, `Reply to ${op}`, 'It was done.', replyFrame(reply), CORRELATION),
    messageOf(`${key}.refusal`, `Refusal of ${op}`, 'Nothing was done.', refusal, CORRELATION),
  ];
};

const subscriptions = (audience: Audience, { name, ...form }: ChannelForm): readonly Asked[] => {
  const channel = Type.Literal(name);
  const filter = form.filter.properties;
  const part = Type.Partial(form.filter).properties;
  const { says, snapshot, codes, example } = form;
  return [
    {
      key: `${audience}.subscribe.${name}`,
      op: 'subscribe',
      form: {
        says: `Follows the channel, and answers what it shows now. ${says}`,
        data: Strict({ channel, ...filter }),
        reply: Strict({ channel, snapshot, seq: Seq() }),
        codes,
        example: { channel: name, ...example },
      },
    },
    {
      key: `${audience}.unsubscribe.${name}`,
      op: 'unsubscribe',
      form: {
        says: 'Stops following what fits the filter; without one the whole channel.',
        data: Strict({ channel, ...part }),
        reply: Strict({ channel, seq: Seq() }),
        codes: [],
        example: { channel: name },
      },
    },
  ];
};

/** What a client may ask outside of channels. */
const askedOf = (audience: Audience): readonly Asked[] => {
  const front = [...FRONT_OPS[audience]].map(([op, { form }]) => [op, form] as const);
  const account = audience === 'trader' ? Object.entries<OperationForm>(ACCOUNT_FRAMES) : [];
  return [...front, ...account].flatMap(([op, form]) =>
    form === 'channels' ? [] : [{ key: `${audience}.${op}`, op, form }],
  );
};

const eventsOf = (audience: Audience): readonly (readonly [SocketEvent, string, TSchema])[] =>
  (Object.keys(SOCKET_EVENTS) as SocketEvent[]).flatMap((name) => {
    const form: EventForm = SOCKET_EVENTS[name];
    const data = form[audience];
    return data === undefined ? [] : [[name, form.says, data] as const];
  });

const PATHS: Readonly<Record<Audience, string>> = {
  trader: '/trader/v1/socket',
  staff: '/admin/v1/socket',
};

const refTo = (...path: readonly string[]): JsonObject => ({ $ref: `#/${path.join('/')}` });

/** One AsyncAPI channel: the socket of an audience itself, or one channel that it may follow. */
interface Part {
  readonly key: string;
  readonly audience: Audience;
  readonly title: string;
  readonly says: string;
  readonly asked: readonly Asked[];
  readonly events: readonly SocketEvent[];
  readonly more: JsonObject;
}

const partsOf = (audience: Audience): readonly Part[] => {
  const channels = Object.values(CHANNELS).filter(({ who }) => who.includes(audience));
  const followed = new Set(channels.flatMap(({ events }) => events));
  const own = eventsOf(audience).map(([name]) => name);
  const whose = audience === 'trader' ? 'a trader' : 'a member of staff';
  return [
    {
      key: audience,
      audience,
      title: `The socket of ${whose}`,
      says: 'What holds without a subscription: operations, and the events that come by themselves.',
      asked: askedOf(audience),
      events: own.filter((name) => !followed.has(name)),
      more: {},
    },
    ...channels.map((form) => ({
      key: `${audience}.${form.name}`,
      audience,
      title: `The channel ${form.name} of ${whose}`,
      says: form.says,
      asked: subscriptions(audience, form),
      events: form.events,
      more: {
        'x-channel': form.name,
        ...(audience === 'staff' && form.rights ? { 'x-any-rights': form.rights } : {}),
      },
    })),
  ];
};

const BINDING = {
  ws: {
    method: 'GET',
    headers: {
      type: 'object',
      properties: {
        'Sec-WebSocket-Protocol': {
          type: 'string',
          enum: Object.values(SUBPROTOCOLS),
          description: 'The encoding, fixed for the connection; JSON when none is offered.',
        },
        Authorization: { type: 'string', description: '`Bearer` and the access token.' },
        Cookie: { type: 'string', description: 'The session of a browser.' },
        Origin: {
          type: 'string',
          description: 'With cookies: this host, or one that the operator allows.',
        },
      },
    },
    bindingVersion: '0.1.0',
  },
};

const channelOf = ({ key, audience, title, says, asked, events, more }: Part): JsonObject => {
  const keys = [
    ...asked.flatMap((one) => messagesOf(one).map(([name]) => name)),
    ...events.map((name) => `${audience}.event.${name}`),
  ];
  return {
    address: PATHS[audience],
    title,
    description: says,
    servers: [refTo('servers', 'brokerd')],
    messages: Object.fromEntries(keys.map((name) => [name, refTo('components', 'messages', name)])),
    bindings: BINDING,
    tags: [{ name: key.split('.')[0] as string }],
    ...more,
  };
};

const operationsOf = ({ key, audience, asked, events }: Part): [string, JsonObject][] => {
  const channel = refTo('channels', key);
  const message = (name: string): JsonObject => refTo('channels', key, 'messages', name);
  const security = [
    ...(audience === 'trader' ? [refTo('components', 'securitySchemes', 'bearer')] : []),
    refTo('components', 'securitySchemes', `${audience}Cookie`),
  ];
  const received = asked.map((one): [string, JsonObject] => {
    const messages = [message(`${one.key}.reply`), message(`${one.key}.refusal`)];
    return [
      one.key,
      {
        action: 'receive',
        channel,
        title: one.op,
        description: one.form.says,
        security,
        messages: [message(`${one.key}.request`)],
        reply: { channel, messages },
      },
    ];
  });
  if (events.length === 0) return received;
  const messages = events.map((name) => message(`${audience}.event.${name}`));
  const description = 'Events that the server sends.';
  const sent = { action: 'send', channel, title: 'events', description, security, messages };
  return [...received, [`${key}.events`, sent]];
};

/** Who is meant by a limit, in words; null = a matter of the server's inside. */
const LIMIT_SAYS: Readonly<Record<keyof typeof SOCKET_LIMITS, string | null>> = {
  helloMs: 'ms in which a browser must say `hello`; else 4002',
  heartbeatMs: 'ms of silence after which the server sends `heartbeat`',
  pingMs: 'ms of silence of the client after which the server sends a ping',
  silenceMs: 'ms of silence of the client, pongs included, after which it is closed with 4008',
  answerMs: 'ms in which an account answers; else 1011',
  idleSec: 'seconds of silence after which the connection is cut, whatever else holds',
  restartMs: 'ms between `restart` and the end of the socket',
  restartAnswersMs: 'ms that requests under way are given after it',
  restartStepMs: null,
  restartLingerMs: null,
  revalidateMs: 'ms in which a session is looked at again',
  sweepMs: null,
  gatherMs: 'ms for which changes of prices, bars and money are gathered',
  holdMs: 'ms for which live events of a new connection wait for `resume`',
  heldEvents: 'events that wait for it; more are sent',
  conflateBytes: 'bytes unsent from which only the newest values are sent',
  unsentBytes: 'bytes unsent, beside the largest message, that close the socket with 4009',
  messageBytes: 'bytes of the longest message of the server',
  bytesInAll: 'bytes unsent on all sockets; past it the heaviest are closed with 4009',
  controlFrames: 'pings and pongs in a quarter of a second; more close with 1008',
  replayBytes: null,
  badFrames: 'malformed requests in a row that close with 1008',
  waitingRequests: 'requests that may wait behind others; more close with 1008',
  waitingBytes: 'bytes of them and of their answers; more close with 1008',
  symbols: 'symbols of one subscription of quotes',
  symbolsInAll: 'symbols of all subscriptions of quotes of a socket',
  bars: 'subscriptions of bars of a socket',
  masks: 'masks of groups that a socket follows in one channel',
  logins: 'logins that a socket follows in `accounts`',
  rows: 'rows of one event `account_money` of staff',
  moneyMs: 'ms between two events `account_money` of a trader at least',
  rowMs: 'ms between two rows of one account for staff at least',
};

const snake = (name: string): string => name.replace(/[A-Z]/g, (big) => `_${big.toLowerCase()}`);

const limits = (socketsPerAccount: number): readonly JsonObject[] => [
  { name: 'frame_bytes', value: FRAME_BYTES_MAX, says: 'bytes of a frame of a client; else 1006' },
  {
    name: 'account_frame_bytes',
    value: ACCOUNT_FRAME_BYTES_MAX,
    says: `bytes of a frame with ${Object.keys(ACCOUNT_FRAMES).join(', ')}`,
  },
  { name: 'frame_values', value: FRAME_VALUES_MAX, says: 'values in a frame of a client' },
  { name: 'frame_depth', value: DEPTH_MAX, says: 'objects and lists within each other' },
  { name: 'sockets_per_account', value: socketsPerAccount, says: 'open sockets of one account' },
  ...(Object.keys(LIMIT_SAYS) as (keyof typeof LIMIT_SAYS)[]).flatMap((name) => {
    const says = LIMIT_SAYS[name];
    return says === null ? [] : [{ name: snake(name), value: SOCKET_LIMITS[name], says }];
  }),
];

const DESCRIPTION = `The live sockets of traders and staff. The REST routes stand in \`/openapi.json\`.

**Sign-in.** A terminal sends \`Authorization: Bearer\` with its access token when it connects. A \
browser sends its session cookies and an \`Origin\` of this host, and its first frame is \`hello\` \
with the csrf token. A token never stands in the address. A refused upgrade is answered over HTTP, \
with the envelope of the REST routes.

**Encodings.** The subprotocol \`${SUBPROTOCOLS.json}\` has frames of text, one JSON object each; \
\`${SUBPROTOCOLS.msgpack}\` has binary frames with the same objects as plain MessagePack, without \
extensions. The payloads here hold for both.

**Requests and replies.** A request has an \`id\` of the client, and the reply repeats it. Requests \
of one connection are answered in the order in which they were sent. An unknown operation or field \
is refused with \`invalid_input\`, which names it; a frame whose \`id\` cannot be read is refused \
with the id null.

**Events.** Events have \`event\` in place of \`id\`. Events of accounts carry \`seq\`, their number \
in the log, and \`account_seq\`, which counts 1, 2, 3 … without gaps for each account: a client that \
misses one asks \`resume\`. Other events carry neither; they are values that replace earlier ones, \
or notices.

**Values.** Prices, volumes and money are decimals as text. Times are RFC 3339; those with the end \
\`_ms\` are integers.`;

const closeCodes = (): readonly Close[] =>
  [...Object.values<Close>(CLOSE), ...CLOSED_OTHERWISE].sort((a, b) => a.code - b.code);

const components = (parts: readonly Part[], cookies: Cookies): JsonObject => {
  const asked = parts.flatMap((part) => part.asked.flatMap(messagesOf));
  const told = (['trader', 'staff'] as const).flatMap((audience) =>
    eventsOf(audience).map(([name, says, data]) =>
      messageOf(`${audience}.event.${name}`, `Event ${name}`, says, eventFrame(name, data)),
    ),
  );
  const cookie = (audience: Audience): JsonObject => ({
    type: 'httpApiKey',
    in: 'cookie',
    name: cookies.names(audience).access,
    description: 'Cookie of a browser session; `hello` with the csrf token follows.',
  });
  return {
    schemas: Object.fromEntries(
      [...NAMED].map(([schema, name]) => [name, withRefs(schema, schema)]),
    ),
    messages: Object.fromEntries([...asked, ...told]),
    correlationIds: {
      id: {
        description: 'The id that the client gave its request.',
        location: '$message.payload#/id',
      },
    },
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', description: 'Access token of a terminal.' },
      traderCookie: cookie('trader'),
      staffCookie: cookie('staff'),
    },
  };
};

/** What the description depends on besides the tables. */
interface Described {
  readonly version: string;
  readonly cookies: Cookies;
  /** Over TLS, by itself or behind a proxy? */
  readonly secure: boolean;
  readonly socketsPerAccount: number;
}

/** The description of both sockets. */
export const asyncApi = (described: Described): JsonObject => {
  const { version, cookies, secure, socketsPerAccount } = described;
  const parts = [...partsOf('trader'), ...partsOf('staff')];
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'brokerd live sockets',
      version,
      description: DESCRIPTION,
      license: { name: 'MIT' },
      tags: [{ name: 'trader' }, { name: 'staff' }],
    },
    defaultContentType: 'application/json',
    servers: {
      brokerd: {
        host: '{host}',
        protocol: secure ? 'wss' : 'ws',
        protocolVersion: '13',
        description: 'This server.',
        variables: {
          host: { default: 'localhost:8080', description: 'Host and port of this document.' },
        },
      },
    },
    channels: Object.fromEntries(parts.map((part) => [part.key, channelOf(part)])),
    operations: Object.fromEntries(parts.flatMap(operationsOf)),
    components: components(parts, cookies),
    'x-subprotocols': [
      { name: SUBPROTOCOLS.json, frames: 'text', contentType: 'application/json' },
      { name: SUBPROTOCOLS.msgpack, frames: 'binary', contentType: 'application/msgpack' },
    ],
    'x-close-codes': closeCodes(),
    'x-limits': limits(socketsPerAccount),
  };
};
