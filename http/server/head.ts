// The head of a request: copies the headers, and finds faults that make it untrustworthy.

/** Most bytes of a request's head. */
export const HEAD_BYTES_MAX = 16_384;

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

/** The copied headers of a request. */
interface RequestHead {
  readonly headers: Map<string, string>;
  /** The reason why the head cannot be trusted; empty = it can. */
  readonly fault: string;
}

const LENGTH = /^\d{1,15}$/;

/**
 * Copies the headers and finds ambiguities by which two parsers would see different requests;
 * `before` is the number of bytes before the headers.
 */
export const readHead = (
  before: number,
  each: (visit: (name: string, value: string) => void) => void,
): RequestHead => {
  const headers = new Map<string, string>();
  let fault = '';
  let size = before;
  each((name, value) => {
    size += name.length + value.length;
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
  if (length !== undefined && !LENGTH.test(length)) fault = 'content-length: malformed';
  if (coding !== undefined && length !== undefined) {
    fault = 'content-length: stands beside transfer-encoding';
  }
  if (size > HEAD_BYTES_MAX) fault = 'head: too large';
  return { headers, fault };
};
