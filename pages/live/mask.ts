// Masks of groups, as the server reads them: to tell whether an event belongs to a followed mask.

/** Does the pattern match the subject, both in lower case? `*` is any run of characters. */
const fits = (pattern: string, subject: string): boolean => {
  const [first = '', ...parts] = pattern.split('*');
  if (parts.length === 0) return first === subject;
  if (!subject.startsWith(first)) return false;
  const last = parts.pop() ?? '';
  let at = first.length;
  for (const part of parts) {
    const found = subject.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return subject.length - last.length >= at && subject.endsWith(last);
};

const maskText = (text: string): string => text.normalize('NFC').toLowerCase().replaceAll('ς', 'σ');

/**
 * Compiles a list of masks, with commas between: a group is in it that one of them matches and that
 * none with a leading `!` matches.
 */
export const compileMask = (list: string): ((group: string) => boolean) => {
  const masks = maskText(list)
    .split(',')
    .map((mask) => mask.trim())
    .filter((mask) => mask !== '');
  const excluded = masks.filter((mask) => mask.startsWith('!')).map((mask) => mask.slice(1));
  const taken = masks.filter((mask) => !mask.startsWith('!'));
  return (group) => {
    const subject = maskText(group);
    return (
      taken.some((mask) => fits(mask, subject)) && !excluded.some((mask) => fits(mask, subject))
    );
  };
};
