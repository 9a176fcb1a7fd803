// Checks of the first message of a peer: the demands of a Logon, its user name and password, and
// its SendingTime, which is checked for every message.

import { sameText } from '../../../wire/base/same-text.js';
import type { FixMessage } from '../../../wire/codec/fix/fix-message.js';
import { TAG, TYPE } from '../../../wire/codec/fix/tags.js';
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

/** The reason to refuse a Logon; undefined = none. */
const logonRefusal = (message: FixMessage, settings: FixSettings): string | undefined => {
  if (isUnservable(message)) return UNSERVABLE;
  const isAllowed = settings.role === 'initiator' || isKnown(message, settings);
  return isAllowed ? undefined : 'the peer has another user name or password';
};

/** Does the SendingTime of a message differ from our clock by no more than the tolerance? */
export const hasRightTime = (message: FixMessage, settings: FixSettings, now: number): boolean =>
  Math.abs(message.time(TAG.sendingTime) - now) <= settings.clockToleranceMs;

/** The reason to refuse a first message, a Logon or a Logout; undefined = none. */
export const firstRefusal = (
  message: FixMessage,
  settings: FixSettings,
  now: number,
): string | undefined => {
  const refusal = message.type === TYPE.logon ? logonRefusal(message, settings) : undefined;
  if (refusal !== undefined) return refusal;
  return hasRightTime(message, settings, now) ? undefined : 'the SendingTime of the peer is wrong';
};
