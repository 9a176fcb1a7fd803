// Mailboxes of tests: staff and a trader of the demo platform, who write to each other.

import type { Static } from '@sinclair/typebox';
import type { Test } from 'tap';
import type { MailMessage, MailPage } from '../../../../wire/rest/accounts/mail.js';
import {
  Below,
  dataOf,
  type Fields,
  type HttpHarness,
  httpFor,
  type Terminal,
} from '../../../support/http-harness.js';
import { testsWith } from '../tags.js';

/** A message as tests read it. */
export type Mail = MailMessage;

type Folder = Static<typeof MailPage>;

/** The mailbox of a signed-in terminal. */
export class Box extends Below {
  constructor(
    readonly login: number,
    readonly terminal: Terminal,
  ) {
    super(terminal, '/mail');
  }

  folder(query = ''): Promise<Folder> {
    return this.read(query);
  }

  async inbox(): Promise<readonly Mail[]> {
    return (await this.folder()).items;
  }

  thread(id: number): Promise<readonly Mail[]> {
    return this.read(`?thread=${id}`);
  }

  draft(body: Fields = {}): Promise<Mail> {
    return this.made('/drafts', body);
  }

  /** Sends; the sent copy. Staff are answered more, which `sent` shows. */
  async send(body: Fields): Promise<Mail> {
    const data = await this.made<Mail & { readonly mail?: Mail }>('', body);
    return data.mail ?? data;
  }

  /** The code of a send. */
  async code(body: Fields): Promise<string> {
    return (await this.post('', body)).code;
  }
}

/** A staff user who may write, of the demo accounts; his mailbox is shown as Support. */
const SUPPORT = {
  rights: ['mailbox', 'accounts.view'],
  group_scope: ['demo\\*', 'real\\*'],
  mailbox_name: 'Support',
} as const;

/** The mailboxes of a desk: an administrator's, of support, and of the trader 1001. */
export const openMailboxes = async (t: Pick<Test, 'teardown'>) => {
  const http = await httpFor(t);
  const support = await http.staff(SUPPORT);
  const trader = await http.signedIn('trader');
  return {
    http,
    admin: new Box(1, await http.signedIn('staff')),
    support: new Box(support.login, support),
    trader: new Box(LOGIN, trader),
    /** A further trader of a group. */
    another: async (given: Parameters<HttpHarness['openAccount']>[0] = {}): Promise<Box> => {
      const login = await http.openAccount(given);
      return new Box(login, await http.signedIn('trader', { login }));
    },
    /** Switches the mail of a group. */
    switchMail: async (path: string, mail_enabled: boolean): Promise<void> => {
      const group = [...http.harness.desk.records.all('group')].find(
        ({ record }) => record.path === path,
      );
      if (group === undefined) throw new Error(`there is no group ${path}`);
      const { id, version } = group.record as { id?: number; version: number };
      const admin = await http.signedIn('staff');
      dataOf(await admin.patch(`/groups/${id}`, { version, mail_enabled }));
    },
  };
};

export type Mailboxes = Awaited<ReturnType<typeof openMailboxes>>;

/** Both sides of a conversation: who reads and who writes, and the addressees of each. */
export interface Sides {
  readonly box: Box;
  readonly other: Box;
  readonly to: object;
  readonly back: object;
}
export const traderReads = ({ support, trader }: Pick<Mailboxes, 'support' | 'trader'>): Sides => ({
  ...{ box: trader, to: { to: support.login } },
  ...{ other: support, back: { to_logins: [trader.login] } },
});
export const staffReads = (boxes: Pick<Mailboxes, 'support' | 'trader'>): Sides => {
  const { box, other, to, back } = traderReads(boxes);
  return { box: other, other: box, to: back, back: to };
};

/** Boxes of one test at a desk that tests share. */
export interface Boxes extends Omit<Mailboxes, 'switchMail'> {}

/** Another mailbox of support and of a trader, so that a test counts only its own. */
export const newBoxes = async ({ http, admin, another }: Mailboxes): Promise<Boxes> => {
  const support = await http.staff(SUPPORT);
  return {
    http,
    admin,
    another,
    support: new Box(support.login, support),
    trader: await another({ group: 'demo\\standard' }),
  };
};

/** The login of the trader, and a message to it. */
export const LOGIN = 1001;
export const TEXT = { subject: 'News', body: 'The market is open.\n\t<b>Bold</b> & "quoted"' };
export const hello = (more: object = {}) => ({ ...TEXT, to_logins: [LOGIN], ...more });

/** Tests with mailboxes of their own. */
export const mailTest = testsWith('', openMailboxes);
