// Fields of settings records with their defaults, as every kind of settings declares them.

import { Type } from '@sinclair/typebox';
import { Decimal, UNSEEN, WholeText, Words } from './schema.js';

/** A whole number between bounds. */
export const Int = (minimum: number, maximum = Number.MAX_SAFE_INTEGER, value = minimum) =>
  Type.Integer({ minimum, maximum, default: value });
/** A decimal as text. */
export const Dec = (value: string) => Type.Unsafe<string>({ ...Decimal(), default: value });
/** Yes or no. */
export const Bool = (value: boolean) => Type.Boolean({ default: value });
/** A text up to a length. */
export const Text = (maxLength: number, value = '') =>
  Type.Unsafe<string>({ ...WholeText(maxLength), default: value });
const WEB = 'https?://[^\\s\\p{Cs}]+';
/** An address of the web. */
export const Url = () => Type.String({ maxLength: 512, pattern: `^${WEB}$` });
/** An address of the web; empty = none. */
export const UrlOrNone = () =>
  Type.Unsafe<string>({ ...Url(), pattern: `^(${WEB})?$`, default: '' });
/** A currency's code. */
export const Currency = () => Type.String({ pattern: '^[A-Z]{3,8}$' });
/** One of some words. */
export const Choice = <const T extends readonly string[]>(words: T, value: T[number]) =>
  Type.Unsafe<T[number]>({ ...Words(words), default: value });

/** A name or part of a path: no character that masks and lists are written with. */
const OTHERS = `\\\\/,*!${UNSEEN}`;
const PART = `[^\\s${OTHERS}]([^${OTHERS}]*[^\\s${OTHERS}])?`;
/** A path: parts with backslashes between them. */
export const Path = () =>
  Type.String({ minLength: 1, maxLength: 128, pattern: `^${PART}(\\\\${PART})*$` });
/** Masks of names or paths with commas between them; `!` excludes. */
export const Masks = () => WholeText(128, 1);
