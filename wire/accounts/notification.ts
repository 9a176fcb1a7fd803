// Notifications as the desk stores them: the text once, with all its recipients.

/** A notification that staff, or the server, wrote to accounts at one time. */
export interface NotificationRecord {
  readonly id: number;
  readonly sender: string;
  readonly message: string;
  readonly created_at: string;
  /** The recipients by the company of their groups then, in ascending order. */
  readonly to: readonly { readonly company: string; readonly logins: readonly number[] }[];
}

/** The most recipients of one notification. */
export const RECIPIENTS_MAX = 1000;
/** So many of its newest notifications an account can read. */
export const NOTIFICATIONS_KEPT = 200;
