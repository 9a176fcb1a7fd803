// The language of the pages, and texts with their languages side by side.

import { computed, signal } from '@preact/signals';

/** The languages, in the order of the texts. */
export const LANGUAGES = ['en', 'de'] as const;
/** A language. */
export type Language = (typeof LANGUAGES)[number];

/** The part of the browser that knows what its user reads; tests have none. */
interface Reader {
  readonly navigator?: { readonly languages?: readonly string[] };
}

const preferred = (): Language => {
  const wanted = (globalThis as Reader).navigator?.languages ?? ['en'];
  const known = wanted.map((one) => one.slice(0, 2)).find((one) => isLanguage(one));
  return (known as Language | undefined) ?? 'en';
};

/** Is it a language that the pages have? */
export const isLanguage = (name: unknown): name is Language =>
  LANGUAGES.some((one) => one === name);

/** The language of the pages; at first the browser's own, if the pages have it. */
export const language = signal<Language>(preferred());

/** A text, or a function that makes it of figures. */
type Text = string | ((...given: never[]) => string);
/** The same text in another language. */
type SameText<T extends Text> = T extends string ? string : T;
/** A text in English and German. */
type Pair<T extends Text> = readonly [en: T, de: NoInfer<SameText<T>>];

/**
 * Makes the texts of a view: each key has its English and its German text. The answer is a
 * function; a component that calls it is drawn again when the language changes.
 *
 *     const words = texts({
 *       title: ['Orders', 'Aufträge'],
 *       rows: [(n: number) => plural(n, 'row', 'rows'), (n) => plural(n, 'Zeile', 'Zeilen')],
 *     });
 *     // in a component: words().title
 */
export const texts = <T extends Readonly<Record<string, Text>>>(
  pairs: {
    readonly [Key in keyof T]: Pair<T[Key]>;
  },
): (() => { readonly [Key in keyof T]: SameText<T[Key]> }) => {
  const made = computed(() => {
    const at = LANGUAGES.indexOf(language.value);
    const chosen = Object.entries<Pair<Text>>(pairs).map(([key, pair]) => [key, pair[at]]);
    return Object.fromEntries(chosen) as { readonly [Key in keyof T]: SameText<T[Key]> };
  });
  return () => made.value;
};

const rules = computed(() => new Intl.PluralRules(language.value));
const counts = computed(() => new Intl.NumberFormat(language.value));

/** A count with its noun: `1 row`, `1,204 rows`. */
export const plural = (count: number, one: string, other: string): string =>
  `${counts.value.format(count)} ${rules.value.select(count) === 'one' ? one : other}`;
