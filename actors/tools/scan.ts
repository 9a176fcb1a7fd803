// Scanning a log in a child process, since a damaged LMDB file can crash whoever opens it.

import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { EMPTY_HEAD } from '../../storage/batch.js';
import type { ScanResult } from '../../storage/scan.js';
import { isCrash } from '../child-end.js';

const CHILD = fileURLToPath(new URL('./scan-child.js', import.meta.url));
/** Events between two words of progress in the first pass; the second tells each batch. */
const PROGRESS_EVENTS = 10_000;
/** Pages of a damaged file can lead back to themselves: a child that is silent so long is lost. */
const SILENCE_MS = 20_000;

const NO_HASH = EMPTY_HEAD.hash.toString('hex');

/** The log could not be read here and now: that tells nothing of it. */
export interface Unread {
  readonly ok: 'unread';
  /** Why, in a sentence. */
  readonly what: string;
}

/** That a log could not be read, and by whose fault. */
export const unread = (how: string): Unread => ({
  ok: 'unread',
  what: `the log could not be read here: ${how}; nothing is known of it`,
});

interface Pass {
  /** Undefined when the child ended without one. */
  readonly result: ScanResult | Unread | undefined;
  /** The last event that was found good, and the hash of its batch if it is known. */
  readonly good: number;
  readonly hash: string;
  /** How the child ended without a result, and whether the log may be to blame. */
  readonly end: string;
  readonly tells: boolean;
}

const runPass = async (
  folder: string,
  after: Pick<Pass, 'good' | 'hash'>,
  every: number,
  silenceMs: number,
): Promise<Pass> => {
  const asked = [folder, String(every), String(after.good + 1), after.hash];
  const args = [...process.execArgv, CHILD, ...asked];
  const child: ChildProcess = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let isLost = false;
  const silence = setTimeout(() => {
    isLost = true;
    child.kill('SIGKILL');
  }, silenceMs);
  const ended = new Promise<string>((resolve) => {
    child.once('error', ({ message }) => resolve(message));
    child.once('close', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  let { good, hash } = after;
  let result: ScanResult | Unread | undefined;
  // Where too many files are open there is neither a child nor its output.
  for await (const line of child.stdout ? createInterface(child.stdout) : []) {
    silence.refresh();
    if (line.startsWith('{')) result = JSON.parse(line) as ScanResult | Unread;
    else {
      const [seq, hex = ''] = line.split(' ');
      good = Number(seq);
      hash = hex;
    }
  }
  const how = await ended;
  clearTimeout(silence);
  const end = isLost ? `reading it did not end in ${silenceMs / 1000} s` : how;
  return { result, good, hash, end, tells: isLost || isCrash(how) };
};

/**
 * Scans the log of a folder from the batch that holds `fromSeq` on, in a child process. A log that
 * crashes the child twice at the same place, or lets it get on no more, is bad at the first event
 * that it could not read. Any other end of the child tells nothing of the log.
 */
export const scanInChild = async (
  folder: string,
  fromSeq = 1,
  silenceMs = SILENCE_MS,
): Promise<ScanResult | Unread> => {
  let pass: Pick<Pass, 'good' | 'hash'> = { good: fromSeq - 1, hash: fromSeq > 1 ? '' : NO_HASH };
  let end = '';
  // The crash is somewhere behind the first pass's last word: the second looks batch by batch.
  for (const every of [PROGRESS_EVENTS, 1]) {
    const ran = await runPass(folder, pass, every, silenceMs);
    if (ran.result?.ok === 'unread') return unread(ran.result.what);
    if (ran.result !== undefined) return ran.result;
    if (!ran.tells) return unread(ran.end);
    ({ end } = ran);
    pass = ran;
  }
  const { good, hash } = pass;
  return { ok: false, seq: good + 1, hash: hash || NO_HASH, what: `cannot be read: ${end}` };
};
