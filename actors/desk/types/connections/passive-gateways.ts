// Passive gateways: the settings that two of them may share, so that providers reach both.

import { type Refusal, refuse } from '../../../../wire/base/codes.js';
import { PARAM } from '../../../../wire/settings/connection-modules.js';
import {
  certificateOf,
  type GatewayRecord,
  paramOf,
} from '../../../../wire/settings/connections.js';
import { addressOf } from '../../../providers/fix/connection.js';
import type { RecordReader } from '../../store/record-type.js';

/** Hosts that stand for every address of the machine. */
const EVERY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

const isListening = ({ enabled, mode }: GatewayRecord): boolean => enabled && mode === 'Passive';

/** Would two ports of these addresses be in each other's way? */
const isSamePort = (one: GatewayRecord, other: GatewayRecord): boolean => {
  const [a, b] = [addressOf(one), addressOf(other)];
  if (a.port !== b.port) return false;
  const isEvery = EVERY_ADDRESS.has(a.host) || EVERY_ADDRESS.has(b.host);
  return isEvery || a.host.toLowerCase() === b.host.toLowerCase();
};

/** The reason why two gateways of the same port cannot both be reached; undefined = none. */
const clashOf = (one: GatewayRecord, other: GatewayRecord): string | undefined => {
  if (one.server !== other.server) return `listens on that port at ${other.server}`;
  const certificate = certificateOf(one);
  const isSameTls =
    certificate === certificateOf(other) &&
    (certificate === undefined ||
      paramOf(one, PARAM.authority) === paramOf(other, PARAM.authority));
  if (!isSameTls) return 'listens there with other TLS settings';
  const isSameSession = [PARAM.sender, PARAM.target].every(
    (key) => paramOf(one, key) === paramOf(other, key),
  );
  return isSameSession ? 'has the same SenderCompID and TargetCompID there' : undefined;
};

/**
 * Refuses an enabled passive gateway that providers cannot reach: because it speaks TLS without a
 * certificate, or because of another one. Gateways share a port if they have the same address and
 * TLS settings, and are told apart by their sessions.
 */
export const passiveFault = (record: GatewayRecord, reader: RecordReader): Refusal | undefined => {
  if (!isListening(record)) return undefined;
  for (const { record: other } of reader.all('gateway')) {
    if (other.id === record.id || !isListening(other) || !isSamePort(record, other)) continue;
    const clash = clashOf(record, other);
    if (clash !== undefined) return refuse('conflict', `server: gateway "${other.name}" ${clash}.`);
  }
  if (certificateOf(record) !== '') return undefined;
  const why = 'needed where providers dial this server by TLS';
  return refuse('invalid_input', `params.${PARAM.certificate}: ${why}`);
};
