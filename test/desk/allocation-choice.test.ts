// What is offered to who signs up: by kind, brand and country, the default first.

import t from 'tap';
import {
  type Applicant,
  chosenOf,
  type Offer,
  offersFor,
} from '../../actors/desk/allocation-choice.js';
import type { Look } from '../../actors/desk/kinds.js';
import type { AllocationRecord } from '../../wire/allocations.js';
import { codeOf, dataOf, openDesk, staffCaller } from '../support/desk-harness.js';

const POST = 'POST /admin/v1/account-allocations';
const PUT = 'PUT /admin/v1/account-allocations/{id}';

const GERMAN: Applicant = { kind: 'real', brand: null, country: 'DE' };

/** A desk with rules; each is for real\standard unless it says another group. */
const made = async (...rules: readonly Partial<AllocationRecord>[]) => {
  const harness = await openDesk();
  for (const rule of rules) {
    const fields = { group_path: 'real\\standard', ...rule };
    const input = { caller: staffCaller(), kind: 'allocation', fields } as const;
    dataOf(await harness.desk.handle('settings.create', input));
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
  const put = { caller: staffCaller(), kind: 'allocation', id: 2, version: 1, fields } as const;
  dataOf(await harness.desk.handle('settings.patch', { ...put, whole: true }));
  t.same(offers(), []);
  t.match(
    harness.desk.records.get('allocation', '1'),
    { record: { enabled: false } },
    'it is kept',
  );
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
    const copy = harness.desk.records.get('group', 'demo\\standard')?.record;
    for (const path of ['demonstration\\x', 'real\\demo']) {
      const group = { ...copy, path, id: undefined } as never;
      const made = await harness.desk.writer.change(['settings'], { by: 0, ip: '' }, (draft) => {
        const { id: _, ...rest } = group as { id: unknown };
        return draft.create('group', rest as never);
      });
      t.equal(codeOf(made), 'ok');
      const fields = { group_path: path };
      const input = { caller: staffCaller(), kind: 'allocation', fields } as const;
      dataOf(await harness.desk.handle('settings.create', input));
    }
    t.same(
      offers({ kind: 'demo' }).map(({ group }) => group),
      ['demo\\standard'],
    );
    t.same(
      offers().map(({ group }) => group),
      ['real\\standard', 'demonstration\\x', 'real\\demo'],
    );
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
  const look = { get: records.get.bind(records), all: () => [gone] } as unknown as Look;
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
