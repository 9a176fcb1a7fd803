// A child process that works in a work folder until a signal ends it.

import { writeSync } from 'node:fs';
import { inWorkFolder } from '../../../actors/folder/work-folder.js';

const work = (folder: string): Promise<never> => {
  writeSync(1, folder);
  process.stdin.resume();
  return new Promise(() => {});
};
await inWorkFolder(process.argv[2] as string, work, () => {});
