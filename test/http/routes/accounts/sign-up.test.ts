// Sign-up over REST: what is offered, codes for e-mail addresses, demo accounts and applications.

import t, { type Test } from 'tap';
import { dataOf, each, type Fields } from '../../../support/http-harness.js';
import { EMAIL } from '../../../support/sign-up.js';
import { test } from '../tags.js';
import {
  from,
  HOUR,
  MINUTE,
  openSignUp,
  otherThan,
  refused,
  settingsPath,
} from './sign-up-people.js';

const {
  accountOf,
  admin,
  askCode,
  codeOf,
  harness,
  http,
  lastApplication,
  newAddress,
  newEmail,
  options,
  people,
  register,
  sentTo,
  set,
} = await openSignUp(t);

const GET = 'GET /trader/v1/register';
const POST = 'POST /trader/v1/register';
const CODE = 'POST /trader/v1/register/code';

t.test(`The demo platform is open to everybody, without a session [${GET} #1, #2]`, async (t) => {
  t.match(await options(), { demo: true, real: true, confirm_demo: false, confirm_real: false });
  await set(t, settingsPath, { demo: false, confirm_real: true });
  t.match(await options(), { demo: false, real: true, confirm_real: true });
});

test`Without rules the group of the settings is offered, of each kind [${GET} #7]
  [${GET} #10]`(async (t) => {
  const whole = { allocation_id: 0, countries: [], currency: 'USD', description: '' };
  const offer = { ...whole, default_leverage: 100, leverages: [] };
  t.same((await options()).allocations, [
    { ...offer, kind: 'demo' },
    { ...offer, kind: 'real' },
  ]);
});

/** Allocation rules for a test, in this order. */
const rules = async (t: Test, ...all: readonly Fields[]): Promise<number[]> => {
  const ids: number[] = [];
  for (const rule of all) {
    const { id } = await admin.made('/account-allocations', rule);
    ids.push(id as number);
    t.teardown(() => admin.delete(`/account-allocations/${id}`));
  }
  return ids;
};
const DEMO = 'demo\\standard';
const REAL = 'real\\standard';

test`Rules are offered by country and brand, without paths, the lowest priority first [${GET} #3]
  [${GET} #8, #11]`(async (t) => {
  const brand = { company: 'Demo Brokerage', domains: ['demo.example'] };
  const other = { company: 'Another', domains: ['other.example'] };
  const { id: mine } = await admin.made('/licence/brands', brand);
  const { id: foreign } = await admin.made('/licence/brands', other);
  for (const id of [mine, foreign]) t.teardown(() => admin.delete(`/licence/brands/${id}`));
  const [second, first, branded] = await rules(
    t,
    { group_path: DEMO, enabled: true, priority: 5 },
    { group_path: DEMO, enabled: true, priority: 1, countries: ['DE'], leverages: [50, 100] },
    { group_path: DEMO, enabled: true, priority: 9, white_label_id: foreign },
    { group_path: DEMO, enabled: false, priority: 0 },
  );
  const idsAt = async (query: string, host?: string) => {
    const { allocations } = await options(query, host);
    const demo = (allocations as Fields[]).filter(({ kind }) => kind === 'demo');
    return demo.map(({ allocation_id }) => allocation_id);
  };
  t.same(await idsAt('country=de'), [first, second], 'letter case is ignored');
  t.same(await idsAt('country=FR'), [second]);
  t.same(await idsAt('', 'demo.example'), [second], 'of the company of the brand');
  t.same(await idsAt('', 'OTHER.example:8443'), [branded], 'of another company');
  const all = JSON.stringify(await options('country=DE'));
  t.notMatch(all, /standard|group/, 'no path is shown');
  const { data } = await register({ country: 'DE' });
  t.match(data, { leverage: 100 }, 'the first one is the default');
});

test`A rule keeps the group of the settings from being a way around its countries
  [${GET} #12]`(async (t) => {
  await rules(t, { group_path: DEMO, enabled: true, countries: ['FR'] });
  t.same(each((await options('country=DE')).allocations as Fields[], 'kind'), ['real']);
  refused(t, await register({ country: 'DE' }), 'forbidden', /No group takes demo/);
  t.equal((await register({ country: 'fr' })).code, 'ok');
});

const link = (url: string, caption: string) => ({ url, caption, caption_type: 0 });

test`Links are those of the first set for the country, and pages those of the settings [${GET} #4]
  [${GET} #5, #9]`(async (t) => {
  await set(t, '/account-allocations/settings', {
    deposit_url: 'https://pay.example/in?l={lang}',
    withdraw_url: 'https://pay.example/out',
    link_sets: [
      { id: 1, description: '', countries: [], sort: 2, links: [link('https://a.example', 'a')] },
      {
        ...{ id: 2, description: '', countries: ['DE'], sort: 1 },
        links: [link('https://b.example/{lang}?c={country}&l={login}', 'b')],
      },
    ],
  });
  const url = 'https://b.example/d%20e?c=de&l=';
  const asked = await options('country=de&lang=d%20e');
  t.same(asked.links, [{ caption: 'b', caption_type: 0, sort: 1, url }]);
  t.match(asked, {
    deposit_url: 'https://pay.example/in?l=d%20e',
    withdraw_url: 'https://pay.example/out',
    demo_url: '',
  });
  t.match((await options('country=FR')).links, [{ caption: 'a' }]);
});

t.test(`Link sets are tried in their sort order [${GET} #13]`, async (t) => {
  const all = { description: '', countries: [] };
  await set(t, '/account-allocations/settings', {
    link_sets: [
      { ...all, id: 1, sort: 7, links: [link('https://a.example', 'a')] },
      { ...all, id: 2, sort: -7, links: [link('https://b.example', 'b')] },
    ],
  });
  t.match((await options('country=DE')).links, [{ caption: 'b', sort: 1 }]);
});

test`An external page turns demo sign-up off here, as does the policy of the platform [${GET} #6]
  [${POST} #9] [${POST} #13]`(async (t) => {
  const demo_url = 'https://demo.example/open';
  await t.test('a page', async (t) => {
    await set(t, '/account-allocations/settings', { demo_url });
    t.match(await options(), { demo: false, demo_url, real: true });
    refused(t, await register(), 'forbidden', /demo\.example/);
  });
  await harness.patch('logical_server', 'trade', { demo: { mode: 0, period_days: 1 } });
  t.match(await options(), { demo: false, real: true });
  refused(t, await register(), 'forbidden', /not opened/);
  await harness.patch('logical_server', 'trade', { demo: null });
  t.equal((await register()).code, 'ok');
});

test`A demo account is open at once, with its deposit and passwords [${POST} #1, #4]`(async (t) => {
  const email = newEmail();
  const given = { email, phone: '+49 1', city: 'Bonn', country: 'DE', language: 'de' };
  const { data } = await register({ ...given, password: 'Own-pass1x' });
  const { login } = data as Fields;
  const opened = { type: 'demo', status: 'opened', group: DEMO, currency: 'USD', leverage: 100 };
  t.same(data, { ...opened, login, deposit: '10000.00' });
  const name = 'Ann Example';
  t.match(accountOf(login), { ...given, name, group: DEMO, leverage_own: 0 });
  t.match(accountOf(login), { must_change_password: false });
  t.match(harness.deposits.at(-1), { login, amount: '10000.00' });
  const again = harness.restarted().desk.deposits();
  t.same(again.at(-1), harness.deposits.at(-1), 'a desk that starts again pays it by the same id');
  const signedIn = await http.signedIn('trader', { login, password: 'Own-pass1x' });
  t.match((await signedIn.me()).data, { must_change_password: false });
  const [letter] = await sentTo(email);
  t.match(letter, { subject: `Ihr Demokonto ${login}`, text: /10000\.00 USD.*1:100/s });
  const [, password = ''] = /Investorpasswort[^:]*: (\S+)/.exec(letter?.text ?? '') ?? [];
  t.notMatch(letter?.text, 'Own-pass1x', 'the own password is not e-mailed');
  const investor = await http.signedIn('trader', { login, password });
  t.match((await investor.me()).data, { read_only: true });
});

test`An application is stored, and nothing is opened, paid or told [${POST} #5, #6]`(async (t) => {
  const before = harness.deposits.length;
  const email = newEmail();
  const { data } = await register({ type: 'real', email, leverage: 100 });
  const nothing = { login: 0, group: '', currency: '', deposit: '0', leverage: 0 };
  t.same(data, { type: 'real', status: 'received', ...nothing });
  const stored = { status: 'received', email, group: REAL, leverage: 100, login: 0 };
  t.match(lastApplication(), { ...stored, confirmed: false, brand_id: null });
  t.equal(harness.deposits.length, before);
  t.match(await sentTo(email), [{ subject: /^Your application \d+$/ }]);
});

test`A form names its kind, its language and an offer, or says what is wrong [${POST} #3, #7]
  [${POST} #8]`(async (t) => {
  const [id] = await rules(t, {
    ...{ group_path: DEMO, enabled: true, countries: ['DE'], leverages: [10, 100] },
  });
  const wrong: readonly (readonly [Fields, RegExp])[] = [
    [{ type: 'both' }, /^type: must be one of demo, real/],
    [{ type: null }, /^type: required/],
    [{ language: 'fr' }, /^language: must be one of en, de or empty/],
    [{ name: 'Ann' }, /^name: needs a first and a last name/],
    [{ name: '\u200d & \u200d Ann' }, /^name: needs a first and a last name/],
    [{ name: 'Ann\r\nBcc: x@y.example' }, /^name: /],
    [{ email: 'ann@client.example\r\nBcc: x@y.example' }, /^email: /],
    [{ email: 'ann' }, /^email: /],
    [{ email: 'ann@localhost' }, /^email: /],
    [{ email: '"Ann" <ann@client.example>' }, /^email: /],
    [{ city: 'x'.repeat(129) }, /^city: /],
    [{ surprise: 1 }, /^surprise: unknown field/],
    [{ country: 'DE', password: null }, /^password: is needed/],
    [{ country: 'DE', allocation_id: 999 }, /^allocation_id: is not offered/],
    [{ country: 'DE', allocation_id: 0 }, /^allocation_id: is not offered/],
    [{ country: 'FR', allocation_id: id, type: 'real' }, /^allocation_id: is not offered/],
  ];
  for (const [given, message] of wrong) {
    refused(t, await register({ email: EMAIL, ...given }), 'invalid_input', message);
  }
  for (const language of ['en', 'de', '']) {
    const given = { country: 'DE', name: 'Meyer & Sohn', language };
    t.equal((await register(given)).code, 'ok', language);
  }
  t.equal((await register({ country: 'DE', allocation_id: id })).code, 'ok');
});

t.test(`A leverage is one of the offer [${GET} #7] [${POST} #14]`, async (t) => {
  const refusal = /^leverage: is not offered/;
  refused(t, await register({ leverage: 50 }), 'invalid_input', refusal);
  await rules(t, { group_path: DEMO, enabled: true, default_leverage: 30, leverages: [10, 30] });
  t.match((await register()).data, { leverage: 30 });
  const { data } = await register({ leverage: 10 });
  t.match(accountOf((data as Fields).login), { leverage_own: 10 });
  refused(t, await register({ leverage: 100 }), 'invalid_input', refusal);
});

t.test(`A weak password opens no account [${POST} #12]`, async (t) => {
  for (const password of ['short', 'nodigits-Aa', 'x'.repeat(17)]) {
    refused(t, await register({ password }), 'auth.password_weak', /^password: /);
  }
});

t.test(`Five forms of a network are taken in an hour, however they end [${POST} #2]`, async (t) => {
  const address = '2001:db8:ffff:1::';
  const asked = await Promise.all(
    Array.from({ length: 8 }, (_, at) => register({ leverage: 77 }, `${address}${at + 1}`)),
  );
  t.same(asked.map(({ code }) => code).sort(), [
    ...Array(3).fill('auth.too_many_attempts'),
    ...Array(5).fill('invalid_input'),
  ]);
  const late = await register({}, `${address}9`);
  t.match(late, { status: 429, message: /: 5 an hour\.$/ });
  t.match(late.headers.get('retry-after'), /^3[56]\d\d$/);
  harness.now += HOUR;
  t.equal((await register({}, `${address}9`)).code, 'ok', 'an hour later');
  refused(t, await register({ city: 7 }, `${address}9`), 'invalid_input');
});

test`A code has six digits, and the same answer for any address [${CODE} #1, #2, #3]`(async (t) => {
  const known = accountOf(((await register()).data as Fields).login)?.email ?? '';
  const unknown = newEmail();
  for (const [email, before] of [
    [known, 1],
    [unknown, 0],
  ] as const) {
    t.same((await askCode(email)).data, { confirmed: false, sent: true });
    const letters = await sentTo(email, before + 1);
    t.match(letters.at(-1), { subject: 'Your confirmation code', text: /code is \d{6}\./ });
    t.match(letters.at(-1)?.html, /<html lang="en"><body>\n<p>Your confirmation code is \d{6}\./);
  }
  const stored = JSON.stringify(harness.log);
  t.notMatch(stored, await codeOf(unknown), 'the code is in no event');
  refused(t, await askCode('no address'), 'invalid_input', /^email: /);
});

test`Where it is asked for, the code comes first, and counts for 72 hours [${POST} #10]
  [${CODE} #4]`(async (t) => {
  await set(t, settingsPath, { confirm_demo: true });
  const email = newEmail();
  refused(t, await register({ email }), 'auth.code_invalid', /must be confirmed/);
  await askCode(email);
  const code = await codeOf(email);
  t.equal(
    (await register({ email: email.toUpperCase().replace('CLIENT', 'client'), code })).code,
    'ok',
  );
  t.same((await askCode(email)).data, { confirmed: true, sent: false });
  t.equal((await register({ email })).code, 'ok', 'without a code');
  t.equal((await register({ email, code: '1' })).code, 'ok', 'a code is not looked at');
  harness.now += 72 * HOUR;
  t.same((await askCode(email)).data, { confirmed: false, sent: true });
  refused(t, await register({ email }), 'auth.code_invalid');
});

test`A code is wrong, too old, replaced, or used up by five wrong ones [${POST} #11]`(async (t) => {
  const email = newEmail();
  const sent = async (count: number): Promise<string> => {
    await askCode(email);
    return codeOf(email, count);
  };
  const first = await sent(1);
  refused(t, await register({ email, code: otherThan(first) }), 'auth.code_invalid');
  const second = await sent(2);
  if (first !== second) refused(t, await register({ email, code: first }), 'auth.code_invalid');
  harness.now += 15 * MINUTE;
  refused(t, await register({ email, code: second }), 'auth.code_invalid');
  const third = await sent(3);
  const guesses = await Promise.all(
    Array.from({ length: 50 }, () => register({ email, code: otherThan(third) })),
  );
  t.ok(guesses.every(({ code }) => code === 'auth.code_invalid'));
  const held = harness.desk.records.get('email_code', email)?.record;
  t.equal(held?.tries, 5, 'of 50 at once five were looked at');
  refused(t, await register({ email, code: third }), 'auth.code_invalid');
});

t.test('A code is checked in a form with other faults, too', async (t) => {
  const email = newEmail();
  await askCode(email);
  const code = await codeOf(email);
  const address = newAddress();
  refused(
    t,
    await register({ email, code: otherThan(code), city: 7 }, address),
    'auth.code_invalid',
  );
  t.equal(harness.desk.records.get('email_code', email)?.record.tries, 1);
  refused(t, await register({ email, code, city: 7 }, address), 'invalid_input', /^city: /);
  t.same((await askCode(email)).data, { confirmed: true, sent: false });
});

test`Forms with a code count whatever is wrong with them, those without do not
  [${POST} #2]`(async (t) => {
  const email = newEmail();
  await askCode(email);
  const code = await codeOf(email);
  const network = newAddress().replace('::1', '::');
  const faulty = (given: Fields, at: number) => register({ city: 7, ...given }, `${network}${at}`);
  for (let at = 1; at <= 8; at += 1) refused(t, await faulty({ email }, at), 'invalid_input');
  for (let at = 1; at <= 5; at += 1) {
    refused(t, await faulty({ code: otherThan(code) }, at), 'auth.code_invalid');
  }
  for (const given of [otherThan(code), code]) {
    refused(t, await faulty({ email, code: given }, 6), 'auth.too_many_attempts', /: 5 an hour\.$/);
  }
  const { records } = harness.desk;
  t.equal(records.get('email_code', email)?.record.tries, 0, 'the code was not looked at');
  refused(t, await faulty({ email }, 7), 'invalid_input');
  harness.now += HOUR;
  refused(t, await faulty({ code: '1' }, 8), 'auth.code_invalid', /./);
});

t.test(`Codes are limited by e-mail address, and by network [${CODE} #5]`, async (t) => {
  const email = newEmail();
  for (let n = 0; n < 3; n += 1) t.equal((await askCode(email)).code, 'ok');
  refused(t, await askCode(email), 'auth.too_many_attempts', /: 3 an hour\.$/);
  for (const same of ['ｃlient.example', 'CLIENT.ｅxample', 'ⓒlient.example']) {
    const spelled = `${email.split('@')[0]}@${same}`;
    refused(t, await askCode(spelled), 'auth.too_many_attempts', /: 3 an hour\.$/);
  }
  const network = '2001:db8:eeee:1::';
  for (let n = 1; n <= 10; n += 1)
    t.equal((await askCode(newEmail(), `${network}${n}`)).code, 'ok');
  refused(t, await askCode(newEmail(), `${network}f`), 'auth.too_many_attempts', /10 an hour/);
  const again = harness.restarted();
  const asked = { host: '', email, language: '', ip: newAddress() } as const;
  const late = again.desk.handle('sign_up.code', asked);
  t.match(await late, { code: 'auth.too_many_attempts' }, 'also after a restart');
  harness.now += HOUR;
  t.equal((await askCode(email)).code, 'ok', 'an hour later');
});

t.test('However many sign up, those who have a code and those who are counted go on', async (t) => {
  await set(t, settingsPath, { confirm_demo: true });
  const [asked, counted] = [newEmail(), newAddress()];
  t.equal((await askCode(asked)).code, 'ok');
  const code = await codeOf(asked);
  t.equal((await register({ leverage: 77 }, counted)).code, 'invalid_input');
  const { records } = harness.desk;
  const count = records.count.bind(records);
  t.intercept(records, 'count', {
    value: (kind: Parameters<typeof count>[0]) =>
      kind === 'sign_up_count' ? 100_000 : count(kind),
  });
  refused(t, await register(), 'auth.too_many_attempts', /^Too many people sign up at present/);
  refused(t, await askCode(newEmail()), 'auth.too_many_attempts', /^Too many people/);
  t.equal((await register({ leverage: 77 }, counted)).code, 'invalid_input', 'it is counted');
  t.equal((await register({ email: asked, code })).code, 'ok');
});

t.test('A subject of which nothing is left does not keep its e-mail back', async (t) => {
  const path = '/email-templates/code.en';
  const template = async (subject: string): Promise<void> => {
    const { version } = await admin.read(path);
    dataOf(await admin.patch(path, { version, subject }));
  };
  const { subject } = await admin.read(path);
  await template('{{company}}');
  t.teardown(() => template(String(subject)));
  const email = newEmail();
  t.equal((await askCode(email)).code, 'ok');
  t.equal((await sentTo(email))[0]?.subject, '-');
});

t.test('Placeholders in what people write are text in their e-mails', async (t) => {
  const name = 'Ada {{investor_password}} {{{{login}}}} <b>';
  const email = newEmail();
  t.equal((await register({ type: 'real', name, email })).code, 'ok');
  const [letter] = await sentTo(email);
  t.match(letter?.text, `Hello ${name},`);
  t.match(letter?.html, 'Hello Ada {{investor_password}} {{{{login}}}} &lt;b&gt;,');
});

t.test('What is offered can be read 60 times a minute by a network', async (t) => {
  const network = newAddress().replace('::1', '::');
  const read = (at: number) => people.get('/register', from(`${network}${at.toString(16)}`));
  for (let at = 1; at <= 60; at += 1) t.equal((await read(at)).code, 'ok');
  refused(t, await read(61), 'auth.too_many_attempts', /^Too often/);
  t.equal((await people.get('/register', from(newAddress()))).code, 'ok', 'others may');
  harness.now += 1000;
  t.equal((await read(62)).code, 'ok');
});

t.test('A form of more than 10 KiB is refused', async (t) => {
  const answer = await register({ city: 'x'.repeat(10_240) });
  refused(t, answer, 'invalid_input', /10240|10 KiB|too large/i);
});

t.test('Without room in the hashing thread nothing is opened', async (t) => {
  const accounts = () => harness.desk.records.count('account');
  const before = [accounts(), harness.deposits.length];
  harness.hasher.full = true;
  refused(t, await register(), 'auth.too_many_attempts');
  harness.hasher.full = false;
  t.same([accounts(), harness.deposits.length], before);
});
