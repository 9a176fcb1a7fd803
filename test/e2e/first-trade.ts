// The first trade of the README: its commands and its script, run as a reader would run them.

import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Test } from 'tap';
import { within } from '../support/guard.js';
import type { ServerProcess } from '../support/server-process.js';

/** The address of the README's server. */
const ADDRESS = '127.0.0.1:8080';
/** The script's last line closes the socket after a time; a test ends it when all has come. */
const CLOSING = /^setTimeout\(.*\n/m;

const [, SECTION = ''] =
  /## A first trade\n(.*?)\n## /s.exec(readFileSync('README.md', 'utf8')) ?? [];

const blocksOf = (language: string): string[] =>
  Array.from(
    SECTION.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs')),
    ([, text = '']) => text,
  );

/** The commands of a block, without their `$ `, and the lines that they print. */
const partsOf = (block: string): { commands: string; printed: string[] } => {
  const lines = block.trimEnd().split('\n');
  const printed = lines.filter((line) => line.startsWith('{'));
  const commands = lines.filter((line) => !line.startsWith('{'));
  return { commands: commands.join('\n').replace(/^\$ /gm, ''), printed };
};

/** The members that a line names, in their order; those that tell what it is with their values. */
const membersOf = (line: string): string[] =>
  Array.from(
    line.matchAll(/"(?:(?:id|event|code|msg|status|symbol)":[^,}]+|\w+":)/g),
    ([member]) => member,
  );

/** Has a line all members that the README shows, in that order? */
const isShown = (line: string, shown: string): boolean => {
  let from = 0;
  return membersOf(shown).every((member) => {
    const at = line.indexOf(member, from);
    from = at + member.length;
    return at >= 0;
  });
};

/** Runs a script until all lines that the README shows have come, and ends it. */
const runs = async (t: Test, script: string, shown: readonly string[]): Promise<void> => {
  const child = spawn('bash', ['-c', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const missing = new Set(shown);
  const got: string[] = [];
  const done = new Promise<void>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      got.push(line);
      for (const one of missing) if (isShown(line, one)) missing.delete(one);
      if (missing.size === 0) resolve();
    });
    child.once('close', () => resolve());
  });
  await within(done, 'what the README shows');
  child.kill();
  t.same([...missing], [], got.join('\n'));
};

/** Does what the README says, on a server with the passwords that it names. */
export const firstTrade = async (t: Test, server: ServerProcess): Promise<void> => {
  const [start, trade, watch] = blocksOf('sh').map(partsOf);
  const [script = ''] = blocksOf('js');
  if (!start || !trade || !watch) throw new Error('the README has no three blocks of commands');
  const records = server.records.map((record) => JSON.stringify(record));
  for (const line of start.printed) {
    const shown = line.replace('8080', String(server.port));
    t.ok(
      records.some((record) => isShown(record, shown)),
      line,
    );
  }
  const here = (text: string): string => text.replaceAll(ADDRESS, `127.0.0.1:${server.port}`);
  t.equal(trade.printed.length, 2);
  await runs(t, here(trade.commands), trade.printed);
  const folder = t.testdir();
  t.match(script, CLOSING);
  writeFileSync(join(folder, 'watch.mjs'), here(script.replace(CLOSING, '')));
  const command = watch.commands.replace('node watch.mjs', `exec node ${folder}/watch.mjs`);
  t.equal(watch.printed.length, 2);
  await runs(t, command, watch.printed);
};
