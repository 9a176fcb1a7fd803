// Starts the yardstick, an echo, in a process of its own.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** An echo in a process of its own. */
export interface Echo {
  /** The target for a load. */
  readonly target: { readonly port: number; readonly path: string; readonly pid: number };
  /** Lets it end by itself. */
  end(): void;
}

/** Starts an echo with answers of this size. */
export const startEcho = async (size: number): Promise<Echo> => {
  const child = fork(fileURLToPath(new URL('./echo.js', import.meta.url)), [String(size)]);
  const [port] = (await once(child, 'message')) as [number];
  return { target: { port, path: '/', pid: child.pid ?? 0 }, end: () => child.disconnect() };
};
