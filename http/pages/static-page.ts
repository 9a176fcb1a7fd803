// Pages whose content stays the same: made at their first use, cached in compressed form, and
// answered with 304 to clients that have them.

import { createHash } from 'node:crypto';
import type { Page } from '../rest/dispatch.js';
import {
  COMPRESSED_FROM,
  type ContentEncoding,
  compress,
  encodingOf,
  VARY,
} from '../server/encoding.js';
import type { Answer, Header, Incoming } from '../server/exchange.js';
import type { MaybePromise } from '../server/maybe-promise.js';

/** Browsers cache pages, and ask whether they are still current. */
const KEPT: Header = ['Cache-Control', 'no-cache'];

/** Only own files: no inline script, nothing from other hosts. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');
export const PAGE_POLICY: Header = ['Content-Security-Policy', POLICY];

/** Does the client have the content of this tag? Tags are compared weakly. */
const isKnown = ({ headers }: Incoming, etag: string): boolean =>
  (headers.get('if-none-match') ?? '')
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
    .some((one) => one === '*' || one === etag.replace(/^W\//, ''));

/** A page's content, with its tag and its compressed forms. */
class PageContent {
  readonly etag: string;
  readonly #packed = new Map<ContentEncoding, Promise<Uint8Array>>();

  constructor(readonly bytes: Uint8Array) {
    const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
    this.etag = `W/"${digest}"`;
  }

  /** Its bytes in an encoding, which is made once. */
  in(encoding: ContentEncoding): Promise<Uint8Array> {
    const known = this.#packed.get(encoding);
    if (known !== undefined) return known;
    const made = compress(this.bytes, encoding, 'kept');
    this.#packed.set(encoding, made);
    return made;
  }
}

/**
 * A page with the same content for everybody. `load` makes it at its first use, and runs again
 * after a failure; each answer has `headers`, 304 too.
 */
const staticPage = (
  headers: readonly Header[],
  load: () => MaybePromise<string | Uint8Array>,
): Page => {
  let held: Promise<PageContent> | undefined;
  const content = (): Promise<PageContent> => {
    held ??= Promise.resolve()
      .then(load)
      .then((body) => new PageContent(Buffer.from(body)))
      .catch((cause: unknown) => {
        held = undefined;
        throw cause;
      });
    return held;
  };
  return async (request): Promise<Answer> => {
    const page = await content();
    const all = [...headers, KEPT, VARY, ['ETag', page.etag] as const];
    if (isKnown(request, page.etag)) return { status: 304, headers: all, body: '' };
    const encoding = page.bytes.length < COMPRESSED_FROM ? undefined : encodingOf(request);
    if (encoding === undefined) return { status: 200, headers: all, body: page.bytes };
    const body = await page.in(encoding);
    return { status: 200, headers: [...all, ['Content-Encoding', encoding]], body };
  };
};

/** A page of a type under the policy of the pages. */
export const publicPage = (type: string, load: () => MaybePromise<string | Uint8Array>): Page =>
  staticPage([['Content-Type', type], PAGE_POLICY], load);
