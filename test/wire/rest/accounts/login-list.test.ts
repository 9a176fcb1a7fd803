// Lists of logins: what they name, and what is refused before it is walked.

import t from 'tap';
import { loginsOf } from '../../../../wire/rest/accounts/login-list.js';

const read = (text: string, most = 1000) => loginsOf('logins', text, most);

t.test('Logins and ranges are read in the order of first mention', async (t) => {
  const read3 = (text: string) => read(text);
  t.match(read3(' 7 ,1001-1003,1002, 5 - 6,7'), { data: [7, 1001, 1002, 1003, 5, 6] });
  t.match(read3('9007199254740991'), { data: [9_007_199_254_740_991] });
});

t.test('What is no list is refused by its part', async (t) => {
  const parts = {
    '': 'an empty part',
    '1,,2': 'an empty part',
    '1,': 'an empty part',
    '0': '0 is no login',
    '007': '007 is no login',
    '-5': '-5 is no login',
    '1-2-3': '1-2-3 is no login',
    '1;2': '1;2 is no login',
    '1.5': '1.5 is no login',
    '9007199254740992': '9007199254740992 is no login',
    '12-7': '12-7 begins above its end',
  };
  for (const [text, says] of Object.entries(parts)) {
    t.match(read(text), { ok: false, code: 'invalid_input', message: `logins: ${says}` });
  }
});

t.test('Ranges of any size are counted, each login once, not walked', async (t) => {
  const counted = {
    '1-2000000000': 2_000_000_000,
    '1-9007199254740991,5': 9_007_199_254_740_991,
    '1-1000,1001': 1001,
    '500-1001,1-499': 1001,
  };
  for (const [text, count] of Object.entries(counted)) {
    t.match(read(text), { ok: false, message: `logins: ${count} logins, at most 1000` });
  }
  const same = read('1-1000,1-1000,999-1000,3');
  t.ok(same.ok && same.data.length === 1000);
});

t.test('What ranges overlap in is walked once', async (t) => {
  // As many as a request may have: walked one by one they would be seven million logins.
  const text = Array.from({ length: 7000 }, () => '1-1000').join();
  const all = Array.from({ length: 1000 }, (_, at) => at + 1);
  const add = Set.prototype.add;
  let adds = 0;
  Set.prototype.add = function (this: Set<unknown>, value: unknown) {
    adds += 1;
    return add.call(this, value);
  };
  t.teardown(() => {
    Set.prototype.add = add;
  });
  const found = read(text);
  Set.prototype.add = add;
  t.match(found, { data: all });
  t.equal(adds, 1000, 'a login is taken once');
  t.match(read('5,3-7,1-9,6-12'), { data: [5, 3, 4, 6, 7, 1, 2, 8, 9, 10, 11, 12] });
});
