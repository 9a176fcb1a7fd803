// The commands other than `serve`: each runs its tool and prints the result.

import { backup } from '../actors/commands/backup.js';
import { createAdmin } from '../actors/commands/create-admin.js';
import { explain } from '../actors/commands/explain.js';
import { rebuild } from '../actors/commands/rebuild.js';
import { release } from '../actors/commands/release.js';
import { restore } from '../actors/commands/restore.js';
import { rotateKey } from '../actors/commands/rotate-key.js';
import { salvage } from '../actors/commands/salvage.js';
import { stateHash } from '../actors/commands/state-hash.js';
import { verify } from '../actors/commands/verify.js';
import { prove } from '../actors/drill/prove.js';
import { layoutFault } from '../actors/folder/layout.js';
import { licence } from '../actors/secrets/licence-files.js';
import { collectFirewall } from '../actors/vitals/collector.js';
import { type Outcome, refuse } from '../wire/base/codes.js';
import type { CommandName, Flags } from './flags.js';

/** A refusal may have further data besides its message. */
type CommandResult = Outcome<unknown> & { readonly data?: unknown };
type Tool = (flags: Flags) => Promise<CommandResult>;

/** Prints the progress of a command, where that does not mix with the command's output. */
const onStderr = (line: string): void => {
  process.stderr.write(`brokerd prove: ${line}\n`);
};

const TOOLS: Readonly<Record<Exclude<CommandName, 'serve'>, Tool>> = {
  verify: async ({ data, keyFile }) => verify(data, keyFile),
  rebuild: ({ data }) => rebuild(data),
  backup: ({ data, to, keyFile }) => backup(data, to, keyFile),
  restore: ({ data, from }) => restore(from, data),
  salvage: ({ data }) => salvage(data),
  prove: ({ data, keyFile, work, cases, seed, only }) =>
    prove(data, { keyFile, work, cases, seed, only, print: onStderr }),
  release: ({ data, keyFile }) => release(data, keyFile),
  'rotate-key': ({ data, keyFile, retire, endSessions }) =>
    rotateKey(data, keyFile, retire, endSessions),
  'state-hash': ({ data }) => stateHash(data),
  licence: ({ action, privateKey, input, output, vendorKey }) =>
    licence(action, { privateKey, input, output, vendorKey }),
  explain: ({ data, deal }) => explain(data, deal),
  'firewall-collector': ({ firewall }) => collectFirewall(firewall),
  'create-admin': ({ data, keyFile, login, adminPassword }) =>
    createAdmin(data, keyFile, {
      ...(login > 0 && { login }),
      ...(adminPassword !== '' && { password: adminPassword }),
    }),
};

/** Did the tool report damage or loss? Then the command fails although it has an answer. */
const isBroken = (data: unknown): boolean => {
  const { broken = 0, lost = null } = (data ?? {}) as { broken?: number; lost?: object | null };
  return broken > 0 || lost !== null;
};

/** The output of a command: sentences, if it has them and JSON was not requested. */
const printed = (data: unknown, json: boolean): string => {
  const { sentences } = (data ?? {}) as { readonly sentences?: readonly string[] };
  return sentences === undefined || json ? JSON.stringify(data) : sentences.join('\n');
};

/** Runs a tool; returns the exit code: 0, or 1 for a refusal, damage or loss. */
export const runTool = async (
  command: Exclude<CommandName, 'serve'>,
  flags: Flags,
): Promise<number> => {
  const fault = [flags.data, flags.from].map(layoutFault).find((found) => found !== undefined);
  const outcome: CommandResult =
    fault === undefined ? await TOOLS[command](flags) : refuse('invalid_input', fault);
  if (!outcome.ok) {
    if (outcome.data !== undefined) process.stdout.write(`${JSON.stringify(outcome.data)}\n`);
    process.stderr.write(`brokerd ${command}: ${outcome.message}\n`);
    return 1;
  }
  process.stdout.write(`${printed(outcome.data, flags.json)}\n`);
  return isBroken(outcome.data) ? 1 : 0;
};
