// Faults of input: all of a body at once, by field, with what each field may be.

import { Type } from '@sinclair/typebox';
import t from 'tap';
import { refuse } from '../../../wire/base/codes.js';
import { Decimal, Email, Strict, Time, TimeOrNull, Words } from '../../../wire/base/schema.js';
import { dataOf, inputCheck } from '../../../wire/fields/input-faults.js';
import { tradeRefusal } from '../../../wire/trading/trade-input.js';

const Body = Strict({
  name: Type.String({ minLength: 1, maxLength: 8 }),
  count: Type.Integer({ minimum: 1, maximum: 9 }),
  side: Type.Optional(Words(['buy', 'sell'] as const)),
  at: Type.Optional(Time()),
  until: Type.Optional(TimeOrNull()),
  price: Type.Optional(Decimal()),
  email: Type.Optional(Email()),
  rows: Type.Optional(Type.Array(Strict({ id: Type.Integer() }), { maxItems: 100_000 })),
});
const check = inputCheck(Body);

const faultsOf = (value: unknown) => {
  const refused = check(value);
  if (refused === undefined) throw new Error('it was not refused');
  return (refused.data as { faults: readonly Record<string, unknown>[] }).faults;
};

const DECIMAL_WANTED =
  'must be a decimal without exponent, such as 1.25: at most 18 digits before the point and 12 ' +
  'after it';
const EMAIL_WANTED = 'must be an e-mail address, such as name@example.com, or empty';

t.test('All faults of a body come at once, each with its field and its limits', async (t) => {
  t.equal(check({ name: 'a', count: 1 }), undefined);
  const body = {
    count: 10,
    side: 'up',
    at: 'today',
    until: 'later',
    price: '1e3',
    email: 'a',
    more: 1,
  };
  t.same(faultsOf(body), [
    { field: 'name', message: 'required', min: 1, max: 8 },
    { field: 'count', message: 'must be at most 9', min: 1, max: 9 },
    { field: 'side', message: 'must be one of buy, sell', allowed: ['buy', 'sell'] },
    ...(['at', 'until'] as const).map((field) => ({
      field,
      message: 'must be a date and time such as 2026-01-31T12:00:00.000Z',
      example: '2026-01-31T12:00:00.000Z',
    })),
    { field: 'price', message: DECIMAL_WANTED, example: '1.25' },
    { field: 'email', message: EMAIL_WANTED, max: 128, example: 'name@example.com' },
    { field: 'more', message: 'unknown field' },
  ]);
  const rows = [{ id: 1 }, { id: 'x' }, {}, { id: 2, other: 1 }];
  t.same(
    faultsOf({ name: 'a', count: 1, rows }).map(({ field }) => field),
    ['rows.1.id', 'rows.2.id', 'rows.3.other'],
  );
});

t.test('The sentence is that of the first fault', async (t) => {
  t.match(check({ name: 'a', count: 0 }), {
    code: 'invalid_input',
    message: 'count: must be at least 1',
  });
  const more = { count: 0, name: 'a', more: 1 };
  t.match(check(more), {
    message: 'more: unknown field',
    data: { faults: [{ field: 'more' }, { field: 'count' }] },
  });
  t.match(check([]), { message: /^body: / });
  t.match(faultsOf('text'), [{ field: 'body' }]);
});

t.test('So many faults and no more are looked for', async (t) => {
  const rows = Array.from({ length: 100_000 }, () => ({ id: 'x' }));
  t.equal(faultsOf({ name: 'a', count: 1, rows }).length, 20);
  const unknown = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`field${n}`, n]));
  t.equal(faultsOf(unknown).length, 20);
});

t.test('A rule that names its field is listed as a schema is', async (t) => {
  t.same(dataOf(refuse('invalid_input', 'to: must be after from')), {
    faults: [{ field: 'to', message: 'must be after from' }],
  });
  const bound = 'at most 1000 points from 1.10000';
  t.same(dataOf(refuse('invalid_input', `bid, ask: ${bound}`)), {
    faults: ['bid', 'ask'].map((field) => ({ field, message: bound })),
  });
  t.same(dataOf(refuse('invalid_input', 'nothing fits')), {
    faults: [{ field: 'body', message: 'nothing fits' }],
  });
  t.equal(dataOf(refuse('not_found', 'login: unknown')), null);
});

t.test('A trade that lacks fields of its kind is not malformed, but incomplete', async (t) => {
  const open = { kind: 'open', request_id: '00000000-0000-4000-8000-000000000001' };
  const refused = tradeRefusal({ ...open, symbol: 'EURUSD' }, false);
  t.match(refused, { code: 'trade.invalid_request', message: 'side: required' });
  t.match(refused?.data, {
    faults: [
      { field: 'side', allowed: ['buy', 'sell'] },
      { field: 'volume', example: '1.25' },
    ],
  });
  t.match(tradeRefusal({ ...open, side: 'up' }, false), { code: 'invalid_input' });
  t.match(tradeRefusal({ kind: 'buy' }, false), {
    code: 'invalid_input',
    data: { faults: [{ field: 'kind' }] },
  });
  t.match(tradeRefusal({ kind: 'price' }, true), { code: 'invalid_input' }, 'not for staff');
  for (const body of [null, 7, [], 'open']) {
    t.match(tradeRefusal(body, false), { ok: false, message: 'body: must be an object' });
  }
});
