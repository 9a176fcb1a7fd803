// The effect of SIGHUP: the log's file is opened again, the level of the log and the certificate
// are read again. None of this ends the server.

import type { Logger } from '../http/server/exchange.js';
import { changedFlags, type Flags, readCommandLine } from './flags.js';
import type { LogOutput } from './log-output.js';

/** The parts of the server that a reload reads or changes. */
interface Reloaded {
  /** The flags of the start. */
  readonly flags: Flags;
  readonly log: Logger & { level: string };
  readonly output: Pick<LogOutput, 'reopen'>;
  /** The command line and the environment of the process. */
  readonly argv: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Reads the certificate again. */
  certificate(): Promise<void>;
}

/** Sets the level of the log, and names the variables that the next start reads. */
const reloadFlags = ({ flags, log, argv, env }: Reloaded): void => {
  const line = readCommandLine(argv, env);
  if (line.kind !== 'run') {
    const problems = line.kind === 'problems' ? line.problems : [];
    log.error({ problems, log_level: log.level }, 'the flags are not read again');
    return;
  }
  log.level = line.flags.logLevel;
  const changed = changedFlags(flags, line.flags).filter((name) => name !== '--log-level');
  if (changed.length > 0) log.warn({ flags: changed }, 'changed flags that need a restart');
};

/** Reads everything again that can change while the server runs; faults are logged. */
export const reload = async (reloaded: Reloaded): Promise<void> => {
  const { log, output, certificate } = reloaded;
  try {
    output.reopen();
  } catch (error) {
    log.error({ error: (error as Error).message }, 'the file of the log is not opened again');
  }
  reloadFlags(reloaded);
  await certificate();
  log.info({ log_level: log.level }, 'reloaded');
};
