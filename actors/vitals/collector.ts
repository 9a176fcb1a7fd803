// The collector of firewall rules: a command of its own, which may run as root while the server
// does not. It writes what it saw to a file that the server reads.

import { execFile } from 'node:child_process';
import { rename, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { promisify } from 'node:util';
import { type Outcome, ok, refuse } from '../../wire/base/codes.js';
import { bootId } from './machine.js';

const run = promisify(execFile);
/** Most bytes of a listing: the server reads it in some ms. */
export const LISTING_BYTES_MAX = 4 << 20;
const RUN_MS = 20_000;
/** Everybody may read the file: the server runs as another user. */
const READABLE = 0o644;

/** The content of the file that the collector writes. */
export interface Observation {
  readonly backend: 'nft' | 'iptables';
  readonly host: string;
  readonly boot_id: string;
  readonly sampled_at: string;
  /** The JSON of nft, or the text of iptables. */
  readonly listing: unknown;
}

const printedBy = async (program: string, args: readonly string[]): Promise<string> => {
  const limits = { maxBuffer: LISTING_BYTES_MAX, timeout: RUN_MS };
  return (await run(program, [...args], limits)).stdout;
};

/**
 * The rules as nft lists them, or iptables-save where there is no nft: it lists only a part of the
 * rules of nft. Rejects when they cannot be listed.
 */
const listed = async (): Promise<Pick<Observation, 'backend' | 'listing'>> => {
  try {
    const listing = JSON.parse(await printedBy('nft', ['-j', 'list', 'ruleset'])) as unknown;
    return { backend: 'nft', listing };
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
    const nft = (cause as Error).message;
    return printedBy('iptables-save', []).then(
      (listing) => ({ backend: 'iptables', listing }),
      ({ message }: Error) => {
        throw new Error(`${nft.trim()}; ${message.trim()}`, { cause });
      },
    );
  }
};

/** Writes the rules of this machine's firewall to a file, which it replaces as a whole. */
export const collectFirewall = async (
  file: string,
): Promise<Outcome<{ backend: string; file: string }>> => {
  try {
    const rules = await listed();
    const sampled_at = new Date().toISOString();
    const seen: Observation = { ...rules, host: hostname(), boot_id: bootId(), sampled_at };
    await writeFile(`${file}.new`, JSON.stringify(seen), { mode: READABLE });
    await rename(`${file}.new`, file);
    return ok({ backend: rules.backend, file });
  } catch (error) {
    return refuse('internal', `the rules cannot be collected: ${(error as Error).message}`);
  }
};
