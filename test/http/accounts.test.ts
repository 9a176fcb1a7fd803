// Accounts through the door over the real desk: opened and read by staff.

import { randomUUID } from 'node:crypto';
import t, { type Test } from 'tap';
import { done } from '../../wire/codes.js';
import { envelopeText } from '../../wire/text.js';
import { opening } from '../support/desk-harness.js';
import {
  type Answer,
  httpFor,
  openHttp,
  STAFF_PASSWORD,
  type Terminal,
} from '../support/http-harness.js';

interface Account {
  readonly login: number;
  readonly group: string;
  readonly leverage: number;
  readonly trading_enabled: boolean;
  readonly limit_orders: number;
}

const open = (staff: Terminal, given: Record<string, unknown> = {}): Promise<Answer> =>
  staff.ask('POST', '/accounts', { body: opening(given as never) });

const accountOf = ({ code, message, data }: Answer): Account => {
  if (code !== 'ok') throw new Error(`${code}: ${message}`);
  return data as Account;
};

const refused = (t: Test, answer: Answer, status: number, code: string, text?: RegExp): void => {
  t.equal(answer.status, status);
  t.equal(answer.code, code);
  if (text !== undefined) t.match(answer.message, text);
};

t.test(
  'A new account has no money and stands in a group within reach ' + '[POST /admin/v1/accounts #1]',
  async (t) => {
    const staff = await (await httpFor(t)).signedIn('staff');
    const created = await open(staff, { group: 'real\\standard' });
    t.match(created.data, {
      group: 'real\\standard',
      balance: '0.00',
      credit: '0.00',
      balance_prev_day: '0.00',
      balance_prev_month: '0.00',
    });
  },
);

t.test(
  'A group out of scope is forbidden, an unknown one not found ' +
    '[POST /admin/v1/accounts #2, #3]',
  async (t) => {
    const one = await httpFor(t);
    const login = await one.hire({ rights: ['accounts.edit'], group_scope: ['demo\\*'] });
    const staff = await one.signedIn('staff', { login, password: STAFF_PASSWORD });
    refused(t, await open(staff, { group: 'real\\standard' }), 403, 'forbidden');
    refused(t, await open(staff, { group: 'demo\\nowhere' }), 404, 'not_found');
    t.equal((await open(staff)).code, 'ok');
  },
);

t.test(
  'An account of a staff group needs the right to manage staff [POST /admin/v1/accounts #4]',
  async (t) => {
    const one = await httpFor(t);
    const login = await one.hire({ rights: ['accounts.edit'] });
    const staff = await one.signedIn('staff', { login, password: STAFF_PASSWORD });
    refused(t, await open(staff, { group: 'managers\\dealers' }), 403, 'forbidden');
    const administrator = await one.signedIn('staff');
    t.equal((await open(administrator, { group: 'managers\\dealers' })).code, 'ok');
  },
);

t.test(
  'Group and both passwords are required, and the passwords differ ' +
    '[POST /admin/v1/accounts #5, #6]',
  async (t) => {
    const staff = await (await httpFor(t)).signedIn('staff');
    for (const field of ['group', 'master_password', 'investor_password'] as const) {
      const { [field]: _, ...body } = opening();
      const answer = await staff.ask('POST', '/accounts', { body });
      refused(t, answer, 400, 'invalid_input', new RegExp(`^${field}: required`));
    }
    const same = await open(staff, { investor_password: 'Master-1x' });
    refused(t, same, 400, 'invalid_input', /^investor_password: /);
  },
);

t.test(
  'Weak passwords are refused, by length, by their group and by what they lack ' +
    '[POST /admin/v1/accounts #7]',
  async (t) => {
    const one = await httpFor(t);
    const staff = await one.signedIn('staff');
    const weak = [
      'Short-1',
      'Longer-than-16-characters',
      'no-upper-1',
      'NO-LOWER-1',
      'No-digit-x',
      'NoSymbol1',
    ];
    for (const master_password of weak) {
      refused(t, await open(staff, { master_password }), 400, 'auth.password_weak');
    }
    await one.harness.patch('group', 'demo\\standard', { password_min_length: 10 });
    refused(t, await open(staff), 400, 'auth.password_weak');
    const long = { master_password: 'Master-1xyz', investor_password: 'Invest-1xyz' };
    t.equal((await open(staff, long)).code, 'ok');
  },
);

t.test(
  'The next free login is given, or the one that is asked for [POST /admin/v1/accounts #8]',
  async (t) => {
    const staff = await (await httpFor(t)).signedIn('staff');
    t.equal(accountOf(await open(staff)).login, 1002);
    t.equal(accountOf(await open(staff, { login: 0 })).login, 1003);
    t.equal(accountOf(await open(staff, { login: 7777 })).login, 7777);
    refused(t, await open(staff, { login: 7777 }), 409, 'conflict', /login/);
  },
);

t.test(
  'A leverage of its own stays; without one the account follows its group ' +
    '[POST /admin/v1/accounts #9]',
  async (t) => {
    const one = await httpFor(t);
    const staff = await one.signedIn('staff');
    const own = accountOf(await open(staff, { leverage: 30 }));
    const follows = accountOf(await open(staff, { leverage: 0 }));
    t.equal(own.leverage, 30);
    t.equal(follows.leverage, 100);
    await one.harness.patch('group', 'demo\\standard', { leverage_default: 50 });
    const read = async ({ login }: Account) =>
      accountOf(await staff.ask('GET', `/accounts/${login}`)).leverage;
    t.equal(await read(own), 30);
    t.equal(await read(follows), 50);
    for (const leverage of [-1, 10_001, 1.5]) {
      refused(t, await open(staff, { leverage }), 400, 'invalid_input', /^leverage: /);
    }
    t.equal(accountOf(await open(staff, { leverage: 10_000 })).leverage, 10_000);
  },
);

t.test(
  'Limits are not negative, trading is on, and both can be given ' +
    '[POST /admin/v1/accounts #10, #11]',
  async (t) => {
    const staff = await (await httpFor(t)).signedIn('staff');
    for (const field of ['limit_orders', 'limit_positions']) {
      const answer = await open(staff, { [field]: -1 });
      refused(t, answer, 400, 'invalid_input', new RegExp(`^${field}: `));
    }
    const plain = accountOf(await open(staff, { limit_orders: 0 }));
    t.match(plain, { limit_orders: 0, trading_enabled: true });
    const bound = accountOf(await open(staff, { limit_orders: 5, trading_enabled: false }));
    t.match(bound, { limit_orders: 5, trading_enabled: false });
  },
);

t.test(
  'Name and e-mail have 128 characters at most, and the address is a plain one ' +
    '[POST /admin/v1/accounts #12]',
  async (t) => {
    const staff = await (await httpFor(t)).signedIn('staff');
    const host = '@example.org';
    const email = `${'e'.repeat(128 - host.length)}${host}`;
    t.equal((await open(staff, { name: 'n'.repeat(128), email })).code, 'ok');
    refused(t, await open(staff, { name: 'n'.repeat(129) }), 400, 'invalid_input', /^name: /);
    const odd = [`e${email}`, 'Ada <ada@example.org>', 'ada', 'ada@example', 'a@b.c, d@e.f'];
    for (const one of odd) {
      refused(t, await open(staff, { email: one }), 400, 'invalid_input', /^email: /);
    }
  },
);

t.test('The status is RE, NR or empty [POST /admin/v1/accounts #13]', async (t) => {
  const staff = await (await httpFor(t)).signedIn('staff');
  for (const status of ['RE', 'NR', '']) t.equal((await open(staff, { status })).code, 'ok');
  for (const status of ['re', 'XX']) {
    refused(t, await open(staff, { status }), 400, 'invalid_input', /^status: /);
  }
});

t.test(
  'The trading services know a new account when it is answered [POST /admin/v1/accounts #16]',
  async (t) => {
    const one = await httpFor(t);
    const staff = await one.signedIn('staff');
    const { login } = accountOf(await open(staff));
    const told = one.harness.told.flatMap(({ accounts = [] }) => accounts);
    t.match(
      told.filter((account) => account.login === login),
      [{ login, group: 'demo\\standard', enabled: true, trading_enabled: true }],
    );
  },
);

t.test('Fields that are not known are refused [POST /admin/v1/accounts #17]', async (t) => {
  const staff = await (await httpFor(t)).signedIn('staff');
  for (const field of ['balance', 'is_admin', '__proto__x', 'rights']) {
    const answer = await open(staff, { [field]: 1 });
    refused(t, answer, 400, 'invalid_input', new RegExp(`^${field}: unknown field`));
  }
});

t.test('The opening is in the journal with its author [POST /admin/v1/accounts #19]', async (t) => {
  const one = await httpFor(t);
  const staff = await one.signedIn('staff');
  const { login } = accountOf(await open(staff));
  const event = one.harness.log.at(-1);
  t.match(event, { by: 1, ip: '127.0.0.1' });
  t.ok(event?.journal.some((line) => line.text.includes(String(login)) || line.login === login));
});

t.test(
  'An account out of scope is forbidden, an unknown login not found ' +
    '[GET /admin/v1/accounts/{login} #2, #4]',
  async (t) => {
    const one = await httpFor(t);
    const login = await one.hire({ rights: ['accounts.view'], group_scope: ['real\\*'] });
    const staff = await one.signedIn('staff', { login, password: STAFF_PASSWORD });
    refused(t, await staff.ask('GET', '/accounts/1001'), 403, 'forbidden');
    refused(t, await staff.ask('GET', '/accounts/987654'), 404, 'not_found');
  },
);

t.test(
  'A staff account is shown to who manages staff and holds all of its rights ' +
    '[GET /admin/v1/accounts/{login} #3]',
  async (t) => {
    const one = await httpFor(t);
    const dealer = await one.hire({ rights: ['trades.edit'] });
    const read = async (rights: readonly string[]) => {
      const login = await one.hire({ rights: rights as never });
      const staff = await one.signedIn('staff', { login, password: STAFF_PASSWORD });
      return staff.ask('GET', `/accounts/${dealer}`);
    };
    refused(t, await read(['accounts.view', 'trades.edit']), 403, 'forbidden');
    refused(t, await read(['accounts.view', 'config.staff']), 403, 'forbidden');
    t.equal((await read(['accounts.view', 'config.staff', 'trades.edit'])).code, 'ok');
  },
);

t.test('Out of scope nobody trades for an account nor pays into it', async (t) => {
  let asked = 0;
  const one = await openHttp(
    {},
    {
      call: async (_caller, _login, _op, _data, requestId) => {
        asked += 1;
        return { status: 200, text: envelopeText(requestId, 'ok') };
      },
    },
  );
  t.teardown(() => one.close());
  const login = await one.hire({
    rights: ['trades.edit', 'accounts.balance'],
    group_scope: ['real\\*'],
  });
  const staff = await one.signedIn('staff', { login, password: STAFF_PASSWORD });
  const request_id = randomUUID();
  const trade = { kind: 'pending_cancel', request_id, order_id: 1 };
  refused(t, await staff.ask('POST', '/accounts/1001/trade', { body: trade }), 403, 'forbidden');
  const pay = { request_id, action: 'balance', amount: '5' };
  refused(t, await staff.ask('POST', '/accounts/1001/balance', { body: pay }), 403, 'forbidden');
  t.equal(asked, 0, 'the account was not asked');
});

t.test('A payment that takes too long is neither done nor rejected', async (t) => {
  const staff = await (await httpFor(t)).signedIn('staff');
  const body = { request_id: randomUUID(), action: 'balance', amount: '5' };
  const answer = await staff.ask('POST', '/accounts/1001/balance', { body });
  t.equal(answer.status, 504);
  t.match(answer.data, { status: 'unknown', code: 'trade.timeout', deal_id: null, amount: '5' });
});

t.test(
  'Money is live, and null while execution is silent [GET /admin/v1/accounts/{login} #1]',
  async (t) => {
    const money = {
      balance: '10000.00',
      credit: '0.00',
      blocked: '0.00',
      profit: '12.50',
      swap: '0.00',
      equity: '10012.50',
      margin: '100.00',
      margin_free: '9912.50',
      margin_level: '10012.50',
      leverage: 100,
      calculated_at: '2026-01-05T12:00:00.000Z',
    };
    const stored = { balance: '9000.00', credit: '1.00', balance_prev_day: '8000.00' };
    let answers = true;
    const one = await openHttp(
      {},
      {
        call: (_caller, _login, op, _data, requestId) => {
          t.equal(op, 'money');
          const data = JSON.stringify({ ...money, login: 1001, account_seq: 7, seq: '9' });
          const live = { status: 200, text: envelopeText(requestId, 'ok', data) };
          return answers ? Promise.resolve(live) : new Promise(() => {});
        },
        query: async () => done(stored) as never,
      },
    );
    t.teardown(() => one.close());
    const staff = await one.signedIn('staff');
    const live = await staff.ask('GET', '/accounts/1001');
    t.match(live.data, { balance: '10000.00', balance_prev_day: '8000.00' });
    t.same((live.data as { money: unknown }).money, money);
    answers = false;
    const silent = await staff.ask('GET', '/accounts/1001');
    t.match(silent.data, { money: null, balance: '9000.00', credit: '1.00' });
  },
);
