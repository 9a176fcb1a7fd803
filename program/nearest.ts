// The nearest word: finds the flag or command that was meant by a mistyped one.

/** Words that differ in more than this part of their letters are no misspellings of each other. */
const SLIP_PART = 0.4;

/** The number of letters that are left out, added, replaced, or swapped with the next. */
const slips = (a: string, b: string): number => {
  let older: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const replaced = (last[j - 1] ?? 0) + (isSame ? 0 : 1);
      let least = Math.min(replaced, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwapped) least = Math.min(least, (older[j - 2] ?? 0) + 1);
      row.push(least);
    }
    older = last;
    last = row;
  }
  return last[b.length] ?? 0;
};

/** The word that was meant; undefined = none is near. Case and leading dashes do not count. */
export const nearest = (given: string, words: readonly string[]): string | undefined => {
  const bare = (word: string): string => word.replace(/^-+/, '').toLowerCase();
  const meant = bare(given);
  let found: string | undefined;
  let least = Math.floor(SLIP_PART * meant.length) + 1;
  for (const word of words) {
    const count = slips(meant, bare(word));
    if (count < least) [found, least] = [word, count];
  }
  return found;
};
