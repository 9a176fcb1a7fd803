// The values of placeholders of messages to groups: too many for one event, they are stored before
// the message.

import { valuesKey } from '../../../wire/accounts/mailbox.js';
import { done, must, type Outcome } from '../../../wire/base/codes.js';
import type { MailRecipients } from '../../../wire/desk/queries.js';
import type { DeskContext } from '../state/desk-context.js';
import { SERVER } from '../state/writer.js';
import { MAIL_LOCK } from './mail-rules.js';

/** Stores values, and deletes those of a message that was not sent. */
export class MailValuesStore {
  readonly #context: DeskContext;

  constructor(context: DeskContext) {
    this.#context = context;
  }

  /**
   * Takes a number for a message and stores its values, a commit for each block, then sends it.
   * Without values nothing is stored, and the send takes the number itself.
   */
  async before<T>(
    values: MailRecipients['values'],
    send: (id: number | undefined) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> {
    if (values.length === 0) return send(undefined);
    const { writer } = this.#context;
    const taken = await writer.change([MAIL_LOCK], SERVER, (tx) => done(tx.number('mail')));
    if (!taken.ok) return taken;
    const id = taken.data;
    const stored: number[] = [];
    let isSent = false;
    try {
      for (const one of values) {
        const wrote = await writer.change([], SERVER, (tx) =>
          tx.create('mail_values', { id, ...one }),
        );
        if (!wrote.ok) return wrote;
        stored.push(one.block);
      }
      const sent = await send(id);
      isSent = sent.ok;
      return sent;
    } finally {
      if (!isSent) await this.#drop(id, stored);
    }
  }

  async #drop(id: number, blocks: readonly number[]): Promise<void> {
    for (const block of blocks) {
      await this.#context.writer.change([], SERVER, (tx) => {
        must(tx.remove('mail_values', valuesKey(id, block)));
        return done(null);
      });
    }
  }
}
