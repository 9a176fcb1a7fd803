// Whether a peer may log on: what its Logon asks for, and its user name and password.

import { sameText } from '../../../wire/base/same-text.js';
import type { FixMessage } from '../../../wire/codec/fix/fix-message.js';
import { TAG } from '../../../wire/codec/fix/tags.js';
import type { FixSettings } from './session-types.js';

/** Does a Logon ask for encryption by FIX, or for a heartbeat interval below 0? */
export const isUnservable = (message: FixMessage): boolean =>
  message.int(TAG.encryptMethod) > 0 || message.int(TAG.heartBtInt) < 0;
export const UNSERVABLE = 'the peer asks for encryption, or for a heartbeat interval below 0';

/** Has the Logon our user name and password, where some are set? */
const isKnown = (message: FixMessage, { username, password }: FixSettings): boolean => {
  if (username === '' && password === '') return true;
  const isUser = sameText(message.text(TAG.username), username);
  return sameText(message.text(TAG.password), password) && isUser;
};

/** Why the peer may not log on with this Logon; undefined = it may. */
export const logonRefusal = (message: FixMessage, settings: FixSettings): string | undefined => {
  if (isUnservable(message)) return UNSERVABLE;
  const isAllowed = settings.role === 'initiator' || isKnown(message, settings);
  return isAllowed ? undefined : 'the peer has another user name or password';
};
