// Client addresses: which forwarded addresses are trusted, and which address a request has.

import { isIP } from 'node:net';
import { addressAllowed } from '../../wire/base/address.js';

/** Removes the port of a forwarded address: `1.2.3.4:5` and `[::1]:5`; others are unchanged. */
const bare = (hop: string): string => {
  const text = hop.trim();
  const ported = /^\[([^\]]+)\](?::\d+)?$/.exec(text) ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text);
  return ported?.[1] ?? text;
};

/**
 * Finds a client's address: the socket's own, or, behind trusted proxies, the right-most entry of
 * X-Forwarded-For that is not a trusted proxy. The header of an untrusted peer is ignored.
 */
export const clientAddress = (
  trustedProxies: readonly string[],
): ((peer: string, headers: ReadonlyMap<string, string>) => string) => {
  if (trustedProxies.length === 0) return (peer) => peer;
  return (peer, headers) => {
    const hops = (headers.get('x-forwarded-for') ?? '').split(',').map(bare);
    let nearest = peer;
    while (addressAllowed(nearest, trustedProxies)) {
      const hop = hops.pop() ?? '';
      if (isIP(hop) === 0) break;
      nearest = hop;
    }
    return nearest;
  };
};

/** Is it an address, or a name, of this machine only? */
export const isLoopback = (address: string): boolean =>
  address === 'localhost' || addressAllowed(address, ['127.0.0.0/8', '::1/128']);
