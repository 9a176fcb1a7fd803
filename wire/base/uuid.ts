// Ids derived from names: the same name has the same id on every server and after every restart.

import { createHash } from 'node:crypto';

const UUID_BYTES = 16;

/** UUID version 5 (RFC 9562) of a name in a namespace, which is a UUID too. */
export const uuidV5 = (namespace: string, name: string): string => {
  const space = Buffer.from(namespace.replaceAll('-', ''), 'hex');
  const id = createHash('sha1').update(space).update(name).digest().subarray(0, UUID_BYTES);
  id[6] = ((id[6] as number) & 0x0f) | 0x50;
  id[8] = ((id[8] as number) & 0x3f) | 0x80;
  const text = id.toString('hex');
  const parts = [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20)];
  return [...parts, text.slice(20)].join('-');
};
