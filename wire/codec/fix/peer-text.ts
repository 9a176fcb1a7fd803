// Texts of a peer, as the operator may see them.

import { cutText, UNSEEN } from '../../base/schema.js';

/** Most characters of a peer's text that are shown. */
const SHOWN_MAX = 200;
const UNSEEN_CHARACTERS = new RegExp(`[${UNSEEN}]`, 'gu');

/**
 * A text without characters that are not seen, and without our password, which it may repeat; cut
 * between characters.
 */
export const peerText = (text: string, password: string, most = SHOWN_MAX): string => {
  const bare = password === '' ? text : text.replaceAll(password, '***');
  return cutText(bare.replace(UNSEEN_CHARACTERS, ' '), most);
};
