// Ids derived from names: the same name has the same id on every server and after every restart.

import { hash } from 'node:crypto';

const UUID_BYTES = 16;

/** The first digits of each id that the server derives for its own requests: `brkd` in ASCII. */
export const SERVER_MARK = '62726b64';

const uuidOf = (version: 5 | 8, namespace: string, name: string): string => {
  const space = Buffer.from(namespace.replaceAll('-', ''), 'hex');
  const id = hash('sha1', Buffer.concat([space, Buffer.from(name)]), 'buffer').subarray(
    0,
    UUID_BYTES,
  );
  id[6] = ((id[6] as number) & 0x0f) | (version << 4);
  id[8] = ((id[8] as number) & 0x3f) | 0x80;
  const text = id.toString('hex');
  const parts = [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20)];
  return [...parts, text.slice(20)].join('-');
};

/** UUID version 5 (RFC 9562) of a name in a namespace, which is a UUID too. */
export const uuidV5 = (namespace: string, name: string): string => uuidOf(5, namespace, name);

/**
 * UUID version 8 of a name in the namespace of a client's own id, for requests that stand for the
 * client's.
 */
export const uuidV8 = (namespace: string, name: string): string => uuidOf(8, namespace, name);

/**
 * The id of a request that the server makes for itself: UUID version 8 that begins with
 * `SERVER_MARK`. Clients could compute the id, so their requests are refused with such an id.
 */
export const serverId = (namespace: string, name: string): string =>
  SERVER_MARK + uuidOf(8, namespace, name).slice(SERVER_MARK.length);
