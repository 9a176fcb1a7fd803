// The first trade of the README and the first settings: their commands, run as a reader runs them.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import type { ServerProcess } from '../support/server-process.js';
import { ADDRESS, blocksOf, isShown, partsOf, runs } from './shown-commands.js';

/** The script's last line closes the socket after a time; a test ends it when all has come. */
const CLOSING = /^setTimeout\(.*\n/m;

const [, SECTION = ''] =
  /## A first trade\n(.*?)\n## /s.exec(readFileSync('README.md', 'utf8')) ?? [];

/** Does what the README says, on a server with the passwords that it names. */
export const firstTrade = async (t: Test, server: ServerProcess): Promise<void> => {
  const [start, trade, watch] = blocksOf(SECTION, 'sh').map(partsOf);
  const [script = ''] = blocksOf(SECTION, 'js');
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

/** Does what the page of dealing says, with the program that it shows. */
export const dealingPage = async (t: Test, server: ServerProcess): Promise<void> => {
  const text = readFileSync('docs/dealing.md', 'utf8');
  const folder = t.testdir();
  const here = (shown: string): string => shown.replaceAll(ADDRESS, `127.0.0.1:${server.port}`);
  writeFileSync(join(folder, 'desk.mjs'), here(blocksOf(text, 'js').join('')));
  const blocks = blocksOf(text, 'sh').map(partsOf);
  const script = here(blocks.map(({ commands }) => commands).join('\n'));
  const printed = blocks.flatMap((block) => block.printed);
  t.equal(printed.length, 11);
  const ending = "trap 'kill %1 2> /dev/null' EXIT";
  await runs(t, `cd ${folder}\n${ending}\n${script}`, printed);
};

/** Does what a page says, from its first command to its last, which print so many lines. */
const page = async (t: Test, server: ServerProcess, path: string, lines: number): Promise<void> => {
  const blocks = blocksOf(readFileSync(path, 'utf8'), 'sh').map(partsOf);
  const script = blocks.map(({ commands }) => commands).join('\n');
  const printed = blocks.flatMap((block) => block.printed);
  t.equal(printed.length, lines);
  await runs(t, script.replaceAll(ADDRESS, `127.0.0.1:${server.port}`), printed);
};

/** Does what the page of the first settings says. */
export const firstSettings = (t: Test, server: ServerProcess): Promise<void> =>
  page(t, server, 'docs/first-settings.md', 7);

/** Does what the page of moving says, as the staff of the page of the first settings. */
export const movingPage = async (t: Test, server: ServerProcess): Promise<void> => {
  const [signIn = ''] = blocksOf(readFileSync('docs/first-settings.md', 'utf8'), 'sh');
  const blocks = blocksOf(readFileSync('docs/moving.md', 'utf8'), 'sh').map(partsOf);
  const script = [partsOf(signIn), ...blocks].map(({ commands }) => commands).join('\n');
  const printed = blocks.flatMap((block) => block.printed);
  t.equal(printed.length, 2);
  await runs(t, script.replaceAll(ADDRESS, `127.0.0.1:${server.port}`), printed);
};

/** Does what the page of sign-up says. */
export const signUpPage = (t: Test, server: ServerProcess): Promise<void> =>
  page(t, server, 'docs/sign-up.md', 5);

/** Does what the page of symbols says. */
export const symbolsPage = (t: Test, server: ServerProcess): Promise<void> =>
  page(t, server, 'docs/symbols.md', 7);

/** Does what the page of the back office says. */
export const backOfficePage = (t: Test, server: ServerProcess): Promise<void> =>
  page(t, server, 'docs/back-office.md', 6);

/** What a test has in place of what the page of a platform of one's own shows. */
interface OwnPlatform {
  readonly server: ServerProcess;
  /** The address of a mail server. */
  readonly mail: string;
}

const OWN_PAGE = 'docs/own-platform.md';
const ownBlocks = () => blocksOf(readFileSync(OWN_PAGE, 'utf8'), 'sh').map(partsOf);

/** The command that makes the platform, for a data folder. */
export const ownAdministrator = async (t: Test, data: string): Promise<void> => {
  const [start = { commands: '', printed: [] }] = ownBlocks();
  const [command = ''] = start.commands.split('\n');
  const [printed = ''] = start.printed;
  await runs(t, command.replace('./own', data), [printed]);
};

/** Does what the page of a platform of one's own says, once its server runs. */
export const ownPlatform = async (t: Test, { server, mail }: OwnPlatform): Promise<void> => {
  const [start = { commands: '', printed: [] }, ...blocks] = ownBlocks();
  const [, passwords = '', listening = ''] = start.printed;
  const { server: provider, fix_password } = await server.record('demo provider');
  const records = server.records.map((record) => JSON.stringify(record));
  const shown = JSON.parse(`{${passwords.slice(passwords.indexOf('"msg"'))}`);
  for (const line of [passwords, listening]) {
    const here = line.replace('8080', String(server.port));
    t.ok(
      records.some((record) => isShown(record, here)),
      line,
    );
  }
  const script = blocks
    .map(({ commands }) => commands)
    .join('\n')
    .replaceAll(ADDRESS, `127.0.0.1:${server.port}`)
    .replaceAll(shown.server, String(provider))
    .replaceAll(shown.fix_password, String(fix_password))
    .replaceAll('127.0.0.1:2525', mail);
  const printed = blocks.flatMap((block) => block.printed);
  t.equal(printed.length, 20);
  await runs(t, script, printed);
};
