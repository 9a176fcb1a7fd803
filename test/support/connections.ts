// Connections for tests: records of providers with parameters by name.

import { Value } from '@sinclair/typebox/value';
import { GatewayRecord, type HeldParam } from '../../wire/settings/connections.js';

/** Parameters by name. */
export type Params = Readonly<Record<string, string>>;

/** Parameters as they are held. */
export const heldParams = (params: Params): HeldParam[] =>
  Object.entries(params).map(([key, value]) => ({ key, value }));

/** A gateway with the fields given; the rest at their defaults. */
export const gatewayOf = (
  id: number,
  params: Params = {},
  more: Partial<GatewayRecord> = {},
): GatewayRecord =>
  Value.Default(GatewayRecord, {
    id,
    name: `Provider ${id}`,
    server: 'fix.example.com:9876',
    params: heldParams(params),
    ...more,
  }) as GatewayRecord;
