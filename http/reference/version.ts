// The version of the package, as its package.json says it.

import { readFileSync } from 'node:fs';

const read = (from: URL): string => {
  const file = new URL('package.json', from);
  try {
    const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version?: string };
    if (version !== undefined) return version;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
  }
  const above = new URL('..', from);
  if (above.href === from.href) throw new Error('brokerd lies in no package');
  return read(above);
};

let version: string | undefined;

/** The version; read once, from the nearest package.json above this file. */
export const packageVersion = (): string => {
  version ??= read(new URL('.', import.meta.url));
  return version;
};
