// MailTexts: messages and drafts with their texts, as JSON, in steps.

import { blockOf } from '../../../wire/base/login-set.js';
import { type MailValuesRecord, valuesKey } from '../../../wire/mail/mail-values.js';
import type { MailDraftRecord, MailRecord } from '../../../wire/mail/mailbox.js';
import {
  type MailReader,
  type ShownMail,
  shownDraft,
  shownMail,
} from '../../../wire/mail/shown-mail.js';
import type { MailMessagesQuery, MailRow } from '../../../wire/queries/mail-queries.js';
import type { Database, Statement } from '../../database/database.js';
import { joined, type SlicedRead } from './sliced-read.js';

/** Reads by one connection. */
export class MailTexts {
  readonly #record: Statement;

  constructor(db: Database) {
    this.#record = db.prepare('SELECT record FROM records WHERE kind = ? AND key = ?').pluck();
  }

  /**
   * The rows with their texts, a row a step. No snapshot is open meanwhile: messages neither change
   * nor end, and a draft that is gone is left out.
   */
  *json({ reader, rows, page }: MailMessagesQuery): SlicedRead<Uint8Array<ArrayBuffer>> {
    const parts = [Buffer.from(page === undefined ? '[' : '{"items":[')];
    for (const row of rows) {
      const shown = row.folder === 'draft' ? this.#draft(row) : this.#copy(reader, row, row.folder);
      if (shown === undefined) continue;
      parts.push(Buffer.from(`${parts.length > 1 ? ',' : ''}${JSON.stringify(shown)}`));
      yield;
    }
    parts.push(Buffer.from(page === undefined ? ']' : `],${JSON.stringify(page).slice(1)}`));
    return yield* joined(parts);
  }

  #draft({ mail }: MailRow): ShownMail | undefined {
    const draft = this.#find<MailDraftRecord>('mail_draft', String(mail));
    return draft && shownDraft(draft);
  }

  /** A copy of a message, filled for the reader. */
  #copy(
    reader: MailReader,
    { mail: id, read, thread_count }: MailRow,
    folder: 'inbox' | 'sent',
  ): ShownMail | undefined {
    const mail = this.#find<MailRecord>('mail', String(id));
    if (mail === undefined) return undefined;
    const key = valuesKey(id, mail.to_many ? blockOf(reader.login) : 0);
    const isFilled = mail.is_filled && folder === 'inbox';
    // A message whose only placeholder is the login has no values.
    const values = isFilled ? this.#find<MailValuesRecord>('mail_values', key) : undefined;
    const shown = shownMail(mail, folder, read, reader, values);
    return thread_count === undefined ? shown : { ...shown, thread_count };
  }

  #find<T>(kind: string, key: string): T | undefined {
    const record = this.#record.get(kind, key) as string | undefined;
    return record === undefined ? undefined : (JSON.parse(record) as T);
  }
}
