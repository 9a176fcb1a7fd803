// Frames of the live socket: encodings and limits.

/** The encoding of a connection's frames; fixed at the upgrade. */
export type Encoding = 'json' | 'msgpack';

/** Subprotocols by encoding, the preferred one first. */
export const SUBPROTOCOLS = {
  json: 'brokerd.v1.json',
  msgpack: 'brokerd.v1.msgpack',
} as const satisfies Record<Encoding, string>;

/** Largest frame that a client may send, in bytes. */
export const FRAME_BYTES_MAX = 65_536;
/** Longest request of an account, in bytes; the largest order with escaped texts needs half. */
export const ACCOUNT_FRAME_BYTES_MAX = 4096;

/**
 * The encoding for the subprotocols that a client offers: JSON where it offers none, undefined
 * where none is known.
 */
export const encodingFor = (offered: string): Encoding | undefined => {
  const names = offered.split(',').map((name) => name.trim());
  for (const encoding of ['json', 'msgpack'] as const) {
    if (names.includes(SUBPROTOCOLS[encoding])) return encoding;
  }
  return offered.trim() === '' ? 'json' : undefined;
};
