// A self-signed certificate for tests of TLS, generated so that no key is in the repository.

import { createSign, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFront } from './front-harness.js';

/** DER: a tag, a length, a content. */
const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const size = content.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
};
const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const bits = (content: Uint8Array) => der(0x03, Buffer.from([0]), content);
const time = (text: string) => der(0x17, Buffer.from(text));
/** Kinds of keys: how one is made, and the algorithm of signatures by it. */
const KEYS = {
  ec: {
    pair: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    /** ecdsa-with-SHA256, 1.2.840.10045.4.3.2 */
    algorithm: sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex'))),
  },
  rsa: {
    pair: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
    /** sha256WithRSAEncryption, 1.2.840.113549.1.1.11 */
    algorithm: sequence(der(0x06, Buffer.from('2a864886f70d01010b', 'hex')), der(0x05)),
  },
} as const;
/** commonName, 2.5.4.3 */
const name = sequence(
  der(0x31, sequence(der(0x06, Buffer.from('550403', 'hex')), der(0x0c, Buffer.from('localhost')))),
);

const pem = (label: string, bytes: Buffer): string => {
  const body = bytes.toString('base64').replace(/.{64}/g, '$&\n');
  return `-----BEGIN ${label}-----\n${body}\n-----END ${label}-----\n`;
};

/** A certificate of `localhost` and its key, as PEM. */
export const selfSigned = (
  kind: keyof typeof KEYS = 'ec',
): { readonly cert: string; readonly key: string } => {
  const { pair, algorithm } = KEYS[kind];
  const { publicKey, privateKey } = pair();
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    sequence(time('200101000000Z'), time('491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = createSign('sha256').update(body).sign(privateKey);
  return {
    cert: pem('CERTIFICATE', sequence(body, algorithm, bits(signature))),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
};

/** A front that speaks TLS by a certificate of its own. */
export const openTlsFront = async (answers: Parameters<typeof openFront>[0] = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'brokerd-tls-'));
  const { cert, key } = selfSigned();
  const files = { tlsCert: join(folder, 'cert.pem'), tlsKey: join(folder, 'key.pem') };
  writeFileSync(files.tlsCert, cert);
  writeFileSync(files.tlsKey, key);
  const front = await openFront(answers, files);
  rmSync(folder, { recursive: true });
  return { front, cert };
};
