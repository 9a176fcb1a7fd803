// How long a sign-in that fails takes: it does not tell whether there is such a login.

import t from 'tap';
import { startHashing } from '../../actors/pools/hashing.js';
import { codeOf, dataOf, openDesk } from '../support/desk-harness.js';

const TRIES = 30;
/** Medians of tries in turn lie as close together as a busy machine lets them. */
const MOST_APART = 1.5;

const median = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[times.length >> 1] ?? 0;

t.test('an unknown login is refused in the time that a wrong password takes', async (t) => {
  const harness = await openDesk();
  const pool = startHashing((error) => t.error(error));
  t.teardown(() => pool.close());
  const [master_hash] = dataOf(await pool.hash(['Trad3r-pass']));
  await harness.patch('account', '1001', { master_hash });
  harness.hasher.match = (hashes, password) => pool.match(hashes, password);
  const timed = async (login: number, ip: string): Promise<number> => {
    const from = performance.now();
    const answer = await harness.signIn({ login, ip, password: 'Wr0ng-pass' });
    t.equal(codeOf(answer), 'auth.invalid_credentials');
    return performance.now() - from;
  };
  await timed(1001, '192.0.2.1');
  const known: number[] = [];
  const unknown: number[] = [];
  for (let n = 0; n < TRIES; n += 1) {
    known.push(await timed(1001, `198.51.100.${n}`));
    unknown.push(await timed(70_000 + n, `203.0.113.${n}`));
  }
  const ratio = median(unknown) / median(known);
  t.ok(ratio < MOST_APART && ratio > 1 / MOST_APART, `${ratio.toFixed(2)} times as long`);
});
