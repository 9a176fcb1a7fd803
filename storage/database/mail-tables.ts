// The tables of internal mail: which copies a mailbox has. Texts are in the records of messages.
//
// A copy that one of many recipients has neither read nor deleted has no row: it is found by the
// sets of recipients that have its login. Messages to the same groups mostly have the same sets.

/** Folders as the tables have them. */
export const FOLDER = { inbox: 0, sent: 1 } as const;
/** The states of a copy. */
export const COPY = { unread: 0, read: 1, deleted: 2 } as const;

/** SQL that creates the tables. */
export const MAIL_TABLES = `
  CREATE TABLE mail_copies (
    login INTEGER NOT NULL, folder INTEGER NOT NULL, thread INTEGER NOT NULL, mail INTEGER NOT NULL,
    state INTEGER NOT NULL,
    PRIMARY KEY (login, folder, thread, mail)
  ) STRICT, WITHOUT ROWID;
  -- Threads of a folder by their rows that are not deleted.
  CREATE TABLE mail_threads (
    login INTEGER NOT NULL, folder INTEGER NOT NULL, thread INTEGER NOT NULL,
    last INTEGER NOT NULL, count INTEGER NOT NULL, unread INTEGER NOT NULL,
    PRIMARY KEY (login, folder, thread)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX mail_threads_last ON mail_threads (login, folder, last);
  -- The number of threads of a folder, and of its unread copies.
  CREATE TABLE mail_folders (
    login INTEGER NOT NULL, folder INTEGER NOT NULL, threads INTEGER NOT NULL,
    unread INTEGER NOT NULL,
    PRIMARY KEY (login, folder)
  ) STRICT, WITHOUT ROWID;
  -- The recipients of messages to many, by block of logins, as in wire/base/login-set.ts: each set
  -- once, under the number of the first message to it.
  CREATE TABLE mail_sets (
    block INTEGER NOT NULL, logins BLOB NOT NULL, first INTEGER NOT NULL,
    PRIMARY KEY (block, logins)
  ) STRICT, WITHOUT ROWID;
  -- The messages to each set.
  CREATE TABLE mail_blocks (
    block INTEGER NOT NULL, first INTEGER NOT NULL, mail INTEGER NOT NULL, thread INTEGER NOT NULL,
    PRIMARY KEY (block, first, mail)
  ) STRICT, WITHOUT ROWID;
  -- The copies of messages to many that have a row.
  CREATE TABLE mail_marked (
    login INTEGER NOT NULL, mail INTEGER NOT NULL,
    PRIMARY KEY (login, mail)
  ) STRICT, WITHOUT ROWID;
  -- E-mails, waiting or with their result.
  CREATE TABLE outbox (
    id INTEGER PRIMARY KEY, sender INTEGER NOT NULL, server_id INTEGER NOT NULL,
    status TEXT NOT NULL
  ) STRICT;
  CREATE INDEX outbox_sender ON outbox (sender, id);
  CREATE TABLE mail_drafts (
    login INTEGER NOT NULL, mail INTEGER NOT NULL,
    PRIMARY KEY (login, mail)
  ) STRICT, WITHOUT ROWID;
`;
