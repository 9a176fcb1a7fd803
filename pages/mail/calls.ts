// The calls of a mailbox: traders and staff have the same routes.

import { type components, type TraderClient, unwrap } from '../../client/index.js';
import type { Connection } from '../live/connection.js';
import type { ListPage } from '../live/lists.js';

/** A message or draft in a mailbox. */
export type MailMessage = components['schemas']['MailMessage'];
/** A folder of a mailbox. */
export type Folder = MailMessage['folder'];
/** The contents of a draft. */
export type DraftBody = components['schemas']['MailDraft'];

/** A page of a folder with the unread messages of the mailbox. */
export interface FolderPage extends ListPage<MailMessage> {
  /** Has the group of the account mail? */
  readonly enabled: boolean;
  readonly unread: number;
  readonly total: number;
}

/** A folder, and the page of it. */
export interface FolderQuery {
  readonly folder: Folder;
  readonly page: number;
  readonly limit: number;
}

/** A socket that tells of new messages. */
interface MailSocket {
  on(name: 'mail', listener: () => void): () => void;
  on(name: 'connected', listener: (made: { readonly resumed: boolean }) => void): () => void;
}

/** The part of the live stores that a mailbox needs. */
export interface MailLive {
  readonly rest: TraderClient['rest'];
  readonly connection: Pick<Connection<MailSocket>, 'listen'>;
}

/** Where an audience has its mailbox. */
export type MailPrefix = '/trader/v1' | '/admin/v1';

/** The calls of a mailbox. */
export interface MailCalls {
  readonly page: (query: FolderQuery) => Promise<FolderPage>;
  /** The messages of a thread, the oldest first; all are read now. */
  readonly thread: (id: number) => Promise<readonly MailMessage[]>;
  readonly remove: (id: number) => Promise<unknown>;
  /** Makes a draft, or replaces the one of the id. */
  readonly save: (body: DraftBody) => Promise<MailMessage>;
  readonly attach: (id: number, file: File) => Promise<MailMessage>;
  readonly detach: (id: number, file: number) => Promise<MailMessage>;
  /** The address of a file. */
  readonly hrefOf: (id: number, file: number) => string;
}

const byTime = (a: MailMessage, b: MailMessage): number =>
  a.created_at.localeCompare(b.created_at) || a.id - b.id;

/** The calls of an audience by its typed calls. */
export const mailCalls = ({ rest }: Pick<MailLive, 'rest'>, prefix: MailPrefix): MailCalls => {
  const path = `${prefix}/mail` as '/trader/v1/mail';
  const one = `${path}/{id}` as '/trader/v1/mail/{id}';
  const drafts = `${path}/drafts` as '/trader/v1/mail/drafts';
  const files = `${drafts}/{id}/attachments` as '/trader/v1/mail/drafts/{id}/attachments';
  const file = `${files}/{file}` as '/trader/v1/mail/drafts/{id}/attachments/{file}';
  return {
    page: async (query) =>
      (await unwrap(rest.GET(path, { params: { query } }))) as unknown as FolderPage,
    thread: async (thread) => {
      const read = await unwrap(rest.GET(path, { params: { query: { thread } } }));
      return [...(read as readonly MailMessage[])].sort(byTime);
    },
    remove: (id) => unwrap(rest.DELETE(one, { params: { path: { id } } })),
    save: (body) => unwrap(rest.POST(drafts, { body })),
    attach: (id, added) => {
      const body = new FormData();
      body.append('file', added);
      return unwrap(rest.POST(files, { params: { path: { id } }, body: body as never }));
    },
    detach: (id, removed) => unwrap(rest.DELETE(file, { params: { path: { id, file: removed } } })),
    hrefOf: (id, number) => `${path}/${id}/attachments/${number}`,
  };
};
