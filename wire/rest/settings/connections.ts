// Datafeeds and gateways over REST.

import { type Static, Type } from '@sinclair/typebox';
import { Named, Strict, TimeOrNull, Words, wantedBy } from '../../base/schema.js';
import { section, wordedAs } from '../../fields/words.js';
import {
  type ConnectionModule,
  FEED_MODULES,
  GATEWAY_MODULES,
  PARAM,
  PARAM_TYPES,
} from '../../settings/connection-modules.js';
import {
  DatafeedRecord,
  GatewayRecord,
  Line,
  PARAM_PREFIX,
  PARAM_VALUE_MAX,
  PASSWORD_MAX,
} from '../../settings/connections.js';
import { setting } from '../../settings/setting.js';

const parameter = section('Parameter');
const connection = section('Connection');
const moduleField = section('Module');
const traffic = section('Traffic');
const state = section('State');
const message = section('Message');

/** A parameter in a reply; all fields but the value come from the module. */
const ShownParam = Named('FeedParam', {
  key: parameter('Key', 'Name of the parameter in the module.', Type.String()),
  value: parameter(
    'Value',
    'Value as text; asterisks stand for an encrypted value.',
    Type.String(),
  ),
  type: parameter('Type', 'Type of the value.', Words(PARAM_TYPES)),
  label: parameter('Label', 'Name for people.', Type.String()),
  sealed: parameter(
    'Sealed',
    'Is the value stored encrypted? `********` sent back keeps the value.',
    Type.Boolean(),
  ),
  options: parameter('Options', 'Words of the type `enum`.', Type.Array(Type.String())),
});
export type ShownParam = Static<typeof ShownParam>;

/** A parameter in a request; the fields of the module may be sent back unchanged. */
const TakenParam = Named(
  'FeedParamBody',
  wordedAs(ShownParam.properties, {
    key: Type.String({ minLength: 1, maxLength: 64 }),
    value: Type.String({ maxLength: PARAM_VALUE_MAX }),
    type: Type.Optional(Type.Unknown()),
    label: Type.Optional(Type.Unknown()),
    sealed: Type.Optional(Type.Unknown()),
    options: Type.Optional(Type.Unknown()),
  }),
);
export type TakenParam = Static<typeof TakenParam>;

/** A provider's sign-in: server, login, encryption, and the authority that must vouch for it. */
const SIGN_IN = [
  ...['server', 'login'],
  ...[PARAM.secure, PARAM.authority].map((key) => PARAM_PREFIX + key),
];

const sentTo = (signIn: readonly string[]) => ({
  password: signIn,
  gateway_password: ['gateway_server', 'gateway_login'],
  [PARAM_PREFIX + PARAM.token]: signIn,
  [PARAM_PREFIX + PARAM.privateKey]: signIn,
});

const shared = {
  taken: {
    params: Type.Array(TakenParam, { maxItems: 64, default: [] }),
  },
  secret: {
    password: connection(
      'Password',
      'Password at the provider; stored encrypted, never shown; `********` keeps the password.',
      Line(PASSWORD_MAX),
    ),
    gateway_password: connection(
      'Second password',
      'Secret that is stored encrypted and never shown; `********` keeps the secret.',
      Line(PASSWORD_MAX),
    ),
  },
  added: {
    params: Type.Array(ShownParam),
  },
  times: true,
};

/** The API form of datafeeds. */
export const DATAFEEDS = setting({
  ...shared,
  kind: 'datafeed',
  read: ['config.datafeeds'],
  write: 'config.datafeeds',
  sentTo: sentTo(SIGN_IN),
  record: DatafeedRecord,
});

/** The API form of gateways. */
export const GATEWAYS = setting({
  ...shared,
  kind: 'gateway',
  read: ['config.gateways'],
  write: 'config.gateways',
  // A passive gateway asks for the password, an active one sends it; `ssl` encrypts as well.
  sentTo: sentTo([...SIGN_IN, 'mode', 'ssl']),
  record: GatewayRecord,
});

/** A connection module, with the initial values of a new connection. */
export const ModuleEntry = Named('FeedModule', {
  module: moduleField('Module', 'Name by which records refer to the module.', Type.String()),
  label: moduleField('Label', 'Name for people.', Type.String()),
  description: Type.String(),
  params: moduleField(
    'Parameters',
    'Parameters of the module with the values of a new record.',
    Type.Array(ShownParam),
  ),
  required: moduleField(
    'Required',
    'Parameters that need a value while the connection is enabled.',
    Type.Array(Type.String()),
  ),
  certificate: moduleField(
    'Certificate',
    'Certificate of the maker of the module; empty = the module is part of the server.',
    Type.String(),
  ),
  signed_by: moduleField(
    'Signed by',
    'Maker of the module; empty = the module is part of the server.',
    Type.String(),
  ),
});
type ModuleEntry = Static<typeof ModuleEntry>;

const entriesOf = (modules: Readonly<Record<string, ConnectionModule>>): readonly ModuleEntry[] =>
  Object.entries(modules)
    .filter(([, { local }]) => !local)
    .map(([module, { label, description, params, required }]) => ({
      module,
      label,
      description,
      params: params.map((one) => ({
        key: one.key,
        value: one.value,
        type: one.type,
        label: one.label,
        sealed: one.sealed ?? false,
        options: [...(one.options ?? [])],
      })),
      required: [...required],
      certificate: '',
      signed_by: '',
    }));

/** The modules that a datafeed can use. */
export const FEED_MODULE_ENTRIES = entriesOf(FEED_MODULES);
/** The modules that a gateway can use. */
export const GATEWAY_MODULE_ENTRIES = entriesOf(GATEWAY_MODULES);

const Count = () => Type.Integer({ minimum: 0 });

/** Ticks of a datafeed that were dropped, by reason. */
export const DroppedTicks = Named('DroppedTicks', {
  late: traffic('Late', 'Older than `quote_max_delay_sec` of the symbol allows.', Count(), 'count'),
  crossed: traffic('Crossed', 'The ask is below the bid.', Count(), 'count'),
  price: traffic('Price', 'A price is not positive, or too large.', Count(), 'count'),
  session: traffic('Session', 'Outside the quote sessions of the symbol.', Count(), 'count'),
  spike: traffic(
    'Spike',
    'Further than `filter_pts` from the last accepted quote.',
    Count(),
    'count',
  ),
  unused: traffic('Unused', 'The symbol or the datafeed no longer takes quotes.', Count(), 'count'),
});
export type DroppedTicks = Static<typeof DroppedTicks>;
/** No dropped ticks. */
export const NO_DROPS: DroppedTicks = {
  ...{ late: 0, crossed: 0, price: 0, session: 0 },
  ...{ spike: 0, unused: 0 },
};
/** The reason why a tick is dropped. */
export type DropReason = keyof DroppedTicks;

/** The state of a datafeed. */
export const DatafeedStatus = Named('DatafeedStatus', {
  datafeed_id: state('Datafeed', 'Id of the datafeed.', Type.Integer()),
  /** `resting`: waits long after many failures; `finished`: the source has ended. */
  state: state(
    'State',
    'State of the connection. While the state is not `online`, `last_error` says why; an enabled ' +
      'datafeed tries again without staff.',
    Words([
      'disabled',
      'stopped',
      'connecting',
      'online',
      'waiting',
      'resting',
      'finished',
    ] as const),
  ),
  last_error: state('Last error', 'Reason of the newest failure; empty = none.', Type.String()),
  instruments: traffic('Instruments', 'Symbols that the connection serves.', Count(), 'count'),
  connects: state('Connects', 'Number of times that the connection was made.', Count(), 'count'),
  failures: state(
    'Failures',
    'Failed attempts to connect since the last connection.',
    Count(),
    'count',
  ),
  ticks: traffic('Ticks', 'Ticks that the server accepted from the datafeed.', Count(), 'count'),
  dropped: traffic('Dropped', 'Ticks refused, all together.', Count(), 'count'),
  dropped_by: traffic('Dropped by reason', 'Ticks refused, by reason.', DroppedTicks),
  last_drop: traffic(
    'Last dropped',
    'Symbol and reason of the newest refused tick; empty = none.',
    Type.String(),
  ),
  faults: traffic('Faults', 'Messages that the server could not use.', Count(), 'count'),
  last_tick: traffic('Last tick', 'Time of the newest tick; null = none yet.', TimeOrNull()),
  throttled: traffic(
    'Throttled',
    'Did the server lately pause the reading, because the provider sends too fast?',
    Type.Boolean(),
  ),
});
export type DatafeedStatus = Static<typeof DatafeedStatus>;

/**
 * The state of a gateway. The counts come from the report of the execution process, and are 0
 * without one.
 */
export const GatewayStatus = Named(
  'GatewayStatus',
  wordedAs(DatafeedStatus.properties, {
    gateway_id: state('Gateway', 'Id of the gateway.', Type.Integer()),
    state: Words(['disabled', 'stopped', 'online'] as const),
    since: state('Since', 'Beginning of the state; null = not reported.', TimeOrNull()),
    last_error: Type.String(),
    instance: state('Instance', 'Number of the copy of execution reports.', Type.String()),
    ssl: state('TLS', 'Is the session encrypted?', Type.Boolean()),
    answer_ms: traffic('Answered', 'Time since the session answered.', Count()),
    latency: traffic('Latency', 'Time that an answer takes.', Count(), 'milliseconds'),
    bytes_in: traffic('Received', 'Data received.', Count()),
    bytes_out: traffic('Sent', 'Data sent.', Count()),
    instruments: Count(),
    last_logon: state('Last sign-in', 'Time of the newest sign-in; null = never.', TimeOrNull()),
    logons: state('Sign-ins', 'Number of sign-ins at the provider.', Count(), 'count'),
    orders: traffic('Orders', 'Orders sent.', Count(), 'count'),
    fills: traffic('Fills', 'Fills reported.', Count(), 'count'),
    rejects: traffic('Rejects', 'Orders refused by the provider.', Count(), 'count'),
    outbox: traffic('Outbox', 'Messages that wait to be sent.', Count(), 'count'),
    throttled: Type.Boolean(),
  }),
);
export type GatewayStatus = Static<typeof GatewayStatus>;

/** A message of a gateway that was kept for monitoring. */
export const GatewayTransaction = Named('GatewayTransaction', {
  id: message('Position', 'Cursor to read the messages before this message.', Type.String()),
  at: message('Time', 'Time at which the message was sent or came.', Type.String()),
  direction: message(
    'Direction',
    'From the provider (in) or to the provider (out).',
    Words(['in', 'out'] as const),
  ),
  /** The fields of the FIX message, each followed by `|`; passwords are left out. */
  message: message('Message', 'The fields of the FIX message.', Type.String()),
});
export type GatewayTransaction = Static<typeof GatewayTransaction>;

/** Which kept messages are listed: the newest, or those before one. */
export const TransactionQuery = Strict({
  before: Type.Optional(
    Type.String({
      pattern: wantedBy(
        '^\\d{4}-\\d{2}-\\d{2}:\\d{1,12}$',
        'must be the id of a message that the list gives',
      ),
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
});
