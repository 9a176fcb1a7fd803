// Notifications: a short text to accounts, shown in their terminals at once.

import { useState } from 'preact/hooks';
import { type components, unwrap } from '../../../client/index.js';
import { useStaff } from '../../frame/store.js';
import { attempt, faultsOf, type Refusal } from '../../live/refusal.js';
import { plural, texts } from '../../texts/language.js';
import { Button } from '../../ui/button.js';
import { Field, TextField } from '../../ui/field.js';
import { Icon } from '../../ui/icons.js';
import { RefusalNote } from '../../ui/loaded.js';
import { type Column, Table } from '../../ui/table.js';
import { UserText } from '../../ui/values.js';

const words = texts({
  title: ['Notifications', 'Mitteilungen'],
  logins: ['To logins', 'An Logins'],
  loginsHint: [
    'Logins and ranges: 1001, 1005-1010. Up to 1,000.',
    'Logins und Bereiche: 1001, 1005-1010. Bis zu 1.000.',
  ],
  message: ['Text, up to 1,024 characters', 'Text, bis zu 1.024 Zeichen'],
  send: ['Send', 'Senden'],
  done: [
    (sent: number, all: number) => `Sent to ${sent} of ${plural(all, 'login', 'logins')}.`,
    (sent, all) => `An ${sent} von ${plural(all, 'Login', 'Logins')} gesandt.`,
  ],
  login: ['Login', 'Login'],
  outcome: ['Result', 'Ergebnis'],
  sent: ['sent', 'gesandt'],
});

type Outcome = components['schemas']['NotificationResult'];

const MESSAGE_MAX = 1_024;

const columns = (): readonly Column<Outcome>[] => [
  { key: 'login', title: words().login, width: 110, cell: ({ login }) => login },
  {
    key: 'outcome',
    title: words().outcome,
    cell: ({ sent, message }) => (
      <span class={sent ? 'up' : 'down'}>
        <Icon name={sent ? 'check' : 'warning'} />{' '}
        {sent ? words().sent : <UserText>{message}</UserText>}
      </span>
    ),
  },
];

/** The notification that is being written, and the outcome of sending it. */
const useNotification = () => {
  const live = useStaff();
  const [logins, setLogins] = useState('');
  const [message, setMessage] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const send = async (): Promise<void> => {
    setBusy(true);
    const done = await attempt(
      unwrap(live.rest.POST('/admin/v1/notifications', { body: { logins, message } })),
    );
    setBusy(false);
    setRefusal(done.ok ? null : done.refusal);
    if (!done.ok) return;
    setOutcomes(done.value);
    if (done.value.every(({ sent }) => sent)) setMessage('');
  };
  return { logins, setLogins, message, setMessage, isBusy, refusal, outcomes, send };
};

const Outcomes = ({ outcomes }: { readonly outcomes: readonly Outcome[] }) => (
  <div class="panel notified">
    <Table
      label={words().outcome}
      columns={columns()}
      rows={outcomes}
      keyOf={({ login }) => login}
    />
  </div>
);

/** The form of a notification, and what became of it at each login. */
const Notifications = () => {
  const { logins, setLogins, message, setMessage, isBusy, refusal, outcomes, send } =
    useNotification();
  const faultOf = (field: string): string | null => faultsOf(refusal, field)[0]?.message ?? null;
  const sent = outcomes.filter((one) => one.sent).length;
  return (
    <div class="view">
      <h1>{words().title}</h1>
      <form
        class="panel"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <div class="body stack">
          {refusal === null ? null : <RefusalNote refusal={refusal} />}
          <TextField
            label={words().logins}
            hint={words().loginsHint}
            fault={faultOf('logins')}
            value={logins}
            onInput={setLogins}
          />
          <Field
            label={words().message}
            fault={faultOf('message')}
            hint={`${[...message].length} / ${MESSAGE_MAX}`}
          >
            {(attributes) => (
              <textarea
                {...attributes}
                rows={4}
                dir="auto"
                value={message}
                onInput={({ currentTarget }) => setMessage(currentTarget.value)}
              />
            )}
          </Field>
          <div class="line">
            <Button
              tone="main"
              type="submit"
              isBusy={isBusy}
              isOff={logins.trim() === '' || message.trim() === ''}
            >
              {words().send}
            </Button>
            <span role="status">
              {outcomes.length === 0 ? null : words().done(sent, outcomes.length)}
            </span>
          </div>
        </div>
      </form>
      {outcomes.length === 0 ? null : <Outcomes outcomes={outcomes} />}
    </div>
  );
};

export default Notifications;
