// Datafeeds and gateways over REST.

import { type Static, Type } from '@sinclair/typebox';
import { Named, TimeOrNull, Words } from '../../base/schema.js';
import {
  type ConnectionModule,
  FEED_MODULES,
  GATEWAY_MODULES,
  PARAM_TYPES,
} from '../../settings/connection-modules.js';
import {
  DatafeedRecord,
  GatewayRecord,
  Line,
  PARAM_VALUE_MAX,
  PASSWORD_MAX,
} from '../../settings/connections.js';
import { setting } from '../../settings/setting.js';

/** A parameter as it is shown; its module gives all but the value. */
const ShownParam = Named('FeedParam', {
  key: Type.String(),
  value: Type.String(),
  type: Words(PARAM_TYPES),
  label: Type.String(),
  /** Held sealed, and shown as a mask; the mask sent back keeps what is held. */
  sealed: Type.Boolean(),
  options: Type.Array(Type.String()),
});
export type ShownParam = Static<typeof ShownParam>;

/** A parameter as a body gives it: the module's part may be sent back with it. */
const TakenParam = Named('FeedParamBody', {
  key: Type.String({ minLength: 1, maxLength: 64 }),
  value: Type.String({ maxLength: PARAM_VALUE_MAX }),
  type: Type.Optional(Type.Unknown()),
  label: Type.Optional(Type.Unknown()),
  sealed: Type.Optional(Type.Unknown()),
  options: Type.Optional(Type.Unknown()),
});
export type TakenParam = Static<typeof TakenParam>;

const shared = {
  taken: { params: Type.Array(TakenParam, { maxItems: 64, default: [] }) },
  secret: { password: Line(PASSWORD_MAX), gateway_password: Line(PASSWORD_MAX) },
  added: { params: Type.Array(ShownParam) },
  times: true,
};

/** How datafeeds are written and shown. */
export const DATAFEEDS = setting({
  ...shared,
  kind: 'datafeed',
  read: ['config.datafeeds'],
  write: 'config.datafeeds',
  record: DatafeedRecord,
});

/** How gateways are written and shown. */
export const GATEWAYS = setting({
  ...shared,
  kind: 'gateway',
  read: ['config.gateways'],
  write: 'config.gateways',
  record: GatewayRecord,
});

/** A kind of connection with the values of a new one. */
export const ModuleEntry = Named('FeedModule', {
  module: Type.String(),
  label: Type.String(),
  description: Type.String(),
  params: Type.Array(ShownParam),
  /** Parameters that need a value while the connection is enabled. */
  required: Type.Array(Type.String()),
  /** The owner of the code, where it is not part of the server. */
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

/** The modules that a datafeed may be of. */
export const FEED_MODULE_ENTRIES = entriesOf(FEED_MODULES);
/** The modules that a gateway may be of. */
export const GATEWAY_MODULE_ENTRIES = entriesOf(GATEWAY_MODULES);

const Count = () => Type.Integer({ minimum: 0 });

/** The state of a datafeed. */
export const DatafeedStatus = Named('DatafeedStatus', {
  datafeed_id: Type.Integer(),
  /** `resting`: the long wait after many failures; `finished`: a source that is through. */
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
  /** Failures in a row. */
  failures: Count(),
  ticks: Count(),
  /** Ticks with a zero or crossed price, or too late. */
  dropped: Count(),
  /** Input that made no sense. */
  faults: Count(),
  last_tick: TimeOrNull(),
});
export type DatafeedStatus = Static<typeof DatafeedStatus>;

/** The state of a gateway; the counts are of the report of execution, 0 without one. */
export const GatewayStatus = Named('GatewayStatus', {
  gateway_id: Type.Integer(),
  state: Words(['disabled', 'stopped', 'online'] as const),
  /** The start of the state, where execution reports it. */
  since: TimeOrNull(),
  last_error: Type.String(),
  /** Which copy of execution reports. */
  instance: Type.String(),
  /** Is the session encrypted, or will be? */
  ssl: Type.Boolean(),
  /** How long ago the session answered, and how long it takes, ms. */
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
  /** Messages that wait to be sent. */
  outbox: Count(),
});
export type GatewayStatus = Static<typeof GatewayStatus>;
