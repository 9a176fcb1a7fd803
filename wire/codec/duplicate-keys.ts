// Faults of JSON that no schema finds: fields given twice, of which one reader takes the first and
// another the last, and objects that are too deep or too large to be worked through in one piece.

/** Objects and arrays in one another, at most, in requests of clients. */
export const DEPTH_MAX = 16;
/**
 * Values of a document, at most, unless another limit is given: a list of 100,000 ids. A document
 * with millions of values has a few MiB and takes a second to be worked through.
 */
export const VALUES_MAX = 131_072;
/** Fields of one object, at most: more than the smallest ones of a document of settings come to. */
const FIELDS_MAX = 65_536;

/** Where the text that begins with a quote ends: at its closing quote, or at the end of all. */
const endOfText = (text: string, from: number): number => {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
};

/** The separator behind the name of a field. */
const COLON = /\s*:/y;

/**
 * Faults that no schema finds: objects and arrays nested too deeply, a field that is given twice,
 * an object with too many fields, and too many values. The text may be no JSON.
 */
export const faultOfJson = (
  text: string,
  what: 'body' | 'frame',
  valuesMax = VALUES_MAX,
): string | undefined => {
  /** The open objects and arrays, with the names of the fields so far where there are any. */
  const open: (Set<string> | undefined)[] = [];
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const c = text[at];
    if (c === '{' || c === '[' || c === ',') {
      values += 1;
      if (values > valuesMax) return `${what}: more than ${valuesMax} values`;
    }
    if (c === '{' || c === '[') {
      if (open.push(undefined) > DEPTH_MAX) return `${what}: nested too deeply`;
    } else if (c === '}' || c === ']') open.pop();
    else if (c === '"') {
      const start = at;
      at = endOfText(text, at);
      COLON.lastIndex = at + 1;
      if (!COLON.test(text)) continue;
      const spelt = text.slice(start, at + 1);
      const name = spelt.includes('\\') ? (JSON.parse(spelt) as string) : spelt.slice(1, -1);
      const names = open.at(-1) ?? new Set<string>();
      if (names.has(name)) return `${name}: given twice`;
      names.add(name);
      if (open.length > 0) open[open.length - 1] = names;
      if (names.size > FIELDS_MAX) return `${what}: more than ${FIELDS_MAX} fields in one`;
    }
  }
  return undefined;
};

/**
 * The fault of a frame in which a field is given twice; `fields` is how many fields all its objects
 * have, once decoded. Where there are no more colons than fields none is given twice: the test
 * takes 0.3 µs for an order of 200 characters, 2 µs for one with a colon in a text.
 */
export const duplicateKeysIn = (text: string, fields: number): string | undefined => {
  let spare = fields;
  for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1)) spare -= 1;
  return spare === 0 ? undefined : faultOfJson(text, 'frame');
};
