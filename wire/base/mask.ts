// Masks: `*` stands for any run of characters; lists are comma-separated, a leading `!` excludes.

/** Longest mask, and most stars in a mask. */
export const MASK_LENGTH_MAX = 128;
export const MASK_STARS_MAX = 8;

/**
 * Does the pattern match the subject, both in lower case? The time is linear in the subject for
 * each star.
 */
const fits = (pattern: string, subject: string): boolean => {
  let p = 0;
  let s = 0;
  let star = -1;
  let mark = 0;
  while (s < subject.length) {
    if (p < pattern.length && pattern[p] === '*') {
      star = p;
      mark = s;
      p += 1;
    } else if (p < pattern.length && pattern[p] === subject[s]) {
      p += 1;
      s += 1;
    } else if (star >= 0) {
      p = star + 1;
      mark += 1;
      s = mark;
    } else return false;
  }
  while (p < pattern.length && pattern[p] === '*') p += 1;
  return p === pattern.length;
};

/** A text as masks compare it: without letter case, and with one form of each character. */
export const maskText = (text: string): string =>
  text.normalize('NFC').toLowerCase().replaceAll('ς', 'σ');

/** Does one mask match the text? Letter case is ignored. */
export const maskFits = (mask: string, text: string): boolean =>
  fits(maskText(mask), maskText(text));

/** A list of masks compiled, for code that tests many texts. */
export type MaskList = readonly { readonly excludes: boolean; readonly pattern: string }[];

/** Parses a list of masks. */
export const maskListOf = (list: string): MaskList =>
  maskText(list)
    .split(',')
    .map((part) => part.trim())
    .filter((mask) => mask !== '')
    .map((mask) => {
      const excludes = mask.startsWith('!');
      return { excludes, pattern: excludes ? mask.slice(1) : mask };
    });

/**
 * Does the list match: does a plain mask match one of the texts, and does no `!` mask match any?
 */
export const listFits = (list: MaskList, ...texts: readonly string[]): boolean => {
  const subjects = texts.map(maskText);
  let found = false;
  for (const { excludes, pattern } of list) {
    if (!subjects.some((subject) => fits(pattern, subject))) continue;
    if (excludes) return false;
    found = true;
  }
  return found;
};

/** `listFits` of a list that is used once and not compiled. */
export const maskListFits = (list: string, ...texts: readonly string[]): boolean =>
  listFits(maskListOf(list), ...texts);

/**
 * Does a list of masks match an item with these names? The last matching mask decides, `!`
 * excludes.
 */
export const masksTake = (masks: readonly string[], ...texts: readonly string[]): boolean => {
  const last = masks.findLast((mask) => {
    const body = mask.startsWith('!') ? mask.slice(1) : mask;
    return texts.some((text) => maskFits(body, text));
  });
  return last !== undefined && !last.startsWith('!');
};

/** Is the group path within a scope, a list of mask lists? */
export const inScope = (scope: readonly string[], group: string): boolean =>
  scope.some((list) => maskListFits(list, group));
