// Fields of settings records with their defaults, as every kind of settings declares them.

import { Type } from '@sinclair/typebox';
import { Decimal, Words } from './schema.js';

/** A whole number between bounds. */
export const Int = (minimum: number, maximum = Number.MAX_SAFE_INTEGER, value = minimum) =>
  Type.Integer({ minimum, maximum, default: value });
/** A decimal as text. */
export const Dec = (value: string) => Type.Unsafe<string>({ ...Decimal(), default: value });
/** Yes or no. */
export const Bool = (value: boolean) => Type.Boolean({ default: value });
/** A text up to a length. */
export const Text = (maxLength: number, value = '') => Type.String({ maxLength, default: value });
/** A currency's code. */
export const Currency = () => Type.String({ pattern: '^[A-Z]{3,8}$' });
/** One of some words. */
export const Choice = <const T extends readonly string[]>(words: T, value: T[number]) =>
  Type.Unsafe<T[number]>({ ...Words(words), default: value });
