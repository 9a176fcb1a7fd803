// Runs Debian's promtool, which checks metrics and alerts for Prometheus.

import { spawnSync } from 'node:child_process';

const run = (args: readonly string[], input = '') =>
  spawnSync('promtool', args, { input, encoding: 'utf8' });

/** Why there is no promtool; false = there is one. */
export const noPromtool: string | false =
  run(['--version']).error === undefined ? false : 'promtool is not installed (Debian: prometheus)';

const faultsOf = ({ status, stdout, stderr }: ReturnType<typeof run>): string =>
  status === 0 ? '' : stdout + stderr;

/** What promtool finds wrong with the metrics of a page; empty = nothing. */
export const metricFaults = async (url: string): Promise<string> =>
  faultsOf(run(['check', 'metrics'], await (await fetch(url)).text()));

/** What promtool finds wrong with a file of rules; empty = nothing. */
export const ruleFaults = (file: string): string => faultsOf(run(['check', 'rules', file]));
