// Checks a message by the dictionary: the first fault that FIX 4.4 has a reason for.

import {
  type FieldLayout,
  HEADER_LAYOUT,
  isMessageType,
  layoutOf,
  MEMBER,
  TAG_LIMIT,
  TRAILER_LAYOUT,
  typeOf,
  valuesOf,
} from './dictionary.js';
import { type FixMessage, isMarked, newStamp } from './fix-message.js';
import { dateOf, intOf, isDecimal, timeOfDayOf, timestampOf } from './fix-values.js';
import { REJECT } from './tags.js';

/** Why a message is rejected, field 373, and the tag at fault; 0 when it is no field's. */
export interface FixFault {
  readonly reason: number;
  readonly tag: number;
}

type Format = (bytes: Buffer, from: number, end: number) => boolean;

const isInt: Format = (bytes, from, end) => !Number.isNaN(intOf(bytes, from, end));
const isCount: Format = (bytes, from, end) => intOf(bytes, from, end) >= 0;
const isDate: Format = (bytes, from, end) => end - from === 8 && !Number.isNaN(dateOf(bytes, from));

/** The formats of types; a type without one may be any text. */
const FORMATS: Partial<Record<string, Format>> = {
  INT: isInt,
  LENGTH: isCount,
  NUMINGROUP: isCount,
  SEQNUM: isCount,
  PRICE: isDecimal,
  PRICEOFFSET: isDecimal,
  QTY: isDecimal,
  AMT: isDecimal,
  PERCENTAGE: isDecimal,
  FLOAT: isDecimal,
  CHAR: (_, from, end) => end - from === 1,
  BOOLEAN: (bytes, from, end) => end - from === 1 && (bytes[from] === 89 || bytes[from] === 78),
  UTCTIMESTAMP: (bytes, from, end) => !Number.isNaN(timestampOf(bytes, from, end)),
  UTCTIMEONLY: (bytes, from, end) => !Number.isNaN(timeOfDayOf(bytes, from, end)),
  UTCDATEONLY: isDate,
  LOCALMKTDATE: isDate,
};
const formats = Array.from({ length: TAG_LIMIT }, (_, tag) => FORMATS[typeOf(tag) ?? '']);

/** The layouts of the header's own fields and of its groups. */
const headers = [HEADER_LAYOUT, ...HEADER_LAYOUT.groups.values()];
const headerTags = Uint8Array.from({ length: TAG_LIMIT }, (_, tag) =>
  headers.some((layout) => layout.kindOf(tag) === MEMBER) ? 1 : 0,
);
const isHeader = (tag: number): boolean => headerTags[tag] === 1;
const isTrailer = (tag: number): boolean => TRAILER_LAYOUT.kindOf(tag) === MEMBER;

/** The first field that is not in the order header, body, trailer; 0 when all are. */
const outOfOrder = (message: FixMessage): number => {
  let place = 0;
  while (place < message.count && isHeader(message.tagAt(place))) place += 1;
  while (place < message.count && !isTrailer(message.tagAt(place))) {
    if (isHeader(message.tagAt(place))) return message.tagAt(place);
    place += 1;
  }
  while (place < message.count) {
    if (!isTrailer(message.tagAt(place))) return message.tagAt(place);
    place += 1;
  }
  return 0;
};

const missing = (message: FixMessage, layout: FieldLayout, from = 0, to = message.count) => {
  const tag = layout.required.find((one) => !message.has(one, from, to));
  return tag === undefined ? undefined : { reason: REJECT.requiredTagMissing, tag };
};

const hasFormat = (message: FixMessage, place: number): boolean => {
  const format = formats[message.tagAt(place)];
  if (format === undefined) return true;
  return format(message.bytes, message.startAt(place), message.endAt(place));
};

const hasValue = (message: FixMessage, place: number): boolean => {
  const tag = message.tagAt(place);
  const values = valuesOf(tag);
  if (values === undefined) return true;
  const text = message.textAt(place);
  if (values.has(text)) return true;
  return typeOf(tag) === 'MULTIPLEVALUESTRING' && text.split(' ').every((one) => values.has(one));
};

/** The reason why a field is wrong by itself; undefined when it is right. */
const fieldFault = (message: FixMessage, place: number): number | undefined => {
  if (typeOf(message.tagAt(place)) === undefined) return REJECT.invalidTag;
  if (message.startAt(place) === message.endAt(place)) return REJECT.noValue;
  if (!hasFormat(message, place)) return REJECT.wrongFormat;
  return hasValue(message, place) ? undefined : REJECT.wrongValue;
};

/** The first fault among the fields of a message or an entry of a group, and of groups in it. */
const spanFault = (
  message: FixMessage,
  layout: FieldLayout,
  from: number,
  to: number,
): FixFault | undefined => {
  const stamp = newStamp();
  for (let place = from; place < to; ) {
    const tag = message.tagAt(place);
    const reason = fieldFault(message, place);
    if (reason !== undefined) return { reason, tag };
    if (isMarked(tag, stamp)) return { reason: REJECT.repeatedTag, tag };
    const isOther = layout.kindOf(tag) !== MEMBER && !isHeader(tag) && !isTrailer(tag);
    if (isOther) return { reason: REJECT.tagNotOfMessage, tag };
    place += 1;
    const group = layout.groups.get(tag) ?? HEADER_LAYOUT.groups.get(tag);
    if (group === undefined) continue;
    const count = message.intAt(place - 1);
    let entries = 0;
    while (message.startsEntry(group, place)) {
      const end = message.entryEnd(group, place);
      const fault = spanFault(message, group, place, end) ?? missing(message, group, place, end);
      if (fault !== undefined) return fault;
      entries += 1;
      place = end;
    }
    if (entries !== count) return { reason: REJECT.wrongGroupCount, tag };
  }
  return undefined;
};

/**
 * The first fault of a message by the dictionary; undefined when it has none. The members of
 * messages that the dictionary does not list are not checked.
 */
export const faultOf = (message: FixMessage): FixFault | undefined => {
  const wrong = outOfOrder(message);
  if (wrong !== 0) return { reason: REJECT.tagOutOfOrder, tag: wrong };
  if (!isMessageType(message.type)) return { reason: REJECT.invalidMsgType, tag: 0 };
  const layout = layoutOf(message.type);
  const fault = missing(message, HEADER_LAYOUT) ?? (layout && missing(message, layout));
  if (fault !== undefined || layout === undefined) return fault;
  return spanFault(message, layout, 0, message.count);
};

/**
 * The first required field that is missing, empty or malformed: of the header, and of the body too
 * where the session itself reads it. Sessions that do not check messages by the dictionary need it.
 */
export const requiredFault = (message: FixMessage, isOfSession: boolean): FixFault | undefined => {
  const fault = valueFault(message, HEADER_LAYOUT);
  const layout = isOfSession ? layoutOf(message.type) : undefined;
  return fault ?? (layout && valueFault(message, layout));
};

const valueFault = (message: FixMessage, layout: FieldLayout): FixFault | undefined => {
  for (const tag of layout.required) {
    const place = message.find(tag);
    if (place < 0) return { reason: REJECT.requiredTagMissing, tag };
    if (message.startAt(place) === message.endAt(place)) return { reason: REJECT.noValue, tag };
    if (!hasFormat(message, place)) return { reason: REJECT.wrongFormat, tag };
  }
  return undefined;
};
