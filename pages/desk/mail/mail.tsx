// The mailbox of a staff user: to logins, to groups, also as e-mails.

import { useMemo } from 'preact/hooks';
import { unwrap } from '../../../client/index.js';
import { useStaff, useStaffStore } from '../../frame/store.js';
import { attempt } from '../../live/refusal.js';
import type { StaffLive } from '../../live/staff.js';
import { mailCalls } from '../../mail/calls.js';
import { faultAt, loginsIn, type Writing } from '../../mail/compose.js';
import { Mailbox } from '../../mail/mailbox.js';
import { plural, texts } from '../../texts/language.js';
import { confirm } from '../../ui/confirm.js';
import { CheckField, TextField } from '../../ui/field.js';

const words = texts({
  logins: ['To logins', 'An Logins'],
  loginsHint: ['1001, 1002: up to 1,000', '1001, 1002: bis zu 1.000'],
  group: ['Or to groups', 'Oder an Gruppen'],
  groupHint: ['A mask, such as real\\*', 'Eine Maske, etwa real\\*'],
  email: ['As an e-mail, too', 'Auch als E-Mail'],
  placeholders: [
    'The text may have {{login}}, {{name}}, {{group}}, {{currency}}, {{company}}.',
    'Im Text erlaubt: {{login}}, {{name}}, {{group}}, {{currency}}, {{company}}.',
  ],
  askTitle: ['Send to groups?', 'An Gruppen senden?'],
  ask: [
    (n: number, mask: string) =>
      `${plural(n, 'account', 'accounts')} of ${mask} will get this message. ` +
      'A message that was sent cannot be taken back.',
    (n, mask) =>
      `${plural(n, 'Konto', 'Konten')} von ${mask} ${n === 1 ? 'erhält' : 'erhalten'} diese ` +
      'Nachricht. Gesendetes lässt sich nicht zurückholen.',
  ],
  askUncounted: [
    (mask: string) =>
      `All accounts of ${mask} that you see will get this message. ` +
      'A message that was sent cannot be taken back.',
    (mask) =>
      `Alle Konten von ${mask}, die Sie sehen, erhalten diese Nachricht. ` +
      'Gesendetes lässt sich nicht zurückholen.',
  ],
  asEmail: ['It also goes out as e-mails.', 'Sie geht auch als E-Mail hinaus.'],
  send: ['Send', 'Senden'],
  result: [
    (delivered: number, skipped: number, emailed: number) =>
      `Delivered to ${delivered}, skipped ${skipped}, e-mails ${emailed}.`,
    (delivered, skipped, emailed) =>
      `Zugestellt an ${delivered}, übergangen ${skipped}, E-Mails ${emailed}.`,
  ],
});

/** Asks before a message goes to groups, with the number of accounts where it may be read. */
const mayGo = async (
  live: StaffLive,
  { to_group, email }: Writing,
  canCount: boolean,
): Promise<boolean> => {
  if (to_group === '') return true;
  const query = { group: to_group };
  const counted = canCount
    ? await attempt(unwrap(live.rest.GET('/admin/v1/accounts/count', { params: { query } })))
    : null;
  const text = counted?.ok
    ? words().ask(counted.value.total, to_group)
    : words().askUncounted(to_group);
  return confirm({
    title: words().askTitle,
    text: email ? `${text} ${words().asEmail}` : text,
    action: words().send,
  });
};

/** The mailbox, with the folder and the thread of the address. */
const Mail = () => {
  const live = useStaff();
  const { session } = useStaffStore();
  const calls = useMemo(() => mailCalls(live, '/admin/v1'), [live]);
  return (
    <Mailbox
      base="/desk/"
      live={live}
      calls={calls}
      isReadOnly={session.isReadOnly.value}
      bodyHint={words().placeholders}
      addressees={(writing, change, refusal) => (
        <>
          <TextField
            label={words().logins}
            hint={words().loginsHint}
            fault={faultAt(refusal, 'to_logins')}
            value={writing.to_logins}
            onInput={(to_logins) => change({ to_logins })}
          />
          <TextField
            label={words().group}
            hint={words().groupHint}
            fault={faultAt(refusal, 'to_group')}
            value={writing.to_group}
            onInput={(to_group) => change({ to_group })}
          />
          <CheckField
            label={words().email}
            isChecked={writing.email}
            onChange={(email) => change({ email })}
          />
        </>
      )}
      send={async (writing) => {
        if (!(await mayGo(live, writing, session.can('accounts.count')))) return null;
        const { id, subject, body, reply_to, to_group, email } = writing;
        const to_logins = [...loginsIn(writing.to_logins)];
        const message = { draft_id: id, subject, body, reply_to, to_logins, to_group, email };
        const { delivered, skipped, emailed } = await unwrap(
          live.rest.POST('/admin/v1/mail', { body: message }),
        );
        return words().result(delivered, skipped, emailed);
      }}
    />
  );
};

export default Mail;
