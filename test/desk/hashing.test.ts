// The hashing pool: real Argon2id, its parameters, its queue, and passwords' rules.

import t from 'tap';
import { DUMMY_HASH, generatePassword, isOutdated } from '../../actors/desk/passwords.js';
import { HASHING_QUEUE, startHashing } from '../../actors/pools/hashing.js';
import { isStrongPassword } from '../../wire/password.js';
import { codeOf, dataOf } from '../support/desk-harness.js';

t.test(
  "a password is hashed with Argon2id at today's parameters and fits only itself",
  async (t) => {
    const pool = startHashing((error) => t.error(error));
    const [one = '', two = ''] = dataOf(await pool.hash(['First-pass1', 'Second-pass2']));
    t.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    t.equal(Buffer.from(one.split('$')[4] ?? '', 'base64').length, 16, 'a salt of 16 bytes');
    t.equal(dataOf(await pool.match([one, two], 'Second-pass2')), 1);
    t.equal(dataOf(await pool.match([one, two], 'First-pass1')), 0);
    t.equal(dataOf(await pool.match([one, DUMMY_HASH], 'Other-pass3')), -1);
    await pool.close();
  },
);

t.test('the queue of the hashing pool has an end', async (t) => {
  const pool = startHashing((error) => t.error(error));
  const jobs = Array.from({ length: HASHING_QUEUE + 20 }, () => pool.match([DUMMY_HASH], 'x'));
  const answers = await Promise.all(jobs);
  const refused = answers.filter((answer) => !answer.ok);
  t.ok(refused.length >= 19, `${refused.length} refused`);
  t.match(refused[0], { code: 'auth.too_many_attempts', message: /retry_after=1/ });
  t.ok(answers.every((answer) => codeOf(answer) !== 'ok' || dataOf(answer) === -1));
  t.equal(codeOf(await pool.match([DUMMY_HASH], 'x')), 'ok', 'and there is room again');
  await pool.close();
});

t.test("a hash is outdated when its parameters are weaker than today's", (t) => {
  t.equal(isOutdated(DUMMY_HASH), false);
  t.equal(isOutdated('$argon2id$v=19$m=65536,t=3,p=4$a$b'), false);
  t.equal(isOutdated('$argon2id$v=19$m=4096,t=2,p=1$a$b'), true);
  t.equal(isOutdated('$argon2id$v=19$m=19456,t=1,p=1$a$b'), true);
  t.equal(isOutdated('$argon2i$v=19$m=19456,t=2,p=1$a$b'), true);
  t.equal(isOutdated('plain'), true);
  t.end();
});

t.test('passwords have 8 to 16 characters of four classes', (t) => {
  for (const good of ['Abcdef1!', 'Abcdefghijklm1!x', 'Übergrößen1 #'])
    t.ok(isStrongPassword(good), good);
  for (const bad of [
    'Abcde1!',
    'Abcdefghijklm1!xy',
    'abcdef1!',
    'ABCDEF1!',
    'Abcdefg!',
    'Abcdefg1',
  ]) {
    t.notOk(isStrongPassword(bad), bad);
  }
  t.notOk(isStrongPassword('Abcdef1 '), 'a space is no symbol');
  t.notOk(isStrongPassword('Abcdef1!', 9), 'shorter than its group asks');
  let byte = 0;
  const random = (bytes: number) =>
    Buffer.from(Array.from({ length: bytes }, () => (byte = (byte * 197 + 61) % 251)));
  for (let i = 0; i < 50; i += 1) t.ok(isStrongPassword(generatePassword(random)));
  t.end();
});
