// Notifications over REST: staff write them to accounts, and traders read them.

import { type Static, Type } from '@sinclair/typebox';
import { NOTIFICATIONS_KEPT } from '../../accounts/notification.js';
import { Id, LongText, Named, Time } from '../../base/schema.js';
import { section } from '../../fields/words.js';

const messageField = section('Message');
const result = section('Result');
const page = section('Page');

/** The most characters of a message, and of its text before it is trimmed. */
const MESSAGE_MAX = 1024;
const TEXT_MAX = 16_384;
/** The most characters of a list of logins: a thousand ranges have less. */
const LOGINS_TEXT_MAX = 49_152;

export const NotificationBody = Named('NotificationBody', {
  logins: messageField(
    'Logins',
    'Logins and ranges of the recipients: `1001, 1005-1010`.',
    Type.String({ maxLength: LOGINS_TEXT_MAX }),
  ),
  message: messageField(
    'Message',
    'Text of 1 to 1,024 characters; spaces at the beginning and the end are dropped.',
    LongText(TEXT_MAX),
  ),
});

/** The outcome of a notification for one login; `id` 0 = it was not sent. */
export const NotificationResult = Named('NotificationResult', {
  code: Type.String(),
  id: result(
    'Number',
    'Number of the notification; 0 = the notification was not sent.',
    Type.Integer(),
  ),
  login: Id(),
  message: Type.String(),
  sent: result('Sent', 'Did the account get the notification?', Type.Boolean()),
});
export type NotificationResult = Static<typeof NotificationResult>;

/** A notification of one account. */
export const NotificationShape = Named('Notification', {
  company: messageField(
    'Company',
    "Company of the account's group at the time of sending.",
    Type.String(),
  ),
  created_at: Time(),
  id: messageField('Number', 'Number of the notification.', Id()),
  login: Id(),
  message: messageField('Message', 'The text.', Type.String()),
  sender: messageField('Sender', 'Name of the sender.', Type.String()),
});
export type Notification = Static<typeof NotificationShape>;

/** The number of rows where none is given, or one below 1. */
const LIMIT_DEFAULT = 50;

export const NotificationParams = Named('NotificationParams', {
  limit: page(
    'Limit',
    'Most rows.',
    Type.Integer({
      default: LIMIT_DEFAULT,
      minimum: Number.MIN_SAFE_INTEGER,
      maximum: Number.MAX_SAFE_INTEGER,
    }),
    'count',
  ),
});

/** The number of rows that a limit stands for. */
export const rowsOf = (limit: number): number =>
  limit <= 0 ? LIMIT_DEFAULT : Math.min(limit, NOTIFICATIONS_KEPT);

/** Characters that no text has: controls but for tabs and ends of lines. */
const CONTROL = /(?![\t\n\r])\p{Cc}/u;

/** The fault of a trimmed message, as a sentence; undefined = none. */
export const messageFault = (message: string): string | undefined => {
  const { length } = [...message];
  if (length === 0) return 'message: must not be empty';
  if (length > MESSAGE_MAX) return `message: ${length} characters, at most ${MESSAGE_MAX}`;
  return CONTROL.test(message) ? 'message: must not have control characters' : undefined;
};
