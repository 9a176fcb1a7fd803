// What routes of internal mail are asked: staff ask about what is in their own mailboxes.

import type { Right } from '../../../wire/accounts/rights.js';
import { dataOf } from '../../support/http-harness.js';
import { type Asked, type Callers, INSIDE, type Sample, type Samples } from './matrix-callers.js';
import type { Made } from './settings/kind.js';

const FORM = Buffer.from(
  '--limit\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n' +
    'x\r\n--limit--\r\n',
);
/** A form with a file, as a browser sends it. */
const UPLOAD: Asked = {
  body: FORM,
  headers: { 'content-type': 'multipart/form-data; boundary=limit' },
};

/** A draft of the staff user who has these rights, with a file. */
const draftOf = async (callers: Callers, rights: readonly Right[]): Promise<number> => {
  const one = await callers.staffWith(rights);
  const { id } = await one.made<Made>('/mail/drafts', {});
  dataOf(await one.ask('POST', `/mail/drafts/${id}/attachments`, UPLOAD));
  return id;
};

/** About a new draft of who asks, with this body. */
const ofDraft = (more: Asked = {}): Sample => ({
  ask: async (callers, rights) => ({
    ...more,
    path: { id: await draftOf(callers, rights), file: 1 },
  }),
});

/** A message of the staff user who has these rights, of which an e-mail is to go out. */
const mailing: Sample = {
  ask: async (callers, rights) => {
    const { id: server_id } = await callers.post('/mail-servers', {
      ...{ name: `Post ${callers.next()}`, server: 'localhost:25' },
      ...{ sender_email: 'desk@broker.example', enabled: true },
    });
    const login = await callers.account(INSIDE, { email: 'ada@one.example' });
    const one = await callers.staffWith(rights);
    const body = { to_logins: [login], subject: 'News', email: true, server_id };
    const { data, message } = await one.post('/mail', body);
    if (data === null) throw new Error(message);
    return { path: { id: (data as { mail: Made }).mail.id } };
  },
};

const OF_NOBODY = { code: 'not_found', why: 'the mailbox is empty' };
/** About a message or draft of traders, who have none; `mail-drafts.test.ts` has some. */
const ofTrader = (more: Asked = {}): Sample => ({
  ask: () => ({ ...more, path: { id: 9_999, file: 1 } }),
  refusal: OF_NOBODY,
});
const changedByTrader = (more?: Asked): Sample => ({ ...ofTrader(more), investor: 'forbidden' });

/** Every route of internal mail. */
export const MAIL: Samples = {
  'mail.send': {
    ask: async (callers) => ({ body: { to_logins: [await callers.account()], subject: 'News' } }),
    outside: 'forbidden',
  },
  'mail.outbox': {},
  'mail.cancel': mailing,
  'mail.staff.list': {},
  'mail.staff.read': ofDraft(),
  'mail.staff.delete': ofDraft(),
  'mail.staff.download': ofDraft(),
  'mail.staff.draft': { ask: () => ({ body: { subject: 'News' } }) },
  'mail.staff.redraft': ofDraft({ body: { subject: 'News' } }),
  'mail.staff.attach': ofDraft(UPLOAD),
  'mail.staff.detach': ofDraft(),
  'mail.send_to_staff': {
    ask: () => ({ body: { to: 1, subject: 'Question' } }),
    investor: 'forbidden',
  },
  'mail.mailboxes': {},
  'mail.trader.list': {},
  'mail.trader.read': ofTrader(),
  'mail.trader.delete': changedByTrader(),
  'mail.trader.download': ofTrader(),
  'mail.trader.draft': { ask: () => ({ body: { subject: 'News' } }), investor: 'forbidden' },
  'mail.trader.redraft': changedByTrader({ body: { subject: 'News' } }),
  'mail.trader.attach': changedByTrader(UPLOAD),
  'mail.trader.detach': changedByTrader(),
};
