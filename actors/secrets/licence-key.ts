// Licence keys: a compact JWS (RFC 7515) signed with Ed25519, which other tools can make, too.

import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { type Outcome, ok, refuse } from '../../wire/base/codes.js';
import {
  claimsFault,
  LICENCE_KEY_BYTES_MAX,
  type LicenceClaims,
} from '../../wire/settings/licence.js';

/** The only header of a key: no other algorithm is accepted. */
const ALGORITHM = 'EdDSA';
const BASE64URL = /^[A-Za-z0-9_-]+$/;

/** The fault of a licence without a key to check it with. */
export const NO_VENDOR_KEY = 'no vendor public key is configured; set BROKERD_VENDOR_KEY';

const wrong = (why: string) => refuse('invalid_input', `key: ${why}`);

/** The public key of a text in base64url: 32 bytes, as `x` of a JWK; undefined = it is none. */
const vendorKeyOf = (text: string): KeyObject | undefined => {
  if (Buffer.from(text, 'base64url').toString('base64url') !== text || text.length !== 43) {
    return undefined;
  }
  try {
    return createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: text } });
  } catch {
    return undefined;
  }
};

/** The bytes of a part; undefined = it is not the only base64url of any bytes. */
const bytesOf = (part: string): Buffer | undefined => {
  if (!BASE64URL.test(part)) return undefined;
  const bytes = Buffer.from(part, 'base64url');
  return bytes.toString('base64url') === part ? bytes : undefined;
};

const jsonOf = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
};

const headerFault = (header: unknown): string | undefined => {
  if (header === null || typeof header !== 'object') return 'its header is no JSON object';
  const { alg, ...rest } = header as Readonly<Record<string, unknown>>;
  if (alg !== ALGORITHM) return `its header must have "alg": "${ALGORITHM}"`;
  const other = Object.keys(rest).find((name) => name !== 'typ' && name !== 'kid');
  return other === undefined ? undefined : `its header has ${other}, which is not known`;
};

/**
 * The claims of a key, after its signature and contents were checked with the vendor's public key.
 * Refused with the reason. Its time and its server are for the caller to check.
 */
export const readLicenceKey = (key: string, vendorKey: string): Outcome<LicenceClaims> => {
  if (key.length > LICENCE_KEY_BYTES_MAX) {
    return wrong(`has ${key.length} bytes, of at most ${LICENCE_KEY_BYTES_MAX}`);
  }
  const vendor = vendorKeyOf(vendorKey);
  if (vendor === undefined) return wrong(NO_VENDOR_KEY);
  const parts = key.split('.', 4);
  const [header, payload, signature] = parts.map(bytesOf);
  if (parts.length !== 3 || !header || !payload || !signature) {
    return wrong('must be three parts in base64url with dots between them, and nothing else');
  }
  const fault = headerFault(jsonOf(header));
  if (fault !== undefined) return wrong(fault);
  const signed = Buffer.from(key.slice(0, key.lastIndexOf('.')));
  if (!verify(null, signed, vendor, signature)) {
    return wrong('its signature is not that of the vendor');
  }
  const claims = jsonOf(payload);
  if (claims === undefined) return wrong('its payload is no JSON');
  const content = claimsFault(claims);
  return content === undefined ? ok(claims as LicenceClaims) : wrong(content);
};

/** A new pair of keys: the private one in PEM (PKCS #8), the public one in base64url. */
export const newVendorKeys = (): { readonly privateKey: string; readonly publicKey: string } => {
  const pair = generateKeyPairSync('ed25519');
  return {
    privateKey: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    publicKey: String(pair.publicKey.export({ format: 'jwk' }).x),
  };
};

/** Signs contents of a licence; `privateKey` in PEM. Refused for faulty contents. */
export const signLicence = (claims: unknown, privateKey: string): Outcome<string> => {
  const fault = claimsFault(claims);
  if (fault !== undefined) return refuse('invalid_input', fault);
  const secret = createPrivateKey(privateKey);
  if (secret.asymmetricKeyType !== 'ed25519') {
    return refuse('invalid_input', `the private key is ${secret.asymmetricKeyType}, not ed25519`);
  }
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ alg: ALGORITHM, typ: 'JWT' })}.${part(claims)}`;
  const signature = sign(null, Buffer.from(signed), secret).toString('base64url');
  const key = `${signed}.${signature}`;
  return key.length > LICENCE_KEY_BYTES_MAX
    ? refuse(
        'invalid_input',
        `the key would have ${key.length} bytes, of at most ${LICENCE_KEY_BYTES_MAX}`,
      )
    : ok(key);
};
