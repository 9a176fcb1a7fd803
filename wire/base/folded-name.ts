// Folded names: the form in which names and paths are compared.

const ASCII = /^[\x20-\x7e]*$/;
/** Characters that a name shows nothing of. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * A name as it is compared: names that differ by letter case, by the form of their characters or by
 * characters that are not seen are equal (Unicode NFKC and case folding).
 */
export const foldedName = (name: string): string =>
  ASCII.test(name)
    ? name.toLowerCase()
    : name.normalize('NFKC').replace(INVISIBLE, '').toUpperCase().toLowerCase().normalize('NFKC');
