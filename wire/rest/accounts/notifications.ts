// Notifications: what staff write to accounts, as traders read it.

import { type Static, Type } from '@sinclair/typebox';
import { Id, Named, Time } from '../../base/schema.js';

/** The most characters of a message. */
export const MESSAGE_MAX = 1024;

/** A notification of one account. */
export const NotificationShape = Named('Notification', {
  id: Id(),
  login: Id(),
  company: Type.String(),
  sender: Type.String(),
  message: Type.String({ maxLength: MESSAGE_MAX }),
  created_at: Time(),
});
export type Notification = Static<typeof NotificationShape>;
