// Fields of setting records with their defaults; every type of setting is declared with them.

import { Type } from '@sinclair/typebox';
import { MASK_LENGTH_MAX, MASK_STARS_MAX } from './mask.js';
import { Decimal, formatted, UNSEEN, WholeText, Words, wantedBy } from './schema.js';

/** A whole number between bounds. */
export const Int = (minimum: number, maximum = Number.MAX_SAFE_INTEGER, value = minimum) =>
  Type.Integer({ minimum, maximum, default: value });
/** A decimal as text. */
export const Dec = (value: string) => Type.Unsafe<string>({ ...Decimal(), default: value });
/** A boolean. */
export const Bool = (value: boolean) => Type.Boolean({ default: value });
/** A text with a maximum length. */
export const Text = (maxLength: number) =>
  Type.Unsafe<string>({ ...WholeText(maxLength), default: '' });
const WEB = `https?://[^\\s${UNSEEN}]+`;
/** A web address (URL). */
export const Url = () =>
  formatted(
    'url',
    Type.String({
      maxLength: 512,
      pattern: wantedBy(`^${WEB}$`, 'must be a web address that begins with http:// or https://'),
    }),
  );
/** A web address (URL); empty = none. */
export const UrlOrNone = () =>
  Type.Unsafe<string>({
    ...Url(),
    pattern: wantedBy(
      `^(${WEB})?$`,
      'must be a web address that begins with http:// or https://, or empty',
    ),
    default: '',
  });
/** A currency code. */
export const Currency = () =>
  formatted(
    'currency',
    Type.String({
      pattern: wantedBy('^[A-Z]{3,8}$', 'must be a currency: 3 to 8 capital letters'),
    }),
  );
/** A currency code; empty = none. */
export const CurrencyOrNone = () =>
  formatted(
    'currency',
    Type.Unsafe<string>({
      type: 'string',
      pattern: wantedBy('^([A-Z]{3,8})?$', 'must be a currency, 3 to 8 capital letters, or empty'),
      default: '',
    }),
  );
const HOURS = '([01]\\d|2[0-3]):[0-5]\\d';
/** A time of the day, HH:MM. */
export const DayTime = () => {
  const pattern = wantedBy(`^${HOURS}$`, 'must be a time of the day, such as 23:59');
  return formatted('hh:mm', Type.String({ pattern }));
};
/** A time of the day, HH:MM, or empty. */
export const DayTimeOrNone = () => {
  const pattern = wantedBy(`^(${HOURS})?$`, 'must be a time of the day, such as 23:59, or empty');
  return formatted('hh:mm', Type.String({ pattern }));
};
/** A minute of the day, of which 1440 is its end. */
export const DayMinute = (value: number) => formatted('minute-of-day', Int(0, 1440, value));
/** A day of the week, 0 = Sunday. */
export const Weekday = () => formatted('weekday', Type.Integer({ minimum: 0, maximum: 6 }));
/** One of the given words. */
export const Choice = <const T extends readonly string[]>(words: T, value: T[number]) =>
  Type.Unsafe<T[number]>({ ...Words(words), default: value });

/** The pattern of a text without spaces at its ends, and without the characters of a class. */
export const edgelessPart = (others: string): string =>
  `[^\\s${others}]([^${others}]*[^\\s${others}])?`;
const NAME = edgelessPart(UNSEEN);
const NAME_WANTED =
  'must not begin or end with a space, or have control characters, direction marks, invisible or ' +
  'half characters';
/** The name of a setting: a line of text without spaces at its ends. */
export const Name = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: wantedBy(`^${NAME}$`, NAME_WANTED) });
/** The name of a setting; empty = none. */
export const NameOrNone = (maxLength: number) => {
  const pattern = wantedBy(`^(${NAME})?$`, NAME_WANTED);
  return Type.Unsafe<string>({ type: 'string', maxLength, pattern, default: '' });
};
const PLAIN_CHAR = '[A-Za-z0-9._&#-]';
/** The name of a connection: log lines and metrics name it. */
export const ConnectionName = () =>
  Type.String({
    pattern: wantedBy(
      `^${PLAIN_CHAR}([A-Za-z0-9 ._&#-]{0,62}${PLAIN_CHAR})?$`,
      'must be 1 to 64 letters, digits, spaces and . _ & # -, without a space at its ends',
    ),
  });

/** One part of a path: it has none of the characters that separate masks, paths and lists. */
const PART = edgelessPart(`\\\\/,*!${UNSEEN}`);
/** A path: parts separated by backslashes. */
export const Path = () =>
  Type.String({
    minLength: 1,
    maxLength: 128,
    pattern: wantedBy(
      `^${PART}(\\\\${PART})*$`,
      'must be names with backslashes between, without / , * and !',
    ),
  });
/** The path of a symbol: parts as of other paths, then a name, which has a check of its own. */
export const SymbolPath = () => {
  const name = `(?![\\s!])[^\\\\,*${UNSEEN}]*[^\\s\\\\,*${UNSEEN}]`;
  const pattern = wantedBy(
    `^(${PART}\\\\)*${name}$`,
    'must be folders and a name with backslashes between, without , and *',
  );
  return Type.String({ minLength: 1, maxLength: 128, pattern });
};
/** Masks of names or paths separated by commas; `!` excludes. */
export const Masks = () => WholeText(MASK_LENGTH_MAX, 1);
const STARRED = `[^*,]*(\\*[^*,]*){0,${MASK_STARS_MAX}}`;
/** Masks of group paths by which a request selects accounts; empty = every group in scope. */
export const GroupFilter = () =>
  Type.String({
    maxLength: MASK_LENGTH_MAX,
    pattern: wantedBy(
      `^${STARRED}(,${STARRED})*$`,
      `must be masks separated by commas, each with at most ${MASK_STARS_MAX} stars`,
    ),
    description:
      'Masks of groups: paths with `*`, separated by commas; a mask with `!` excludes; ' +
      'empty = every group.',
  });
