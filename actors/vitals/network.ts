// The network counters of the system: of all interfaces but loopback, or of one.

import { procFile } from './machine.js';

/** The interface that leads to the machine itself. */
const LOOPBACK = 'lo';
/** Places of the bytes received and sent among the figures of an interface. */
const RECEIVED = 0;
const SENT = 8;

/** Counters since the system started; null with a reason where there are none. */
export interface NetworkCounters {
  readonly inBytes: number | null;
  readonly outBytes: number | null;
  /** Segments of TCP that were sent again; of the whole namespace, so of no single adapter. */
  readonly retransmissions: number | null;
  readonly reason: string;
}

/** The texts of the system's counters: of interfaces and of protocols; undefined = none. */
interface NetworkFiles {
  readonly interfaces: string | undefined;
  readonly protocols: string | undefined;
}

/** Reads the counters of this network namespace. */
export const networkFiles = (): NetworkFiles => ({
  interfaces: procFile('/proc/net/dev'),
  protocols: procFile('/proc/net/snmp'),
});

const none = (reason: string): NetworkCounters => ({
  inBytes: null,
  outBytes: null,
  retransmissions: null,
  reason,
});

/** The figures of each interface by its name. */
const interfacesIn = (text: string): Map<string, number[]> => {
  const found = new Map<string, number[]>();
  for (const line of text.split('\n')) {
    const cut = line.indexOf(':');
    if (cut < 0) continue;
    const figures = line
      .slice(cut + 1)
      .trim()
      .split(/\s+/)
      .map(Number);
    found.set(line.slice(0, cut).trim(), figures);
  }
  return found;
};

/** The value of a protocol's counter: a line names the counters, the next one has the values. */
const counterIn = (text: string, protocol: string, name: string): number | null => {
  const lines = text.split('\n').filter((line) => line.startsWith(`${protocol}:`));
  const [names = '', values = ''] = lines;
  const at = names.split(/\s+/).indexOf(name);
  const value = at < 0 ? undefined : values.split(/\s+/)[at];
  return value === undefined ? null : Number(value);
};

/** The counters of an adapter; an empty name = of all interfaces but loopback. */
export const networkCounters = (
  { interfaces, protocols }: NetworkFiles,
  adapter: string,
): NetworkCounters => {
  if (interfaces === undefined) return none('the system has no /proc/net/dev');
  const all = interfacesIn(interfaces);
  if (adapter === '') all.delete(LOOPBACK);
  const chosen = adapter === '' ? [...all.values()] : [all.get(adapter)];
  if (chosen.includes(undefined)) return none(`there is no network adapter ${adapter}`);
  const sum = (place: number): number =>
    chosen.reduce((total, figures) => total + (figures?.[place] ?? 0), 0);
  return {
    inBytes: sum(RECEIVED),
    outBytes: sum(SENT),
    retransmissions: adapter === '' ? counterIn(protocols ?? '', 'Tcp', 'RetransSegs') : null,
    reason: adapter === '' ? '' : 'retransmissions are counted for all adapters together',
  };
};
