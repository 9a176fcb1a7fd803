// The command `licence`: keys of a vendor, a signed licence, and what it says.

import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { licence } from '../../../actors/secrets/licence-files.js';
import { unwrap } from '../../../wire/base/codes.js';
import { claimsFor } from '../../support/licence-vendor.js';

const NONE = { privateKey: '', input: '', output: '', vendorKey: '' };

t.test('keygen makes keys, sign signs a licence, and show tells what it says', async (t) => {
  const folder = t.testdir();
  const privateKey = join(folder, 'vendor.pem');
  const input = join(folder, 'licence.json');
  const key = join(folder, 'licence.key');
  const made = unwrap(await licence('keygen', { ...NONE, output: privateKey }));
  const [line = ''] = (made as { sentences: string[] }).sentences;
  const vendorKey = /^BROKERD_VENDOR_KEY=([A-Za-z0-9_-]{43})$/.exec(line)?.[1] ?? '';
  t.not(vendorKey, '');
  t.equal(statSync(privateKey).mode & 0o777, 0o600);
  t.match(await licence('keygen', { ...NONE, output: privateKey }), {
    message: '--output: a file of this name exists',
  });
  const logo = Buffer.from('89504e470d0a1a0a', 'hex').toString('base64');
  const server = '0d2a5c1e-6a52-4d0c-9d5b-3f7f0f6f1a01';
  const claims = claimsFor(server, 0, { brands: [{ company: 'Main', logo }] });
  writeFileSync(input, JSON.stringify(claims));
  unwrap(await licence('sign', { ...NONE, privateKey, input, output: key }));
  const shown = unwrap(await licence('show', { ...NONE, input: key, vendorKey }));
  t.same(shown, { ...claims, brands: [{ company: 'Main', logo: 8 }] });
  const printed = unwrap(await licence('sign', { ...NONE, privateKey, input }));
  t.same(printed, { sentences: [readFileSync(key, 'utf8')] });
  writeFileSync(key, `${readFileSync(key, 'utf8')}\n`);
  t.ok((await licence('show', { ...NONE, input: key, vendorKey })).ok, 'as printed, with its end');
});

t.test('each action names what it lacks or cannot read', async (t) => {
  const folder = t.testdir({ 'any.txt': 'x' });
  const file = join(folder, 'any.txt');
  const claims = join(folder, 'claims.json');
  writeFileSync(claims, JSON.stringify(claimsFor('0d2a5c1e-6a52-4d0c-9d5b-3f7f0f6f1a01', 0)));
  const refusals = [
    [await licence('keygen', NONE), /^--output: required/],
    [await licence('sign', NONE), /^--private-key: required/],
    [await licence('sign', { ...NONE, privateKey: file }), /^--input: required/],
    [
      await licence('sign', { ...NONE, privateKey: file, input: file }),
      /^--input: the file is no JSON$/,
    ],
    [
      await licence('sign', { ...NONE, privateKey: file, input: claims }),
      /^--private-key: the file is no private key in PEM$/,
    ],
    [
      await licence('sign', { ...NONE, privateKey: `${file}.none`, input: claims }),
      /^--private-key: no such file or folder$/,
    ],
    [await licence('show', NONE), /^--input: required/],
    [await licence('show', { ...NONE, input: folder }), /^--input: a folder, not a file$/],
    [await licence('show', { ...NONE, input: file }), /BROKERD_VENDOR_KEY/],
  ] as const;
  for (const [answer, why] of refusals) t.match(answer, { ok: false, message: why });
});
