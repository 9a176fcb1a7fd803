// Parameters of connections: validated by their module, encrypted at rest, shown with a mask. Which
// are required: `wire/settings/connection-modules.ts`.

import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { type Outcome, ok, refuse } from '../../../../wire/base/codes.js';
import { DECIMAL_PATTERN } from '../../../../wire/base/scale.js';
import { UNSEEN } from '../../../../wire/base/schema.js';
import type { ShownParam, TakenParam } from '../../../../wire/rest/settings/connections.js';
import {
  type ConnectionModule,
  PARAM,
  type ParamRule,
} from '../../../../wire/settings/connection-modules.js';
import { type HeldParam, paramOf } from '../../../../wire/settings/connections.js';
import { holidaysOf } from '../../../../wire/settings/gateway-holidays.js';
import { isMask, MASK, type RecordCipher, sealedField } from '../../../secrets/record-cipher.js';

const PATTERNS: Readonly<Record<ParamRule['type'], RegExp>> = {
  string: new RegExp(`^[^${UNSEEN}]*$`, 'u'),
  int: /^-?\d{1,15}$/,
  float: new RegExp(DECIMAL_PATTERN),
  bool: /^(true|false)$/,
  enum: /^/,
  file: /^\P{Cs}*$/u,
  time: /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/,
};

const EXPECTED: Readonly<Record<ParamRule['type'], string>> = {
  string: 'a line of text',
  int: 'a whole number',
  float: 'a number',
  bool: 'true or false',
  enum: 'one of its words',
  file: 'text',
  time: 'a time, HH:MM or HH:MM:SS',
};

const boundsFault = (value: string, { from, to }: ParamRule): string | undefined => {
  const number = Number(value);
  if ((from === undefined || number >= from) && (to === undefined || number <= to)) {
    return undefined;
  }
  return to === undefined ? `must be at least ${from}` : `must be ${from} to ${to}`;
};

const valueFault = (value: string, rule: ParamRule): string | undefined => {
  if (value === '' && rule.value === '') return undefined;
  if (rule.options !== undefined) {
    const isOne = rule.options.includes(value);
    return isOne ? undefined : `must be one of ${rule.options.join(', ')}`;
  }
  if (!PATTERNS[rule.type].test(value)) return `must be ${EXPECTED[rule.type]}`;
  if (rule.key === PARAM.holidays && holidaysOf(value) === undefined) {
    return 'must be days like +25 Dec;;-1 May';
  }
  if (rule.key === PARAM.zone && !isZone(value)) {
    return 'must be a time zone such as America/New_York';
  }
  return boundsFault(value, rule);
};

/** Is it the name of a time zone in the IANA list? */
const isZone = (name: string): boolean => {
  try {
    return /^[A-Z]/i.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== null;
  } catch {
    return false;
  }
};

const ruleOf = ({ params }: ConnectionModule, key: string): ParamRule | undefined =>
  params.find((one) => one.key === key);

/** The first fault of stored parameters; encrypted ones were checked before encryption. */
export const paramsFault = (
  module: ConnectionModule,
  params: readonly HeldParam[],
): string | undefined => {
  const seen = new Set<string>();
  for (const { key, value } of params) {
    const rule = ruleOf(module, key);
    if (rule === undefined) return `params.${key}: ${module.label} has no such parameter`;
    if (seen.has(key)) return `params.${key}: given more than once`;
    seen.add(key);
    const fault = rule.sealed ? undefined : valueFault(value, rule);
    if (fault !== undefined) return `params.${key}: ${fault}`;
  }
  return undefined;
};

/** The initial parameters of a connection of the module. */
export const starting = ({ params }: ConnectionModule): HeldParam[] =>
  params.map(({ key, value }) => ({ key, value }));

/** The stored form of a secret value; a mask keeps the present one. */
const sealedValue = (
  { key, value }: TakenParam,
  rule: ParamRule,
  held: string,
  cipher: RecordCipher,
  place: string,
): Outcome<string> => {
  const fault = isMask(value) ? undefined : valueFault(value, rule);
  if (fault !== undefined) return refuse('invalid_input', `params.${key}: ${fault}`);
  return sealedField(cipher, `params.${key}`, value, held, place);
};

/** Converts given parameters to stored ones, encrypted where the module says so. */
export const keptParams = (
  module: ConnectionModule,
  given: readonly TakenParam[],
  held: readonly HeldParam[],
  cipher: RecordCipher,
  place: string,
): Outcome<readonly HeldParam[]> => {
  const kept: HeldParam[] = [];
  for (const one of given) {
    const rule = ruleOf(module, one.key);
    const before = held.find(({ key }) => key === one.key)?.value ?? '';
    const value = rule?.sealed
      ? sealedValue(one, rule, before, cipher, `${place}.${one.key}`)
      : ok(one.value);
    if (!value.ok) return value;
    kept.push({ key: one.key, value: value.data });
  }
  const fault = sessionFault(kept) ?? pairFault(kept, cipher, place);
  return fault === undefined ? ok(kept) : refuse('invalid_input', fault);
};

const read = <T>(make: () => T): T | undefined => {
  try {
    return make();
  } catch {
    // The text is not valid; a parse error has no further information.
    return undefined;
  }
};

/** Parameters of a session's schedule that are given together, or not at all. */
const TOGETHER = [
  [PARAM.startTime, PARAM.endTime],
  [PARAM.startDay, PARAM.endDay],
] as const;

/** Checks the schedule of a session, and the authority of its peer's certificate. */
const sessionFault = (params: readonly HeldParam[]): string | undefined => {
  const has = (key: string): boolean => paramOf({ params }, key) !== '';
  for (const [start, end] of TOGETHER) {
    if (has(start) && !has(end)) return `params.${end}: needed beside ${start}`;
    if (has(end) && !has(start)) return `params.${start}: needed beside ${end}`;
  }
  if (has(PARAM.startDay) && !has(PARAM.startTime)) {
    return `params.${PARAM.startTime}: needed beside ${PARAM.startDay}`;
  }
  const authority = paramOf({ params }, PARAM.authority);
  const isAuthority = authority === '' || read(() => new X509Certificate(authority)) !== undefined;
  return isAuthority ? undefined : `params.${PARAM.authority}: not a certificate in PEM`;
};

/** Checks that certificate and private key are given together, and match. */
const pairFault = (
  params: readonly HeldParam[],
  cipher: RecordCipher,
  place: string,
): string | undefined => {
  const pem = paramOf({ params }, PARAM.certificate);
  const sealed = paramOf({ params }, PARAM.privateKey);
  if (pem === '' && sealed === '') return undefined;
  if (pem === '') return `params.${PARAM.certificate}: needed beside the private key`;
  if (sealed === '') return `params.${PARAM.privateKey}: needed beside the certificate`;
  const certificate = read(() => new X509Certificate(pem));
  if (certificate === undefined) return `params.${PARAM.certificate}: not a certificate in PEM`;
  const secret = cipher.open(sealed, `${place}.${PARAM.privateKey}`);
  if (secret === undefined) {
    return `params.${PARAM.privateKey}: sealed under another key of the server; send it again`;
  }
  const key = read((): KeyObject => createPrivateKey(secret));
  if (key === undefined) {
    return `params.${PARAM.privateKey}: not a private key in PEM without a passphrase`;
  }
  if (!certificate.checkPrivateKey(key)) {
    return `params.${PARAM.privateKey}: does not belong to the certificate`;
  }
  try {
    // Reads the certificates that follow the first, too, and asks for keys that are long enough.
    createSecureContext({ cert: pem, key: secret });
    return undefined;
  } catch (error) {
    return `params.${PARAM.certificate}: TLS cannot use it: ${(error as Error).message}`;
  }
};

/** Parameters as shown: with the module's descriptions, secrets as a mask. */
export const shownParams = (
  module: ConnectionModule,
  params: readonly HeldParam[],
): readonly ShownParam[] =>
  params.flatMap(({ key, value }) => {
    const rule = ruleOf(module, key);
    return rule === undefined ? [] : [shownParam(rule, value)];
  });

/** One parameter as shown. */
const shownParam = (rule: ParamRule, value: string): ShownParam => ({
  key: rule.key,
  value: rule.sealed && value !== '' ? MASK : value,
  type: rule.type,
  label: rule.label,
  sealed: rule.sealed ?? false,
  options: [...(rule.options ?? [])],
});

/** The secret parameters of a module. */
export const sealedKeys = ({ params }: ConnectionModule): readonly string[] =>
  params.filter(({ sealed }) => sealed).map(({ key }) => key);
