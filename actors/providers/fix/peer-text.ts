// Texts of a peer, as the operator may see them.

/** Most characters of a peer's text that are shown. */
const SHOWN_MAX = 200;

/** The beginning of a text, without half a character at its end. */
export const cut = (text: string, most: number): string =>
  text.slice(0, most).replace(/[\ud800-\udbff]$/, '');

/**
 * A text without characters that are not seen, and without our password, which it may repeat; cut
 * between characters.
 */
export const peerText = (text: string, password: string, most = SHOWN_MAX): string => {
  const bare = password === '' ? text : text.replaceAll(password, '***');
  return cut(bare.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' '), most);
};
