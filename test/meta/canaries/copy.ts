// Copies the built server and applies mutations to the copy.

import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** A mistake: what stands in a built file, exactly once, and what stands there instead, if any. */
export interface Mistake {
  readonly file: string;
  readonly from: string;
  readonly to?: string;
}

/** Programs in one file each, made of the others: mistakes are not put into them. */
const BUNDLES = join('dist', 'bin');

/** Sources and their maps. */
const NOT_LINKED = /\.(ts|map)$/;

/** Links a folder's files into another one; a file is replaced there without touching this one. */
const linkFolder = (from: string, to: string): void => {
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || NOT_LINKED.test(entry.name)) continue;
    if (entry.parentPath === BUNDLES) continue;
    const path = join(entry.parentPath, entry.name);
    const copy = join(to, path.slice(from.length));
    mkdirSync(dirname(copy), { recursive: true });
    linkSync(path, copy);
  }
};

/** Makes a copy of the built server with its tests in an empty folder. */
export const copyBuild = (folder: string): void => {
  linkFolder('dist', join(folder, 'dist'));
  mkdirSync(join(folder, BUNDLES));
  writeFileSync(join(folder, BUNDLES, 'main.js'), "import '../program/main.js';\n");
  // What tests read: vectors, seeds, histories, lists.
  linkFolder('test', join(folder, 'test'));
  linkSync('package.json', join(folder, 'package.json'));
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
};

/** Puts a mistake into a copy; false when what it replaces does not stand there exactly once. */
export const putMistake = (folder: string, { file, from, to = '' }: Mistake): boolean => {
  const path = join(folder, 'dist', file);
  const [before = '', after, ...more] = readFileSync(path, 'utf8').split(from);
  if (after === undefined || more.length > 0) return false;
  rmSync(path);
  writeFileSync(path, before + to + after);
  return true;
};
