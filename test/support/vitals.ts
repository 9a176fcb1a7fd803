// Vitals in tests: of a server that has not begun its heartbeats, or with a clock of its own.

import { randomUUID } from 'node:crypto';
import type { Vitals } from '../../actors/client.js';
import type { LogLine } from '../../actors/messages.js';
import { ServerVitals, type VitalsOptions } from '../../actors/vitals/vitals.js';

/** The vitals of a process without heartbeats. */
export const noVitals = (): Vitals => ({
  runId: randomUUID(),
  instances: () => [],
  monitor: () => undefined,
  newest: () => null,
  firewall: async () => undefined,
  countSockets: () => {},
});

/** Vitals in a folder, with lines of the log; fields of `given` can be changed later. */
export const vitalsIn = (data: string, given: Partial<VitalsOptions> = {}) => {
  const lines: LogLine[] = [];
  const options = {
    data,
    version: '1.0.0',
    firewall: '',
    loads: () => [{ name: 'main', waiting: 0, cpuMs: 0, heapBytes: 1024, lagMs: 0 }],
    histograms: () => [],
    quotes: () => 0,
    alarms: () => ({ open: 0, total: 0 }),
    now: () => Date.UTC(2026, 0, 7),
    log: (line: LogLine) => void lines.push(line),
    unready: () => '',
    settings: () => ({ version: 7, logical_server: [] }),
    ...given,
  };
  return { vitals: new ServerVitals(options), lines };
};
