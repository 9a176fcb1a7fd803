// The head of a request: its headers copied, and what makes it untrustworthy.

/** Most bytes of a request's head. */
export const HEAD_BYTES_MAX = 16_384;

/** The text of an address in the library's binary form. */
export const decodeAddress = (bytes: ArrayBuffer): string => {
  const text = Buffer.from(bytes).toString('latin1');
  return text.startsWith('0000:0000:0000:0000:0000:ffff:') ? mapped(text) : text;
};

/** An IPv4 address in its IPv6 spelling: the last two groups are its four bytes. */
const mapped = (text: string): string => {
  const [high = '0', low = '0'] = text.split(':').slice(6);
  const bits = Number.parseInt(high + low.padStart(4, '0'), 16);
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join('.');
};

/** The copied headers of a request. */
export interface Head {
  readonly headers: Map<string, string>;
  /** Why the head cannot be trusted; empty = it can. */
  readonly fault: string;
}

const LENGTH = /^\d{1,15}$/;

/**
 * Copies the headers and looks for what lets two readers see two different requests; `before` bytes
 * of the head stand before them.
 */
export const readHead = (
  before: number,
  each: (visit: (name: string, value: string) => void) => void,
): Head => {
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
