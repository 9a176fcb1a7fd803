// Codes of the second factor: how they are made, set up and counted.

import fc from 'fast-check';
import t from 'tap';
import { base32, keyUri, SECRET_BYTES, stepOf } from '../../../../actors/secrets/totp.js';
import { pack } from '../../../../wire/codec/pack.js';
import type { Caller } from '../../../../wire/desk/caller.js';
import type { IssuedTokens } from '../../../../wire/desk/identity-operations.js';
import * as app from '../../../support/authenticator.js';
import { bytesOf, codeAt, wrongAt } from '../../../support/authenticator.js';
import {
  callerIn,
  codeOf,
  type DeskHarness,
  dataOf,
  OTHER_HASHES,
  openDesk,
  PROGRAM,
} from '../../../support/desk-harness.js';

const STEP_MS = 30_000;
const MINUTE = 60_000;

const enrol = (harness: DeskHarness, caller: Caller) => harness.ask('auth.otp_enrol', {}, caller);
const confirm = (harness: DeskHarness, caller: Caller, code: string) =>
  harness.ask('auth.otp_confirm', { code }, caller);
const disable = (harness: DeskHarness, caller: Caller, code: string) =>
  harness.ask('auth.otp_disable', { code }, caller);

/** A session of the trader, as who asks. */
const callerOf = async (harness: DeskHarness): Promise<Caller> =>
  callerIn(dataOf(await harness.signIn()).session);

/** Turns codes on for the trader; answers the secret, and the session in which it was done. */
const turnOn = async (harness: DeskHarness) => {
  const caller = await callerOf(harness);
  const { secret } = dataOf(await enrol(harness, caller));
  dataOf(await confirm(harness, caller, codeAt(secret, harness.now)));
  harness.now += STEP_MS;
  return { caller, secret };
};

/** A desk whose trader has codes turned on. */
const openCoded = async () => {
  const harness = await openDesk();
  return { harness, ...(await turnOn(harness)) };
};

type Guess = readonly [DeskHarness, secret: string, given?: Parameters<DeskHarness['signIn']>[0]];

/** Signs in with a wrong code. */
const signInWrong = async (...[harness, secret, given]: Guess): Promise<string> =>
  codeOf(await harness.signIn({ ...given, otp: wrongAt(secret, harness.now) }));

/** Signs in with a wrong code, once more where the first was not looked at. */
const guess = async (...given: Guess): Promise<string> => {
  const code = await signInWrong(...given);
  return code === 'auth.otp_required' ? signInWrong(...given) : code;
};

/** Addresses of which each is another one to those who count. */
const addresses = Array.from({ length: 20 }, (_, at) => `198.51.100.${at + 1}`);
const [HERE = '', ELSEWHERE = ''] = addresses;

t.test('one code opens one session, however many ask with it at a time', async (t) => {
  const { harness, secret } = await openCoded();
  const otp = codeAt(secret, harness.now);
  const uses = addresses.map((ip) => harness.signIn({ otp, ip }));
  const codes = (await Promise.all(uses)).map(codeOf);
  t.equal(codes.length, 20);
  t.equal(codes.filter((code) => code === 'ok').length, 1);
  t.equal(codeOf(await harness.restarted().signIn({ otp, ip: '192.0.2.1' })) === 'ok', false);
});

t.test('a code that was used is not good again after a restart', async (t) => {
  const { harness, secret } = await openCoded();
  const first = codeAt(secret, harness.now - STEP_MS);
  t.equal(codeOf(await harness.signIn({ otp: first })), 'auth.otp_invalid', 'it turned codes on');
  const otp = codeAt(secret, harness.now);
  t.equal(codeOf(await harness.signIn({ otp })), 'ok');
  const second = harness.restarted();
  t.equal(codeOf(await second.signIn({ otp })), 'auth.otp_invalid');
  const before = codeAt(secret, harness.now - STEP_MS);
  t.equal(codeOf(await second.signIn({ otp: before })), 'auth.otp_invalid', 'nor an earlier one');
  second.now += STEP_MS;
  t.equal(codeOf(await second.signIn({ otp: codeAt(secret, second.now) })), 'ok');
});

t.test('the codes of this step and of the two beside it count, no others', async (t) => {
  for (const [steps, expected] of [
    [-2, 'auth.otp_invalid'],
    [-1, 'ok'],
    [0, 'ok'],
    [1, 'ok'],
    [2, 'auth.otp_invalid'],
  ] as const) {
    const { harness, secret } = await openCoded();
    harness.now += 10 * STEP_MS;
    const otp = codeAt(secret, harness.now + steps * STEP_MS);
    t.equal(codeOf(await harness.signIn({ otp })), expected, `step ${steps}`);
  }
});

t.test('five wrong codes block the login from that address, as wrong passwords do', async (t) => {
  const { harness, secret } = await openCoded();
  for (let i = 0; i < 3; i += 1) t.equal(await signInWrong(harness, secret), 'auth.otp_invalid');
  for (let i = 0; i < 2; i += 1) await harness.signIn({ password: 'Wr0ng-pass' });
  const otp = codeAt(secret, harness.now);
  t.equal(codeOf(await harness.signIn({ otp })), 'auth.too_many_attempts');
  const later = codeOf(await harness.restarted().signIn({ otp }));
  t.equal(later, 'auth.too_many_attempts', 'later, too');
  t.equal(codeOf(await harness.signIn({ otp, ip: ELSEWHERE })), 'ok', 'not from elsewhere');
});

t.test('a password without its code forgets no failures', async (t) => {
  const { harness, secret } = await openCoded();
  for (let i = 0; i < 5; i += 1) {
    t.equal(await signInWrong(harness, secret), 'auth.otp_invalid');
    if (i < 4) t.equal(codeOf(await harness.signIn()), 'auth.otp_required');
  }
  t.equal(codeOf(await harness.signIn()), 'auth.too_many_attempts');
});

t.test('after five wrong codes in a row, from anywhere, the password counts first', async (t) => {
  const { harness, secret } = await openCoded();
  for (const ip of addresses.slice(0, 5)) {
    t.equal(await signInWrong(harness, secret, { ip }), 'auth.otp_invalid');
  }
  const later = harness.restarted();
  const otp = codeAt(secret, later.now);
  t.equal(codeOf(await later.signIn({ otp })), 'auth.otp_required', 'not looked at');
  t.equal(codeOf(await later.signIn({ otp })), 'ok', 'nor used up by that');
});

t.test('wrong codes of programs, and those of the owner, count apart', async (t) => {
  const harness = await openDesk();
  await harness.patch('account', '1001', OTHER_HASHES);
  const { secret } = await turnOn(harness);
  const guessAs = (as: object, ip: string) => guess(harness, secret, { ...as, ip });
  for (const ip of addresses.slice(0, 10)) t.equal(await guessAs(PROGRAM, ip), 'auth.otp_invalid');
  const [ip = ''] = addresses.slice(10);
  t.equal(await guessAs(PROGRAM, ip), 'auth.too_many_attempts', 'also for programs ten in an hour');
  const later = harness.restarted();
  t.equal(codeOf(await later.signIn({ ip, otp: codeAt(secret, later.now) })), 'ok', 'the owner');
  harness.now += 60 * MINUTE;
  for (const one of addresses.slice(0, 10)) t.equal(await guessAs({}, one), 'auth.otp_invalid');
  t.equal(await guessAs({}, ip), 'auth.too_many_attempts', 'ten in an hour, from wherever');
  const otp = codeAt(secret, harness.now);
  const refused = await harness.restarted().signIn({ otp, ip });
  t.match(refused, { code: 'auth.too_many_attempts', message: /retry_after=3600/ });
  t.equal(codeOf(await harness.signIn({ ...PROGRAM, otp, ip })), 'ok', 'the program');
});

t.test('a new secret takes the place of the one that was waiting', async (t) => {
  const harness = await openDesk();
  const caller = await callerOf(harness);
  const first = dataOf(await enrol(harness, caller)).secret;
  const second = dataOf(await enrol(harness, caller)).secret;
  t.not(first, second);
  t.equal(codeOf(await confirm(harness, caller, codeAt(first, harness.now))), 'auth.otp_invalid');
  t.equal(codeOf(await confirm(harness, caller, codeAt(second, harness.now))), 'ok');
});

t.test('a secret waits for ten minutes, also over a restart', async (t) => {
  const harness = await openDesk();
  const caller = await callerOf(harness);
  const { secret } = dataOf(await enrol(harness, caller));
  const later = harness.restarted();
  later.now += 10 * MINUTE - 1;
  const early = later.restarted();
  later.now += 1;
  const late = await confirm(later, caller, codeAt(secret, later.now));
  t.equal(codeOf(late), 'auth.otp_not_set');
  t.equal(codeOf(await confirm(early, caller, codeAt(secret, early.now))), 'ok');
});

t.test('codes are set up and turned off by who has just signed in', async (t) => {
  const harness = await openDesk();
  const caller = await callerOf(harness);
  harness.now += 15 * MINUTE;
  t.equal(codeOf(await enrol(harness, caller)), 'auth.session_expired');
  const fresh = await turnOn(harness);
  harness.now += 15 * MINUTE;
  const code = () => codeAt(fresh.secret, harness.now);
  t.equal(codeOf(await disable(harness, fresh.caller, code())), 'auth.session_expired');
  const again = callerIn(dataOf(await harness.signIn({ otp: code() })).session);
  harness.now += STEP_MS;
  t.equal(codeOf(await disable(harness, again, code())), 'ok');
});

t.test('other sessions of the login end when codes are turned on or off', async (t) => {
  const harness = await openDesk();
  const open = () => [...harness.desk.sessions()].map(({ id }) => id);
  const others = [dataOf(await harness.signIn()), dataOf(await harness.signIn())];
  const { caller, secret } = await turnOn(harness);
  t.same(open(), [caller.session]);
  t.equal(codeOf(await harness.refresh(others[0] as IssuedTokens)), 'auth.session_expired');
  const otp = codeAt(secret, harness.now);
  const second = dataOf(await harness.signIn({ otp }));
  t.equal(open().length, 2);
  harness.now += STEP_MS;
  dataOf(await disable(harness, callerIn(second.session), codeAt(secret, harness.now)));
  t.same(open(), [second.session.id]);
});

t.test('a session that guesses codes is sent back to its password', async (t) => {
  const { harness, caller, secret } = await openCoded();
  for (const ip of addresses.slice(0, 5)) {
    const guess = await disable(harness, { ...caller, ip }, wrongAt(secret, harness.now));
    t.equal(codeOf(guess), 'auth.otp_invalid');
  }
  const right = await disable(harness, caller, codeAt(secret, harness.now));
  t.equal(codeOf(right), 'auth.session_expired');
  t.equal(codeOf(await harness.signIn({ ip: HERE })), 'auth.otp_required');
  t.equal(codeOf(await disable(harness, caller, codeAt(secret, harness.now))), 'ok');
});

t.test('a secret is 160 random bits, stored sealed and in no journal line', async (t) => {
  const { harness, secret } = await openCoded();
  const bytes = bytesOf(secret);
  t.equal(bytes.length * 8, 160);
  const logged = Buffer.concat(harness.log.map((event) => Buffer.from(pack(event))));
  for (const spelt of [secret, bytes.toString('base64'), bytes.toString('hex')]) {
    t.equal(logged.includes(spelt), false);
  }
  t.equal(logged.includes(bytes), false);
  const lines = harness.log.flatMap(({ journal }) => journal).filter(({ login }) => login === 1001);
  const texts = lines.map(({ text }) => text).filter((text) => text.startsWith('one-time codes'));
  t.same(texts, ['one-time codes: a secret was made', 'one-time codes turned on']);
});

t.test('codes that were sealed under another key of the server fit nobody', async (t) => {
  const { harness, secret } = await openCoded();
  const record = harness.desk.records.get('otp', '1001')?.record;
  if (record === undefined) throw new Error('no codes');
  const strange = record.secret.replace(/^./, (one) => (one === 'A' ? 'B' : 'A'));
  await harness.write((tx) => tx.replace('otp', '1001', { ...record, secret: strange }));
  const otp = codeAt(secret, harness.now);
  t.equal(codeOf(await harness.signIn({ otp })), 'auth.otp_invalid');
});

const SECRET = Buffer.from('12345678901234567890');
/** Appendix B of RFC 6238, SHA-1: seconds, and the last six of the eight digits. */
const VECTORS: readonly [number, string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
];

t.test('codes are those of the standard', async (t) => {
  for (const [seconds, code] of VECTORS) {
    t.equal(stepOf(SECRET, code, seconds * 1000), Math.floor(seconds / 30), `${seconds}`);
    t.equal(app.codeAt(base32(SECRET), seconds * 1000), code, 'and those of the app for tests');
  }
});

t.test('an app makes the same codes from what it is shown', async () => {
  const secret = fc.uint8Array({ minLength: SECRET_BYTES, maxLength: SECRET_BYTES });
  const time = fc.integer({ min: 0, max: 4_102_444_800_000 });
  fc.assert(
    fc.property(secret, time, (bytes, now) => {
      const code = app.codeAt(base32(bytes), now);
      return stepOf(bytes, code, now) === Math.floor(now / STEP_MS);
    }),
  );
});

t.test('what a QR code shows is read back as it was meant', async (t) => {
  const issuer = 'Müller & Söhne: "Börse" 100% #1?/';
  const uri = keyUri(SECRET, issuer, 1001);
  const url = new URL(uri);
  const [name = '', login] = url.pathname.slice(1).split(':');
  t.equal(`${url.protocol}//${url.host}`, 'otpauth://totp');
  t.equal(decodeURIComponent(name), 'Müller & Söhne  "Börse" 100% #1?/', 'names have no colon');
  t.equal(login, '1001');
  t.same(Object.fromEntries(url.searchParams), {
    secret: base32(SECRET),
    issuer: decodeURIComponent(name),
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});
