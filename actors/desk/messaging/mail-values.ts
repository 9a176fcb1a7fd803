// The values of placeholders of messages to groups: too many for one event, they are stored before
// the message.

import { type Outcome, ok, unwrap } from '../../../wire/base/codes.js';
import { valuesKey } from '../../../wire/mail/mail-values.js';
import type { MailRecipients } from '../../../wire/queries/mail-queries.js';
import type { DeskContext } from '../state/desk-context.js';
import { SERVER } from '../state/writer.js';
import { MAIL_LOCK } from '../store/record-locks.js';
import type { Transaction } from '../store/transaction.js';

type BlockValues = MailRecipients['values'];

/** About how much of values a commit writes, in characters: orders wait for no more. */
const COMMIT_LENGTH = 131_072;

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

/** Most blocks whose values one decision deletes. */
const DELETED_AT_ONCE = 100;

/** Stores values, and deletes the values of messages that are not sent. */
export class MailValuesStore {
  /** The numbers of messages that are being sent. */
  readonly #sending = new Set<number>();

  constructor(private readonly context: DeskContext) {}

  /**
   * Takes a number for a message and stores its values in parts, a commit each, then sends it.
   * Without values nothing is stored, and the send takes the number itself. The decision that sends
   * must call `sent`; otherwise the values are deleted again, also when `send` throws.
   */
  async before<T>(
    values: BlockValues,
    send: (id: number | undefined) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> {
    if (values.length === 0) return send(undefined);
    const { writer } = this.context;
    const blocks = values.map(({ block }) => block);
    const taken = await writer.change([MAIL_LOCK], SERVER, (tx) => {
      const id = tx.newId('mail');
      unwrap(tx.create('unsent_values', { id, blocks }));
      this.#sending.add(id);
      return ok(id);
    });
    if (!taken.ok) return taken;
    const id = taken.data;
    try {
      for (const part of partsOf(values)) {
        const wrote = await writer.change([], SERVER, (tx) => {
          for (const one of part) unwrap(tx.create('mail_values', { id, ...one }));
          return ok(null);
        });
        if (!wrote.ok) return wrote;
      }
      return await send(id);
    } finally {
      this.#sending.delete(id);
      await this.sweep();
    }
  }

  /** Keeps the values of a message, within the decision that sends it. */
  sent(tx: Transaction, id: number): void {
    unwrap(tx.remove('unsent_values', String(id)));
  }

  /** Deletes values of messages that are not being sent: a process ended before they were. */
  async sweep(): Promise<void> {
    const { deps, records } = this.context;
    const left = Array.from(records.all('unsent_values'), ({ record }) => record);
    try {
      for (const { id, blocks } of left) if (!this.#sending.has(id)) await this.#drop(id, blocks);
    } catch (error) {
      deps.failed('the values of a message that was not sent could not be deleted', error as Error);
    }
  }

  async #drop(id: number, blocks: readonly number[]): Promise<void> {
    const { writer } = this.context;
    for (let at = 0; at < blocks.length; at += DELETED_AT_ONCE) {
      await writer.change([MAIL_LOCK], SERVER, (tx) => {
        if (tx.get('unsent_values', String(id)) === undefined) return ok(null);
        for (const block of blocks.slice(at, at + DELETED_AT_ONCE)) {
          const key = valuesKey(id, block);
          if (tx.get('mail_values', key) !== undefined) unwrap(tx.remove('mail_values', key));
        }
        const isLast = at + DELETED_AT_ONCE >= blocks.length;
        if (isLast) unwrap(tx.remove('unsent_values', String(id)));
        return ok(null);
      });
    }
  }
}
