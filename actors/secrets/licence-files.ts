// The command `licence`: makes the keys of a vendor, signs a licence, and shows what a key says.

import { readFileSync, writeFileSync } from 'node:fs';
import { type Outcome, ok, refuse } from '../../wire/base/codes.js';
import { fileReason } from '../../wire/base/file-errors.js';
import { BRAND_IMAGES } from '../../wire/settings/brands.js';
import type { LicenceClaims } from '../../wire/settings/licence.js';
import { newVendorKeys, readLicenceKey, signLicence } from './licence-key.js';

/** The action of the command; '' = none was given. */
type LicenceAction = '' | 'keygen' | 'sign' | 'show';

/** The files and the key that an action works with; empty = not given. */
interface LicenceFiles {
  readonly privateKey: string;
  readonly input: string;
  readonly output: string;
  readonly vendorKey: string;
}

const needs = (flag: string) => refuse('invalid_input', `${flag}: required`);

/** The content of a file; refused by the flag that names the file. */
const read = (flag: string, path: string): Outcome<string> => {
  try {
    return ok(readFileSync(path, 'utf8'));
  } catch (error) {
    return refuse('invalid_input', `${flag}: ${fileReason(error)}`);
  }
};

/** Writes a new file that its owner alone can read. */
const write = (path: string, text: string): Outcome<null> => {
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
    return ok(null);
  } catch (error) {
    return refuse('invalid_input', `--output: ${fileReason(error)}`);
  }
};

const keygen = ({ output }: LicenceFiles): Outcome<unknown> => {
  if (output === '') return needs('--output');
  const { privateKey, publicKey } = newVendorKeys();
  const written = write(output, privateKey);
  return written.ok ? ok({ sentences: [`BROKERD_VENDOR_KEY=${publicKey}`] }) : written;
};

const sign = ({ privateKey, input, output }: LicenceFiles): Outcome<unknown> => {
  if (privateKey === '') return needs('--private-key');
  if (input === '') return needs('--input');
  const [claimed, secret] = [read('--input', input), read('--private-key', privateKey)];
  if (!claimed.ok) return claimed;
  if (!secret.ok) return secret;
  let claims: unknown;
  try {
    claims = JSON.parse(claimed.data);
  } catch {
    return refuse('invalid_input', '--input: the file is no JSON');
  }
  let signed: Outcome<string>;
  try {
    signed = signLicence(claims, secret.data);
  } catch {
    return refuse('invalid_input', '--private-key: the file is no private key in PEM');
  }
  if (!signed.ok) return signed;
  if (output === '') return ok({ sentences: [signed.data] });
  const written = write(output, signed.data);
  return written.ok ? ok({ file: output, bytes: signed.data.length }) : written;
};

/** The contents of a key, with the sizes of its images in bytes instead of them. */
const shown = (claims: LicenceClaims): object => {
  const brands = (claims.brands ?? []).map((brand) => {
    const sizes = BRAND_IMAGES.flatMap((kind) => {
      const text = brand[kind];
      return text === undefined ? [] : [[kind, Buffer.from(text, 'base64').length] as const];
    });
    return { ...brand, ...Object.fromEntries(sizes) };
  });
  return { ...claims, brands };
};

const show = ({ input, vendorKey }: LicenceFiles): Outcome<unknown> => {
  if (input === '') return needs('--input');
  const key = read('--input', input);
  if (!key.ok) return key;
  const opened = readLicenceKey(key.data.trim(), vendorKey);
  return opened.ok ? ok(shown(opened.data)) : opened;
};

/** Runs an action of the command. `sign` and `keygen` overwrite no file. */
export const licence = async (
  action: LicenceAction,
  files: LicenceFiles,
): Promise<Outcome<unknown>> => {
  if (action === 'keygen') return keygen(files);
  return action === 'sign' ? sign(files) : show(files);
};
