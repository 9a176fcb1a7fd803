// The control socket: commands on this machine ask the running server.

import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { type ControlHandlers, callControl, serveControl } from '../../actors/tools/control.js';
import { done, refuse } from '../../wire/codes.js';

const served = async (t: Test, handlers: ControlHandlers): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'brokerd-'));
  const path = join(folder, 'control.sock');
  const server = await serveControl(path, handlers);
  t.teardown(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });
  return path;
};

t.test('A command gets the outcome of its handler', async (t) => {
  const path = await served(t, {
    'state-hash': async () => done({ seq: 5 }),
    backup: async (input) => refuse('conflict', JSON.stringify(input)),
    broken: async () => {
      throw new Error('out of order');
    },
  });
  t.same(await callControl(path, 'state-hash'), { ok: true, data: { seq: 5 } });
  t.match(await callControl(path, 'backup', { to: 'x' }), { ok: false, message: '{"to":"x"}' });
  t.match(await callControl(path, 'broken'), { code: 'internal', message: 'out of order' });
  t.match(await callControl(path, 'toString'), { ok: false, code: 'invalid_input' });
});

t.test('The socket is for its owner alone and replaces one that was left over', async (t) => {
  const folder = t.testdir();
  const path = join(folder, 'control.sock');
  writeFileSync(path, '');
  const mask = process.umask();
  const server = await serveControl(path, {});
  t.teardown(() => server.close());
  t.equal(statSync(path).mode & 0o777, 0o600);
  t.equal(process.umask(), mask, 'the file mask is as before');
});

t.test('Without a server a command is told so', async (t) => {
  t.match(await callControl(join(t.testdir(), 'control.sock'), 'x'), { code: 'not_found' });
});

t.test('A server that ends leaves no command waiting', async (t) => {
  const path = join(t.testdir(), 'control.sock');
  let closing: Promise<void> | undefined;
  const server = await serveControl(path, {
    stop: () => {
      closing = server.close();
      return new Promise(() => {});
    },
  });
  t.match(await callControl(path, 'stop'), { code: 'internal' });
  await closing;
});

t.test('Lines are answered in order, and too long ones end the talk', async (t) => {
  const path = await served(t, {
    slow: () => new Promise((resolve) => setImmediate(() => resolve(done('slow')))),
    quick: async () => done('quick'),
  });
  const socket = createConnection(path).setEncoding('utf8');
  socket.write('{"op":"slow"}\nnonsense\n{"op":"quick"}\n');
  let text = '';
  for await (const piece of socket) {
    text += piece;
    if (text.split('\n').length === 4) break;
  }
  const outcomes = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  t.match(outcomes, [{ data: 'slow' }, { code: 'invalid_input' }, { data: 'quick' }]);
  const flood = createConnection(path);
  const closed = new Promise((resolve) => flood.once('close', resolve));
  flood.on('error', () => {});
  flood.write('x'.repeat(70_000));
  flood.resume();
  await closed;
  t.match(await callControl(path, 'quick'), { ok: true }, 'and the server goes on');
});
