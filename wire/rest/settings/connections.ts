// Datafeeds and gateways over REST.

import { type Static, Type } from '@sinclair/typebox';
import { Named, Strict, TimeOrNull, Words, wantedBy } from '../../base/schema.js';
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

/** A parameter in a reply; all fields but the value come from the module. */
const ShownParam = Named('FeedParam', {
  key: Type.String(),
  value: Type.String(),
  type: Words(PARAM_TYPES),
  label: Type.String(),
  /** Encrypted at rest and shown as a mask; a mask in a request keeps the stored value. */
  sealed: Type.Boolean(),
  options: Type.Array(Type.String()),
});
export type ShownParam = Static<typeof ShownParam>;

/** A parameter in a request; the fields of the module may be sent back unchanged. */
const TakenParam = Named('FeedParamBody', {
  key: Type.String({ minLength: 1, maxLength: 64 }),
  value: Type.String({ maxLength: PARAM_VALUE_MAX }),
  type: Type.Optional(Type.Unknown()),
  label: Type.Optional(Type.Unknown()),
  sealed: Type.Optional(Type.Unknown()),
  options: Type.Optional(Type.Unknown()),
});
export type TakenParam = Static<typeof TakenParam>;

/** Where a provider is signed in to, as whom, whether encrypted, and who has to vouch for it. */
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
  taken: { params: Type.Array(TakenParam, { maxItems: 64, default: [] }) },
  secret: { password: Line(PASSWORD_MAX), gateway_password: Line(PASSWORD_MAX) },
  added: { params: Type.Array(ShownParam) },
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
  module: Type.String(),
  label: Type.String(),
  description: Type.String(),
  params: Type.Array(ShownParam),
  /** Parameters that need a value while the connection is enabled. */
  required: Type.Array(Type.String()),
  /** The owner of the code, for modules that are not part of the server. */
  certificate: Type.String(),
  signed_by: Type.String(),
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
  /** Older than `quote_max_delay_sec` of the symbol. */
  late: Count(),
  /** The ask is below the bid. */
  crossed: Count(),
  /** A price is not positive, or too large. */
  price: Count(),
  /** Outside the quote sessions of the symbol. */
  session: Count(),
  /** Further than `filter_pts` of the symbol from the last accepted quote. */
  spike: Count(),
  /** The symbol or the datafeed was changed meanwhile, and takes no quotes. */
  unused: Count(),
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
  datafeed_id: Type.Integer(),
  /** `resting`: waits long after many failures; `finished`: the source has ended. */
  state: Words([
    'disabled',
    'stopped',
    'connecting',
    'online',
    'waiting',
    'resting',
    'finished',
  ] as const),
  last_error: Type.String(),
  instruments: Count(),
  connects: Count(),
  /** Consecutive failures. */
  failures: Count(),
  ticks: Count(),
  /** Dropped ticks: all, and by reason. */
  dropped: Count(),
  dropped_by: DroppedTicks,
  /** Symbol and reason of the newest dropped tick; empty = none was. */
  last_drop: Type.String(),
  /** Malformed input. */
  faults: Count(),
  last_tick: TimeOrNull(),
  throttled: Type.Boolean(),
});
export type DatafeedStatus = Static<typeof DatafeedStatus>;

/**
 * The state of a gateway. The counts come from the report of the execution process, and are 0
 * without one.
 */
export const GatewayStatus = Named('GatewayStatus', {
  gateway_id: Type.Integer(),
  state: Words(['disabled', 'stopped', 'online'] as const),
  /** The start of the current state, where the execution process reports it. */
  since: TimeOrNull(),
  last_error: Type.String(),
  /** The instance of the execution process that reports. */
  instance: Type.String(),
  /** Is the session encrypted, or will it be? */
  ssl: Type.Boolean(),
  /** Time since the last answer of the session, and its response time, in ms. */
  answer_ms: Count(),
  latency: Count(),
  bytes_in: Count(),
  bytes_out: Count(),
  instruments: Count(),
  last_logon: TimeOrNull(),
  logons: Count(),
  orders: Count(),
  fills: Count(),
  rejects: Count(),
  /** Messages that are not sent yet. */
  outbox: Count(),
  throttled: Type.Boolean(),
});
export type GatewayStatus = Static<typeof GatewayStatus>;

/** A message of a gateway that was kept for monitoring. */
export const GatewayTransaction = Named('GatewayTransaction', {
  /** For `before`: the messages that came earlier. */
  id: Type.String(),
  at: Type.String(),
  direction: Words(['in', 'out'] as const),
  /** The fields of the FIX message, each followed by `|`; passwords are left out. */
  message: Type.String(),
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
