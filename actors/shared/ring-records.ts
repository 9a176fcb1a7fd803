// The byte layouts of records that cross threads in rings, and the sizes of the rings.

/** Capacities of the rings in bytes. */
export const REQUEST_RING_BYTES = 4 << 20;
export const ANSWER_RING_BYTES = 16 << 20;
export const LOG_RING_BYTES = 8 << 20;
export const NOTICE_RING_BYTES = 1 << 20;

/**
 * Front → shard: kind, padding, token, two time stamps (received, and published: 0 until then),
 * then data that depends on the kind.
 */
export const REQUEST_HEAD = 24;
export const Request = {
  /** An unparsed JSON frame of a connection. */
  jsonFrame: 1,
  msgpackFrame: 2,
  /** One operation for REST: a packed `Call`. */
  call: 3,
  /** A new connection: a packed `AccountCaller`. */
  open: 4,
  /** A closed connection. */
  close: 5,
} as const;

/** The offsets of a request's head. */
export const REQUEST_AT = { kind: 0, token: 4, received: 8, published: 16 } as const;

/** Writes a request's head. */
export const writeRequestHead = (
  view: DataView,
  at: number,
  kind: number,
  token: number,
  received = 0,
): void => {
  view.setUint8(at + REQUEST_AT.kind, kind);
  view.setUint32(at + REQUEST_AT.token, token, true);
  view.setFloat64(at + REQUEST_AT.received, received, true);
  view.setFloat64(at + REQUEST_AT.published, 0, true);
};

/** Stores the time of publication. */
export const writePublished = (view: DataView, at: number, published: number): void => {
  view.setFloat64(at + REQUEST_AT.published, published, true);
};

/** Times at which a request was received and published; 0 = unknown. */
export const receivedAt = (view: DataView, at: number): number =>
  view.getFloat64(at + REQUEST_AT.received, true);
export const publishedAt = (view: DataView, at: number): number =>
  view.getFloat64(at + REQUEST_AT.published, true);

/**
 * Shard → front: an `AnswerHead`, then the text (of an event its packed bytes), room for its
 * suffix, and the group.
 */
export const ANSWER_HEAD = 80;
export const Answer = { answer: 1, event: 2, money: 3, positions: 4, waiting: 5, sent: 6 } as const;

/** The suffix that the front appends to the text when the seq is known. */
export const Suffix = {
  /** Nothing: the text is complete. */
  none: 0,
  /** `seq` as the last member of `data`, then both closing braces. */
  data: 1,
} as const;

/** Room after each text, for `,"seq":"`, up to 16 digits, and `"}}`. */
export const SUFFIX_BYTES = 32;

const SEQ_MEMBER = Buffer.from(',"seq":"');
const NO_SEQ = Buffer.from(',"seq":null');
const [QUOTE, BRACE, ZERO] = [0x22, 0x7d, 0x30];

/** Appends a suffix to a text; returns its end. Seq 0 is written as null. */
export const writeSuffix = (buffer: Buffer, end: number, suffix: number, seq: number): number => {
  if (suffix === Suffix.none) return end;
  const member = seq === 0 ? NO_SEQ : SEQ_MEMBER;
  let at = end;
  for (let n = 0; n < member.length; n += 1) buffer[at++] = member[n] as number;
  if (seq !== 0) {
    let digits = 1;
    for (let rest = seq; rest >= 10; rest = Math.floor(rest / 10)) digits += 1;
    at += digits;
    let rest = seq;
    for (let place = at - 1; place >= at - digits; place -= 1) {
      const tenth = Math.floor(rest / 10);
      buffer[place] = ZERO + (rest - tenth * 10);
      rest = tenth;
    }
    buffer[at++] = QUOTE;
  }
  buffer[at++] = BRACE;
  buffer[at++] = BRACE;
  return at;
};

/** The seq at the end of a text, as `writeSuffix` appends it; 0 = the text ends without one. */
export const seqAtEnd = (text: Uint8Array): number => {
  let at = text.length - 1;
  while (text[at] === BRACE) at -= 1;
  if (text[at] !== QUOTE) return 0;
  let seq = 0;
  for (let place = 1; ; place *= 10) {
    at -= 1;
    const digit = (text[at] ?? 0) - ZERO;
    if (digit < 0 || digit > 9) break;
    seq += digit * place;
  }
  for (let n = SEQ_MEMBER.length - 1; n >= 0; n -= 1, at -= 1) {
    if (text[at] !== SEQ_MEMBER[n]) return 0;
  }
  return seq;
};

const PARTS = ['deals', 'orders', 'positions'] as const;
/** A list in an event that has rows. */
export type EventPart = (typeof PARTS)[number];

/** The non-empty lists of an event, as bits. */
export const partBits = (event: Readonly<Record<EventPart, readonly unknown[]>>) =>
  (event.deals.length > 0 ? 1 : 0) |
  (event.orders.length > 0 ? 2 : 0) |
  (event.positions.length > 0 ? 4 : 0);

const PART_LISTS: readonly (readonly EventPart[])[] = Array.from({ length: 8 }, (_, bits) =>
  PARTS.filter((_part, index) => bits & (1 << index)),
);

/** The lists named by the bits. */
export const partsOf = (bits: number): readonly EventPart[] => PART_LISTS[bits & 7];

/** Head of an answer, an event or a money text for the front. */
export interface AnswerHead {
  readonly type: number;
  readonly suffix: number;
  /**
   * Token of the connection or the call that is answered; of an event, the connection whose answer
   * shows what it changed, 0 = none; of money 0.
   */
  readonly token: number;
  /** The text can be sent when the log has committed this many events of the shard. */
  readonly stamp: number;
  /** The number of the event whose seq is appended. */
  readonly seqOf: number;
  readonly login: number;
  readonly accountSeq: number;
  /** Index into ACCOUNT_EVENT_KINDS. */
  readonly name: number;
  readonly parts: number;
  /** HTTP status, for calls. */
  readonly status: number;
}

/** The offsets of an answer's head. */
export const ANSWER_AT = {
  type: 0,
  suffix: 1,
  name: 2,
  parts: 3,
  token: 4,
  stamp: 8,
  login: 16,
  seqOf: 24,
  accountSeq: 32,
  textBytes: 40,
  status: 44,
  groupBytes: 46,
  received: 48,
  published: 56,
  begun: 64,
  executed: 72,
} as const;

/**
 * Writes a head without time stamps; the text follows, and after its suffix the group of
 * `groupBytes` bytes.
 */
export const writeAnswerHead = (
  view: DataView,
  at: number,
  head: AnswerHead,
  textBytes: number,
  groupBytes: number,
): void => {
  view.setUint8(at + ANSWER_AT.type, head.type);
  view.setUint8(at + ANSWER_AT.suffix, head.suffix);
  view.setUint8(at + ANSWER_AT.name, head.name);
  view.setUint8(at + ANSWER_AT.parts, head.parts);
  view.setUint32(at + ANSWER_AT.token, head.token, true);
  view.setFloat64(at + ANSWER_AT.stamp, head.stamp, true);
  view.setFloat64(at + ANSWER_AT.login, head.login, true);
  view.setFloat64(at + ANSWER_AT.seqOf, head.seqOf, true);
  view.setFloat64(at + ANSWER_AT.accountSeq, head.accountSeq, true);
  view.setUint32(at + ANSWER_AT.textBytes, textBytes, true);
  view.setUint16(at + ANSWER_AT.status, head.status, true);
  view.setUint16(at + ANSWER_AT.groupBytes, groupBytes, true);
  view.setFloat64(at + ANSWER_AT.received, 0, true);
};

/** Times at which an order was received, published, begun and executed; received 0 = unknown. */
export interface AnswerStamps {
  received: number;
  published: number;
  begun: number;
  executed: number;
}

/** Writes the time stamps of an answer into its head. */
export const writeStamps = (view: DataView, at: number, stamps: AnswerStamps): void => {
  view.setFloat64(at + ANSWER_AT.received, stamps.received, true);
  view.setFloat64(at + ANSWER_AT.published, stamps.published, true);
  view.setFloat64(at + ANSWER_AT.begun, stamps.begun, true);
  view.setFloat64(at + ANSWER_AT.executed, stamps.executed, true);
};

/** When the order of an answer was received; 0 = it is not the answer of an order. */
export const orderReceivedAt = (view: DataView, at: number): number =>
  view.getFloat64(at + ANSWER_AT.received, true);

/** Reads the time stamps of an answer. */
export const readStamps = (view: DataView, at: number): AnswerStamps => ({
  received: view.getFloat64(at + ANSWER_AT.received, true),
  published: view.getFloat64(at + ANSWER_AT.published, true),
  begun: view.getFloat64(at + ANSWER_AT.begun, true),
  executed: view.getFloat64(at + ANSWER_AT.executed, true),
});

/** Log → front: the number of a source's committed events, and the seq of the last. */
export const NOTICE_BYTES = 40;
export interface Notice {
  readonly source: number;
  readonly generation: number;
  /** Number of the source's committed events. */
  readonly count: number;
  /** Global seq of the newest of them. */
  readonly seq: number;
  /** Times at which their batch was gathered, and was on disk. */
  readonly gathered: number;
  readonly committed: number;
}

/** Writes a notice. */
export const writeNotice = (view: DataView, at: number, notice: Notice): void => {
  view.setUint32(at, notice.source, true);
  view.setUint32(at + 4, notice.generation, true);
  view.setFloat64(at + 8, notice.count, true);
  view.setFloat64(at + 16, notice.seq, true);
  view.setFloat64(at + 24, notice.gathered, true);
  view.setFloat64(at + 32, notice.committed, true);
};

/** Reads a notice. */
export const readNotice = (view: DataView, at: number): Notice => ({
  source: view.getUint32(at, true),
  generation: view.getUint32(at + 4, true),
  count: view.getFloat64(at + 8, true),
  seq: view.getFloat64(at + 16, true),
  gathered: view.getFloat64(at + 24, true),
  committed: view.getFloat64(at + 32, true),
});
