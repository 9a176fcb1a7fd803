// Mailboxes of a database as their owners see them: the rows of folders and threads with texts.

import type { Database } from '../../storage/database/database.js';
import { MailTexts } from '../../storage/read/lists/mail-texts.js';
import { MailFolders } from '../../storage/read/mail-folders.js';
import type { MailReader, ShownMail } from '../../wire/mail/shown-mail.js';
import type { MailFolderQuery, MailRow, MailThreadQuery } from '../../wire/queries/mail-queries.js';
import { finished } from './stored-lists.js';

/** Reads by one connection. */
export class MailReads {
  readonly #folders: MailFolders;
  readonly #texts: MailTexts;

  constructor(db: Database) {
    this.#folders = new MailFolders(db);
    this.#texts = new MailTexts(db);
  }

  /** A page of a folder. */
  page(query: MailFolderQuery) {
    const { rows, ...counts } = this.#folders.page(query);
    return { ...counts, items: this.#shown(query.reader, rows) };
  }

  /** The messages of a thread. */
  thread(query: MailThreadQuery): readonly ShownMail[] {
    return this.#shown(query.reader, this.#folders.thread(query).rows);
  }

  #shown(reader: MailReader, rows: readonly MailRow[]): readonly ShownMail[] {
    const json = finished(this.#texts.json({ reader, rows }));
    return JSON.parse(Buffer.from(json).toString());
  }
}
