// Accounts over HTTP: opened and read by staff, who do and learn what is within reach alone.

import { randomUUID } from 'node:crypto';
import t, { type Test } from 'tap';
import type { Asker } from '../../../../actors/client.js';
import type { Right } from '../../../../wire/accounts/rights.js';
import { ok, refuse } from '../../../../wire/base/codes.js';
import { serverId } from '../../../../wire/base/uuid.js';
import { envelopeText } from '../../../../wire/codec/text.js';
import { opening } from '../../../support/desk-harness.js';
import { bought, explained } from '../../../support/explained.js';
import {
  type Answer,
  dataOf,
  type Fields,
  httpFor,
  type Terminal,
} from '../../../support/http-harness.js';
import { testsBelow } from '../tags.js';
import { refused } from './staff-desk.js';

const test = testsBelow('accounts');

interface Account extends Fields {
  readonly login: number;
  readonly leverage: number;
}

const http = await httpFor(t);
const { harness } = http;
const admin = await http.signedIn('staff');

const open = (given: Fields = {}, by: Terminal = admin): Promise<Answer> =>
  by.post('/accounts', { ...opening(), ...given });
const opened = async (given: Fields = {}): Promise<Account> => dataOf(await open(given));

test`A new account has no money and stands in a group within reach [POST #1]`(async (t) => {
  const none = { balance: '0.00', credit: '0.00' };
  t.match(await opened({ group: 'real\\standard' }), {
    ...none,
    group: 'real\\standard',
    balance_prev_day: '0.00',
    balance_prev_month: '0.00',
  });
});

test`A group out of scope is forbidden, an unknown one not found, and one of staff for who manages
  staff [POST #2, #3, #4]`(async (t) => {
  const clerk = await http.staff({ rights: ['accounts.edit'], group_scope: ['demo\\*'] });
  refused(t, await open({ group: 'real\\standard' }, clerk), 'forbidden');
  refused(t, await open({ group: 'demo\\nowhere' }, clerk), 'not_found');
  t.equal((await open({}, clerk)).code, 'ok');
  const everywhere = await http.staff({ rights: ['accounts.edit'], group_scope: ['*'] });
  refused(t, await open({ group: 'managers\\dealers' }, everywhere), 'forbidden');
  t.equal((await open({ group: 'managers\\dealers' })).code, 'ok');
});

const HOST = '@example.org';
/** As long as an address may be. */
const EMAIL = `${'e'.repeat(128 - HOST.length)}${HOST}`;
const ODD = [`e${EMAIL}`, 'Ada <ada@example.org>', 'ada', 'ada@example', 'a@b.c, d@e.f'].concat(
  ['\u0007', '\u202e', '\u200b'].flatMap((mark) => [`a${mark}@b.example`, `a@b.ex${mark}ample`]),
);

/** What a body may not say, by the field that is to blame, and what it may. */
const BODIES: readonly {
  readonly says: string;
  readonly wrong: readonly Fields[];
  readonly right?: readonly Fields[];
}[] = [
  {
    says: 'Group and both passwords are required [POST #5]',
    wrong: [{ group: undefined }, { master_password: undefined }, { investor_password: undefined }],
  },
  { says: 'The passwords differ [POST #6]', wrong: [{ investor_password: 'Master-1x' }] },
  {
    says: 'A leverage is a whole number [POST #9]',
    wrong: [{ leverage: -1 }, { leverage: 10_001 }, { leverage: 1.5 }],
    right: [{ leverage: 10_000 }],
  },
  {
    says: 'Limits are not negative, trading is on, and both can be given [POST #10, #11]',
    wrong: [{ limit_orders: -1 }, { limit_positions: -1 }],
    right: [
      { limit_orders: 0, trading_enabled: true },
      { limit_orders: 5, trading_enabled: false },
    ],
  },
  {
    says: 'Name and e-mail have 128 characters at most, and the address is a plain one [POST #12]',
    wrong: [{ name: 'n'.repeat(129) }, ...ODD.map((email) => ({ email }))],
    right: [{ name: 'n'.repeat(128), email: EMAIL }],
  },
  {
    says: 'The status is RE, NR or empty [POST #13]',
    wrong: [{ status: 're' }, { status: 'XX' }],
    right: [{ status: 'RE' }, { status: 'NR' }, { status: '' }],
  },
  {
    says: 'Fields that are not known are refused [POST #17]',
    wrong: [{ balance: 1 }, { is_admin: 1 }, { __proto__x: 1 }, { rights: 1 }],
  },
];

for (const { says, wrong, right = [] } of BODIES) {
  test`${says}`(async (t) => {
    for (const fields of wrong) {
      refused(t, await open(fields), 'invalid_input', new RegExp(`^${Object.keys(fields)}: `));
    }
    for (const fields of right) t.match(await opened(fields), fields);
    t.match(await opened(), { trading_enabled: true });
  });
}

test`Weak passwords are refused, by length, by their group and by what they lack
  [POST #7]`(async (t) => {
  const kinds = ['no-upper-1', 'NO-LOWER-1', 'No-digit-x', 'NoSymbol1'];
  for (const master_password of ['Short-1', 'Longer-than-16-characters', ...kinds]) {
    t.match(await open({ master_password }), { code: 'auth.password_weak' });
  }
  await harness.patch('group', 'demo\\netting', { password_min_length: 10 });
  const group = 'demo\\netting';
  t.match(await open({ group }), { code: 'auth.password_weak' });
  const long = { master_password: 'Master-1xyz', investor_password: 'Invest-1xyz' };
  t.equal((await open({ group, ...long })).code, 'ok');
});

test`The next free login is given, or the one that is asked for [POST #8]`(async (t) => {
  const { login } = await opened();
  t.equal((await opened({ login: 0 })).login, login + 1);
  t.equal((await opened({ login: 7777 })).login, 7777);
  refused(t, await open({ login: 7777 }), 'conflict', /login/);
});

test`A leverage of its own stays; without one the account follows its group
  [POST #9]`(async (t) => {
  const [own, follows] = [await opened({ leverage: 30 }), await opened({ leverage: 0 })];
  t.same([own.leverage, follows.leverage], [30, 100]);
  await harness.patch('group', 'demo\\standard', { leverage_default: 50 });
  const read = ({ login }: Account) => admin.read(`/accounts/${login}`);
  t.match(await read(own), { leverage: 30 });
  t.match(await read(follows), { leverage: 50 });
});

test`The trading services know a new account when it is answered, and the journal has its author
  [POST #16, #19]`(async (t) => {
  const { login } = await opened();
  const sent = harness.sent.flatMap(({ accounts = [] }) => accounts);
  t.match(
    sent.filter((account) => account.login === login),
    [{ login, group: 'demo\\standard', enabled: true, trading_enabled: true }],
  );
  t.match(harness.log.at(-1), { by: 1, ip: '127.0.0.1', journal: [{ login }] });
});

test`An account out of scope is forbidden, an unknown login not found
  [GET /{login} #2, #4]`(async (t) => {
  const far = await http.staff({ rights: ['accounts.view'], group_scope: ['real\\*'] });
  refused(t, await far.get('/accounts/1001'), 'forbidden');
  refused(t, await far.get('/accounts/987654'), 'not_found');
});

test`A payment that takes too long is neither done nor rejected`(async (t) => {
  const body = { request_id: randomUUID(), action: 'balance', amount: '5' };
  const answer = await admin.post('/accounts/1001/balance', body);
  t.equal(answer.status, 504);
  t.match(answer.data, { status: 'unknown', code: 'trade.timeout', deal_id: null, amount: '5' });
});

test`An id that the server may derive pays nothing`(async (t) => {
  const request_id = serverId('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'deposit');
  const pay = { request_id, action: 'balance', amount: '5' };
  refused(t, await admin.post('/accounts/1001/balance', pay), 'invalid_input');
  const trade = { kind: 'pending_cancel', request_id, order_id: 1 };
  refused(t, await admin.post('/accounts/1001/trade', trade), 'invalid_input');
});

test`Money is live, and null while execution is silent [GET /{login} #1]`(async (t) => {
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
  const one = await httpFor(
    t,
    {},
    {
      call: (_caller, _login, op, _data, requestId) => {
        t.equal(op, 'money');
        const data = JSON.stringify({ ...money, login: 1001, account_seq: 7, seq: '9' });
        const live = { status: 200, text: envelopeText(requestId, 'ok', data) };
        return answers ? Promise.resolve(live) : new Promise(() => {});
      },
      query: async () => ok(stored) as never,
    },
  );
  const staff = await one.signedIn('staff');
  const live = await staff.get('/accounts/1001');
  t.match(live.data, { balance: '10000.00', balance_prev_day: '8000.00' });
  t.same((live.data as { money: unknown }).money, money);
  answers = false;
  const silent = await staff.get('/accounts/1001');
  t.match(silent.data, { money: null, balance: '9000.00', credit: '1.00' });
});

/** Staff with rights and a scope, of a desk where deal 12 is one of the demo trader's alone. */
const asksWhy = async (t: Test, rights: readonly Right[], group_scope: readonly string[]) => {
  const deal = explained({ deals: [bought()] });
  const explain = async (_by: Asker, id: number) => (id === 12 ? ok(deal) : refuse('not_found'));
  const one = await httpFor(t, {}, { explain });
  const staff = await one.staff({ rights, group_scope });
  return { one, why: (id: number | string) => staff.get(`/deals/${id}/explain`) };
};

test`Staff who may see trades are told why a deal came about, by its id`(async (t) => {
  const { why } = await asksWhy(t, ['trades.view'], ['demo\\*']);
  const { status, data } = await why(12);
  t.equal(status, 200);
  t.match(data, { login: 1001, seq: '9', rule: { id: 3, name: 'rest' } });
  const { sentences } = data as { sentences: readonly string[] };
  t.match(sentences[0], /^Deal 12 of account 1001 bought 1 EURUSD/);
  for (const id of ['0', 'twelve', '1.5']) refused(t, await why(id), 'invalid_input');
});

test`Of an account that was read, one error names all that a change does not take`(async (t) => {
  const { login } = await opened({ name: 'Ada', email: 'ada@example.com' });
  const own = await admin.read<Account & Fields>(`/accounts/${login}`);
  const patch = (body: Fields) => admin.patch(`/accounts/${login}`, body);
  const whole = await patch({ ...own, name: 'Eva' });
  refused(t, whole, 'invalid_input');
  const named = whole.message.split(':')[0]?.split(', ') ?? [];
  for (const field of ['login', 'balance', 'group', 'leverage', 'money', 'created_at', 'enabled']) {
    t.ok(named.includes(field), field);
    const alone = await patch({ version: 1, [field]: own[field] });
    refused(t, alone, 'invalid_input');
    t.ok(alone.message.startsWith(`${field}: read-only`), alone.message);
  }
  const taken = Object.entries(own).filter(([field]) => !named.includes(field));
  const changed = await patch({ ...Object.fromEntries(taken), name: 'Eva' });
  t.match(changed.data, { version: 2, name: 'Eva' }, 'the others may be sent as they were read');
});
