// Secrets: sealed ones open only unchanged, in their place and under their key.

import { createCipheriv } from 'node:crypto';
import { chmodSync, chownSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { fitKeys, newKey, openKeys, replaceKeys } from '../../actors/tools/keyfile.js';
import { hmac, type Key, keyOf, seal, unseal } from '../../actors/tools/seal.js';
import { dataOf } from '../support/desk-harness.js';

const key = keyOf(Buffer.alloc(32, 1));
const other = keyOf(Buffer.alloc(32, 2));
const PLACE = 'mail_account/7/password';

t.test('A sealed secret opens in its place and looks different each time', async (t) => {
  const sealed = seal([key], 'Pässword1!', PLACE);
  t.equal(unseal([key], sealed, PLACE), 'Pässword1!');
  t.not(sealed, seal([key], 'Pässword1!', PLACE));
  t.notMatch(sealed, /Password/);
  t.equal(unseal([key], seal([key], '', PLACE), PLACE), '');
  t.equal(sealed.split('.')[0], key.id, 'it names its key');
});

t.test('No changed byte is taken, that of the key it names included', async (t) => {
  const sealed = Buffer.from(seal([key], 'secret', PLACE));
  const changed = Array.from(sealed, (_, at) =>
    [1, 2, 0x20].map((bit) => {
      const bytes = Buffer.from(sealed);
      bytes[at] = (bytes[at] as number) ^ bit;
      return unseal([key, other], bytes.toString('latin1'), PLACE);
    }),
  ).flat();
  t.same(
    changed.filter((text) => text !== undefined),
    [],
  );
  t.equal(unseal([key], sealed.subarray(0, 40).toString(), PLACE), undefined, 'too short');
  t.equal(unseal([key], `${sealed} `, PLACE), undefined, 'another spelling');
});

t.test('A secret does not open in another place or under another key', async (t) => {
  const sealed = seal([key], 'secret', PLACE);
  t.equal(unseal([key], sealed, 'mail_account/8/password'), undefined);
  t.equal(unseal([other], sealed, PLACE), undefined);
  t.equal(unseal([other, key], sealed, PLACE), 'secret', 'an older key still opens it');
  const renamed = sealed.replace(key.id, other.id);
  t.equal(unseal([other, key], renamed, PLACE), undefined, 'under the name of another');
});

t.test('What was sealed before keys had names opens with the oldest', async (t) => {
  const nonce = Buffer.alloc(12, 5);
  const cipher = createCipheriv('aes-256-gcm', hmac(key, '', 'seal'), nonce);
  cipher.setAAD(Buffer.from(PLACE));
  const body = Buffer.concat([cipher.update('secret', 'utf8'), cipher.final()]);
  const bare = Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
  t.equal(unseal([key], bare, PLACE), 'secret');
  t.equal(unseal([other, key], bare, PLACE), 'secret');
  t.equal(unseal([key, other], bare, PLACE), undefined);
});

t.test('A tag depends on text, purpose and key', async (t) => {
  const tags = [
    hmac(key, 'a', 'csrf'),
    hmac(key, 'b', 'csrf'),
    hmac(key, 'a', 'otp'),
    hmac(other, 'a', 'csrf'),
  ];
  t.equal(new Set(tags.map((tag) => tag.toString('hex'))).size, 4);
  t.same(hmac(key, 'a', 'csrf'), tags[0]);
});

t.test('The key file is made once, for its owner alone', async (t) => {
  const path = join(t.testdir(), 'key');
  t.match(openKeys(path, false), { ok: false, message: /no key file/ });
  const first = dataOf(openKeys(path));
  t.same(dataOf(openKeys(path)), first);
  t.equal(statSync(path).mode & 0o777, 0o600);
  t.equal(first.length, 1);
  t.equal(first[0].bytes.length, 32);
  chmodSync(path, 0o400);
  t.same(dataOf(openKeys(path)), first, 'reading is all that is needed');
});

t.test('A key that is brought is 64 hex digits', async (t) => {
  const path = join(t.testdir(), 'key');
  writeFileSync(path, `${'01'.repeat(32)}\n`, { mode: 0o600 });
  t.same(dataOf(openKeys(path, false)), [key]);
});

t.test('A key file that others may read, or that holds no key, is refused', async (t) => {
  const path = join(t.testdir(), 'key');
  openKeys(path);
  for (const mode of [0o640, 0o604, 0o610, 0o644]) {
    chmodSync(path, mode);
    t.match(openKeys(path), { ok: false, code: 'invalid_input', message: /open to others/ });
  }
  chmodSync(path, 0o600);
  if (process.getuid?.() === 0) {
    chownSync(path, 65_534, 65_534);
    t.match(openKeys(path), { ok: false, message: /another user/ });
    chownSync(path, 0, 0);
  }
  for (const text of ['not a key', '', '\n', `${'0'.repeat(64)}\n${'1'.repeat(64)}\n`]) {
    writeFileSync(path, text);
    t.match(openKeys(path), { ok: false, message: /64 hex digits/ });
  }
});

t.test('No changed byte of a key file gives other keys', async (t) => {
  const path = join(t.testdir(), 'key');
  openKeys(path);
  replaceKeys(path, [newKey(), newKey()]);
  const whole = readFileSync(path);
  for (const [at, byte] of whole.entries()) {
    const changed = Buffer.from(whole);
    changed[at] = byte ^ 1;
    writeFileSync(path, changed);
    t.notOk(openKeys(path).ok, `byte ${at}`);
  }
  for (const cut of [1, 10, 82, 83]) {
    writeFileSync(path, whole.subarray(0, -cut));
    if (cut !== 82) t.notOk(openKeys(path).ok, `${cut} bytes less`);
  }
});

t.test('A data folder takes the keys that it was used with, and no others', async (t) => {
  const path = join(t.testdir(), 'key.check');
  const fits = (...keys: [Key, ...Key[]]) => fitKeys(path, keys).ok;
  t.ok(fits(key));
  t.notOk(fits(other));
  t.ok(fits(other, key), 'the next one is taken with the one before');
  t.notOk(fits(key), 'from then on it is needed');
  t.ok(fits(other));
});
