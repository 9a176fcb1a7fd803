// TLS at the door itself: served with a certificate, with what only holds behind it.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { done } from '../../wire/codes.js';
import { openFront, signed } from '../support/front-harness.js';
import { selfSigned } from './certificate.js';

/** Posts a sign-in over TLS; answers status and headers. */
const signIn = (port: number, cert: string) =>
  new Promise<{ status: number | undefined; headers: NodeJS.Dict<string | string[]> }>(
    (resolve, reject) => {
      const path = '/admin/v1/auth/login';
      const headers = { 'content-type': 'application/json' };
      const options = { host: '127.0.0.1', port, servername: 'localhost', ca: cert, path, headers };
      const sent = request({ ...options, method: 'POST' }, (answer) => {
        answer.resume();
        resolve({ status: answer.statusCode, headers: answer.headers });
      });
      sent.on('error', reject);
      sent.end(JSON.stringify({ login: 1, password: 'x' }));
    },
  );

t.test(
  'With a certificate the door speaks TLS, promises it, and binds cookies to it',
  async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'brokerd-tls-'));
    t.teardown(() => rmSync(folder, { recursive: true }));
    const { cert, key } = selfSigned();
    const files = { tlsCert: join(folder, 'cert.pem'), tlsKey: join(folder, 'key.pem') };
    writeFileSync(files.tlsCert, cert);
    writeFileSync(files.tlsKey, key);
    const { session, token } = signed();
    const tokens = { session, access_token: token, refresh_token: 'refresh' };
    const front = await openFront({ desk: { 'auth.login': () => done(tokens) } }, files);
    t.teardown(() => front.close());
    const { status, headers } = await signIn(front.port, cert);
    t.equal(status, 200);
    t.match(headers['strict-transport-security'], /max-age=31536000/);
    t.match(headers['set-cookie'], [/^__Host-admin_access=.*; Secure/, /^__Secure-admin_refresh=/]);
    const asked = 'HEAD /healthz HTTP/1.1\r\nHost: a\r\n\r\n';
    const head = await front.raw(asked, { tls: true, closed: true });
    t.match(head, { text: /^HTTP\/1\.1 200 .*Content-Length: 14\r\n\r\n$/is, closed: true });
    const plain = await front.raw('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n', { patienceMs: 500 });
    t.notMatch(plain.text, /200/);
  },
);
