// Reads what `nft -j list ruleset` prints.

import { isFields } from '../../wire/base/object.js';
import type { Chain, FirewallRule } from './rules.js';

/** An object of a listing. */
type Listed = Readonly<Record<string, unknown>>;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A side of a match in words: a value, a set, a range, or a field of a packet. */
const sideText = (side: unknown): string => {
  if (typeof side === 'string' || typeof side === 'number') return String(side);
  if (Array.isArray(side)) return side.map(sideText).join(', ');
  if (!isFields(side)) return JSON.stringify(side) ?? '';
  const { prefix, range, set, payload, meta, ct } = side as Readonly<Record<string, unknown>>;
  if (isFields(prefix)) return `${sideText(prefix.addr)}/${sideText(prefix.len)}`;
  if (Array.isArray(range)) return range.map(sideText).join('-');
  if (set !== undefined) return `{ ${sideText(set)} }`;
  if (isFields(payload)) return `${text(payload.protocol)} ${text(payload.field)}`.trim();
  if (isFields(meta)) return text(meta.key);
  if (isFields(ct)) return `ct ${text(ct.key)}`;
  return JSON.stringify(side);
};

const ADDRESSES = ['saddr', 'daddr'];
const PORTS = ['sport', 'dport'];
const INTERFACES = ['iifname', 'iif', 'oifname', 'oif'];
const PROTOCOLS = ['l4proto', 'protocol', 'nexthdr'];

/** Which column a match belongs to; undefined = none. */
const columnOf = (left: unknown): 'address' | 'port' | 'interface' | 'protocol' | undefined => {
  if (!isFields(left)) return undefined;
  const { payload, meta } = left;
  const name = isFields(payload) ? text(payload.field) : isFields(meta) ? text(meta.key) : '';
  if (ADDRESSES.includes(name)) return 'address';
  if (PORTS.includes(name)) return 'port';
  if (INTERFACES.includes(name)) return 'interface';
  return PROTOCOLS.includes(name) ? 'protocol' : undefined;
};

const VERDICTS = ['accept', 'drop', 'reject', 'return', 'continue', 'queue', 'masquerade'];
const JUMPS = ['jump', 'goto'];

/** A rule from its statements. */
const ruleOf = ({ expr, comment, handle }: Listed): FirewallRule => {
  const columns = { protocol: '', address: '', port: '', interface: '' };
  const words: string[] = [];
  let action = '';
  let leadsTo: string | undefined;
  for (const statement of Array.isArray(expr) ? expr : []) {
    if (!isFields(statement)) continue;
    const [kind = '', given] = Object.entries(statement)[0] ?? [];
    if (kind === 'match' && isFields(given)) {
      const [left, right] = [sideText(given.left), sideText(given.right)];
      const column = columnOf(given.left);
      if (column !== undefined) columns[column] ||= right;
      if (column === 'port' && isFields(given.left) && isFields(given.left.payload)) {
        columns.protocol ||= text(given.left.payload.protocol);
      }
      words.push(`${left} ${text(given.op)} ${right}`);
    } else if (JUMPS.includes(kind)) {
      leadsTo = isFields(given) ? text(given.target) : '';
      action = `${kind} ${leadsTo}`;
    } else if (VERDICTS.includes(kind)) action = kind;
    else words.push(JSON.stringify(statement));
  }
  const name = text(comment) || `rule ${sideText(handle ?? '')}`.trim();
  return { name, action, ...columns, expression: words.join('; '), leadsTo };
};

const isObject = (value: unknown): value is Listed => isFields(value);

/** The chains of a listing; undefined = it is none. */
export const nftChains = (listing: unknown): Chain[] | undefined => {
  const { nftables } = isFields(listing) ? listing : ({} as Listed);
  if (!Array.isArray(nftables)) return undefined;
  const objects = nftables.filter(isObject);
  const chains = objects.flatMap(({ chain }): Chain[] => {
    if (!isFields(chain)) return [];
    const { family, table, name, hook, policy } = chain;
    const place = { family: text(family), table: text(table), name: text(name) };
    return [{ ...place, hook: text(hook), policy: text(policy), rules: [] }];
  });
  const keyOf = (family: unknown, table: unknown, name: unknown): string =>
    JSON.stringify([text(family), text(table), text(name)]);
  const byKey = new Map(chains.map((one) => [keyOf(one.family, one.table, one.name), one]));
  for (const { rule } of objects) {
    if (!isFields(rule)) continue;
    byKey.get(keyOf(rule.family, rule.table, rule.chain))?.rules.push(ruleOf(rule));
  }
  return chains;
};
