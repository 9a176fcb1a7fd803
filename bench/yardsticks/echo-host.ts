// Starts servers that report their port, each in a process of its own.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A server in a process of its own. */
export interface Forked {
  /** The target for a load. */
  readonly target: { readonly port: number; readonly path: string; readonly pid: number };
  /** Lets it end by itself. */
  end(): void;
}

/** Starts a script. */
export const startFork = async (script: URL, args: readonly string[]): Promise<Forked> => {
  const child = fork(fileURLToPath(script), args);
  const [port] = (await once(child, 'message')) as [number];
  return { target: { port, path: '/', pid: child.pid ?? 0 }, end: () => child.disconnect() };
};

/** Starts the yardstick: an echo with answers of this size. */
export const startEcho = (size: number): Promise<Forked> =>
  startFork(new URL('./echo.js', import.meta.url), [String(size)]);
