// What a sign-in that fails costs: it does not tell whether there is such a login.

import t from 'tap';
import { codeOf, type DeskHarness, openDesk } from '../support/desk-harness.js';

/** The parameters that a hash was made with, by which checking it takes its time. */
const parametersOf = (hash: string): string => hash.split('$').slice(0, 4).join('$');

type SignIn = Parameters<DeskHarness['signIn']>[0];

/** All that the desk does for a sign-in that is refused. */
const workOf = async (harness: DeskHarness, input: SignIn) => {
  const { hasher, log, told } = harness;
  const before = [hasher.tried.length, log.length, told.length] as const;
  const answer = await harness.signIn(input);
  return {
    answer,
    hashed: hasher.tried.slice(before[0]).map((hashes) => hashes.map(parametersOf)),
    commits: log.slice(before[1]).map(({ changes, journal }) => ({
      changes: changes.map(({ kind }) => kind),
      lines: journal.length,
    })),
    told: told.length - before[2],
  };
};

t.test('an unknown login is refused at the cost of a wrong password', async (t) => {
  const harness = await openDesk();
  await harness.patch('account', '1001', { api_enabled: true });
  const password = 'Wr0ng-pass';
  const cases: Readonly<Record<string, SignIn>> = {
    'a wrong password': { password },
    'a password of another account': { password: 'Adm1n-pass' },
    'an unknown login': { login: 70_000, password },
    'an unknown login with a password that somebody has': { login: 70_001 },
  };
  for (const terminal of ['desktop', 'api']) {
    const all: [name: string, work: Awaited<ReturnType<typeof workOf>>][] = [];
    for (const [n, [name, input]] of Object.entries(cases).entries()) {
      const ip = `198.51.100.${n}`;
      all.push([name, await workOf(harness, { terminal, ip, ...input })]);
    }
    const [[, expected] = []] = all;
    if (expected === undefined) throw new Error('nothing was tried');
    t.equal(codeOf(expected.answer), 'auth.invalid_credentials');
    t.ok(expected.hashed.flat().length > 0, `${terminal}: passwords are hashed`);
    t.same(Object.fromEntries(all), Object.fromEntries(all.map(([name]) => [name, expected])));
  }
});
