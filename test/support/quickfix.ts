// A provider over Debian's QuickFIX, built by the test that dials it.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { until } from './guard.js';

const SOURCES = resolve('test', 'support', 'quickfix');

/** Why there is no QuickFIX here; false = there is one. */
export const noQuickfix = existsSync('/usr/include/quickfix/Application.h')
  ? false
  : 'QuickFIX IS NOT TESTED AGAINST: apt-get install libquickfix-dev';

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

const isListening = (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1');
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).finally(() => socket.destroy()) as Promise<boolean>;
};

/** Builds and starts the provider, `LP` for `BROKER`; it sends so many increments a request. */
export const openQuickfix = async (increments: number) => {
  const folder = mkdtempSync(join(tmpdir(), 'brokerd-quickfix-'));
  const program = join(folder, 'provider');
  const source = join(SOURCES, 'provider.cpp');
  const libraries = ['-lquickfix', '-lpthread'];
  execFileSync('g++', ['-std=c++14', '-w', source, '-o', program, ...libraries]);
  const port = await freePort();
  const lines = [
    ...['[DEFAULT]', 'ConnectionType=acceptor', `SocketAcceptPort=${port}`, 'SocketReuseAddress=Y'],
    ...['StartTime=00:00:00', 'EndTime=00:00:00', 'FileStorePath=store', 'SocketNodelay=Y'],
    `DataDictionary=${join(SOURCES, 'feed.xml')}`,
    ...['[SESSION]', 'BeginString=FIX.4.4', 'SenderCompID=LP', 'TargetCompID=BROKER'],
  ];
  writeFileSync(join(folder, 'provider.cfg'), `${lines.join('\n')}\n`);
  const child = spawn(program, ['provider.cfg'], {
    cwd: folder,
    env: { ...process.env, QUIET: '1', TICKS: String(increments) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await until('the provider', () => isListening(port));
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await once(child, 'exit');
    rmSync(folder, { recursive: true });
  };
  return { port, stop };
};
