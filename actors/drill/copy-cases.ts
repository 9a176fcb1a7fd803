// Drill cases of copies: a deleted database is rebuilt, and a restored backup has the same state.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { dropDatabase } from '../../storage/database/database.js';
import { backup } from '../commands/backup.js';
import { rebuild } from '../commands/rebuild.js';
import { restore } from '../commands/restore.js';
import { verify } from '../commands/verify.js';
import { pathsOf } from '../folder/folder.js';
import { serverChild, stateOf } from './servers.js';
import { type CaseResult, type KnownState, onCopy, type TestFolder } from './test-folder.js';

/** The first fault of a folder with a known state: in its log, or in a server on it. */
const wrongOf = async (data: string, keyFile: string, known: KnownState): Promise<string[]> => {
  const log = verify(data);
  if (!log.ok) return [log.message];
  const { seq, state_hash } = log.data;
  if (seq !== known.seq || state_hash !== known.state_hash) {
    return [`it comes to ${seq} ${state_hash} instead of ${known.seq} ${known.state_hash}`];
  }
  const server = serverChild();
  const state = await stateOf(server, data, keyFile);
  await server.kill();
  return typeof state === 'string' ? [`it does not start: ${state}`] : [...state.wrong];
};

const rebuilt = (folder: TestFolder): Promise<CaseResult> =>
  onCopy(folder, 'rebuilt', async (data) => {
    dropDatabase(pathsOf(data).database);
    const done = await rebuild(data);
    const what = 'the database deleted and made again from the log';
    if (!done.ok) return { what, wrong: [done.message] };
    return { what, wrong: await wrongOf(data, folder.keyFile, folder.known) };
  });

const restored = (folder: TestFolder): Promise<CaseResult> =>
  onCopy(folder, 'copied', async (data) => {
    const what = 'a backup taken and restored';
    const [copy, again] = ['backup', 'restored'].map((name) => join(folder.work, name));
    try {
      const copied = await backup(data, copy as string, folder.keyFile);
      const done = copied.ok ? await restore(copy as string, again as string) : copied;
      if (!done.ok) return { what, wrong: [done.message] };
      return { what, wrong: await wrongOf(again as string, folder.keyFile, folder.known) };
    } finally {
      for (const path of [copy, again]) rmSync(path as string, { recursive: true, force: true });
    }
  });

/** Tries each case once. */
export const tryCopies = async (folder: TestFolder): Promise<CaseResult[]> => {
  const { progress } = folder;
  progress.begin('copy', 2);
  return [progress.ended(await rebuilt(folder)), progress.ended(await restored(folder))];
};
