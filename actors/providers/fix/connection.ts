// The settings of a FIX session in the record of its datafeed or gateway.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { PARAM, SESSION_DAYS } from '../../../wire/settings/connection-modules.js';
import {
  type ConnectionKind,
  type ConnectionRecord,
  certificateOf,
  type GatewayRecord,
  paramOf,
} from '../../../wire/settings/connections.js';
import { holidaysOf } from '../../../wire/settings/gateway-holidays.js';
import type { RecordCipher } from '../../secrets/record-cipher.js';
import type { DialTarget } from './dialer.js';
import { FixSchedule, HolidaySchedule, type Schedule, UTC_OFFSET, zoneOffset } from './schedule.js';
import { type FixSettings, USUAL } from './session-types.js';

/** Reads a secret field of a record; empty when it has none, or cannot be decrypted. */
export type SecretOf = (field: string) => string;

/** Reads the secrets of one record. */
export const secretsOf =
  (cipher: RecordCipher, kind: ConnectionKind, record: ConnectionRecord): SecretOf =>
  (field) => {
    const [, key] = /^params\.(.*)$/.exec(field) ?? [];
    const sealed = key === undefined ? record.password : paramOf(record, key);
    if (sealed === '') return '';
    return cipher.open(sealed, `${kind}/${record.id}/${field}`) ?? '';
  };

/** Why a session cannot begin: a secret cannot be decrypted; undefined = all can. */
export const lockedSecret = (record: ConnectionRecord, secretOf: SecretOf): string | undefined => {
  const key = PARAM.privateKey;
  const sealed = { password: record.password, [`params.${key}`]: paramOf(record, key) };
  const found = Object.entries(sealed).find(([name, text]) => text !== '' && secretOf(name) === '');
  return found && `${found[0]}: sealed under another key; send it again`;
};

/** A time of the day, `HH:MM` or `HH:MM:SS`, in ms after midnight. */
const timeOf = (text: string): number => {
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number);
  return ((hours * 60 + minutes) * 60 + seconds) * 1000;
};

/** The times of the record's session; undefined = it is always open. */
const timesOf = (record: ConnectionRecord): FixSchedule | undefined => {
  const [start, end] = [paramOf(record, PARAM.startTime), paramOf(record, PARAM.endTime)];
  if (start === '' || end === '') return undefined;
  const times = { start: timeOf(start), end: timeOf(end) };
  const days: readonly string[] = SESSION_DAYS;
  const startDay = days.indexOf(paramOf(record, PARAM.startDay));
  const endDay = days.indexOf(paramOf(record, PARAM.endDay));
  const zone = paramOf(record, PARAM.zone);
  const offset = zone === '' ? UTC_OFFSET : zoneOffset(zone);
  if (startDay < 0 || endDay < 0) return new FixSchedule(times, offset);
  return new FixSchedule({ ...times, days: { start: startDay, end: endDay } }, offset);
};

/** The times of the record's session without its holidays; undefined = it is always open. */
const scheduleOf = (record: ConnectionRecord): Schedule | undefined => {
  const holidays = holidaysOf(paramOf(record, PARAM.holidays)) ?? new Set<string>();
  const times = timesOf(record);
  return holidays.size === 0 ? times : new HolidaySchedule(holidays, times);
};

/** The settings of the record's session; those that records do not have are the usual ones. */
export const sessionSettings = (
  record: ConnectionRecord,
  secretOf: SecretOf,
  role: FixSettings['role'],
): FixSettings => ({
  ...USUAL,
  role,
  sender: paramOf(record, PARAM.sender),
  target: paramOf(record, PARAM.target),
  senderSub: paramOf(record, PARAM.senderSub),
  targetSub: paramOf(record, PARAM.targetSub),
  username: record.login,
  password: secretOf('password'),
  heartbeatSec: Number(paramOf(record, PARAM.heartbeat) || USUAL.heartbeatSec),
  logonTimeoutMs: record.timeout_sec * 1000,
  resetOnLogon: paramOf(record, PARAM.reset) === 'true',
  schedule: scheduleOf(record),
});

/** The file of a gateway's session: another identity has a session of its own. */
export const sessionFile = (folder: string, record: GatewayRecord): string => {
  const keys = [PARAM.sender, PARAM.target, PARAM.senderSub, PARAM.targetSub];
  const identity = JSON.stringify(keys.map((key) => paramOf(record, key)));
  const digest = createHash('sha256').update(identity).digest('hex').slice(0, 16);
  return join(folder, `gateway-${record.id}-${digest}.fix`);
};

/**
 * TLS with the record's certificate and the authority of the peer's, if it has them; undefined =
 * none is asked for.
 */
export const tlsOf = (record: ConnectionRecord, secretOf: SecretOf): DialTarget['tls'] => {
  const cert = certificateOf(record);
  if (cert === undefined) return undefined;
  const ca = paramOf(record, PARAM.authority);
  return {
    ...(cert !== '' && { cert, key: secretOf(`params.${PARAM.privateKey}`) }),
    ...(ca !== '' && { ca }),
  };
};

/** The host and port of `server`, which is `host:port`, an IPv6 address in brackets. */
export const addressOf = ({ server }: ConnectionRecord): { host: string; port: number } => {
  const at = server.lastIndexOf(':');
  return { host: server.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(server.slice(at + 1)) };
};

/** The peer that the record's session dials. */
export const dialTarget = (record: ConnectionRecord, secretOf: SecretOf): DialTarget => {
  const tls = tlsOf(record, secretOf);
  const timeoutMs = record.timeout_sec * 1000;
  return { ...addressOf(record), timeoutMs, ...(tls !== undefined && { tls }) };
};
