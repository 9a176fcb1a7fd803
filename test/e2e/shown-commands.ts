// Commands that a page shows with what they print: they are run as a reader would run them.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Test } from 'tap';
import { within } from '../support/guard.js';

/** The address of the server in the pages. */
export const ADDRESS = '127.0.0.1:8080';

/** The blocks of code of a text in a language. */
export const blocksOf = (text: string, language: string): string[] =>
  Array.from(
    text.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs')),
    ([, block = '']) => block,
  );

/** The commands of a block, without their `$ `, and the lines that they print. */
export interface ShownCommands {
  readonly commands: string;
  readonly printed: readonly string[];
}

/** A command begins with `$ `, and goes on in lines that begin with a blank. */
export const partsOf = (block: string): ShownCommands => {
  const lines = block.trimEnd().split('\n');
  const isCommand = (line: string): boolean => /^(?:\$| ) ?/.test(line);
  return {
    commands: lines.filter(isCommand).join('\n').replace(/^\$ /gm, ''),
    printed: lines.filter((line) => !isCommand(line)),
  };
};

/** The members that a line names, in their order; those that tell what it is with their values. */
const membersOf = (line: string): string[] =>
  Array.from(
    line.matchAll(/"(?:(?:id|event|code|msg|status|symbol)":[^,}]+|\w+":)/g),
    ([member]) => member,
  );

/**
 * Does a line have all that a page shows: the members of JSON in their order, of other text its
 * beginning?
 */
export const isShown = (line: string, shown: string): boolean => {
  if (!shown.startsWith('{')) return line.startsWith(shown.split(' …')[0] ?? '');
  let from = 0;
  return membersOf(shown).every((member) => {
    const at = line.indexOf(member, from);
    from = at + member.length;
    return at >= 0;
  });
};

/** Answers of curl end without a line break. */
const BETWEEN_ANSWERS = /(?<=\})(?=\{)/;

/** Runs a script until all lines that a page shows have come, each of its own, and ends it. */
export const runs = async (t: Test, script: string, shown: readonly string[]): Promise<void> => {
  const child = spawn('bash', ['-c', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const missing = [...shown];
  const got: string[] = [];
  const done = new Promise<void>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      for (const part of line.split(BETWEEN_ANSWERS)) {
        got.push(part);
        const at = missing.findIndex((one) => isShown(part, one));
        if (at >= 0) missing.splice(at, 1);
      }
      if (missing.length === 0) resolve();
    });
    child.once('close', () => resolve());
  });
  await within(done, 'what the page shows');
  child.kill();
  t.same(missing, [], got.join('\n'));
};
