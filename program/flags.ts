// Flags and their environment variables: read only here, checked together, frozen.

import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { isDeepStrictEqual, parseEnv } from 'node:util';
import { isStrongPassword } from '../wire/accounts/password.js';
import { isAddressPrefix } from '../wire/base/address.js';
import { fileReason } from '../wire/base/file-errors.js';
import { LOGIN_MAX } from '../wire/trading/daily.js';
import { nearest } from './nearest.js';

/** The fault of a value, as the end of a sentence that begins with its name. */
class FlagFault {
  constructor(readonly why: string) {}
}

interface Flag<T> {
  /** The form of the value in the help; empty = the flag takes none. */
  readonly shape: string;
  readonly value: T;
  readonly says: string;
  /** Only in the environment, because secrets must not appear in a process list. */
  readonly secret?: boolean;
  /** It has no name on the command line; messages call it by its form. */
  readonly operand?: boolean;
  read(text: string): T | FlagFault;
}

const whole = (min: number, max: number, value: number, says: string): Flag<number> => ({
  shape: 'N',
  value,
  says,
  read: (text) => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= min && number <= max) return number;
    return new FlagFault(`must be a whole number from ${min} to ${max}`);
  },
});

const text = (shape: string, value: string, says: string): Flag<string> => ({
  shape,
  value,
  says,
  read: (given) => (given === '' ? new FlagFault('must not be empty') : given),
});

/** Paths are absolute: libraries trim blanks off relative ones, and Node does not. */
const folder = (value: string, says: string): Flag<string> => {
  const any = text('DIR', value, says);
  const read = (given: string): string | FlagFault =>
    given === '' ? any.read('') : resolve(given);
  return { ...any, read };
};

const file = (says: string): Flag<string> => ({
  shape: 'FILE',
  value: '',
  says,
  read: (given) => (existsSync(given) ? resolve(given) : new FlagFault(`${given} does not exist`)),
});

/** A file that may have to be made. */
const newFile = (says: string): Flag<string> => ({ ...folder('', says), shape: 'FILE' });

/** Accepted values for true; empty is the flag itself without a value. */
const TRUE = ['', '1', 'true', 'yes', 'on'];
const FALSE = ['0', 'false', 'no', 'off'];
const toggle = (says: string): Flag<boolean> => ({
  shape: '',
  value: false,
  says,
  read: (given) => {
    if (TRUE.includes(given.toLowerCase())) return true;
    if (FALSE.includes(given.toLowerCase())) return false;
    return new FlagFault('must be true or false');
  },
});

const list = (
  shape: string,
  says: string,
  fits: (part: string) => boolean,
  why: string,
): Flag<readonly string[]> => ({
  shape,
  value: [],
  says,
  read: (given) => {
    const parts = given.split(',').map((part) => part.trim());
    const wrong = parts.find((part) => !fits(part));
    return wrong === undefined ? Object.freeze(parts) : new FlagFault(`${wrong || '""'} ${why}`);
  },
});

const password = (says: string): Flag<string> => ({
  shape: 'TEXT',
  value: '',
  says,
  secret: true,
  read: (given) =>
    isStrongPassword(given)
      ? given
      : new FlagFault(
          'must have 8 to 16 characters with lower and upper case, a digit and a symbol',
        ),
});

const oneOf = <T extends string>(words: readonly T[], says: string, value = words[0]): Flag<T> => ({
  shape: 'WORD',
  value: value as T,
  says,
  read: (given) =>
    words.find((word) => word === given) ?? new FlagFault(`must be one of ${words.join(', ')}`),
});

const prices = (says: string): Flag<string> => ({
  shape: 'demo|none|FILE.csv',
  value: '',
  says,
  read: (given) => {
    if (given === 'demo' || given === 'none') return given;
    if (!given.endsWith('.csv')) return new FlagFault('must be demo, none or a CSV file');
    return existsSync(given) ? resolve(given) : new FlagFault(`${given} does not exist`);
  },
});

const speed = (says: string): Flag<number> => ({
  shape: 'X',
  value: 1,
  says,
  read: (given) =>
    /^\d{1,6}(\.\d{1,3})?$/.test(given) ? Number(given) : new FlagFault('must be 0 or a factor'),
});

const isOrigin = (part: string): boolean =>
  /^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/.test(part) && URL.canParse(part);

/** One thread is for the front and one for the log; the rest may be shards. */
const SHARDS_DEFAULT = Math.min(8, Math.max(1, availableParallelism() - 2));

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** 32 bytes in base64url. */
const VENDOR_KEY = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;
/** The actions of the command `licence`. */
const ACTIONS = ['keygen', 'sign', 'show'] as const;

const FLAGS = {
  port: whole(0, 65_535, 8080, 'port to listen on; 0 = any free one'),
  host: text('ADDRESS', '127.0.0.1', 'address to listen on'),
  data: folder('./data', 'folder of the log and the database'),
  vendorKey: {
    ...text('KEY', '', 'public key of the vendor of licences, as licence keygen prints it'),
    secret: true,
    read: (given) =>
      VENDOR_KEY.test(given)
        ? given
        : new FlagFault('must be 43 characters of base64url, as licence keygen prints it'),
  },
  shards: whole(1, 64, SHARDS_DEFAULT, 'threads that hold accounts'),
  logLevel: oneOf(LEVELS, 'least level that is logged', 'info'),
  logFile: newFile('file of the log instead of standard output; SIGHUP opens it again'),
  envFile: file(
    'file with variables of the environment, NAME=value each line; the environment itself takes ' +
      'precedence. SIGHUP reads the level of the log from it again',
  ),
  keyFile: file('key of sealed secrets, instead of the one in the data folder'),
  tlsCert: file('certificate chain in PEM; serves HTTPS together with --tls-key'),
  tlsKey: file('private key of the certificate in PEM'),
  trustedProxies: list(
    'NETS',
    'addresses or networks whose forwarded addresses count, comma-separated',
    isAddressPrefix,
    'is no address or network',
  ),
  allowedOrigins: list(
    'ORIGINS',
    'origins of browser terminals on other hosts of the same site, comma-separated; ' +
      'browsers send the cookies of a session (SameSite=Strict) to no other site',
    isOrigin,
    'is no origin such as https://terminal.example',
  ),
  logFileSize: whole(1, 65_536, 4_096, 'MiB at which a file of the log is followed by the next'),
  tradeRate: whole(
    0,
    1_000_000,
    500,
    'trade requests a second for one account, and of all requests twice as many; 0 = no limit',
  ),
  socketsPerAccount: whole(1, 10_000, 20, 'open sockets of one account'),
  closeOnlyBelow: whole(
    0,
    1_000_000_000,
    0,
    'MiB free on the disk with less than which positions can only be closed; ' +
      '0 = 1024, or 5 % of a disk that has less than 20 GiB',
  ),
  ballast: whole(0, 1_000_000, 256, 'MiB of the disk that are kept back for a stop; 0 = none'),
  connectionsPerAddress: whole(1, 100_000, 100, 'requests and sockets at a time from one address'),
  prices: prices(
    'source of prices; not given = that of the last start, and demo for a new demo platform',
  ),
  replaySpeed: speed('pace of a replayed CSV file; 0 = as fast as possible'),
  replayLoop: toggle('start a replayed CSV file again at its end'),
  demoSeed: whole(0, Number.MAX_SAFE_INTEGER, 0, 'seed of the demo prices; 0 = any'),
  metricsOpen: toggle('answer /metrics to every address, not to loopback alone'),
  firewall: newFile(
    'file with the rules of the firewall, which brokerd firewall-collector writes; ' +
      'without it staff are shown none',
  ),
  demoProvider: toggle(
    'run the demo provider, which speaks FIX, for a platform of your own too, and print how it ' +
      'is reached',
  ),
  noDemo: toggle('leave an empty data folder empty, and have no demo prices'),
  adminPassword: password('password of the administrator; else one is made'),
  traderPassword: password('password of the demo trader; else one is made'),
  to: folder('', 'folder to write the copy to; it must not exist'),
  from: folder('', 'folder of the copy to read'),
  login: whole(0, LOGIN_MAX, 0, 'login of the administrator; 0 = the next free one'),
  deal: {
    ...whole(1, Number.MAX_SAFE_INTEGER, 0, 'id of the deal'),
    shape: 'DEAL_ID',
    operand: true,
  },
  retire: toggle('remove the older keys instead, when nothing needs them any more'),
  endSessions: toggle('with --retire: end the sessions that began with an older key'),
  action: {
    ...oneOf(['', 'keygen', 'sign', 'show'] as const, 'what is done'),
    shape: 'keygen|sign|show',
    operand: true,
    read: (given) =>
      ACTIONS.find((action) => action === given) ?? new FlagFault('must be keygen, sign or show'),
  },
  privateKey: file('private key of the vendor in PEM; sign needs it'),
  input: file('contents in JSON to sign, or the key to show'),
  output: newFile('file that is made: of the private key, or of the signed key'),
  json: toggle('print one line of JSON with all facts'),
  work: folder('', 'folder for the copies; beside the data folder when not given'),
  cases: whole(1, 100_000, 50, 'cases of damage; those of crashes grow with them'),
  only: oneOf(['all', 'damage', 'crashes', 'copies'] as const, 'what is tried'),
  seed: whole(0, 0x7fff_ffff, 1, 'the same seed does the same damage'),
} satisfies Record<string, Flag<unknown>>;

type FlagName = keyof typeof FLAGS;
type FlagValue<F> = F extends Flag<infer T> ? T : never;

/** Every flag with its value; an empty text = not given. */
export type Flags = { readonly [K in FlagName]: FlagValue<(typeof FLAGS)[K]> };

/** Flags of commands, which `serve` does not accept. */
const OF_COPIES: readonly FlagName[] = ['to', 'from', 'work'];
const OF_LICENCES: readonly FlagName[] = ['action', 'privateKey', 'input', 'output'];
const OF_TOOLS: readonly FlagName[] = [
  ...OF_COPIES,
  ...OF_LICENCES,
  'login',
  'deal',
  'retire',
  'endSessions',
  'json',
  'cases',
  'seed',
  'only',
];
const SERVE: readonly FlagName[] = (Object.keys(FLAGS) as FlagName[]).filter(
  (name) => !OF_TOOLS.includes(name),
);

/** The commands: their description, their flags, and the required ones. */
export const COMMANDS = {
  serve: { says: 'run the server', takes: SERVE, needs: [] },
  verify: {
    says: 'check log and database and print the state hash, or what is lost',
    takes: ['data', 'keyFile'],
    needs: [],
  },
  rebuild: { says: 'build the database again from the log', takes: ['data'], needs: [] },
  backup: {
    says: 'copy a data folder, of a running server too',
    takes: ['data', 'to', 'keyFile'],
    needs: ['to'],
  },
  restore: {
    says: 'fill an empty data folder from a copy',
    takes: ['data', 'from'],
    needs: ['from'],
  },
  release: {
    says: 'let the platform of a copy act: log on to providers, and send e-mails',
    takes: ['data', 'keyFile'],
    needs: [],
  },
  salvage: {
    says: 'build the log again from its good beginning and its second copy',
    takes: ['data'],
    needs: [],
  },
  prove: {
    says: 'try crashes and damage on a copy of a data folder, of a running server too',
    takes: ['data', 'keyFile', 'work', 'only', 'cases', 'seed', 'json'],
    needs: [],
  },
  'rotate-key': {
    says: 'give the server a new key of sealed secrets, from its next start on',
    takes: ['data', 'keyFile', 'retire', 'endSessions'],
    needs: [],
  },
  'state-hash': { says: 'ask a running server for its state hash', takes: ['data'], needs: [] },
  explain: {
    says: 'say why a deal came about, of a running server too',
    takes: ['deal', 'data', 'json'],
    needs: ['deal'],
  },
  licence: {
    says: 'make the keys of a vendor of licences, sign a licence, or show one',
    takes: ['action', 'privateKey', 'input', 'output', 'vendorKey'],
    needs: ['action'],
  },
  'firewall-collector': {
    says: 'write the rules of the firewall of this machine to a file that the server reads',
    takes: ['firewall'],
    needs: ['firewall'],
  },
  'create-admin': {
    says: 'make an administrator, or give one that is there a new password and every right',
    takes: ['data', 'keyFile', 'login', 'adminPassword'],
    needs: [],
  },
} as const satisfies Record<
  string,
  { says: string; takes: readonly FlagName[]; needs: readonly FlagName[] }
>;
export type CommandName = keyof typeof COMMANDS;

const dashed = (name: string): string => name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`);
const flagOf = (name: FlagName): string => {
  const flag: Flag<unknown> = FLAGS[name];
  return flag.operand === true ? flag.shape : `--${dashed(name)}`;
};
const twinOf = (name: FlagName): string =>
  `BROKERD_${dashed(name).replaceAll('-', '_').toUpperCase()}`;

/** The result of reading the command line: what to run or to print, or all faults of it. */
type CommandLine =
  | { readonly kind: 'run'; readonly command: CommandName; readonly flags: Flags }
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'version' }
  | { readonly kind: 'problems'; readonly problems: readonly string[] };

/** The width of the column of commands: of the longest name, and two spaces. */
const COMMAND_WIDTH = Math.max(...Object.keys(COMMANDS).map(({ length }) => length)) + 2;

const usage = (): string =>
  [
    'usage: brokerd <command> [flags]',
    '',
    ...Object.entries(COMMANDS).map(([name, { says }]) => `  ${name.padEnd(COMMAND_WIDTH)}${says}`),
    '',
    'brokerd <command> --help lists the flags of a command; brokerd --version says the version.',
    '',
  ].join('\n');

const shown = ({ value, operand }: Flag<unknown>): string => {
  if (
    operand === true ||
    value === '' ||
    value === false ||
    (Array.isArray(value) && value.length === 0)
  )
    return '';
  return ` (${String(value)})`;
};

const helpFor = (command: CommandName): string => {
  const { says, takes } = COMMANDS[command];
  const lines = takes.map((name) => {
    const flag: Flag<unknown> = FLAGS[name];
    const shape = flag.operand === true ? '' : flag.shape;
    const head = flag.secret === true ? twinOf(name) : `${flagOf(name)} ${shape}`;
    return `  ${head.trimEnd().padEnd(32)}${flag.says}${shown(flag)}`;
  });
  const twin = 'Each flag has a twin in the environment: --port is BROKERD_PORT.';
  return [`brokerd ${command}: ${says}`, '', ...lines, '', twin, ''].join('\n');
};

const meant = (word: string | undefined): string =>
  word === undefined ? '' : `; did you mean ${word}?`;

/** The problem with a flag that the command does not take, and the flag that was probably meant. */
const unknownFlag = (
  head: string,
  byFlag: ReadonlyMap<string, FlagName>,
): { readonly problem: string; readonly name: FlagName | undefined } => {
  const name = byFlag.get(head);
  if (name !== undefined) {
    return { name, problem: `${head}: is given in the environment alone, as ${twinOf(name)}` };
  }
  const open = [...byFlag].filter(([, one]) => (FLAGS[one] as Flag<unknown>).secret !== true);
  const near = nearest(head, [...open.map(([flag]) => flag), '--help']);
  return { name: byFlag.get(near ?? ''), problem: `${head}: unknown flag${meant(near)}` };
};

/**
 * Is an argument the value of the unknown flag before it? Then one mistake is reported only once.
 */
const isValueOf = (name: FlagName | undefined, next: string | undefined): boolean =>
  next !== undefined &&
  !next.startsWith('--') &&
  (name === undefined || (FLAGS[name] as Flag<unknown>).shape !== '');

/** The flags of all commands, without the values that have no name. */
const ALL_FLAGS: ReadonlySet<string> = new Set(
  (Object.keys(FLAGS) as FlagName[]).map(flagOf).filter((flag) => flag.startsWith('--')),
);

/** Is a word a flag, and therefore not the value of the flag before it? */
const isFlag = (word: string): boolean => ALL_FLAGS.has(word.split('=')[0] ?? '');

/** Splits arguments into flags and texts; `--name value` and `--name=value` are equivalent. */
const collect = (
  argv: readonly string[],
  takes: readonly FlagName[],
  problems: string[],
  faulty: Set<FlagName>,
): Map<FlagName, string> => {
  const byFlag = new Map(takes.map((name) => [flagOf(name), name]));
  const operand = takes.find((name) => (FLAGS[name] as Flag<unknown>).operand);
  const given = new Map<FlagName, string>();
  for (let at = 0; at < argv.length; at += 1) {
    const [head = '', ...rest] = (argv[at] ?? '').split('=');
    if (operand !== undefined && !head.startsWith('--')) {
      if (given.has(operand)) problems.push(`${argv[at]}: one ${flagOf(operand)} is enough`);
      else given.set(operand, argv[at] ?? '');
      continue;
    }
    const name = byFlag.get(head);
    const flag: Flag<unknown> | undefined = name && FLAGS[name];
    if (name === undefined || flag === undefined || flag.secret === true) {
      const unknown = unknownFlag(head, byFlag);
      problems.push(unknown.problem);
      const isBare = head.startsWith('-') && rest.length === 0;
      if (isBare && isValueOf(unknown.name, argv[at + 1])) at += 1;
      continue;
    }
    if (given.has(name)) problems.push(`${head}: given twice`);
    if (rest.length > 0) given.set(name, rest.join('='));
    else if (flag.shape === '') given.set(name, '');
    else {
      const value = argv[at + 1];
      if (value === undefined || isFlag(value)) {
        problems.push(`${head}: needs a value`);
        faulty.add(name);
        continue;
      }
      at += 1;
      given.set(name, value);
    }
  }
  return given;
};

/** The variables that the command reads from a file, which is empty if there is none. */
const variablesIn = (
  path: string | undefined,
  takes: readonly FlagName[],
  problems: string[],
): Readonly<Record<string, string | undefined>> => {
  // A file that does not exist is reported with its flag.
  if (path === undefined || path === '' || !existsSync(path)) return {};
  try {
    const found = parseEnv(readFileSync(path, 'utf8'));
    const known = takes.map(twinOf);
    for (const name of Object.keys(found)) {
      if (!name.startsWith('BROKERD_') || known.includes(name)) continue;
      problems.push(`${path}: ${name} is not read here${meant(nearest(name, known))}`);
    }
    return found;
  } catch (error) {
    problems.push(`${path}: cannot be read: ${fileReason(error)}`);
    return {};
  }
};

/** The flags whose values differ. */
export const changedFlags = (before: Flags, after: Flags): string[] =>
  (Object.keys(FLAGS) as FlagName[])
    .filter((name) => !isDeepStrictEqual(before[name], after[name]))
    .map((name) => ((FLAGS[name] as Flag<unknown>).secret ? twinOf(name) : flagOf(name)));

/** The problem with a first word that is no command. */
const noCommand = (word: string): string => {
  if (word.startsWith('-')) {
    return `${word.split('=')[0]}: flags stand behind a command, as in brokerd serve --port 8080`;
  }
  const near = nearest(word, Object.keys(COMMANDS));
  return `${word}: unknown command${meant(near) || '; brokerd --help lists them'}`;
};

/**
 * Parses the command line, the environment and the file of variables; a flag overrides its
 * variable, the environment the file; an empty variable is ignored.
 */
export const readCommandLine = (
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): CommandLine => {
  const [word, ...rest] = argv;
  if (word === undefined || word === '--help' || word === 'help') {
    return { kind: 'help', text: usage() };
  }
  if (word === '--version' || word === 'version') return { kind: 'version' };
  if (!Object.hasOwn(COMMANDS, word)) return { kind: 'problems', problems: [noCommand(word)] };
  const command = word as CommandName;
  if (rest.includes('--help')) return { kind: 'help', text: helpFor(command) };
  if (rest.includes('--version')) return { kind: 'version' };
  const { takes, needs }: { takes: readonly FlagName[]; needs: readonly FlagName[] } =
    COMMANDS[command];
  const problems: string[] = [];
  const faulty = new Set<FlagName>();
  const given = collect(rest, takes, problems, faulty);
  const isRead = takes.includes('envFile');
  const path = given.get('envFile') ?? env[twinOf('envFile')];
  const variables = isRead ? variablesIn(path, takes, problems) : {};
  const flags: Record<string, unknown> = {};
  for (const name of Object.keys(FLAGS) as FlagName[]) flags[name] = FLAGS[name].value;
  for (const name of takes) {
    const twin = env[twinOf(name)] || variables[twinOf(name)];
    const text = given.get(name) ?? (twin === '' ? undefined : twin);
    if (text === undefined) continue;
    const value = FLAGS[name].read(text);
    if (value instanceof FlagFault) {
      problems.push(`${given.has(name) ? flagOf(name) : twinOf(name)}: ${value.why}`);
      faulty.add(name);
    } else flags[name] = value;
  }
  for (const name of needs) {
    const isMissing = flags[name] === FLAGS[name].value && !faulty.has(name);
    if (isMissing) problems.push(`${flagOf(name)}: required`);
  }
  if ((flags.tlsCert === '') !== (flags.tlsKey === '')) {
    problems.push('--tls-cert and --tls-key: one needs the other');
  }
  if (flags.endSessions === true && flags.retire !== true) {
    problems.push('--end-sessions: needs --retire');
  }
  if (problems.length > 0) return { kind: 'problems', problems };
  return { kind: 'run', command, flags: Object.freeze(flags) as Flags };
};
