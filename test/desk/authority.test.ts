// Authority: nobody touches who holds more, and nobody grants more than he holds.

import fc from 'fast-check';
import t from 'tap';
import {
  credentialsFault,
  overreach,
  type Powers,
  untouchable,
} from '../../actors/desk/authority.js';
import { comparable } from '../../actors/desk/comparable.js';
import { scopeCovers } from '../../actors/desk/scope.js';
import { inScope } from '../../wire/mask.js';
import { RIGHTS } from '../../wire/rights.js';
import {
  codeOf,
  type DeskHarness,
  openDesk,
  opening,
  staffCaller,
} from '../support/desk-harness.js';

const ALL: Powers = {
  rights: ['reports'],
  group_scope: ['*'],
  ip_allow: [],
  logs_months: 0,
  reports_months: 0,
};
const powers = (given: Partial<Powers>): Powers => ({ ...ALL, ...given });
const grant = (own: Partial<Powers>, given: Partial<Powers>, before?: Partial<Powers>) => {
  const fault = overreach(powers(own), powers(given), before && powers(before));
  return fault?.code;
};

const COVERED: readonly (readonly [readonly string[], string])[] = [
  [['*'], '*'],
  [['*'], 'demo\\*,!demo\\vip'],
  [['demo\\*'], 'DEMO\\pro\\*'],
  [['real\\*', 'demo\\*'], 'demo\\a, real\\b'],
  [['*,!*vip*'], '*,!*vip*'],
  [['*,!*vip*'], '!*v*p*,*'],
  [['*,!real\\vip'], 'demo\\*'],
  [['*,!*\\vip'], 'demo\\standard'],
  [['managers\\*,!*\\administrators'], 'managers\\*\\dealers'],
];
const BEYOND: readonly (readonly [readonly string[], string])[] = [
  [[], 'demo\\*'],
  [['demo\\*'], '*'],
  [['demo\\*'], 'demo*'],
  [['demo\\*'], 'demo\\*,real\\a'],
  [['demo\\*', 'real\\*'], '*'],
  [['*,!*vip*'], '*'],
  [['*,!*vip*'], 'demo\\*'],
  [['*,!demo\\vip'], 'demo\\v*'],
  [['*,!demo\\vip'], 'demo\\*,!demo\\vi'],
  [['!*'], 'demo\\*'],
  [['!*,*'], 'demo\\*'],
];

t.test('a scope covers a list of masks that takes no group beyond it', async (t) => {
  for (const [scope, list] of COVERED) t.ok(scopeCovers(scope, list), `${scope} > ${list}`);
  for (const [scope, list] of BEYOND) t.notOk(scopeCovers(scope, list), `${scope} < ${list}`);
});

t.test('whatever a scope covers lets in no group that the scope leaves out', async () => {
  const letter = fc.constantFrom('a', 'b', '\\');
  const text = fc.array(letter, { maxLength: 6 }).map((some) => some.join(''));
  const mask = fc
    .array(fc.constantFrom('a', 'b', '\\', '*', '*'), { minLength: 1, maxLength: 5 })
    .map((some) => some.join(''));
  const list = fc
    .array(fc.tuple(fc.boolean(), mask), { minLength: 1, maxLength: 3 })
    .map((some) => some.map(([out, one]) => (out ? `!${one}` : one)).join(','));
  const scope = fc.array(list, { maxLength: 3 });
  fc.assert(
    fc.property(scope, list, fc.array(text, { maxLength: 12 }), (outer, inner, groups) => {
      if (!scopeCovers(outer, inner)) return true;
      return groups.every((group) => !inScope([inner], group) || inScope(outer, group));
    }),
    { numRuns: 5000 },
  );
});

t.test('a list that says less than a scope of plain masks is covered', async () => {
  const path = fc.stringMatching(/^[ab]{1,3}(\\[ab]{1,3}){0,2}$/);
  fc.assert(
    fc.property(fc.array(path, { minLength: 1, maxLength: 4 }), path, (folders, below) => {
      const scope = folders.map((folder) => `${folder}\\*`);
      const inner = folders.map((folder) => `${folder}\\${below}\\*`).join(',');
      return scopeCovers(scope, inner);
    }),
    { numRuns: 500 },
  );
});

t.test('scopes that would take long to compare are not compared', async (t) => {
  const long = Array.from({ length: 64 }, (_, n) => `${'*ab'.repeat(40)}${n}`);
  t.ok(comparable(['*'], long));
  t.notOk(comparable(long, long));
  const other = long.map((list) => `a${list}`);
  t.equal(grant({ group_scope: long }, { group_scope: other }), 'invalid_input');
  t.equal(grant({ group_scope: long }, { group_scope: long }), undefined, 'what one holds oneself');
});

t.test('nobody grants a right, a group or a history that he does not hold', async (t) => {
  t.equal(grant({}, {}), undefined);
  t.equal(grant({}, { rights: ['reports', 'mailbox'] }), 'forbidden');
  t.equal(grant({ group_scope: ['demo\\*'] }, { group_scope: ['demo\\a'] }), undefined);
  t.equal(grant({ group_scope: ['demo\\*'] }, {}), 'forbidden');
  for (const name of ['logs_months', 'reports_months']) {
    t.equal(grant({ [name]: 3 }, { [name]: 3 }), undefined);
    t.equal(grant({ [name]: 3 }, { [name]: 4 }), 'forbidden');
    t.equal(grant({ [name]: 120 }, { [name]: 0 }), 'forbidden', '0 is all there is');
    t.equal(grant({ [name]: 0 }, { [name]: 120 }), undefined);
  }
});

t.test('what a profile gives already is no grant', async (t) => {
  const narrow = { rights: [], group_scope: ['demo\\*'], logs_months: 1, reports_months: 1 };
  t.equal(grant(narrow, {}, {}), undefined);
  t.equal(grant(narrow, { group_scope: ['*', 'real\\*'] }, {}), 'forbidden');
  t.equal(grant(narrow, { logs_months: 5 }, { logs_months: 6 }), 'forbidden', 'it is set anew');
});

t.test('whoever is bound by a right empowers nobody without it, unless he holds all', async (t) => {
  const bound = { rights: ['reports', 'confirm_actions'] } as const;
  t.equal(grant(bound, { rights: ['reports'] }), 'forbidden', 'a new profile');
  t.equal(grant(bound, { rights: ['reports'] }, bound), 'forbidden', 'taken from another');
  t.equal(
    grant(bound, { rights: ['reports'] }, { rights: [] }),
    'forbidden',
    'more for one without',
  );
  t.equal(grant(bound, bound), undefined, 'given along');
  t.equal(grant(bound, { rights: ['reports'] }, { rights: ['reports'] }), undefined, 'as it was');
  t.equal(grant({ rights: ['reports'] }, { rights: ['reports'] }), undefined, 'not bound himself');
  t.equal(grant({ rights: RIGHTS }, { rights: ['reports'] }), undefined, 'somebody has to be able');
});

t.test('nobody allows addresses that he may not come from himself', async (t) => {
  const harness = { ip_allow: ['10.0.0.0/8', '192.0.2.7'] };
  const from = (...ip_allow: string[]) => ({ ip_allow });
  t.equal(grant({}, from()), undefined);
  t.equal(grant({}, from('198.51.100.0/24')), undefined);
  t.equal(grant(harness, harness), undefined);
  t.equal(grant(harness, from('10.1.', '192.0.2.7')), undefined);
  t.equal(grant(harness, from('10.1.', '192.0.2.0/24')), 'forbidden');
  t.equal(grant(harness, from('2001:db8::/32')), 'forbidden');
  t.equal(grant(harness, from()), 'forbidden', 'an empty list is every address');
  const away = from('198.51.100.1');
  t.equal(grant(harness, away, away), undefined, 'what a profile has may stay');
  t.equal(grant(harness, from(), from()), undefined);
  t.equal(grant(harness, away, from()), undefined, 'less is no grant');
  t.equal(grant(harness, from(), away), 'forbidden');
  t.equal(
    grant(harness, from('198.51.100.1', '10.1.'), away),
    'forbidden',
    'it is looked at whole',
  );
  const silent = { ...away, rights: [] };
  t.equal(grant(harness, { ...away, rights: ['reports'] }, silent), 'forbidden', 'as with groups');
});

const hire = async (
  { desk }: DeskHarness,
  login: number,
  group: string,
  given: Partial<Powers>,
): Promise<void> => {
  await desk.handle('accounts.create', {
    caller: staffCaller(),
    body: opening({ group, login }),
  });
  const hired = await desk.writer.change(['settings'], { by: 0, ip: '' }, (draft) =>
    draft.create('staff', { login, ...powers(given) }),
  );
  if (!hired.ok) throw new Error(hired.message);
};

t.test(
  'a staff user is touched by whoever has its group in scope and all its rights',
  async (t) => {
    const harness = await openDesk();
    const touch = (by: number, login: number) => untouchable(harness.desk.records, by, login)?.code;
    await hire(harness, 50, 'managers\\dealers', { rights: ['reports', 'mailbox'] });
    await hire(harness, 51, 'managers\\dealers', { rights: ['reports'] });
    await hire(harness, 52, 'managers\\dealers', { rights: ['reports'], group_scope: ['demo\\*'] });
    t.equal(touch(1, 50), undefined);
    t.equal(touch(50, 51), undefined);
    t.equal(touch(51, 50), 'forbidden', 'it holds mailbox');
    t.equal(touch(52, 51), 'forbidden', 'it is out of scope');
    const lend = (by: number, login: number) =>
      credentialsFault(harness.desk.records, by, login, 'reports')?.code;
    await hire(harness, 53, 'managers\\dealers', {
      rights: ['reports'],
      group_scope: ['managers\\*', 'demo\\*'],
    });
    t.equal(touch(53, 51), undefined);
    t.equal(lend(53, 51), 'forbidden', 'its own scope is wider');
    t.equal(lend(51, 53), undefined);
    const other = credentialsFault(harness.desk.records, 51, 53, 'accounts.password');
    t.match(other, { code: 'forbidden' }, 'without the right that it takes');
    t.equal(lend(51, 50), 'forbidden', 'it holds mailbox');
    t.equal(lend(52, 1001), undefined, 'a trader has no profile');
    t.equal(touch(52, 1001), undefined, 'a trader holds no rights');
    t.equal(touch(50, 4711), 'not_found');
    await harness.patch('staff', '50', { active: false });
    t.equal(touch(50, 51), 'forbidden', 'the newest profile counts');
    t.equal(touch(51, 50), 'forbidden', 'rights of a disabled profile count too');
    t.equal(touch(4711, 1001), 'forbidden', 'without a profile nothing is touched');
    t.equal(codeOf(await harness.signInStaff()), 'ok');
  },
);
