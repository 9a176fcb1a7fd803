// The tables of internal mail: which copies a mailbox has. Texts are in the records of messages.
//
// A copy that one of many recipients has neither read nor deleted has no row: it is found by the
// block of its login.

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
  -- Messages to many: the recipients of a block of logins, as in wire/base/login-set.ts.
  CREATE TABLE mail_blocks (
    block INTEGER NOT NULL, mail INTEGER NOT NULL, thread INTEGER NOT NULL, logins BLOB NOT NULL,
    PRIMARY KEY (block, mail)
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
