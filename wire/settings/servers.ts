// Logical servers: the settings of the platform's three parts, trade, api and quote.

import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { isAdministrators, isDemoGroup, isManagers } from '../accounts/group-kinds.js';
import { complete, Named, OrNull, Words, wantedBy } from '../base/schema.js';
import { Bool, DayTimeOrNone, Dec, Int, Name } from '../base/setting-fields.js';
import { section } from '../fields/words.js';

const access = section('Access');
const antiflood = section('Antiflood');
const prices = section('Prices');
const lifetime = section('Lifetime');
const identity = section('Identity');
const network = section('Network');
const demoField = section('Demo');

/** The ids of the logical servers: execution, connections of terminals and staff, prices. */
export const TRADE_SERVER = 'trade';
export const API_SERVER = 'api';
export const QUOTE_SERVER = 'quote';
/** The ids in the order of their numbers, which are 1, 2, 3. */
export const SERVER_IDS = [TRADE_SERVER, API_SERVER, QUOTE_SERVER] as const;
export type ServerId = (typeof SERVER_IDS)[number];

/** Is it the id of a logical server? */
export const isServerId = (id: string): id is ServerId =>
  (SERVER_IDS as readonly string[]).includes(id);

/** The number of a server: 1, 2 or 3. */
export const serverNumber = (id: ServerId): number => SERVER_IDS.indexOf(id) + 1;

/** The logins that the api server admits, and its protection against floods of attempts. */
export const ServerAccess = Named('ServerAccess', {
  allow_administrators: access('Administrators', 'May administrators sign in?', Bool(true)),
  allow_managers: access('Managers', 'May managers sign in?', Bool(true)),
  allow_clients: access('Clients', 'May traders sign in?', Bool(true)),
  allow_api: access('Programs', 'May programs sign in at the `api` terminal?', Bool(true)),
  antiflood_enabled: antiflood(
    'Antiflood',
    'Are addresses blocked that try too often?',
    Bool(false),
  ),
  antiflood_connections: antiflood(
    'Attempts',
    'Attempts within 3 s of each other that block an address.',
    Int(1, 100_000, 20),
    'count',
  ),
  antiflood_errors: antiflood(
    'Failures',
    'Failures in 5 minutes that block an address.',
    Int(1, 10_000, 10),
    'count',
  ),
});
export type ServerAccess = Static<typeof ServerAccess>;

/** The access settings where staff have set none. */
export const EVERYONE = complete(ServerAccess, {}) as ServerAccess;

/** The prices that the quote server takes. */
export const ServerHistory = Named('ServerHistory', {
  datafeeds_timeout_sec: prices(
    'Silence',
    'Silence after which the next datafeed prices a symbol.',
    Int(1, 3600, 30),
  ),
});
export type ServerHistory = Static<typeof ServerHistory>;

/** Seconds of silence of a datafeed where staff have set none. */
const TIMEOUT_SEC = 30;

/**
 * Which demo accounts are opened and how long they last: mode 0 opens none, mode 1 counts the days
 * from the last connection, mode 2 from the opening.
 */
export const ServerDemo = Named('ServerDemo', {
  mode: lifetime(
    'Mode',
    '0 = no new demo accounts, 1 = days since the last sign-in, 2 = days since the opening.',
    Type.Integer({ minimum: 0, maximum: 2 }),
    'number',
  ),
  period_days: lifetime(
    'Days',
    'Length of the lifetime.',
    Type.Integer({ minimum: 1, maximum: 36_500 }),
  ),
});
export type ServerDemo = Static<typeof ServerDemo>;

/** A field that a server has or has not; null = it has not. */
const Owned = <T extends TSchema>(schema: T) => OrNull(schema, { default: null });

/** A logical server. Fields of another server are null. */
export const LogicalServerRecord = Named('LogicalServer', {
  id: identity('Server', 'Name of the logical server.', Words(SERVER_IDS)),
  internal_id: identity('Number', 'Number of the logical server.', Int(1, 3)),
  title: identity('Title', 'Name for people.', Name(128)),
  latitude: identity(
    'Latitude',
    "Coordinate of the server's location, for display; at most 8 decimals.",
    Dec('0'),
    'degrees',
  ),
  longitude: identity(
    'Longitude',
    "Coordinate of the server's location, for display; at most 8 decimals.",
    Dec('0'),
    'degrees',
  ),
  network_adapter: network(
    'Network adapter',
    'Network interface whose figures the monitor reads; empty = all but loopback.',
    Type.String({
      pattern: wantedBy(
        '^[!-.0-9;-~]*$',
        'must be the name of a network interface, in ASCII without slash, colon and white space',
      ),
      default: '',
    }),
  ),
  access: access(
    'Access',
    'Classes of logins that the server admits; only the server `api` has this field.',
    Owned(ServerAccess),
  ),
  history: prices(
    'Prices',
    'Settings for the intake of prices; only the server `quote` has this field.',
    Owned(ServerHistory),
  ),
  optimization_time: demoField(
    'Maintenance',
    'Time of the weekly maintenance, HH:MM; empty = none. Only the server `trade` has ' +
      'this field.',
    Owned(DayTimeOrNone()),
  ),
  /** On the trade server null = demo accounts are opened and have no end. */
  demo: demoField(
    'Demo accounts',
    'Lifetime of demo accounts; null = not set yet. Only the server `trade` has this field.',
    Owned(ServerDemo),
  ),
});
export type LogicalServerRecord = Static<typeof LogicalServerRecord>;

/** A logical server as a thread holds it: one that was stored before lacks the newer fields. */
type HeldServer = Partial<LogicalServerRecord> & Pick<LogicalServerRecord, 'id'>;

const heldOf = (servers: readonly HeldServer[], wanted: ServerId): HeldServer | undefined =>
  servers.find(({ id }) => id === wanted);

/** The access settings of the platform; everyone is admitted while they are not known. */
export const accessOf = (servers: readonly HeldServer[]): ServerAccess =>
  heldOf(servers, API_SERVER)?.access ?? EVERYONE;

/** The seconds of silence after which the next datafeed prices a symbol. */
export const feedTimeoutOf = (servers: readonly HeldServer[]): number =>
  heldOf(servers, QUOTE_SERVER)?.history?.datafeeds_timeout_sec ?? TIMEOUT_SEC;

/** The network adapter that a server's monitor reads; empty = all but loopback. */
export const adapterOf = (servers: readonly HeldServer[], server: ServerId): string =>
  heldOf(servers, server)?.network_adapter ?? '';

/** The lifetime of demo accounts; null = unlimited. */
export const demoOf = (servers: readonly HeldServer[]): ServerDemo | null =>
  heldOf(servers, TRADE_SERVER)?.demo ?? null;

const DAY_MS = 86_400_000;

/** The group of an account, and the times from which its period counts. */
interface Lived {
  readonly group: string;
  /** The opening of the account and its latest connection, ms since 1970. */
  readonly opened: number;
  readonly connected: number;
}

/** The end of an account's period, ms since 1970; infinity = it has none. */
export const demoEnd = (demo: ServerDemo | null, { group, opened, connected }: Lived): number => {
  if (demo === null || demo.mode === 0 || !isDemoGroup(group)) return Number.POSITIVE_INFINITY;
  const from = demo.mode === 1 ? Math.max(opened, connected) : opened;
  return from + demo.period_days * DAY_MS;
};

/**
 * The access switch that applies to a login: administrators or managers by the folder of its group,
 * else the api terminal, else clients.
 */
export const classSwitch = (group: string, terminal: string) => {
  if (isAdministrators(group)) return 'allow_administrators';
  if (isManagers(group)) return 'allow_managers';
  return terminal === 'api' ? 'allow_api' : 'allow_clients';
};

/**
 * Does the platform admit the login now? Checked at sign-in, at refresh, for every request of a
 * session and for live sockets.
 */
export const classAdmitted = (access: ServerAccess, group: string, terminal: string): boolean =>
  access[classSwitch(group, terminal)];
