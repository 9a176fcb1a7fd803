// What staff may: their authority, their choice of allocations.

import fc from 'fast-check';
import t from 'tap';
import {
  credentialsFault,
  overreach,
  type Powers,
  untouchable,
} from '../../../../actors/desk/access/authority.js';
import type { RecordReader } from '../../../../actors/desk/store/record-type.js';
import {
  type Applicant,
  chosenOf,
  type Offer,
  offersFor,
} from '../../../../actors/desk/types/allocation-choice.js';
import { RIGHTS } from '../../../../wire/accounts/rights.js';
import { inScope } from '../../../../wire/base/mask.js';
import { comparable, scopeCovers } from '../../../../wire/base/mask-subset.js';
import type { AllocationRecord } from '../../../../wire/settings/allocations.js';
import { codeOf, dataOf, openDesk, staffCaller } from '../../../support/desk-harness.js';

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

t.test('a scope of plain masks covers each list of narrower masks', async () => {
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
  t.equal(grant(narrow, { logs_months: 5 }, { logs_months: 6 }), 'forbidden', 'it is set again');
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

t.test('who has its group in scope and all its rights may touch a staff user', async (t) => {
  const harness = await openDesk();
  const touch = (by: number, login: number) => untouchable(harness.desk.records, by, login)?.code;
  const hire = (login: number, given: Partial<Powers> = {}) =>
    harness.hire({ ...ALL, ...given }, { login });
  await hire(50, { rights: ['reports', 'mailbox'] });
  await hire(51);
  await hire(52, { group_scope: ['demo\\*'] });
  t.equal(touch(1, 50), undefined);
  t.equal(touch(50, 51), undefined);
  t.equal(touch(51, 50), 'forbidden', 'it holds mailbox');
  t.equal(touch(52, 51), 'forbidden', 'it is out of scope');
  const lend = (by: number, login: number) =>
    credentialsFault(harness.desk.records, by, login, 'reports')?.code;
  await hire(53, { group_scope: ['managers\\*', 'demo\\*'] });
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
});

const POST = 'POST /admin/v1/account-allocations';
const PUT = 'PUT /admin/v1/account-allocations/{id}';

const GERMAN: Applicant = { kind: 'real', brand: null, country: 'DE' };

/** A desk with rules; each is for real\standard unless it says another group. */
const made = async (...rules: readonly Partial<AllocationRecord>[]) => {
  const harness = await openDesk();
  for (const rule of rules) {
    await harness.create('allocation', { group_path: 'real\\standard', ...rule });
  }
  return {
    harness,
    offers: (who: Partial<Applicant> = {}, fallback: string | null = null): readonly Offer[] =>
      offersFor(harness.desk.records, { ...GERMAN, ...who }, fallback),
  };
};
const idsOf = (offers: readonly Offer[]) => offers.map(({ allocation_id }) => allocation_id);

t.test(`the lowest priority is the default [${POST} #6] [${PUT} #8]`, async (t) => {
  const { offers } = await made({ priority: 5 }, { priority: 1 }, { priority: 3 });
  t.same(idsOf(offers()), [2, 3, 1]);
  t.match(dataOf(chosenOf(offers(), {})), { offer: { allocation_id: 2 } });
});

t.test(`a rule that is off never matches [${POST} #5] [${PUT} #7]`, async (t) => {
  const { harness, offers } = await made({ enabled: false }, { priority: 9 });
  t.same(idsOf(offers()), [2]);
  const fields = { group_path: 'real\\standard', enabled: false };
  const put = { kind: 'allocation', id: 2, version: 1, fields, whole: true } as const;
  dataOf(await harness.ask('settings.patch', put));
  t.same(offers(), []);
  const kept = harness.desk.records.get('allocation', '1')?.record;
  t.match(kept, { enabled: false }, 'it is kept');
});

t.test(`no countries are every country [${POST} #4] [${PUT} #6]`, async (t) => {
  const { offers } = await made({ countries: ['DE', 'at'] }, { countries: [] });
  t.same(idsOf(offers()), [1, 2]);
  t.same(idsOf(offers({ country: 'AT' })), [1, 2], 'in any letter case');
  t.same(idsOf(offers({ country: 'FR' })), [2]);
  t.same(idsOf(offers({ country: '' })), [2]);
});

t.test(`no leverages are the default alone [${POST} #3] [${PUT} #5]`, async (t) => {
  const { offers } = await made({}, { priority: 1, default_leverage: 30, leverages: [30, 50] });
  const [group, own] = offers();
  t.match(group, { default_leverage: 100, leverages: [] }, "the group's");
  t.match(own, { default_leverage: 30, leverages: [30, 50] });
  t.equal(dataOf(chosenOf(offers(), {})).leverage, 100);
  t.equal(dataOf(chosenOf(offers(), { leverage: 100 })).leverage, 100);
  t.equal(codeOf(chosenOf(offers(), { leverage: 50 })), 'invalid_input');
});

t.test(`what is asked for and not offered is refused [${POST} #10] [${PUT} #12]`, async (t) => {
  const { offers } = await made({ leverages: [50, 100] }, { countries: ['FR'] });
  const chosen = (wanted: object) => chosenOf(offers(), wanted);
  t.match(dataOf(chosen({ allocation_id: 1, leverage: 50 })), { leverage: 50 });
  t.equal(codeOf(chosen({ allocation_id: 2 })), 'invalid_input', 'not for this country');
  t.equal(codeOf(chosen({ allocation_id: 9 })), 'invalid_input');
  t.equal(codeOf(chosen({ leverage: 51 })), 'invalid_input');
  t.equal(codeOf(chosenOf([], {})), 'invalid_input', 'nothing is offered');
});

t.test(
  `demo groups offer demo, all others take applications [${POST} #7] [${PUT} #9]`,
  async (t) => {
    const { harness, offers } = await made({ group_path: 'demo\\standard' }, {});
    for (const path of ['demonstration\\x', 'real\\demo']) {
      await harness.create('group', { path, currency: 'USD' });
      await harness.create('allocation', { group_path: path });
    }
    const groups = (some: readonly Offer[]) => some.map(({ group }) => group);
    t.same(groups(offers({ kind: 'demo' })), ['demo\\standard']);
    t.same(groups(offers()), ['real\\standard', 'demonstration\\x', 'real\\demo']);
  },
);

t.test(`no brand is every brand of the company [${POST} #2] [${PUT} #4]`, async (t) => {
  const { offers } = await made({});
  t.same(idsOf(offers({ brand: null })), [1]);
  t.same(idsOf(offers({ brand: { id: 1, company: 'Demo Brokerage' } })), [1]);
  t.same(idsOf(offers({ brand: { id: 2, company: 'Demo Brokerage' } })), [1]);
  t.same(idsOf(offers({ brand: { id: 3, company: 'Another' } })), []);
});

const REST = 'real\\standard';

t.test(`rules keep the fallback from being a way around [${POST} #11] [${PUT} #13]`, async (t) => {
  const { offers } = await made({ countries: ['FR'] });
  t.same(idsOf(offers({ country: 'FR' }, REST)), [1]);
  t.same(offers({ country: 'DE' }, REST), [], 'the rule is for others, and the fallback is not');
  const other = { id: 3, company: 'Another' };
  t.match(offers({ country: 'DE', brand: other }, REST), [{ allocation_id: null, group: REST }]);
  t.match(offers({ kind: 'demo' }, 'demo\\standard'), [{ group: 'demo\\standard' }], 'of a kind');
});

t.test('a rule whose group is no more offers nothing, and no way around it', async (t) => {
  const { harness } = await made({});
  const { records } = harness.desk;
  const [held] = records.all('allocation');
  const gone = { ...held, record: { ...held?.record, group_path: 'real\\gone' } };
  const look = { get: records.get.bind(records), all: () => [gone] } as unknown as RecordReader;
  t.same(offersFor(look, GERMAN, REST), []);
  const demo = 'demo\\standard';
  t.match(offersFor(look, { ...GERMAN, kind: 'demo' }, demo), [{ group: demo }], 'of a kind');
});

t.test('without a rule that is on the fallback is offered, in its kind', async (t) => {
  const { offers } = await made({ enabled: false });
  const whole = { description: '', currency: 'USD', countries: [], leverages: [] };
  const offer = { ...whole, allocation_id: null, group: REST, kind: 'real', default_leverage: 100 };
  t.same(offers({}, REST), [offer]);
  t.same(offers({ kind: 'demo' }, REST), []);
  t.same(offers({}, 'real\\none'), []);
  t.same(offers(), []);
});

t.test('who loses a right while it is written decides nothing by it any more', async (t) => {
  const harness = await openDesk();
  const login = await harness.hire({ rights: RIGHTS, group_scope: ['*'] });
  const caller = staffCaller({ login });
  const accountOf = harness.desk.records.get('account', '1001')?.version as number;
  const { version } = harness.desk.records.get('staff', String(login)) as { version: number };
  const release = harness.holdWrites();
  const body = { version, rights: ['accounts.view'] as const };
  const lost = harness.ask('staff.change', { login, body });
  await new Promise(setImmediate);
  const closed = { version: accountOf, trading_enabled: false };
  const decided = harness.ask('accounts.change', { login: 1001, body: closed }, caller);
  await new Promise(setImmediate);
  release();
  t.ok((await lost).ok);
  t.match(await decided, { ok: false, code: 'forbidden' });
});
