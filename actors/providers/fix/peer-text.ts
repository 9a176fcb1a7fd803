// Texts of a peer, as the operator may see them.

/** Most characters of a peer's text that are shown. */
const SHOWN_MAX = 200;

/** A text without control characters and without our password, which it may repeat. */
export const peerText = (text: string, password: string): string => {
  const line = text.replace(/\p{Cc}/gu, ' ');
  return (password === '' ? line : line.replaceAll(password, '***')).slice(0, SHOWN_MAX);
};
