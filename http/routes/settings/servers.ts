// Logical servers: their settings, with what the server observes of itself.

import { hasRights } from '../../../wire/accounts/has-rights.js';
import type { Right } from '../../../wire/accounts/rights.js';
import { type Code, type Outcome, ok, refuse } from '../../../wire/base/codes.js';
import type { Fields } from '../../../wire/base/object.js';
import type { Caller } from '../../../wire/desk/caller.js';
import { FirewallView } from '../../../wire/rest/settings/firewall.js';
import {
  InstancePath,
  MaintenanceParams,
  MaintenanceRuns,
  MonitorParams,
  minutesAsked,
  readinessOf,
  ServerMonitor,
} from '../../../wire/rest/settings/server-views.js';
import { LOGICAL_SERVERS, ServerPath } from '../../../wire/rest/settings/servers.js';
import { isServerId, type ServerId, TRADE_SERVER } from '../../../wire/settings/servers.js';
import { type HandlerContext, route } from '../../rest/route.js';
import { NO_RECORD, readable, settingTexts, typed } from '../../rest/setting-routes.js';

const PATH = '/admin/v1/network/servers';
const INSTANCE = `${PATH}/{id}/instances/{instance}` as const;
const rights: readonly Right[] = ['config.servers'];
/** Figures of the machine need a right of their own. */
const MACHINES: readonly Right[] = ['config.servers', 'server.machines'];

const { kind, shown, patch, read } = LOGICAL_SERVERS;

type Observing<C extends Code> = Pick<HandlerContext<C>, 'desk' | 'query' | 'vitals'>;

/** The fields that only the trade server has: numbers in use, and the weekly maintenance. */
const observedTrade = async <C extends Code>(
  caller: Caller,
  context: Observing<C>,
): Promise<Outcome<Fields, C>> => {
  const allocations = await context.query(caller, 'allocations', {});
  if (!allocations.ok) return allocations;
  const maintenance = await context.desk('maintenance.read', { caller });
  if (!maintenance.ok) return maintenance;
  return ok({ allocations: allocations.data, maintenance: maintenance.data });
};

/** A server as staff see it: its settings, and what is observed of it. */
const viewOf = async <C extends Code>(
  server: Fields,
  caller: Caller,
  context: Observing<C>,
): Promise<Outcome<Fields, C>> => {
  const id = server.id as ServerId;
  const none = ok({ allocations: null, maintenance: null });
  const observed = id === TRADE_SERVER ? await observedTrade(caller, context) : none;
  if (!observed.ok) return observed;
  const seesMachines = hasRights(caller, MACHINES);
  const all = context.vitals.instances(id);
  const instances = all.map((one) => (seesMachines ? one : { ...one, monitor: null }));
  return ok({ ...server, ...observed.data, readiness: readinessOf(all), instances });
};

const shownView = async <C extends Code>(
  found: Outcome<Fields, C>,
  caller: Caller,
  context: Observing<C>,
): Promise<Outcome<Fields, C>> => (found.ok ? viewOf(found.data, caller, context) : found);

const TEXTS = settingTexts({
  order: 'The servers that the platform is made of.',
  taken: '',
  changes:
    'Administrators stay admitted. `access` is of `api` alone, `history` of `quote`, ' +
    '`optimization_time` and `demo` of `trade`. Sessions and sockets follow within seconds.',
  invalid: '`allow_administrators` is false, or a field is of another server',
  id: 'api',
  patch: { version: 1, title: 'Front', access: { antiflood_enabled: true } },
});

export const servers = [
  route({
    ...TEXTS.list,
    name: 'network.servers.list',
    method: 'GET',
    path: PATH,
    says: 'Lists the logical servers.',
    ...readable(read),
    reply: [shown],
    handle: async ({ caller }, context) => {
      const views: Fields[] = [];
      const listed = await context.desk('settings.list', { caller, kind, query: {} });
      if (!listed.ok) return listed;
      for (const server of JSON.parse(Buffer.from(listed.data.json).toString()) as Fields[]) {
        const view = await viewOf(server, caller, context);
        if (!view.ok) return typed(view);
        views.push(view.data);
      }
      return typed(ok(views));
    },
  }),
  route({
    ...TEXTS.read,
    name: 'network.servers.read',
    method: 'GET',
    path: `${PATH}/{id}`,
    says: 'Answers a logical server.',
    ...readable(read),
    params: ServerPath,
    reply: shown,
    handle: async ({ caller, path: { id } }, context) => {
      const found = await context.desk('settings.read', { caller, kind, id });
      return typed(await shownView(found, caller, context));
    },
  }),
  route({
    ...TEXTS.change,
    name: 'network.servers.change',
    method: 'PATCH',
    path: `${PATH}/{id}`,
    says: 'Changes fields of a logical server.',
    rights,
    params: ServerPath,
    body: patch.schema,
    reply: shown,
    handle: async ({ caller, path: { id }, body }, context) => {
      const { version, ...fields } = body as Fields & { version: number };
      const input = { caller, kind, id, version, fields, whole: false };
      return typed(await shownView(await context.desk('settings.patch', input), caller, context));
    },
  }),
  route({
    name: 'network.servers.maintenance',
    method: 'GET',
    path: `${PATH}/{id}/maintenance`,
    says: 'Lists past runs of the weekly maintenance, the newest first.',
    details: 'The runs of two years are kept. Servers other than `trade` have none.',
    ...readable(read),
    params: ServerPath,
    query: MaintenanceParams,
    reply: MaintenanceRuns,
    errors: { not_found: NO_RECORD },
    example: { path: { id: 'trade' } },
    handle: async ({ caller, path: { id }, query: { page, limit } }, context) => {
      if (!isServerId(id)) return refuse('not_found');
      if (id !== TRADE_SERVER) return ok({ items: [], page, total: 0 });
      return context.desk('maintenance.runs', { caller, page, limit });
    },
  }),
  route({
    name: 'network.servers.monitor',
    method: 'GET',
    path: `${INSTANCE}/monitor`,
    says: 'Answers the newest figures of an instance, and averages by the minute of up to a day.',
    details:
      'Minutes are answered from `from` on, each row an average of `step` minutes. The ' +
      'minutes of an ended instance are kept for 24 hours.',
    rights: MACHINES,
    params: InstancePath,
    query: MonitorParams,
    reply: ServerMonitor,
    errors: {
      not_found: 'there is no such server, or no such instance in the last 24 hours',
      invalid_input: '`from` is after `to`, or more than 24 hours before',
    },
    example: { path: { id: 'trade', instance: '5f0c2a0e-7d39-4f0e-9a51-0c7a3f1d2b44' } },
    handle: ({ path: { id, instance }, query }, { vitals, now }) => {
      const asked = minutesAsked(query, now());
      if (typeof asked === 'string') return refuse('invalid_input', asked);
      const found = isServerId(id) ? vitals.monitor(id, instance, asked) : undefined;
      return found === undefined ? refuse('not_found') : ok(found);
    },
  }),
  route({
    name: 'network.servers.firewall',
    method: 'GET',
    path: `${INSTANCE}/firewall`,
    says: "Answers the rules of the firewall of an instance's machine.",
    details:
      'The rules of input, ingress, prerouting and forward, with the policies of chains ' +
      'and the chains that rules lead to: at most 1,000 rows and 2 MiB. `brokerd ' +
      'firewall-collector` writes the rules to a file; rules of another machine or start, ' +
      'and a missing file, are not available. Rules older than 90 s are stale. Nothing ' +
      'changes rules.',
    rights: ['terminal.admin', ...MACHINES],
    params: InstancePath,
    reply: FirewallView,
    errors: { not_found: 'there is no such server, or no such instance in the last 24 hours' },
    example: { path: { id: 'api', instance: '5f0c2a0e-7d39-4f0e-9a51-0c7a3f1d2b44' } },
    handle: async ({ path: { id, instance } }, { vitals }) => {
      const found = isServerId(id) ? await vitals.firewall(instance) : undefined;
      return found === undefined ? refuse('not_found') : ok(found);
    },
  }),
];
