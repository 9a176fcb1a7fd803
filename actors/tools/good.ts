// The good beginning of a damaged log, read in a child process: a damaged file can crash who reads.

import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isCrash } from '../child-end.js';
import { unread } from './scan.js';

const CHILD = fileURLToPath(new URL('./good-child.js', import.meta.url));
const LENGTH_BYTES = 4;

/**
 * The stored batches of a folder's log up to the one with the event `last`, as far as they can be
 * read: unchecked. Throws when the reading ended for another reason than a crash.
 */
export async function* goodBeginning(folder: string, last: number): AsyncGenerator<Buffer> {
  const args = [...process.execArgv, CHILD, folder, String(last)];
  const child: ChildProcess = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise<string | undefined>((resolve) => {
    child.once('error', ({ message }) => resolve(message));
    child.once('close', (code, signal) =>
      resolve(code === 0 ? undefined : (signal ?? `exit code ${code}`)),
    );
  });
  let parts: Buffer[] = [];
  let bytes = 0;
  let wanted = LENGTH_BYTES;
  let isLength = true;
  for await (const part of (child.stdout ?? []) as AsyncIterable<Buffer>) {
    parts.push(part);
    bytes += part.length;
    while (bytes >= wanted) {
      const all = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
      const whole = all.subarray(0, wanted);
      parts = [all.subarray(wanted)];
      bytes -= wanted;
      if (!isLength) yield whole;
      wanted = isLength ? whole.readUInt32LE() : LENGTH_BYTES;
      isLength = !isLength;
    }
  }
  const end = await ended;
  if (end !== undefined && !isCrash(end)) throw new Error(unread(end).what);
}
