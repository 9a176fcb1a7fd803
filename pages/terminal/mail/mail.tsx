// The trader's mailbox: messages with staff.

import { useEffect, useMemo, useState } from 'preact/hooks';
import { type components, unwrap } from '../../../client/index.js';
import { useTrader, useTraderStore } from '../../frame/store.js';
import { attempt } from '../../live/refusal.js';
import { mailCalls } from '../../mail/calls.js';
import { faultAt } from '../../mail/compose.js';
import { Mailbox } from '../../mail/mailbox.js';
import { texts } from '../../texts/language.js';
import { SelectField } from '../../ui/field.js';

const words = texts({
  to: ['To', 'An'],
  choose: ['Choose', 'Auswählen'],
  nobody: [
    'Nobody takes mail of this account at the moment.',
    'Zurzeit nimmt niemand Post dieses Kontos an.',
  ],
  sent: ['Sent.', 'Gesendet.'],
});

type Staff = components['schemas']['Mailbox'];

/** The mailbox, with the folder and the thread of the address. */
const Mail = () => {
  const live = useTrader();
  const { session } = useTraderStore();
  const calls = useMemo(() => mailCalls(live, '/trader/v1'), [live]);
  const [staff, setStaff] = useState<readonly Staff[]>([]);
  const [isRead, setIsRead] = useState(false);
  useEffect(() => {
    void attempt(unwrap(live.rest.GET('/trader/v1/mailboxes'))).then((read) => {
      if (read.ok) setStaff(read.value);
      setIsRead(read.ok);
    });
  }, [live]);
  const only = staff.length === 1 ? staff[0] : undefined;
  return (
    <Mailbox
      base="/terminal/"
      live={live}
      calls={calls}
      isReadOnly={session.isReadOnly.value}
      start={only === undefined ? undefined : { to: only.login }}
      addressees={(writing, change, refusal) => (
        <SelectField
          label={words().to}
          value={String(writing.to)}
          fault={faultAt(refusal, 'to')}
          hint={isRead && staff.length === 0 ? words().nobody : undefined}
          choices={[
            { value: '0', text: words().choose },
            ...staff.map(({ login, name }) => ({ value: String(login), text: name })),
          ]}
          onSelect={(to) => change({ to: Number(to) })}
        />
      )}
      send={async ({ id, to, subject, body, reply_to }) => {
        const message = { draft_id: id, to, subject, body, reply_to };
        await unwrap(live.rest.POST('/trader/v1/mail', { body: message }));
        return words().sent;
      }}
    />
  );
};

export default Mail;
