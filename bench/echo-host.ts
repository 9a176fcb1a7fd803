// Starts the yardstick in a process of its own.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Starts an echo whose answers have that size; kill its process when done. */
export const startEcho = async (size: number): Promise<{ child: ChildProcess; port: number }> => {
  const child = fork(fileURLToPath(new URL('./echo.js', import.meta.url)), [String(size)]);
  const [port] = (await once(child, 'message')) as [number];
  return { child, port };
};
