// The builds of the native library: which of them serves, and what holds with each.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { native } from '../../../http/server/native.js';
import { within } from '../../support/guard.js';

const NEWER = '@btc-vision/uwebsockets.js';
const OLDER = 'uWebSockets.js';
/** What shows how the server and the library share their work: it must hold with each build. */
const SHOWN = [
  'http/server/server',
  'http/server/smuggling',
  'http/server/response',
  'http/server/piling',
  'hostile/socket-protocol',
];

/** A module that lets no binary of the library load, as where there is none. */
const NO_BINARY = encodeURIComponent(`process.dlopen = new Proxy(process.dlopen, {
  apply: (load, self, [module, file, ...more]) => {
    if (file.includes('uws_')) throw new Error('no binary');
    return load.apply(self, [module, file, ...more]);
  },
});`);

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs Node.js to its end, with more in its environment. */
const run = (args: readonly string[], more: Readonly<Record<string, string>>): Promise<Ended> =>
  within(
    new Promise((resolve) => {
      const env = { ...process.env, ...more };
      execFile(process.execPath, args, { env, maxBuffer: 64 << 20 }, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code ?? -1), stdout, stderr }),
      );
    }),
    `the end of ${args.join(' ')}`,
  );

/** Does a build load here? */
const doesLoad = async (name: string): Promise<boolean> => {
  const script = "import('./dist/http/server/native.js').then(({ native }) => native())";
  return (await run(['-e', script], { BROKERD_UWEBSOCKETS: name })).code === 0;
};

t.test('The newer build serves where it loads, else the older', async (t) => {
  const wanted = process.env.BROKERD_UWEBSOCKETS ?? '';
  const first = wanted !== '' ? wanted : (await doesLoad(NEWER)) ? NEWER : OLDER;
  t.equal(native().name, first);
});

t.test('Without a build that loads the server does not start, and makes no folder', async (t) => {
  const data = join(t.testdir(), 'data');
  const start = (env: Readonly<Record<string, string>>) =>
    run(['dist/bin/main.js', 'serve', '--port', '0', '--data', data], env);
  const none = await start({ NODE_OPTIONS: `--import=data:text/javascript,${NO_BINARY}` });
  t.equal(none.code, 1);
  t.match(none.stderr, /^brokerd: no build of uWebSockets\.js loads with Node\.js v\d+.*ABI \d+/);
  t.match(none.stderr, /@btc-vision\/uwebsockets\.js: .*no binary; uWebSockets\.js: \S/);
  t.notMatch(none.stderr, /fall/i, 'nothing slower serves in its stead');
  const unknown = await start({ BROKERD_UWEBSOCKETS: 'another' });
  t.equal(unknown.code, 1);
  t.match(unknown.stderr, /BROKERD_UWEBSOCKETS names another/);
  t.notOk(existsSync(data));
});

t.test('Where a second build loads, the same holds with it', async (t) => {
  const { name: used } = native();
  const others = [];
  for (const name of process.env.BROKERD_UWEBSOCKETS === undefined ? [NEWER, OLDER] : []) {
    if (name !== used && (await doesLoad(name))) others.push(name);
  }
  t.notOk(others.includes(NEWER), 'the newer one would be used');
  for (const name of others) {
    for (const file of SHOWN) {
      const { code, stdout } = await run([`dist/test/${file}.test.js`], {
        BROKERD_UWEBSOCKETS: name,
      });
      t.equal(code, 0, `${file} with ${name}: ${code === 0 ? 'held' : stdout.slice(-4_000)}`);
    }
  }
});
