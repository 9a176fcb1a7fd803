// Connections to the outside: sources of prices and destinations of orders.

import { type Static, Type } from '@sinclair/typebox';
import { MASK_LENGTH_MAX, MASK_STARS_MAX } from '../base/mask.js';
import { Id, Named, OrNull, refersTo, UNSEEN, WholeText, Words, wantedBy } from '../base/schema.js';
import { Bool, Choice, ConnectionName, Int } from '../base/setting-fields.js';
import { section } from '../fields/words.js';
import {
  FEED_MODULES,
  type FeedModuleName,
  GATEWAY_MODULES,
  type GatewayModuleName,
  PARAM,
} from './connection-modules.js';

const parameters = section('Parameters');
const identity = section('Identity');
const price = section('Price');
const connectionField = section('Connection');
const reconnection = section('Reconnection');
const symbols = section('Symbols');
const content = section('Content');

/** Longest value of a parameter in characters; a certificate chain must fit. */
export const PARAM_VALUE_MAX = 16_384;
/** Longest password in characters. */
export const PASSWORD_MAX = 128;
/** Longest encrypted form of a secret in characters: its bytes in base64, plus the envelope. */
const sealedMax = (characters: number): number => Math.ceil((characters * 3 + 64) * 1.4);

/** A line of text without control characters, which providers' protocols use as separators. */
export const Line = (maxLength: number) =>
  Type.Unsafe<string>({ ...WholeText(maxLength), default: '' });
const Sealed = (characters: number) =>
  Type.String({ maxLength: sealedMax(characters), default: '' });

const STARLESS = `[^*,${UNSEEN}]*`;
/** Masks of names or paths; `!` excludes, and the last matching mask decides. */
export const Masks = () =>
  Type.Array(
    Type.String({
      maxLength: MASK_LENGTH_MAX,
      pattern: wantedBy(
        `^!?(?!!|$)${STARLESS}(\\*${STARLESS}){0,${MASK_STARS_MAX}}$`,
        `must be one mask of names, with at most ${MASK_STARS_MAX} stars and without commas`,
      ),
    }),
    { maxItems: 512, default: ['*'] },
  );

/** The name of a symbol at the provider, and the markup of its prices. */
const Translate = Named('FeedTranslate', {
  symbol_id: identity('Symbol', 'Id of the symbol.', refersTo('symbol', 'id', Id())),
  source: identity(
    'Source name',
    'Name at the provider; empty = the name of the symbol.',
    Line(64),
  ),
  source_digits: price(
    'Source digits',
    'Decimals that are kept; null = all.',
    OrNull(Type.Integer({ minimum: 0, maximum: 10 }), {
      default: null,
    }),
    'count',
  ),
  ask_markup_pts: price('Ask markup', 'Markup of the ask.', Int(-100_000, 100_000, 0)),
  bid_markup_pts: price('Bid markup', 'Markup of the bid.', Int(-100_000, 100_000, 0)),
});

/** A parameter of the module, encrypted where the module says so. */
const HeldParam = Named('HeldParam', {
  key: Type.String({ minLength: 1, maxLength: 64 }),
  value: Type.String({ maxLength: sealedMax(PARAM_VALUE_MAX) }),
});
export type HeldParam = Static<typeof HeldParam>;

/** Prefix of a parameter's name among names of fields: `params.Token`. */
export const PARAM_PREFIX = 'params.';

/** The common fields of datafeeds and gateways. */
const connection = {
  id: Int(1),
  name: identity(
    'Name',
    'Unique among connections of the kind: letters, digits, spaces, `. _ & # -`.',
    ConnectionName(),
  ),
  enabled: identity('Enabled', 'Does the server connect to the provider?', Bool(true)),
  /** `host:port`; `local` for internal price sources. */
  server: connectionField(
    'Server',
    '`host:port` of the provider.',
    Type.String({ maxLength: 255 }),
  ),
  login: connectionField('Login', 'User name at the provider.', Line(64)),
  password: Sealed(PASSWORD_MAX),
  gateway_server: connectionField(
    'Second server',
    'Second connection of a module; not read by any yet.',
    Line(255),
  ),
  gateway_login: connectionField('Second login', 'User name of the second connection.', Line(64)),
  gateway_password: Sealed(PASSWORD_MAX),
  priority: identity(
    'Priority',
    'The lower goes first where several fit.',
    Int(0, 1000, 1),
    'number',
  ),
  reconnect_sec: reconnection('Reconnect', 'Wait between two tries.', Int(1, 600, 5)),
  timeout_sec: reconnection(
    'Timeout',
    'Longest time in which the provider must answer.',
    Int(1, 3600, 30),
  ),
  import_symbol_settings: symbols(
    'Import settings',
    'Are digits and sizes taken from the provider?',
    Bool(false),
  ),
  params: parameters(
    'Parameters',
    'Settings of the module, each key once.',
    Type.Array(HeldParam, { maxItems: 64, default: [] }),
  ),
  symbols: symbols(
    'Symbols',
    'Masks in order; `!` excludes, the last that fits decides.',
    refersTo('symbol', 'mask', Masks()),
  ),
  translates: symbols(
    'Translations',
    'Names at the provider and markups, by symbol.',
    Type.Array(Translate, { maxItems: 32_767, default: [] }),
  ),
};

/** A price source. The server creates the sources of the modules `demo` and `replay` at start. */
export const DatafeedRecord = Named('Datafeed', {
  ...connection,
  module: identity(
    'Module',
    'Kind of connection; the module decides which parameters the record has.',
    Words(Object.keys(FEED_MODULES) as FeedModuleName[]),
  ),
  idle_timeout_sec: reconnection(
    'Silence',
    'Time without data after which the datafeed connects again.',
    Int(1, 3600, 60),
  ),
  failures_before_rest: reconnection(
    'Failures',
    'Failures in a row before a long wait.',
    Int(1, 1000, 10),
    'count',
  ),
  rest_sec: reconnection('Long wait', 'Wait after many failures.', Int(1, 3600, 60)),
  quotes_enabled: content('Quotes', 'Does the server use the quotes of the datafeed?', Bool(true)),
  news_enabled: content('News', 'Does the server use the news of the datafeed?', Bool(false)),
});
export type DatafeedRecord = Static<typeof DatafeedRecord>;

/** A connection that sends orders to a provider, in the form that the engine needs. */
export const GatewayRecord = Named('Gateway', {
  ...connection,
  module: identity(
    'Module',
    'Kind of connection; the module decides which parameters the record has.',
    Choice(Object.keys(GATEWAY_MODULES) as GatewayModuleName[], 'fix44'),
  ),
  mode: connectionField(
    'Mode',
    '`Active`: the server dials; `Passive`: the provider dials.',
    Choice(['Active', 'Passive'] as const, 'Active'),
  ),
  reconnect_attempts: reconnection(
    'Attempts',
    'Number of attempts to connect before a long pause.',
    Int(1, 1000, 3),
    'count',
  ),
  series_pause_sec: reconnection(
    'Pause',
    'Wait after a series that never signed in.',
    Int(0, 86_400, 60),
  ),
  allow_import_balances: content(
    'Import balances',
    'Are balances of the provider taken over?',
    Bool(false),
  ),
  collect_transactions_days: content(
    'Transactions',
    'Time for which they are kept; 0 = not at all.',
    Int(0, 36_500),
  ),
  profiling: content('Profiling', 'Are timings of the session recorded?', Bool(false)),
  fill_deviation_max: content(
    'Fill deviation',
    'A fill further from the quote is held for staff; 0 = none is.',
    Int(0, 1000, 10),
    'percent',
  ),
  ssl: connectionField('TLS', 'Is the session encrypted whatever the parameters say?', Bool(false)),
  groups: symbols(
    'Groups',
    'Symbols by group, where they differ.',
    Type.Array(
      Named('GatewayGroup', {
        group: symbols('Group', 'Mask of groups.', refersTo('group', 'mask', WholeText(128, 1))),
        symbols: symbols(
          'Symbols',
          'Masks of their symbols, in order.',
          refersTo('symbol', 'mask', Masks()),
        ),
      }),
      { maxItems: 128, default: [] },
    ),
  ),
});
export type GatewayRecord = Static<typeof GatewayRecord>;

/** The kinds of connections. */
export type ConnectionKind = 'datafeed' | 'gateway';
export type ConnectionRecord = DatafeedRecord | GatewayRecord;

/** The stored value of a parameter; empty where it is not set. */
export const paramOf = ({ params }: { readonly params: readonly HeldParam[] }, key: string) =>
  params.find((one) => one.key === key)?.value ?? '';

/** The default of `Order Placement Timeout` in seconds. */
const PLACEMENT_SEC = 30;

/** The time for the provider of a gateway to answer a placement, ms. */
export const placementMs = (gateway: Pick<GatewayRecord, 'params'>): number =>
  1000 * Number(paramOf(gateway, PARAM.placement) || PLACEMENT_SEC);

/** Are volumes sent to the gateway's provider in units instead of lots? */
export const countsUnits = (gateway: Pick<GatewayRecord, 'params'>): boolean =>
  paramOf(gateway, PARAM.quantity) !== 'Lots';

/**
 * The certificate with which the record's session speaks TLS, empty = without one; undefined = it
 * speaks without TLS.
 */
export const certificateOf = (record: ConnectionRecord): string | undefined => {
  const isSecure = paramOf(record, PARAM.secure) === 'true' || ('ssl' in record && record.ssl);
  return isSecure ? paramOf(record, PARAM.certificate) : undefined;
};

/** The price source that the flags select. */
export type PriceSource =
  | { readonly kind: 'none' }
  | { readonly kind: 'demo'; readonly seed: string }
  | {
      readonly kind: 'replay';
      readonly file: string;
      readonly speed: string;
      readonly loop: boolean;
    };

/** The records of the demo provider, as the server has last written them. */
export interface DemoProviderRecords {
  readonly server: string;
  /** The ids of the records. */
  readonly datafeed: number;
  readonly gateway: number;
  /** Those that the server has disabled, because the provider does not run. */
  readonly disabled: readonly ConnectionKind[];
}

/** The price source that the flags of the last start selected. */
export interface PriceSourceRecord {
  readonly asked: PriceSource;
  /** Only on demo platforms that were made with the demo provider. */
  readonly provider?: DemoProviderRecords;
}
