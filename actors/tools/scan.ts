// Scanning a log in a child process, since a damaged LMDB file can crash whoever opens it.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ScanResult } from '../../storage/scan.js';

const CHILD = fileURLToPath(new URL('./scan-child.js', import.meta.url));
/** Events between two words of progress in the first pass; the second tells each batch. */
const PROGRESS_EVENTS = 10_000;

interface Pass {
  /** Undefined when the child ended without one. */
  readonly result: ScanResult | undefined;
  /** The last event that was found good. */
  readonly good: number;
  readonly end: string;
}

const runPass = async (folder: string, fromSeq: number, every: number): Promise<Pass> => {
  const child = spawn(process.execPath, [CHILD, folder, String(fromSeq), String(every)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  let good = fromSeq - 1;
  let result: ScanResult | undefined;
  for await (const line of createInterface(child.stdout)) {
    if (line.startsWith('{')) result = JSON.parse(line) as ScanResult;
    else good = Number(line);
  }
  return { result, good, end: await ended };
};

/**
 * Scans the log of a folder from the batch that holds `fromSeq` on, in a child process. A child
 * that crashes names the first event that it could not read, as damage elsewhere is named.
 */
export const scanInChild = async (folder: string, fromSeq = 1): Promise<ScanResult> => {
  const quick = await runPass(folder, fromSeq, PROGRESS_EVENTS);
  if (quick.result) return quick.result;
  // The crash is somewhere behind the last word of progress: look again, batch by batch.
  const slow = await runPass(folder, quick.good + 1, 1);
  if (slow.result) return slow.result;
  return { ok: false, seq: slow.good + 1, what: `cannot be read: ${slow.end}` };
};
