#!/usr/bin/env -S node --enable-source-maps --single-threaded-gc
// The program: reads the command line, and loads what runs the command.

import { endProcess } from '../actors/shared/c-library.js';
import { packageVersion } from '../http/version.js';
import { exitCodeOf, FAILED } from './exit-codes.js';
import { readCommandLine } from './flags.js';

/** Permissions that new files and folders never get. */
const OTHERS = 0o077;

/** Does what the command line says; returns the exit code. */
const run = async (): Promise<number> => {
  // Only the owner may read account data and password hashes, whatever the folder's permissions
  // are.
  process.umask(OTHERS);
  const line = readCommandLine(process.argv.slice(2), process.env);
  if (line.kind === 'help') {
    process.stdout.write(line.text);
    return 0;
  }
  if (line.kind === 'version') {
    process.stdout.write(`brokerd ${packageVersion()}\n`);
    return 0;
  }
  if (line.kind === 'problems') {
    process.stderr.write(`brokerd: ${line.problems.join('; ')}\n`);
    return FAILED;
  }
  // A command loads neither the routes nor the threads of a server.
  if (line.command !== 'serve') {
    const { runTool } = await import('./commands.js');
    return runTool(line.command, line.flags);
  }
  const { serve } = await import('./serve.js');
  return serve(line.flags);
};

const main = async (): Promise<void> => {
  // Node ends a process that waits for nothing more, also before there is a result.
  process.exitCode = FAILED;
  process.exitCode = await run();
};

main().catch((error: Error) => {
  process.stderr.write(`brokerd: ${error.message}\n`);
  endProcess(exitCodeOf(error));
});
