// Scanning a log in a child process, since a damaged LMDB file can crash whoever opens it.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { EMPTY_HEAD } from '../../storage/batch.js';
import type { ScanResult } from '../../storage/scan.js';

const CHILD = fileURLToPath(new URL('./scan-child.js', import.meta.url));
/** Events between two words of progress in the first pass; the second tells each batch. */
const PROGRESS_EVENTS = 10_000;
/** Pages of a damaged file can lead back to themselves: a child that is silent so long is lost. */
const SILENCE_MS = 20_000;

const NO_HASH = EMPTY_HEAD.hash.toString('hex');

interface Pass {
  /** Undefined when the child ended without one. */
  readonly result: ScanResult | undefined;
  /** The last event that was found good, and the hash of its batch. */
  readonly good: number;
  readonly hash: string;
  readonly end: string;
}

const runPass = async (
  folder: string,
  after: Pick<Pass, 'good' | 'hash'>,
  every: number,
  silenceMs: number,
): Promise<Pass> => {
  const fromSeq = String(after.good + 1);
  const child = spawn(process.execPath, [CHILD, folder, fromSeq, String(every)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let isLost = false;
  const silence = setTimeout(() => {
    isLost = true;
    child.kill('SIGKILL');
  }, silenceMs);
  const ended = new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  let { good, hash } = after;
  let result: ScanResult | undefined;
  for await (const line of createInterface(child.stdout)) {
    silence.refresh();
    if (line.startsWith('{')) result = JSON.parse(line) as ScanResult;
    else {
      const [seq, hex = ''] = line.split(' ');
      good = Number(seq);
      hash = hex;
    }
  }
  const end = await ended;
  clearTimeout(silence);
  return {
    result,
    good,
    hash,
    end: isLost ? `reading it did not end in ${silenceMs / 1000} s` : end,
  };
};

/**
 * Scans the log of a folder from the batch that holds `fromSeq` on, in a child process. A child
 * that crashes, or gets on no more, names the first event that it could not read, as damage
 * elsewhere is named.
 */
export const scanInChild = async (
  folder: string,
  fromSeq = 1,
  silenceMs = SILENCE_MS,
): Promise<ScanResult> => {
  const begin = { good: fromSeq - 1, hash: NO_HASH };
  const quick = await runPass(folder, begin, PROGRESS_EVENTS, silenceMs);
  if (quick.result) return quick.result;
  // The crash is somewhere behind the last word of progress: look again, batch by batch.
  const { result, good, hash, end } = await runPass(folder, quick, 1, silenceMs);
  if (result) return result.ok ? result : { ...result, hash };
  return { ok: false, seq: good + 1, hash, what: `cannot be read: ${end}` };
};
