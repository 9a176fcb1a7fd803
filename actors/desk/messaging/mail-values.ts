// The values of placeholders of messages to groups: too many for one event, they are stored before
// the message.

import { valuesKey } from '../../../wire/accounts/mailbox.js';
import { done, must, type Outcome } from '../../../wire/base/codes.js';
import type { MailRecipients } from '../../../wire/desk/queries.js';
import type { DeskContext } from '../state/desk-context.js';
import { SERVER } from '../state/writer.js';
import { MAIL_LOCK } from './mail-rules.js';

type BlockValues = MailRecipients['values'];

/** About how much of values a commit writes, in characters: orders wait for no more. */
const COMMIT_LENGTH = 65_536;

/** Values in the parts that are written at once. */
const partsOf = (values: BlockValues): BlockValues[] => {
  const parts: BlockValues[] = [];
  let part: BlockValues[number][] = [];
  let length = 0;
  for (const one of values) {
    if (part.length > 0 && length + one.rows.length > COMMIT_LENGTH) {
      parts.push(part);
      part = [];
      length = 0;
    }
    part.push(one);
    length += one.rows.length;
  }
  return part.length === 0 ? parts : [...parts, part];
};

/** Stores values, and deletes those of a message that was not sent. */
export class MailValuesStore {
  readonly #context: DeskContext;

  constructor(context: DeskContext) {
    this.#context = context;
  }

  /**
   * Takes a number for a message and stores its values in parts, a commit each, then sends it.
   * Without values nothing is stored, and the send takes the number itself.
   */
  async before<T>(
    values: BlockValues,
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
      for (const part of partsOf(values)) {
        const wrote = await writer.change([], SERVER, (tx) => {
          for (const one of part) must(tx.create('mail_values', { id, ...one }));
          return done(null);
        });
        if (!wrote.ok) return wrote;
        stored.push(...part.map(({ block }) => block));
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
