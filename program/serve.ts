// The command `serve`: composes the server and runs it until it is asked to stop.

import pino from 'pino';
import { backupHandler } from '../actors/commands/backup.js';
import { explainHandler } from '../actors/commands/explain.js';
import { DiskFull } from '../actors/main/disk-watch.js';
import { Runtime } from '../actors/main/runtime.js';
import type { RuntimeOptions } from '../actors/main/runtime-options.js';
import { endProcess } from '../actors/shared/c-library.js';
import { createFront } from '../http/front.js';
import { native } from '../http/server/native.js';
import { portFault } from '../http/server/port-fault.js';
import { createSockets } from '../http/socket/socket.js';
import { packageVersion } from '../http/version.js';
import { DISK_FULL, exitCodeOf, FAILED } from './exit-codes.js';
import type { Flags } from './flags.js';
import { LogOutput } from './log-output.js';
import { reload } from './reload.js';

/** Time limit of a stop; threads have their own limits, and the database alone may take 20 s. */
const STOP_MS_MAX = 90_000;

const MIB = 2 ** 20;

const logger = (level: string, output: LogOutput): pino.Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: ['password', '*.password', 'access_token', 'refresh_token', 'csrf_token'],
    },
    output,
  );

/** The prices, and the demo provider: it runs beside the demo market, or when it is asked for. */
const pricesOf = (flags: Flags): Pick<RuntimeOptions, 'prices' | 'demoProvider'> => {
  const { prices, replaySpeed, replayLoop, demoSeed, noDemo, demoProvider: isPrinted } = flags;
  const seed = demoSeed === 0 ? '' : String(demoSeed);
  const demoProvider = { seed, isPrinted };
  const isDemo = prices === 'demo' || prices === '';
  const isGiven = prices !== '' || noDemo;
  if (isDemo && !noDemo) {
    return { prices: { source: { kind: 'demo', seed }, isGiven }, demoProvider };
  }
  const source: RuntimeOptions['prices']['source'] =
    prices === 'none' || isDemo
      ? { kind: 'none' }
      : { kind: 'replay', file: prices, speed: String(replaySpeed), loop: replayLoop };
  return { prices: { source, isGiven }, ...(isPrinted && { demoProvider }) };
};

/**
 * The first stop signal; one that comes while the server starts takes effect afterwards. A second
 * SIGTERM is ignored; a second SIGINT, from a keyboard, ends the process immediately.
 */
const stopSignal = (): Promise<string> =>
  new Promise((resolve) => {
    process.on('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });

const optionsOf = (flags: Flags): Omit<RuntimeOptions, 'log' | 'full' | 'fatal'> => ({
  data: flags.data,
  keyFile: flags.keyFile,
  version: packageVersion(),
  firewall: flags.firewall,
  logFileBytes: flags.logFileSize * MIB,
  vendorKey: flags.vendorKey,
  shards: flags.shards,
  tradeRate: flags.tradeRate,
  disk: { closeOnlyBelow: flags.closeOnlyBelow * MIB, ballast: flags.ballast * MIB },
  ...pricesOf(flags),
  demo: flags.noDemo
    ? null
    : { adminPassword: flags.adminPassword, traderPassword: flags.traderPassword },
  controls: (explainer, ending) => ({
    explain: explainHandler(explainer),
    backup: backupHandler(flags.data, flags.keyFile, ending),
  }),
});

/** The addresses of the apps, as a browser on this machine opens them. */
const appAddresses = ({ host, tlsCert }: Flags, port: number) => {
  const isAny = host === '0.0.0.0' || host === '::';
  const name = isAny ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  const origin = `${tlsCert === '' ? 'http' : 'https'}://${name}:${port}`;
  return { terminal: `${origin}/terminal/`, desk: `${origin}/desk/` };
};

/** Runs the server until a stop signal; returns the exit code. */
export const serve = async (flags: Flags): Promise<number> => {
  let hangUp = (): void => {};
  process.on('SIGHUP', () => hangUp());
  native(); // Without the library nothing is started.
  const output = new LogOutput(flags.logFile);
  const log = logger(flags.logLevel, output);
  // Passwords that the server made are not for a file.
  const announce = logger('info', new LogOutput(''));
  let full = (_error: DiskFull): void => {};
  const stopAsked = Promise.race([
    stopSignal(),
    new Promise<DiskFull>((resolve) => {
      full = resolve;
    }),
  ]);
  process.on('uncaughtException', (error) => {
    log.fatal({ msg: 'uncaught exception', error: error.message, stack: error.stack });
    endProcess(FAILED);
  });
  // Checked before anything is made: a new data folder would print its passwords in vain.
  const fault = await portFault(flags.host, flags.port);
  if (fault !== undefined) throw new Error(fault);
  const runtime = await Runtime.open({
    ...optionsOf(flags),
    log: ({ level, record, always }) => (always ? announce : log)[level](record),
    full: (error) => {
      log.error({ msg: 'the server stops', error: error.message });
      full(error);
    },
    fatal: (error) => {
      log.fatal({ msg: 'the server cannot go on', error: error.message });
      endProcess(exitCodeOf(error));
    },
  });
  const lost = (): number => output.lost;
  const front = createFront({ client: runtime.client, flags, log, lost, sockets: createSockets });
  await runtime.start();
  const port = await front.listen();
  runtime.listening();
  const { argv, env } = process;
  const certificate = (): Promise<void> => front.reload();
  hangUp = () => void reload({ flags, log, output, argv: argv.slice(2), env, certificate });
  log.info({ msg: 'listening', port, pid: process.pid, ...appAddresses(flags, port) });
  const why = await stopAsked;
  log.info({ msg: 'stopping', ...(typeof why === 'string' && { signal: why }) });
  setTimeout(() => {
    log.fatal({ msg: 'the server does not stop in time' });
    endProcess(FAILED);
  }, STOP_MS_MAX).unref();
  // First, so that the audit does not report the stop as damage.
  await runtime.auditor.stop();
  await front.close();
  if (await runtime.stop()) {
    log.info({ msg: 'stopped' });
    return why instanceof DiskFull ? DISK_FULL : 0;
  }
  log.fatal({ msg: 'a thread failed to end, or not in time' });
  return endProcess(FAILED);
};
