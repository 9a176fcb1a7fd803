// Secrets: sealed ones open only unchanged, in their place and under their key.

import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { openKey } from '../../actors/tools/keyfile.js';
import { hmac, seal, unseal } from '../../actors/tools/seal.js';

const key = Buffer.alloc(32, 1);
const other = Buffer.alloc(32, 2);
const PLACE = 'mail_account/7/password';

t.test('A sealed secret opens in its place and looks different each time', async (t) => {
  const sealed = seal(key, 'Pässword1!', PLACE);
  t.equal(unseal(key, sealed, PLACE), 'Pässword1!');
  t.not(sealed, seal(key, 'Pässword1!', PLACE));
  t.notMatch(sealed, /Password/);
  t.equal(unseal(key, seal(key, '', PLACE), PLACE), '');
});

t.test('No changed byte is taken', async (t) => {
  const bytes = Buffer.from(seal(key, 'secret', PLACE), 'base64url');
  const opened = Array.from(bytes, (_, at) => {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] as number) ^ 1;
    return unseal(key, changed.toString('base64url'), PLACE);
  });
  t.same(
    opened.filter((text) => text !== undefined),
    [],
  );
  t.equal(unseal(key, bytes.subarray(0, 27).toString('base64url'), PLACE), undefined, 'too short');
  t.equal(unseal(key, `${bytes.toString('base64url')} `, PLACE), undefined, 'another spelling');
});

t.test('A secret does not open in another place or under another key', async (t) => {
  const sealed = seal(key, 'secret', PLACE);
  t.equal(unseal(key, sealed, 'mail_account/8/password'), undefined);
  t.equal(unseal(other, sealed, PLACE), undefined);
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
  t.match(openKey(path, false), { ok: false, message: /no key file/ });
  const first = openKey(path);
  const again = openKey(path);
  if (!first.ok || !again.ok) return t.fail('not opened');
  t.equal(statSync(path).mode & 0o777, 0o600);
  t.same(again.data, first.data);
  t.equal(first.data.length, 32);
  t.match(readFileSync(path, 'utf8'), /^[0-9a-f]{64}\n$/);
});

t.test('A key file that others may read, or that holds no key, is refused', async (t) => {
  const path = join(t.testdir(), 'key');
  openKey(path);
  for (const mode of [0o640, 0o604, 0o610]) {
    chmodSync(path, mode);
    t.match(openKey(path), { ok: false, code: 'invalid_input', message: /open to others/ });
  }
  writeFileSync(path, 'not a key');
  chmodSync(path, 0o600);
  t.match(openKey(path), { ok: false, message: /64 hex digits/ });
});
