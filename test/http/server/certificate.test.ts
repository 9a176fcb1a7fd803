// The certificate's files: they are watched, and taken once both are whole.

import { renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { Certificate } from '../../../http/server/certificate.js';
import { selfSigned } from '../../support/certificate.js';
import { until } from '../../support/guard.js';

const LOOK_MS = 20;

t.test('A new pair behind links is taken by itself; one without its key is not', async (t) => {
  const folder = t.testdir();
  const path = (name: string): string => join(folder, name);
  const write = (name: string, text: string): void => {
    writeFileSync(path(name), text);
    symlinkSync(path(name), path('link'));
    renameSync(path('link'), path(`${name.split('-')[0]}.pem`));
  };
  const [one, two] = [selfSigned(), selfSigned()];
  write('cert-1', one.cert);
  write('key-1', one.key);
  const logged: string[] = [];
  const log = (_: unknown, message: string): void => void logged.push(message);
  const files = { cert: path('cert.pem'), key: path('key.pem') };
  const certificate = new Certificate(files, { info: log, warn: log, error: log });
  t.teardown(() => certificate.close());
  let used = 0;
  certificate.watch(async () => {
    used += 1;
  }, LOOK_MS);
  t.equal(new Date(certificate.ends * 1000).getUTCFullYear(), 2049);
  await certificate.reload();
  t.same([used, logged], [0, []], 'what has not changed is not taken again');
  write('cert-2', two.cert);
  await until('the fault', async () => logged.includes('the certificate before stays in use'));
  t.equal(used, 0);
  write('key-2', two.key);
  await until('the new pair', async () => used > 0);
  t.ok(logged.includes('new certificate'));
  const logger = { info: log, warn: log, error: log };
  for (const [given, message] of [
    [
      { key: files.cert },
      `${files.cert} has no private key in PEM that opens without a passphrase`,
    ],
    [{ cert: files.key }, `${files.key} has no certificate in PEM`],
    [{ key: `${files.key}.none` }, `${files.key}.none cannot be read: no such file or folder`],
    [{ cert: folder }, `${folder} cannot be read: a folder, not a file`],
  ] as const) {
    t.throws(() => new Certificate({ ...files, ...given }, logger), { message });
  }
});
