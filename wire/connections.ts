// Connections to the outside: where prices come from, and where orders go.

import { type Static, Type } from '@sinclair/typebox';
import { Bool, Int, Text } from './config-fields.js';
import { Strict, Words } from './schema.js';

/** Fields that datafeeds and gateways share: what a symbol is called there, and its markups. */
const Translate = Strict({
  symbol_id: Int(1),
  source: Type.String({ maxLength: 64 }),
  source_digits: Type.Union([Type.Integer({ minimum: 0, maximum: 10 }), Type.Null()]),
  ask_markup_pts: Int(-100_000, 100_000, 0),
  bid_markup_pts: Int(-100_000, 100_000, 0),
});

/** A price source. `demo` and `replay` are made at start; the documented modules come later. */
export const DatafeedRecord = Strict({
  id: Int(1),
  name: Type.String({ minLength: 1, maxLength: 64 }),
  module: Words(['demo', 'replay', 'fix44', 'dde'] as const),
  enabled: Bool(true),
  server: Text(255, 'local'),
  priority: Int(0, 1000, 1),
  reconnect_sec: Int(1, 600, 5),
  timeout_sec: Int(1, 3600, 30),
  idle_timeout_sec: Int(1, 3600, 60),
  failures_before_rest: Int(1, 1000, 10),
  rest_sec: Int(1, 3600, 60),
  quotes_enabled: Bool(true),
  symbols: Type.Array(Type.String({ maxLength: 128 }), { default: ['*'] }),
  translates: Type.Array(Translate, { default: [] }),
  /** Settings of the module by name: `seed` for demo; `file`, `speed`, `loop` for replay. */
  params: Type.Record(Type.String({ maxLength: 64 }), Type.String({ maxLength: 1024 }), {
    default: {},
  }),
});
export type DatafeedRecord = Static<typeof DatafeedRecord>;

/** A connection through which orders go to a provider. The engine reads how it wants them. */
export const GatewayRecord = Strict({
  id: Int(1),
  name: Type.String({ pattern: '^[A-Za-z0-9 ._&#-]{1,64}$' }),
  module: Words(['fix44'] as const),
  enabled: Bool(true),
  server: Text(255),
  priority: Int(0, 1000, 1),
  reconnect_sec: Int(1, 600, 5),
  timeout_sec: Int(1, 3600, 30),
  reconnect_attempts: Int(1, 1000, 3),
  series_pause_sec: Int(0, 86_400, 60),
  symbols: Type.Array(Type.String({ maxLength: 128 }), { default: ['*'] }),
  translates: Type.Array(Translate, { default: [] }),
  /** Settings of the module by name: `FIX Quantity Mode`, `Order Placement Timeout` … */
  params: Type.Record(Type.String({ maxLength: 64 }), Type.String({ maxLength: 4096 }), {
    default: {},
  }),
});
export type GatewayRecord = Static<typeof GatewayRecord>;
