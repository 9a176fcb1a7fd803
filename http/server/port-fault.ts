// Ports: the reason why a port cannot be listened on, and the process that uses it if the system
// tells.

import { readdir, readFile, readlink } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { basename } from 'node:path';

/** The state of a socket that listens, in the system's tables. */
const LISTENING = '0A';

/** The numbers of the sockets that listen on a port; none where the system has no such tables. */
const socketsOn = async (port: number): Promise<ReadonlySet<string>> => {
  const found = new Set<string>();
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    const text = await readFile(table, 'utf8').catch(() => '');
    for (const line of text.split('\n').slice(1)) {
      const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/);
      const isOn = Number.parseInt(local.slice(local.lastIndexOf(':') + 1), 16) === port;
      if (isOn && state === LISTENING && inode !== undefined) found.add(`socket:[${inode}]`);
    }
  }
  return found;
};

/** Has a process one of these sockets open? Other users' processes do not say. */
const hasOpen = async (pid: string, sockets: ReadonlySet<string>): Promise<boolean> => {
  const folder = `/proc/${pid}/fd`;
  for (const fd of await readdir(folder).catch((): string[] => [])) {
    if (sockets.has(await readlink(`${folder}/${fd}`).catch(() => ''))) return true;
  }
  return false;
};

/**
 * The program of a process and its script: the first argument, or a script after flags. Any other
 * word after a flag may be the flag's value, which may be a secret.
 */
const commandOf = async (pid: string): Promise<string> => {
  const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  const [program = '', ...words] = text.split('\0');
  const at = words.findIndex((word) => !word.startsWith('-'));
  const word = words[at] ?? '';
  const runs = at === 0 || word.endsWith('.js') ? word : '';
  return `${basename(program)} ${runs}`.trim();
};

/** The process that listens on a port, as the end of a sentence; empty = unknown. */
const holderOf = async (port: number): Promise<string> => {
  const sockets = await socketsOn(port);
  if (sockets.size === 0) return '';
  for (const pid of await readdir('/proc').catch((): string[] => [])) {
    if (!/^\d+$/.test(pid) || !(await hasOpen(pid, sockets))) continue;
    const command = await commandOf(pid);
    return ` by process ${pid}${command === '' ? '' : ` (${command})`}`;
  }
  return '';
};

/** Tries to listen; the system's code where that fails. */
const codeOf = (host: string, port: number): Promise<string | undefined> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', ({ code = '' }: NodeJS.ErrnoException) => resolve(code));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });

/** The reason why an address cannot be listened on, as a sentence with the flag to change. */
export const portFault = async (host: string, port: number): Promise<string | undefined> => {
  const code = await codeOf(host, port);
  switch (code) {
    case undefined:
      return undefined;
    case 'EADDRINUSE':
      return `${host}:${port} is taken${await holderOf(port)}; choose another --port`;
    case 'EACCES':
      return `port ${port} is for privileged processes; choose another --port`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${host} is no address of this machine; choose another --host`;
    default:
      return `${host}:${port} cannot be listened on (${code})`;
  }
};

/** A port that is free on the address now. */
export const freePort = (host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, host, () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
