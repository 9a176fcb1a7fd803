// Masks: `*` stands for any run of characters; lists are comma-separated, a leading `!` excludes.

/** Longest mask and most stars that are accepted anywhere. */
export const MASK_LENGTH_MAX = 128;
export const MASK_STARS_MAX = 8;

/** Does one mask fit the text? Letter case is ignored. Linear in the text for each star. */
export const maskFits = (mask: string, text: string): boolean => {
  const pattern = mask.toLowerCase();
  const subject = text.toLowerCase();
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

/** Does a mask list fit one of the texts: some plain mask fits and no `!` mask does? */
export const maskListFits = (list: string, ...texts: readonly string[]): boolean => {
  let fits = false;
  for (const part of list.split(',')) {
    const mask = part.trim();
    if (mask === '') continue;
    const excludes = mask.startsWith('!');
    const body = excludes ? mask.slice(1) : mask;
    if (!texts.some((text) => maskFits(body, text))) continue;
    if (excludes) return false;
    fits = true;
  }
  return fits;
};

/** Is the group path within a scope, a list of mask lists? */
export const inScope = (scope: readonly string[], group: string): boolean =>
  scope.some((list) => maskListFits(list, group));

/** Is it a demo group: is the first segment of its path `demo`? */
export const isDemoGroup = (path: string): boolean => /^demo([\\/]|$)/i.test(path);

/** Is it a staff group: does it have a segment named managers or administrators? */
export const isStaffGroup = (path: string): boolean =>
  path.split(/[\\/]/).some((segment) => /^(managers|administrators)$/i.test(segment));

/** Is it a group of technical accounts: does it have a segment named technical? */
export const isTechnicalGroup = (path: string): boolean =>
  path.split(/[\\/]/).some((segment) => /^technical$/i.test(segment));
