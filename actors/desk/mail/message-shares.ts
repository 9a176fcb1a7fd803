// Shares of mailings: how many of their e-mails wait in the queue, and how many further ones may.

import type { EmailRecord } from '../../../wire/accounts/mail.js';
import type { MailingRecord } from '../../../wire/mail/mailbox.js';
import { KeyCounts } from './key-counts.js';

/**
 * A mail server may have one of so many parts of the room that other servers leave, and a mailing
 * one of the room that other mailings leave to its server: the more of them fail, the less each
 * takes, so that there is room for another one: a server has some for 500 mailings.
 */
const SERVER_PARTS = 10;
const MAILING_PARTS = 3;

/** Counts the waiting e-mails of messages; e-mails without a server count for the default one. */
export class MessageShares {
  readonly #byServer = new KeyCounts<number | null>();
  readonly #byMessage = new KeyCounts<number>();

  /** `most` is how many e-mails of messages may wait in all. */
  constructor(private readonly most: number) {}

  /** Takes in a waiting e-mail, or one that waits no more. */
  count({ mail, server_id }: EmailRecord, change: 1 | -1): void {
    if (!(mail > 0)) return;
    this.#byServer.add(server_id, change);
    this.#byMessage.add(mail, change);
  }

  /**
   * How many further e-mails a mailing may have. Those that wait for another try count, too, so
   * that they are bounded: a mailing whose recipients are refused delays neither another one of its
   * server nor another server. `defaultId` is the default server; null = there is none.
   */
  roomFor(
    { id, server_id }: Pick<MailingRecord, 'id' | 'server_id'>,
    defaultId: number | null,
  ): number {
    const isDefault = server_id === null || server_id === defaultId;
    const named = this.#byServer.of(isDefault ? defaultId : server_id);
    const ofServer = named + (isDefault && defaultId !== null ? this.#byServer.of(null) : 0);
    const own = this.#byMessage.of(id);
    const left = this.most - (this.#byServer.sum - ofServer);
    const leftToServer = Math.ceil(left / SERVER_PARTS) - (ofServer - own);
    return Math.max(0, Math.ceil(leftToServer / MAILING_PARTS) - own);
  }
}
