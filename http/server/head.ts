// The head of a request: copies the headers, and finds faults that make it untrustworthy.

/** Most bytes of a request's head. */
export const HEAD_BYTES_MAX = 16_384;
/** Most headers of a request: as many as the older build of the library reads. */
const HEADERS_MAX = 48;

/** The prefix of an IPv4 address in 16 bytes. */
const MAPPED = Buffer.from('00000000000000000000ffff', 'hex');
/** Cached texts of IPv4 addresses by number, because most requests come from known addresses. */
export const dotted = new Map<number, string>();
export const DOTTED_MAX = 4_096;

const dottedOf = (bytes: Buffer): string => {
  const number = bytes.readUInt32BE();
  const known = dotted.get(number);
  if (known !== undefined) return known;
  if (dotted.size >= DOTTED_MAX) dotted.clear();
  const text = bytes.join('.');
  dotted.set(number, text);
  return text;
};

/**
 * The text of an address from the library's bytes: 4 for IPv4, 16 for IPv6. Undefined = the
 * connection was reset, so that there is no address.
 */
export const decodeAddress = (given: ArrayBuffer): string | undefined => {
  const bytes = Buffer.from(given);
  if (bytes.length === 0) return undefined;
  if (bytes.length === 4) return dottedOf(bytes);
  if (bytes.compare(MAPPED, 0, MAPPED.length, 0, MAPPED.length) === 0) {
    return dottedOf(bytes.subarray(MAPPED.length));
  }
  return (bytes.toString('hex').match(/.{4}/g) ?? []).join(':');
};

interface RequestHead {
  readonly headers: Map<string, string>;
  /** The reason why the head cannot be trusted; empty = it can. */
  readonly fault: string;
}

/** Methods are case-sensitive: a method in small letters is another one, which does not exist. */
const METHOD = /^[A-Z][A-Z-]{0,31}$/;
/** Some programs treat `_` as `-`, so that a name with it may be another name to them. */
const NAME = /^[a-z0-9-]+$/;
/** Bytes of the first line and of a header beside its parts: blanks, colons, ends of lines. */
const LINE_BYTES = { first: ' ? HTTP/1.1\r\n\r\n'.length, header: ': \r\n'.length } as const;
const LENGTH = /^\d{1,15}$/;

/** A character that paths need not encode (RFC 3986, unreserved). */
const UNRESERVED = /[A-Za-z0-9._~-]/;
/** The path in which such characters are not encoded: `/acc%6Funt` is `/account`. */
export const plainPath = (path: string): string =>
  path.includes('%')
    ? path.replaceAll(/%[0-9A-Fa-f]{2}/g, (code) => {
        const char = String.fromCharCode(Number.parseInt(code.slice(1), 16));
        return UNRESERVED.test(char) ? char : code;
      })
    : path;

/** The first line of a request, in parts. */
interface RequestLine {
  readonly method: string;
  readonly path: string;
  readonly query: string;
}

/**
 * Copies the headers and looks for ambiguities by which two programs see two different requests. It
 * checks everything that at least one of the library's builds accepts.
 */
export const readHead = (
  { method, path, query }: RequestLine,
  each: (visit: (name: string, value: string) => void) => void,
): RequestHead => {
  const headers = new Map<string, string>();
  let fault = METHOD.test(method) ? '' : 'method: must be at most 32 capital letters and hyphens';
  let size = LINE_BYTES.first + method.length + path.length + query.length;
  let count = 0;
  each((name, value) => {
    count += 1;
    size += LINE_BYTES.header + name.length + value.length;
    if (!NAME.test(name)) fault = 'head: names of headers have only letters, digits and hyphens';
    const known = headers.get(name);
    if (known === undefined) headers.set(name, value);
    else if (name === 'host') fault = 'host: given twice';
    else if (name === 'content-length' && known !== value) fault = 'content-length: given twice';
    else if (name === 'transfer-encoding') fault = 'transfer-encoding: given twice';
    else headers.set(name, `${known}${name === 'cookie' ? ';' : ','} ${value}`);
  });
  const coding = headers.get('transfer-encoding');
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    fault = 'transfer-encoding: unknown';
  }
  const length = headers.get('content-length');
  if (length !== undefined && !LENGTH.test(length))
    fault = 'content-length: must be a whole number of at most 15 digits';
  if (coding !== undefined && length !== undefined) {
    fault = 'content-length: stands beside transfer-encoding';
  }
  if (!headers.get('host')) fault = 'host: missing';
  if (count > HEADERS_MAX) fault = `head: has more than ${HEADERS_MAX} headers`;
  if (size > HEAD_BYTES_MAX) fault = `head: has more than ${HEAD_BYTES_MAX} bytes`;
  return { headers, fault };
};
