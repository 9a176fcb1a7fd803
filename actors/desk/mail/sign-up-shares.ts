// Shares of the mail queue for e-mails that people without an account cause: of all forms, of all
// codes, and within these of the networks that they come from.

import type { EmailRecord } from '../../../wire/accounts/mail.js';
import { KeyCounts } from './key-counts.js';

type PublicCause = NonNullable<EmailRecord['cause']>;

/**
 * Most waiting e-mails by forms, and as many by codes; the rest of the queue is left to what staff
 * send and to messages.
 */
export const PUBLIC_EMAILS_MAX = 1_500;
/** Most characters of their texts in encrypted form. */
const PUBLIC_CHARS_MAX = 1 << 23;
/**
 * The part of the room which others leave that a network may have, the widest network first: many
 * networks of one provider have a quarter of it together, so that there is room for another one.
 */
const PARTS = [4, 16];

interface Share {
  readonly emails: readonly KeyCounts<string>[];
  count: number;
  chars: number;
}

const newShare = (): Share => ({ emails: PARTS.map(() => new KeyCounts()), count: 0, chars: 0 });

/** Counts the waiting e-mails that people without an account have caused. */
export class SignUpShares {
  readonly #shares: Readonly<Record<PublicCause, Share>> = { form: newShare(), code: newShare() };

  /** Takes in a waiting e-mail of so many characters, or one that waits no more. */
  count({ cause, networks = [] }: EmailRecord, chars: number, change: 1 | -1): void {
    if (cause === undefined) return;
    const share = this.#shares[cause];
    share.count += change;
    share.chars += change * chars;
    for (const [at, network] of networks.entries()) share.emails[at]?.add(network, change);
  }

  /** Is there room for a further e-mail of so many characters by a person in these networks? */
  hasRoom(cause: PublicCause, networks: readonly string[], chars: number): boolean {
    const { emails, count, chars: held } = this.#shares[cause];
    if (count >= PUBLIC_EMAILS_MAX || held + chars > PUBLIC_CHARS_MAX) return false;
    return networks.every((network, at) => {
      const own = emails[at]?.of(network) ?? 0;
      const left = PUBLIC_EMAILS_MAX - (count - own);
      return own < Math.ceil(left / (PARTS[at] ?? 1));
    });
  }
}
