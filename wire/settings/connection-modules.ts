// Modules of datafeeds and gateways, and their parameters.

/** The types of parameters. */
export const PARAM_TYPES = ['string', 'int', 'float', 'bool', 'enum', 'file', 'time'] as const;

/** A parameter of a module. */
export interface ParamRule {
  readonly key: string;
  readonly label: string;
  readonly type: (typeof PARAM_TYPES)[number];
  /** The initial value; the parameter may be empty only if this is empty. */
  readonly value: string;
  /** Is the value encrypted at rest and shown as a mask? */
  readonly sealed?: true;
  /** The words of an `enum`. */
  readonly options?: readonly string[];
  /** Limits of an `int` or `float`. */
  readonly from?: number;
  readonly to?: number;
}

/** A connection module. */
export interface ConnectionModule {
  readonly label: string;
  readonly description: string;
  /** Is it an internal price source, which only the server itself creates at start? */
  readonly local?: true;
  /** Parameters that need a value while the connection is enabled. */
  readonly required: readonly string[];
  readonly params: readonly ParamRule[];
}

/** The names of parameters that rules read. */
export const PARAM = {
  sender: 'SenderCompID',
  target: 'TargetCompID',
  senderSub: 'SenderSubID',
  targetSub: 'TargetSubID',
  token: 'Token',
  heartbeat: 'Heartbeat Interval',
  secure: 'FIX SSL Enabled',
  certificate: 'FIX SSL Certificate',
  privateKey: 'FIX SSL Private Key',
  authority: 'FIX SSL Authority',
  startTime: 'Session Start Time',
  endTime: 'Session End Time',
  startDay: 'Session Start Day',
  endDay: 'Session End Day',
  zone: 'Session Time Zone',
  reset: 'Reset On Logon',
  quantity: 'FIX Quantity Mode',
  coverage: 'Limit Orders Coverage Mode',
  placement: 'Order Placement Timeout',
  holidays: 'Trading Calendar Holidays',
} as const;

/** The days of a weekly FIX session, as its parameters name them. */
export const SESSION_DAYS = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

/** The parameters that every FIX session needs. */
const FIX_SESSION: readonly ParamRule[] = [
  { key: PARAM.sender, label: 'Sender company', type: 'string', value: '' },
  { key: PARAM.target, label: 'Target company', type: 'string', value: '' },
  { key: PARAM.senderSub, label: 'Sender sub-id', type: 'string', value: '' },
  { key: PARAM.targetSub, label: 'Target sub-id', type: 'string', value: '' },
  {
    key: PARAM.heartbeat,
    label: 'Heartbeat interval, seconds',
    type: 'int',
    value: '30',
    from: 1,
    to: 3600,
  },
  { key: PARAM.secure, label: 'Encrypted by TLS', type: 'bool', value: 'false' },
  { key: PARAM.certificate, label: 'Certificate, PEM', type: 'file', value: '' },
  { key: PARAM.privateKey, label: 'Private key, PEM', type: 'file', value: '', sealed: true },
  {
    key: PARAM.authority,
    label: 'Authority that has to have signed the certificate of the peer, PEM',
    type: 'file',
    value: '',
  },
  { key: PARAM.startTime, label: 'Start of the session', type: 'time', value: '' },
  { key: PARAM.endTime, label: 'End of the session', type: 'time', value: '' },
  {
    key: PARAM.startDay,
    label: 'Day on which a weekly session starts',
    type: 'enum',
    value: '',
    options: SESSION_DAYS,
  },
  {
    key: PARAM.endDay,
    label: 'Day on which a weekly session ends',
    type: 'enum',
    value: '',
    options: SESSION_DAYS,
  },
  {
    key: PARAM.zone,
    label: 'Time zone of these times, such as America/New_York; empty = UTC',
    type: 'string',
    value: '',
  },
];

const FIX_REQUIRED = [PARAM.sender, PARAM.target];

/** The modules of datafeeds. */
export const FEED_MODULES = {
  fix44: {
    label: 'FIX 4.4',
    description: 'Prices of a provider over a FIX 4.4 session.',
    required: FIX_REQUIRED,
    params: FIX_SESSION,
  },
  dde: {
    label: 'DDE',
    description:
      'Prices of a Windows terminal. Needs a login and a password, or a token. This server ' +
      'has no connector for such prices: datafeeds of this module are kept, but never ' +
      'connect.',
    required: [],
    params: [{ key: PARAM.token, label: 'Token', type: 'string', value: '', sealed: true }],
  },
  demo: {
    label: 'Demo market',
    description: 'Prices that the server makes up.',
    local: true,
    required: [],
    params: [
      { key: 'seed', label: 'Seed', type: 'string', value: '' },
      {
        key: 'rate',
        label: 'Ticks a second of a symbol at the most',
        type: 'float',
        value: '',
        from: 1,
        to: 200,
      },
    ],
  },
  replay: {
    label: 'Replay',
    description: 'Prices of a file.',
    local: true,
    required: [],
    params: [
      { key: 'file', label: 'File', type: 'file', value: '' },
      { key: 'speed', label: 'Speed, 0 = as fast as possible', type: 'float', value: '1', from: 0 },
      { key: 'loop', label: 'Again from the start at its end', type: 'bool', value: 'false' },
    ],
  },
} as const satisfies Record<string, ConnectionModule>;

/** The modules of gateways. */
export const GATEWAY_MODULES = {
  fix44: {
    label: 'FIX 4.4',
    description: 'Orders to a provider over a FIX 4.4 session.',
    required: FIX_REQUIRED,
    params: [
      ...FIX_SESSION,
      {
        key: PARAM.reset,
        label: 'Messages are counted from 1 at each logon',
        type: 'bool',
        value: 'false',
      },
      {
        key: PARAM.quantity,
        label: 'Unit of volumes',
        type: 'enum',
        value: 'Units',
        options: ['Units', 'Lots'],
      },
      {
        key: PARAM.coverage,
        label: 'Limit orders wait at the gateway, or go there as limit or market orders',
        type: 'enum',
        value: 'Limit',
        options: ['Gateway', 'Limit', 'Market'],
      },
      {
        key: PARAM.placement,
        label: 'Seconds until an order that is not answered ends',
        type: 'int',
        value: '30',
        from: 1,
        to: 3600,
      },
      {
        key: PARAM.holidays,
        label: 'Days (UTC) without a session, added or taken back: +25 Dec;;+1 May;;-1 May',
        type: 'string',
        value: '',
      },
    ],
  },
} as const satisfies Record<string, ConnectionModule>;

export type FeedModuleName = keyof typeof FEED_MODULES;
export type GatewayModuleName = keyof typeof GATEWAY_MODULES;
