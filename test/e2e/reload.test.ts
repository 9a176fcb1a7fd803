// SIGHUP: a running server takes a new certificate, another log level and a new log file; a wrong
// one of them does not end the server.

import { X509Certificate } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import t from 'tap';
import { selfSigned } from '../support/certificate.js';
import { until, within } from '../support/guard.js';
import { type LogRecord, ServerProcess } from '../support/server-process.js';

const folder = t.testdir();
const path = (name: string): string => join(folder, name);
const files = { cert: path('cert.pem'), key: path('key.pem'), log: path('log'), env: path('env') };
const use = ({ cert, key }: { readonly cert: string; readonly key: string }): void => {
  writeFileSync(files.cert, cert);
  writeFileSync(files.key, key);
};
const setEnv = (level: string, more = ''): void =>
  writeFileSync(files.env, `# of the test\nBROKERD_LOG_LEVEL=${level}\n${more}\n`);

/** The lines of the log's file. */
const lines = (): LogRecord[] =>
  readFileSync(files.log, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as LogRecord);
const logged = (msg: string, nth = 1): Promise<LogRecord> =>
  until(msg, async () => lines().filter((line) => line.msg === msg)[nth - 1]);

const [first, second] = [selfSigned(), selfSigned()];
use(first);
setEnv('info');
writeFileSync(files.log, '');
const server = ServerProcess.launch({
  data: path('data'),
  args: [
    ...['--tls-cert', files.cert, '--tls-key', files.key],
    ...['--log-file', files.log, '--env-file', files.env],
  ],
});
t.teardown(() => server.kill());
const port = Number((await logged('listening')).port);

const open = (): Promise<TLSSocket> =>
  within(
    new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () =>
        resolve(socket),
      );
      socket.once('error', reject);
    }),
    'a connection',
  );
const served = (socket: TLSSocket): string => socket.getPeerX509Certificate()?.fingerprint256 ?? '';
const shown = ({ cert }: { readonly cert: string }) => new X509Certificate(cert).fingerprint256;
const answers = (socket: TLSSocket): Promise<string> =>
  within(
    new Promise((resolve) => {
      socket.once('data', (bytes) => resolve(String(bytes)));
      socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
    }),
    'an answer',
  );
const hangUp = (): void => void server.process.kill('SIGHUP');

t.test('Certificate, level and file of the log are new, and connections stay', async (t) => {
  const before = await open();
  t.equal(served(before), shown(first));
  use(second);
  renameSync(files.log, `${files.log}.1`);
  writeFileSync(files.log, '');
  setEnv('debug', 'BROKERD_TRADE_RATE=7');
  hangUp();
  t.match(await logged('reloaded'), { log_level: 'debug' });
  t.match(await logged('changed flags that need a restart'), { flags: ['--trade-rate'] });
  t.match(
    readFileSync(`${files.log}.1`, 'utf8'),
    /"listening"/,
    'the old file has what was before',
  );
  const after = await open();
  t.equal(served(after), shown(second));
  for (const socket of [before, after]) t.match(await answers(socket), /200 OK/);
  for (const socket of [before, after]) socket.destroy();
});

t.test('A wrong certificate, level or file is named; the one in use stays', async (t) => {
  writeFileSync(files.key, first.key);
  setEnv('loud');
  hangUp();
  t.match(await logged('the certificate before stays in use'), {
    cause: /has the key of another certificate/,
  });
  t.match(await logged('the flags are not read again'), { problems: [/BROKERD_LOG_LEVEL/] });
  const socket = await open();
  t.equal(served(socket), shown(second));
  t.match(await answers(socket), /200 OK/);
  socket.destroy();
  setEnv('error');
  hangUp();
  hangUp();
  t.equal((await server.stop()).code, 0, 'and it stops as ever');
});
