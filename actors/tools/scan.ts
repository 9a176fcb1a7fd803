// Scanning a log in a child process, since a damaged LMDB file can crash whoever opens it.

import { type ChildProcess, spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ScanResult } from '../../storage/scan.js';

const CHILD = fileURLToPath(new URL('./scan-child.js', import.meta.url));
/** Events between two words of progress in the first pass; the second tells each batch. */
const PROGRESS_EVENTS = 10_000;

/** A scan of a part of the log, for which nobody waits: at the lowest priority. */
export interface PartScan {
  readonly bytesMax: number;
  /** Ends it: the result tells nothing then. */
  readonly signal: AbortSignal;
}

interface Pass {
  /** Undefined when the child ended without one. */
  readonly result: ScanResult | undefined;
  /** The last event that was found good. */
  readonly good: number;
  readonly end: string;
}

/** Has a child yield to everything else, and end when it is to. */
const yielding = (child: ChildProcess, signal: AbortSignal): void => {
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const kill = (): boolean => child.kill('SIGKILL');
  if (signal.aborted) kill();
  signal.addEventListener('abort', kill);
  child.once('close', () => signal.removeEventListener('abort', kill));
};

const runPass = async (
  folder: string,
  fromSeq: number,
  every: number,
  part?: PartScan,
): Promise<Pass> => {
  const args = [folder, fromSeq, every, part?.bytesMax ?? Number.POSITIVE_INFINITY].map(String);
  const child = spawn(process.execPath, [CHILD, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  // Until what the child says is read nobody waits for this.
  ended.catch(() => {});
  if (part !== undefined) yielding(child, part.signal);
  let good = fromSeq - 1;
  let result: ScanResult | undefined;
  for await (const line of createInterface(child.stdout)) {
    if (line.startsWith('{')) result = JSON.parse(line) as ScanResult;
    else good = Number(line);
  }
  return { result, good, end: await ended };
};

/**
 * Scans the log of a folder from the batch that holds `fromSeq` on, all of it or a part, in a child
 * process. A child that crashes names the first event that it could not read, as damage elsewhere
 * is named.
 */
export const scanInChild = async (
  folder: string,
  fromSeq = 1,
  part?: PartScan,
): Promise<ScanResult> => {
  const quick = await runPass(folder, fromSeq, PROGRESS_EVENTS, part);
  if (quick.result) return quick.result;
  // The crash is somewhere behind the last word of progress: look again, batch by batch.
  const slow = await runPass(folder, quick.good + 1, 1, part);
  if (slow.result) return slow.result;
  return { ok: false, seq: slow.good + 1, what: `cannot be read: ${slow.end}` };
};
