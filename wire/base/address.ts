// Network addresses: parsing, prefixes that admit addresses, and the key by which limits count.

/** The longest prefix of an IPv6 address, with room for spaces. */
export const ADDRESS_LENGTH_MAX = 64;

/** An address as a number, with its width: 32 bits for IPv4, 128 for IPv6. */
interface Address {
  readonly value: bigint;
  readonly bits: 32 | 128;
}

const OCTET = /^(0|[1-9]\d{0,2})$/;
const HEXTET = /^[0-9a-f]{1,4}$/;
/** The first 96 bits of an IPv4 address that is written as IPv6. */
const MAPPED = 0xffffn;

const octets = (text: string): readonly number[] | undefined => {
  const parts = text.split('.');
  const numbers = parts.map(Number);
  const fits = parts.every((part) => OCTET.test(part)) && numbers.every((one) => one <= 255);
  return fits ? numbers : undefined;
};

const join = (parts: readonly number[], width: bigint): bigint =>
  parts.reduce((sum, part) => (sum << width) | BigInt(part), 0n);

const hextets = (text: string): readonly number[] | undefined => {
  if (text === '') return [];
  const parts = text.split(':');
  return parts.every((part) => HEXTET.test(part))
    ? parts.map((part) => Number.parseInt(part, 16))
    : undefined;
};

/** `::ffff:1.2.3.4` with its tail as two hextets. */
const withoutDots = (text: string): string | undefined => {
  if (!text.includes('.')) return text;
  const cut = text.lastIndexOf(':') + 1;
  const tail = octets(text.slice(cut));
  if (tail?.length !== 4) return undefined;
  const [a, b, c, d] = tail as [number, number, number, number];
  return `${text.slice(0, cut)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
};

const sixteenBytes = (given: string): bigint | undefined => {
  const text = withoutDots(given.toLowerCase());
  const halves = text?.split('::');
  if (halves === undefined || halves.length > 2) return undefined;
  const head = hextets(halves[0] as string);
  const tail = hextets(halves[1] ?? '');
  if (head === undefined || tail === undefined) return undefined;
  const missing = 8 - head.length - tail.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined;
  return join([...head, ...Array<number>(missing).fill(0), ...tail], 16n);
};

const parse = (text: string): Address | undefined => {
  if (!text.includes(':')) {
    const parts = octets(text);
    return parts?.length === 4 ? { value: join(parts, 8n), bits: 32 } : undefined;
  }
  const value = sixteenBytes(text);
  if (value === undefined) return undefined;
  return value >> 32n === MAPPED ? { value: value & 0xffffffffn, bits: 32 } : { value, bits: 128 };
};

/** A prefix: the leading `length` bits of an address. */
interface Prefix extends Address {
  readonly length: number;
}

const parsePrefix = (text: string): Prefix | undefined => {
  const [base, mask, ...rest] = text.trim().split('/');
  if (base === undefined || rest.length > 0) return undefined;
  if (mask === undefined) return parsePartial(base);
  const address = parse(base);
  if (address === undefined || !/^\d{1,3}$/.test(mask)) return undefined;
  const length = Number(mask);
  return length <= address.bits ? { ...address, length } : undefined;
};

/** Parses a partial address: `10.1`, `10.1.` and `2001:db8:` mean every address that begins so. */
const parsePartial = (text: string): Prefix | undefined => {
  const whole = parse(text);
  if (whole !== undefined) return { ...whole, length: whole.bits };
  const head = text.replace(/[.:]$/, '');
  const six = text.includes(':');
  const parts = six ? hextets(head.toLowerCase()) : octets(head);
  const most = six ? 7 : 3;
  if (parts === undefined || parts.length === 0 || parts.length > most) return undefined;
  const width = six ? 16 : 8;
  const bits = six ? 128 : 32;
  const length = parts.length * width;
  return { value: join(parts, BigInt(width)) << BigInt(bits - length), bits, length };
};

/** Is it a prefix as `ip_allow` takes it: an address, `10.0.0.0/8`, `10.1.`, `2001:db8::/32`? */
export const isAddressPrefix = (text: string): boolean => parsePrefix(text) !== undefined;

/** Is every address of `inner` an address of `outer`? */
const isWithin = (inner: Prefix, outer: Prefix): boolean => {
  if (inner.bits !== outer.bits || inner.length < outer.length) return false;
  const shift = BigInt(outer.bits - outer.length);
  return inner.value >> shift === outer.value >> shift;
};

/** Does one of the prefixes admit the address? An empty list admits every address. */
export const addressAllowed = (ip: string, prefixes: readonly string[]): boolean => {
  if (prefixes.length === 0) return true;
  const address = parse(ip);
  if (address === undefined) return false;
  const whole = { ...address, length: address.bits };
  return prefixes.some((text) => {
    const prefix = parsePrefix(text);
    return prefix !== undefined && isWithin(whole, prefix);
  });
};

/**
 * The first of `prefixes` that is not contained in one prefix of `list`; an empty list admits any
 * address.
 */
export const prefixBeyond = (
  prefixes: readonly string[],
  list: readonly string[],
): string | undefined => {
  if (list.length === 0) return undefined;
  const outer = list.flatMap((text) => parsePrefix(text) ?? []);
  return prefixes.find((text) => {
    const inner = parsePrefix(text);
    return inner === undefined || !outer.some((one) => isWithin(inner, one));
  });
};

/**
 * The network of so many bits that an IPv6 address lies in: a customer of a provider may have all
 * networks of a /56 or a /48. Undefined = it is no IPv6 address.
 */
export const ipv6Network = (ip: string, bits: 32 | 48 | 56): string | undefined => {
  const address = ip.includes(':') ? parse(ip) : undefined;
  if (address?.bits !== 128) return undefined;
  const digits = (address.value >> BigInt(128 - bits)).toString(16).padStart(bits / 4, '0');
  return `${digits}::/${bits}`;
};

/**
 * The networks by which work of unknown people is shared out, the widest first: of an IPv6 address
 * its provider's /32 and its /48, of an IPv4 address its /16 and itself.
 */
export const networksOf = (ip: string): readonly [string, string] => {
  const wide = ipv6Network(ip, 32);
  if (wide !== undefined) return [wide, ipv6Network(ip, 48) ?? wide];
  const address = addressKey(ip);
  return [`${address.split('.').slice(0, 2).join('.')}/16`, address];
};

/**
 * The key by which limits count an address: IPv4 addresses as they are; of IPv6 addresses the first
 * 64 bits, which is the network of one customer of a provider. Any other text is its own key.
 */
export const addressKey = (ip: string): string => {
  // Octets have a single spelling, so a text without a colon is its own key, address or not.
  if (!ip.includes(':')) return ip;
  const address = parse(ip);
  if (address === undefined) return ip;
  if (address.bits === 128) return `${(address.value >> 64n).toString(16).padStart(16, '0')}::/64`;
  return [24n, 16n, 8n, 0n].map((at) => (address.value >> at) & 255n).join('.');
};
