// Listeners of the client: what one of them throws is seen, and hurts nobody else.

import { execFileSync } from 'node:child_process';
import t from 'tap';

const EMITTER = new URL('../../../client/socket/emitter.js', import.meta.url).href;

t.test('A listener that throws is seen by the program, and the others are called', async (t) => {
  const code = `
    import { Emitter } from ${JSON.stringify(EMITTER)};
    process.on('uncaughtException', ({ message }) => console.log('uncaught', message));
    const emitter = new Emitter();
    emitter.on('deal', () => { throw new Error('of a listener'); });
    const stop = emitter.on('deal', (data) => console.log('second', data));
    emitter.emit('deal', 1);
    stop();
    emitter.emit('deal', 2);
    console.log('emitted');
  `;
  const node = ['--input-type=module', '--eval', code];
  const text = execFileSync(process.execPath, node, { encoding: 'utf8' });
  const uncaught = 'uncaught of a listener';
  t.same(text.trim().split('\n'), ['second 1', 'emitted', uncaught, uncaught]);
});
