// The rules of the firewall of a machine, as staff read them.

import { type Static, Type } from '@sinclair/typebox';
import { Named, TimeOrNull } from '../../base/schema.js';
import { section } from '../../fields/words.js';

const place = section('Place');
const rule = section('Rule');
const firewall = section('Firewall');

/** Most rows of a view, and most bytes of their JSON. */
export const FIREWALL_ROWS_MAX = 1_000;
export const FIREWALL_BYTES_MAX = 2 << 20;
/** An observation that is older is stale, ms. */
export const FIREWALL_STALE_MS = 90_000;

/** A rule, or the policy of a chain, which has no expression. */
const FirewallRow = Named('FirewallRow', {
  family: place('Family', 'Kind of packets: `inet`, `ip`, `ip6` …', Type.String()),
  table: place('Table', 'Name of the table.', Type.String()),
  chain: place('Chain', 'Name of the chain.', Type.String()),
  hook: place(
    'Hook',
    'Point at which packets come into the chain; empty = from other chains.',
    Type.String(),
  ),
  name: rule('Name', 'Comment or number of the rule; `policy` of a chain.', Type.String()),
  action: rule(
    'Action',
    'Action on packets: `accept`, `drop`, `jump …`; empty = none.',
    Type.String(),
  ),
  protocol: rule('Protocol', 'Protocol that the rule matches; empty = any.', Type.String()),
  address: rule('Address', 'Address that the rule matches; empty = any.', Type.String()),
  port: rule('Port', 'Ports that the rule matches; empty = any.', Type.String()),
  interface: rule('Interface', 'Interface that the rule matches; empty = any.', Type.String()),
  expression: rule(
    'Expression',
    'All conditions and the action of the rule, in words.',
    Type.String(),
  ),
});
export type FirewallRow = Static<typeof FirewallRow>;

/** The firewall as the collector saw it. */
export const FirewallView = Named('FirewallView', {
  available: firewall('Available', 'Are the rules known?', Type.Boolean()),
  reason: firewall('Reason', 'Reason why rules are unknown; empty = none.', Type.String()),
  backend: firewall(
    'Program',
    'The program that listed the rules: `nft` or `iptables`.',
    Type.String(),
  ),
  host: firewall('Host', 'Name of the machine.', Type.String()),
  sampled_at: firewall('Time', 'Time at which the collector saw the rules.', TimeOrNull()),
  stale: firewall('Stale', 'Is that more than 90 seconds ago?', Type.Boolean()),
  read_only: firewall(
    'Read-only',
    'Always true, because the server never changes rules.',
    Type.Boolean(),
  ),
  truncated: firewall('Cut', 'Were rows left out?', Type.Boolean()),
  rows: firewall('Rules', 'Rules, and policies of chains.', Type.Array(FirewallRow)),
});
export type FirewallView = Static<typeof FirewallView>;
