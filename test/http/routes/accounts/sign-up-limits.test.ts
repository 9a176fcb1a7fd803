// Sign-up under abuse: limits by network and recipient, links in names, and no mail server.

import t from 'tap';
import { dataOf, type Fields } from '../../../support/http-harness.js';
import { test } from '../tags.js';
import { openSignUp, refused, settingsPath } from './sign-up-people.js';

const people = await openSignUp(t);
const { admin, askCode, codeOf, harness, lastApplication, newEmail, register, sentTo, set } =
  people;

t.test('A form that is wrong by itself counts for no limit', async (t) => {
  const address = '203.0.113.77';
  for (let n = 0; n < 3; n += 1) {
    refused(t, await register({ password: undefined }, address), 'invalid_input', /^password: /);
    refused(t, await register({ name: 'Ada' }, address), 'invalid_input', /^name: /);
  }
  t.equal((await register({}, address)).code, 'ok');
});

t.test('The networks of a customer have limits of their own together', async (t) => {
  const wide = '2001:db8:dddd:';
  const form = (network: number) => register({ leverage: 77 }, `${wide}${network.toString(16)}::1`);
  const forms = async (network: number, count: number): Promise<void> => {
    for (let n = 0; n < count; n += 1) refused(t, await form(network), 'invalid_input');
  };
  await forms(0x101, 5);
  await forms(0x102, 5);
  const site = await register({}, `${wide}1ff::1`);
  refused(t, site, 'auth.too_many_attempts', /sign-ups from this \/56: 10 an hour/);
  await forms(0x201, 5);
  await forms(0x301, 5);
  await forms(0x401, 5);
  await forms(0x501, 5);
  const over = await register({}, `${wide}ff01::1`);
  refused(t, over, 'auth.too_many_attempts', /sign-ups from this \/48: 30 an hour/);
  t.equal((await register()).code, 'ok', 'others are not kept out');
});

t.test('Networks of the operator test forms and codes without limits by address', async (t) => {
  const ours = '198.51.100.7';
  await set(t, settingsPath, { test_networks: ['198.51.100.0/24'] });
  for (let n = 0; n < 11; n += 1) {
    refused(t, await register({ leverage: 77 }, ours), 'invalid_input');
    t.match(await askCode(newEmail(), ours), { code: 'ok' });
  }
  const email = newEmail();
  for (let n = 0; n < 3; n += 1) await askCode(email, ours);
  refused(t, await askCode(email, ours), 'auth.too_many_attempts', /e-mail address/);
});

t.test('The e-mail of a code is in the language that was asked for', async (t) => {
  const email = newEmail();
  await people.people.post('/register/code', { email, language: 'de' });
  const [letter] = await sentTo(email);
  t.match(letter?.text, /Minuten/);
});

test`An e-mail address gets three forms in an hour, and more once it is confirmed`(async (t) => {
  const email = newEmail();
  for (const same of [email, email.toUpperCase().replace('CLIENT', 'client')]) {
    t.equal((await register({ email: same })).code, 'ok');
  }
  const tagged = email.replace('@', '+spam@');
  t.equal((await register({ type: 'real', email: tagged })).code, 'ok');
  const says = /sign-ups with this e-mail address: 3 an hour; .* code/;
  refused(t, await register({ email }), 'auth.too_many_attempts', says);
  refused(t, await register({ email: tagged }), 'auth.too_many_attempts', says);
  await askCode(email);
  const code = await codeOf(email, 2);
  t.equal((await register({ email, code })).code, 'ok', 'a code of this very form counts');
  t.equal((await register({ email })).code, 'ok', 'it is confirmed');
});

t.test('A name that would carry a link into an e-mail refuses the form', async (t) => {
  const links = [
    'Win now@evil.example',
    'See https://evil.example/x',
    'Visit evil.example',
    'Visit evil.рф',
    'Visit evil\u3002example',
    'Visit ｅvil．ｅxample',
    'Open 203.0.113.9/x',
    'Go www.evil',
  ];
  for (const name of links) {
    refused(t, await register({ name }), 'invalid_input', /^name: .*web address/);
    refused(t, await register({ type: 'real', name }), 'invalid_input', /^name: /);
  }
  for (const name of ['J.R.R. Tolkien', 'Dr. Ada O’Hara-Smith', 'Sammy Davis jr.', 'Ng Van 3.']) {
    t.equal((await register({ name })).code, 'ok', name);
  }
});

t.test('Without a mail server nothing waits to be e-mailed, and the answers say so', async (t) => {
  const { id, version } = (await admin.read<Fields[]>('/mail-servers'))[0] as Fields;
  const mark = (is_default: boolean, of: unknown) =>
    admin.patch(`/mail-servers/${id}`, { is_default, version: of });
  const changed = dataOf(await mark(false, version));
  t.teardown(async () => dataOf(await mark(true, changed.version)));
  const { waiting } = harness.desk.mailQueue;
  const email = newEmail();
  t.same((await askCode(email)).data, { confirmed: false, sent: false });
  t.equal(harness.desk.records.get('email_code', email), undefined, 'and no code is made');
  t.match((await register({ email })).data, { status: 'opened' });
  t.match((await register({ email, type: 'real' })).data, { status: 'received' });
  const application = lastApplication().id;
  const approved = await admin.post(`/applications/${application}/approve`, {});
  refused(t, approved, 'conflict', /no default mail server/);
  const rejected = await admin.post(`/applications/${application}/reject`, {});
  t.equal(rejected.code, 'ok', 'its e-mail carries no password');
  t.equal(harness.desk.mailQueue.waiting, waiting);
});
