// Compressed answers: which encoding a client takes, and whether an answer is worth it.

import { brotliCompress as brotli, constants, gzip } from 'node:zlib';
import { joined, lengthOf, partsOf } from './body-writer.js';
import { type Answer, type Header, type Incoming, isSource } from './exchange.js';
import type { MaybePromise } from './maybe-promise.js';

/** The encodings that answers are compressed in, the smaller one first. */
const ENCODINGS = ['br', 'gzip'] as const;
export type ContentEncoding = (typeof ENCODINGS)[number];

/** Smaller bodies are sent as they are, in a few packets. */
export const COMPRESSED_FROM = 8_192;
/** Longer bodies would occupy a thread of the pool for too long; files also need these threads. */
const COMPRESSED_UP_TO = 16 << 20;
/**
 * Most answers that are compressed at a time, on the pool's four threads; others are sent as they
 * are.
 */
const AT_ONCE = 2;

/** The quality: fast while a client waits, thorough where the result is cached. */
const LEVELS = {
  waited: { br: 4, gzip: 4 },
  kept: { br: 9, gzip: 9 },
} as const;

/** Bytes that a character of a string has at most. */
const BYTES_A_CHARACTER = 3;
/** Answers with one of these headers are already encoded, or must not be. */
const SETTLED: readonly string[] = ['Content-Encoding', 'Set-Cookie'];

/** Tells caches that the answer depends on the encodings that the client takes. */
export const VARY: Header = ['Vary', 'Accept-Encoding'];

const taken = (accept: string, encoding: ContentEncoding): boolean =>
  accept.split(',').some((one) => {
    const [name = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase());
    return name === encoding && !parameters.some((part) => /^q=0(\.0*)?$/.test(part));
  });

/** The encoding that a request takes; undefined = only the body as it is. */
export const encodingOf = ({ headers }: Incoming): ContentEncoding | undefined => {
  const accept = headers.get('accept-encoding');
  return accept === undefined ? undefined : ENCODINGS.find((one) => taken(accept, one));
};

/** The bytes compressed, on a thread of the pool. */
export const compress = (
  bytes: Uint8Array,
  encoding: ContentEncoding,
  level: keyof typeof LEVELS,
): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const done = (error: Error | null, result: Uint8Array): void =>
      error === null ? resolve(result) : reject(error);
    if (encoding === 'gzip') gzip(bytes, { level: LEVELS[level].gzip }, done);
    else {
      const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
      const params = {
        [BROTLI_PARAM_QUALITY]: LEVELS[level].br,
        [BROTLI_PARAM_SIZE_HINT]: bytes.length,
      };
      brotli(bytes, { params }, done);
    }
  });

/**
 * Compresses answers that are made for each request. Only for answers without secrets: if an answer
 * has a secret beside text that others chose, its length reveals the secret (BREACH).
 */
export class Compressor {
  #running = 0;

  /** The answer in an encoding that its request takes, or as it is. */
  packed(request: Incoming, answer: Answer): MaybePromise<Answer> {
    const { body, status, headers = [] } = answer;
    if (isSource(body)) return answer;
    const isShort = typeof body === 'string' && body.length * BYTES_A_CHARACTER < COMPRESSED_FROM;
    if (isShort || status !== 200 || headers.includes(VARY)) return answer;
    if (headers.some(([name]) => SETTLED.includes(name))) return answer;
    const parts = partsOf(body);
    const length = lengthOf(parts);
    if (length < COMPRESSED_FROM) return answer;
    const varied = { ...answer, headers: [...headers, VARY] };
    const encoding = encodingOf(request);
    const fits = length <= COMPRESSED_UP_TO && request.method !== 'HEAD';
    if (encoding === undefined || !fits || this.#running >= AT_ONCE) return varied;
    this.#running += 1;
    return compress(joined(parts), encoding, 'waited')
      .then((packed) => ({
        ...varied,
        headers: [...varied.headers, ['Content-Encoding', encoding] as const],
        body: packed,
      }))
      .finally(() => {
        this.#running -= 1;
      });
  }
}
