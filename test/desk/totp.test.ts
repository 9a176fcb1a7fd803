// One-time codes by time: the codes of RFC 6238, base32 of RFC 4648, and what a QR code shows.

import fc from 'fast-check';
import t from 'tap';
import { base32, codeAt, keyUri, SECRET_BYTES, stepAt, stepOf } from '../../actors/desk/totp.js';
import * as app from './authenticator.js';

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
    t.equal(codeAt(SECRET, stepAt(seconds * 1000)), code, `${seconds}`);
    t.equal(app.codeAt(base32(SECRET), seconds * 1000), code, 'and those of the app for tests');
  }
});

t.test('base32 is that of the standard', async (t) => {
  const texts = ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'];
  const spelt = ['', 'MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI'];
  t.same(
    texts.map((text) => base32(Buffer.from(text))),
    spelt,
  );
});

t.test('an app makes the same codes from what it is shown', async () => {
  const secret = fc.uint8Array({ minLength: SECRET_BYTES, maxLength: SECRET_BYTES });
  const time = fc.integer({ min: 0, max: 4_102_444_800_000 });
  fc.assert(
    fc.property(secret, time, (bytes, now) => {
      return codeAt(bytes, stepAt(now)) === app.codeAt(base32(bytes), now);
    }),
  );
});

t.test('a code counts in its step and in the next one', async (t) => {
  const now = 1_790_000_010_000;
  const step = stepAt(now);
  const found = [-2, -1, 0, 1].map((at) => stepOf(SECRET, codeAt(SECRET, step + at), now));
  t.same(found, [undefined, step - 1, step, undefined]);
  for (const code of ['', '12345', ' 123456', '1234567', 'abcdef']) {
    t.equal(stepOf(SECRET, code, now), undefined, `"${code}"`);
  }
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
