// The AsyncAPI 3 description of the live sockets, made from the tables that the sockets run by, so
// that the two cannot differ.

import { type TSchema, Type } from '@sinclair/typebox';
import type { Audience } from '../../wire/accounts/identity.js';
import { Strict } from '../../wire/base/schema.js';
import { SUBPROTOCOLS } from '../../wire/codec/frames.js';
import { type EventForm, SOCKET_EVENTS, type SocketEvent } from '../../wire/socket/events.js';
import { Seq } from '../../wire/socket/fields.js';
import { ACCOUNT_FRAMES, type OperationForm } from '../../wire/socket/operations.js';
import type { Cookies } from '../session/cookies.js';
import { ACCOUNTS } from '../socket/channels/accounts.js';
import { BARS } from '../socket/channels/bars.js';
import type { ChannelForm, ChannelName } from '../socket/channels/channel.js';
import { CONFIG } from '../socket/channels/config.js';
import { DEALING } from '../socket/channels/dealing.js';
import { EVENT_CHANNELS } from '../socket/channels/events.js';
import { EXPOSURE } from '../socket/channels/exposure.js';
import { MONITOR } from '../socket/channels/monitor.js';
import { OWN_POSITIONS } from '../socket/channels/positions.js';
import { QUOTES } from '../socket/channels/quotes.js';
import { CLOSE, CLOSED_OTHERWISE, type Close } from '../socket/connection/close.js';
import { FRONT_OPS } from '../socket/operations.js';
import { describedLimits, type FlagLimits } from './asyncapi-limits.js';
import { type AskedOperation, keysOf, MessageMaker } from './asyncapi-messages.js';
import type { JsonObject } from './components.js';

/**
 * Every channel, as described to clients; traders and staff have different channels `positions`.
 */
const CHANNELS: Readonly<Record<ChannelName, ChannelForm>> = {
  quotes: QUOTES,
  bars: BARS,
  accounts: ACCOUNTS,
  ...EVENT_CHANNELS,
  config: CONFIG,
  dealing: DEALING,
  exposure: EXPOSURE,
  monitor: MONITOR,
};
const FORMS: readonly ChannelForm[] = [...Object.values(CHANNELS), OWN_POSITIONS];

const subscriptions = (
  audience: Audience,
  { name, ...form }: ChannelForm,
): readonly AskedOperation[] => {
  const channel = Type.Literal(name, { description: 'Name of the channel.' });
  const filter = form.filter.properties;
  const shownNow = { description: 'Present content of the channel.', ...form.snapshot };
  const part = Type.Partial(form.filter).properties;
  const { codes, example } = form;
  return [
    {
      key: `${audience}.subscribe.${name}`,
      op: 'subscribe',
      form: {
        says: 'Subscribes to the channel, and answers the present state of the channel.',
        data: Strict({ channel, ...filter }),
        reply: Strict({ channel, snapshot: shownNow, ...form.more, seq: Seq() }),
        ...(form.refused && { refused: form.refused }),
        codes,
        example: { channel: name, ...example },
      },
    },
    {
      key: `${audience}.unsubscribe.${name}`,
      op: 'unsubscribe',
      form: {
        says:
          'Ends the subscription to everything that fits the filter; without a filter, to the ' +
          'whole channel.',
        data: Strict({ channel, ...part }),
        reply: Strict({ channel, seq: Seq() }),
        codes: [],
        example: { channel: name },
      },
    },
  ];
};

/** The operations of clients outside of channels. */
const askedOf = (audience: Audience): readonly AskedOperation[] => {
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
interface DescribedPart {
  readonly key: string;
  readonly audience: Audience;
  readonly title: string;
  readonly says: string;
  readonly asked: readonly AskedOperation[];
  readonly events: readonly SocketEvent[];
  /** Keys of further messages that the server sends. */
  readonly others: readonly string[];
  readonly more: JsonObject;
}

const partsOf = (audience: Audience): readonly DescribedPart[] => {
  const channels = FORMS.filter(({ who }) => who.includes(audience));
  const followed = new Set(channels.flatMap(({ events }) => events));
  const own = eventsOf(audience).map(([name]) => name);
  const whose = audience === 'trader' ? 'a trader' : 'a member of staff';
  return [
    {
      key: audience,
      audience,
      title: `The socket of ${whose}`,
      says: 'Operations, and events that come without a subscription.',
      asked: askedOf(audience),
      events: own.filter((name) => !followed.has(name)),
      others: [`${audience}.refusal`],
      more: {},
    },
    ...channels.map((form) => ({
      key: `${audience}.${form.name}`,
      audience,
      title: `The channel ${form.name} of ${whose}`,
      says: form.says,
      asked: subscriptions(audience, form),
      events: form.events,
      others: [],
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
          description: 'With cookies: this host, or a host that the operator allows.',
        },
      },
    },
    bindingVersion: '0.1.0',
  },
};

/** Keys of the messages that the server sends by itself. */
const sentOf = ({ audience, events, others }: DescribedPart): readonly string[] => [
  ...events.map((name) => `${audience}.event.${name}`),
  ...others,
];

const channelOf = (part: DescribedPart): JsonObject => {
  const { key, audience, title, says, asked, more } = part;
  const keys = [...asked.flatMap((one) => Object.values(keysOf(one))), ...sentOf(part)];
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

const operationsOf = (part: DescribedPart): [string, JsonObject][] => {
  const { key, audience, asked } = part;
  const channel = refTo('channels', key);
  const message = (name: string): JsonObject => refTo('channels', key, 'messages', name);
  const security = [
    ...(audience === 'trader' ? [refTo('components', 'securitySchemes', 'bearer')] : []),
    refTo('components', 'securitySchemes', `${audience}Cookie`),
  ];
  const received = asked.map((one): [string, JsonObject] => {
    const { reply, refusal } = keysOf(one);
    const messages = [message(reply), message(refusal)];
    return [
      one.key,
      {
        action: 'receive',
        channel,
        title: one.op,
        description: one.form.says,
        security,
        messages: [message(keysOf(one).request)],
        reply: { channel, messages },
      },
    ];
  });
  const messages = sentOf(part).map(message);
  const description = 'Message that the server sends by itself.';
  const sent = { action: 'send', channel, title: 'events', description, security, messages };
  return [...received, [`${key}.events`, sent]];
};

const DESCRIPTION = `The live sockets of traders and staff. REST stands in \`/openapi.json\`.

**Sign-in.** A terminal sends \`Authorization: Bearer\` with its access token when it \
connects. A browser sends its session cookies and an \`Origin\` of this host, and its first \
frame is \`hello\` with the csrf token. A token never stands in the address. A refused \
upgrade is answered over HTTP, with the envelope of the REST routes. An open socket outlives \
the access token, and ends with the session.

**Encodings.** The subprotocol \`${SUBPROTOCOLS.json}\` has frames of text, one JSON object \
each; \`${SUBPROTOCOLS.msgpack}\` has binary frames with the same objects as plain \
MessagePack, without extensions. The payloads here hold for both.

**Requests and replies.** A request has an \`id\` of the client, which the reply repeats. \
Requests of one connection are answered in the order in which they were sent. An unknown \
operation or field is refused with \`invalid_input\` and its name; a frame whose \`id\` \
cannot be read is refused with the id null.

**Events.** Events have \`event\` in place of \`id\`. Events of accounts carry \`seq\`, \
their number in the log, and \`account_seq\`, which counts 1, 2, 3 … without gaps for each \
account: a client that misses a number asks \`resume\`. A trader's client begins with a \
snapshot, the answer of \`account\`, which includes the events up to its \`account_seq\`. \
Messages (\`mail\`, \`notification\`) carry \`seq\` alone: a trader's \`resume\` takes the last \
\`seq\` as \`after_seq\`. Other events have no number; they replace earlier values, or are \
notices.

**Fields that are left out.** A field of an event's row that is left out has its \
\`default\`, which is a constant. No value comes from another row or frame: a whole row is a \
merge of the row with the constants. A whole row replaces the row with the same id; an order in \
a final state, or a position with \`closed\`, is no longer in snapshots. Rows of snapshots and of \
REST have fields that a row of an event never has: live values, rates, the \`origin\`, and \
fields of the symbol from \`GET /trader/v1/symbols\`. Results of trades have all fields.

**Values.** Prices, volumes and money are decimals as text; a price that does not exist is \
null. Times are RFC 3339; those with the end \`_ms\` are integers.`;

const closeCodes = (): readonly Close[] =>
  [...Object.values<Close>(CLOSE), ...CLOSED_OTHERWISE].sort((a, b) => a.code - b.code);

const components = (parts: readonly DescribedPart[], cookies: Cookies): JsonObject => {
  const maker = new MessageMaker();
  const asked = parts.flatMap((part) => part.asked.flatMap((one) => maker.asked(one)));
  const sentMessages = (['trader', 'staff'] as const).flatMap((audience) => [
    maker.stray(`${audience}.refusal`),
    ...eventsOf(audience).map(([name, says, data]) =>
      maker.event(`${audience}.event.${name}`, name, says, data),
    ),
  ]);
  const cookie = (audience: Audience): JsonObject => ({
    type: 'httpApiKey',
    in: 'cookie',
    name: cookies.names(audience).access,
    description: 'Cookie of a browser session; `hello` with the csrf token follows.',
  });
  return {
    schemas: maker.schemas.all(),
    messages: Object.fromEntries([...asked, ...sentMessages]),
    correlationIds: {
      id: {
        description: 'The id that the client gave the request.',
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

/** The inputs of the description besides the tables. */
interface Described extends FlagLimits {
  readonly version: string;
  readonly cookies: Cookies;
  /** Over TLS, by itself or behind a proxy? */
  readonly secure: boolean;
}

/** The description of both sockets. */
export const asyncApi = (described: Described): JsonObject => {
  const { version, cookies, secure } = described;
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
    'x-limits': describedLimits(described),
  };
};
