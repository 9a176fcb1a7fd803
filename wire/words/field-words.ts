// The words of the fields of trading records in tables.

import type { Unit } from '../fields/words.js';

/** The title of a field, its description in a sentence, and its unit where it has one. */
export type WordsRow = readonly [title: string, description: string, unit?: Unit];

/** Fields by the section of the form in which terminals show them. */
export type Sections = Readonly<Record<string, Readonly<Record<string, WordsRow>>>>;

/** Sections of fields by the name of their schema. */
export type SchemaWords = Readonly<Record<string, Sections>>;
