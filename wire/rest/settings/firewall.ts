// The rules of the firewall of a machine, as staff read them.

import { type Static, Type } from '@sinclair/typebox';
import { Named, TimeOrNull } from '../../base/schema.js';

/** Most rows of a view, and most bytes of their JSON. */
export const FIREWALL_ROWS_MAX = 1_000;
export const FIREWALL_BYTES_MAX = 2 << 20;
/** An observation that is older is stale, ms. */
export const FIREWALL_STALE_MS = 90_000;

/** A rule, or the policy of a chain, which has no expression. */
const FirewallRow = Named('FirewallRow', {
  family: Type.String(),
  table: Type.String(),
  chain: Type.String(),
  /** Where packets come into the chain; empty = from another chain alone. */
  hook: Type.String(),
  name: Type.String(),
  action: Type.String(),
  protocol: Type.String(),
  address: Type.String(),
  port: Type.String(),
  interface: Type.String(),
  expression: Type.String(),
});
export type FirewallRow = Static<typeof FirewallRow>;

/** The firewall as the collector saw it. */
export const FirewallView = Named('FirewallView', {
  available: Type.Boolean(),
  /** Why it is not available; empty = it is. */
  reason: Type.String(),
  backend: Type.String(),
  host: Type.String(),
  sampled_at: TimeOrNull(),
  stale: Type.Boolean(),
  read_only: Type.Boolean(),
  /** Were rows left out? */
  truncated: Type.Boolean(),
  rows: Type.Array(FirewallRow),
});
export type FirewallView = Static<typeof FirewallView>;
