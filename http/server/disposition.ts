// The header Content-Disposition of downloads, whose names come from users.

/** Characters that the plain form of a name can have: no quotes, escapes, or percent signs. */
const NOT_PLAIN = /[^\w !#$&()+,.;=@[\]^`{}~-]/gu;
/** Characters that `encodeURIComponent` leaves and RFC 8187 does not allow. */
const NOT_ENCODED = /['()*]/g;

const percent = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/**
 * The header for a file that browsers store under this name (RFC 6266). A name with other than
 * plain characters is given in two forms: with `_` for these, and as UTF-8 (RFC 8187), which
 * browsers prefer. The name must not have half characters.
 */
export const dispositionOf = (name: string): string => {
  const plain = name.replace(NOT_PLAIN, '_');
  const header = `attachment; filename="${plain}"`;
  if (plain === name) return header;
  return `${header}; filename*=UTF-8''${encodeURIComponent(name).replace(NOT_ENCODED, percent)}`;
};
