// The test of a mail server: an e-mail that goes out at once.

import { useState } from 'preact/hooks';
import { unwrap } from '../../../client/index.js';
import { recordText } from '../../forms/kinds.js';
import type { RecordPartProps } from '../../forms/record.js';
import { useStaff } from '../../frame/store.js';
import { attempt, faultsOf, type Refusal } from '../../live/refusal.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/language.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { TextField } from '../../ui/field.js';
import { RefusalNote } from '../../ui/loaded.js';
import { toast } from '../../ui/toast.js';

const words = texts({
  test: ['Test', 'Prüfen'],
  title: [(name: string) => `Test ${name}`, (name) => `${name} prüfen`],
  text: [
    'A short e-mail is sent by this server at once, with the settings that are saved. The answer ' +
      'of the server may take some seconds.',
    'Eine kurze E-Mail geht sofort über diesen Server, mit den gespeicherten Einstellungen. Die ' +
      'Antwort des Servers kann einige Sekunden dauern.',
  ],
  to: ['E-mail address', 'E-Mail-Adresse'],
  send: ['Send', 'Senden'],
  sent: [(to: string) => `The server took the e-mail to ${to}.`, (to) => `An ${to} gesandt.`],
});

/** The button of the test, and its dialog. */
export const MailTest = ({ record }: RecordPartProps) => {
  const { rest } = useStaff();
  const [to, setTo] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const close = (): void => {
    setTo(null);
    setRefusal(null);
  };
  const send = async (address: string): Promise<void> => {
    setBusy(true);
    const params = { path: { id: Number(record.id) } };
    const done = await attempt(
      unwrap(rest.POST('/admin/v1/mail-servers/{id}/test', { params, body: { to: address } })),
    );
    setBusy(false);
    if (!done.ok) return setRefusal(done.refusal);
    close();
    toast({ text: words().sent(address), tone: 'good' });
  };
  return (
    <>
      <Button icon="mail" onClick={() => setTo('')}>
        {words().test}
      </Button>
      {to === null ? null : (
        <Dialog
          title={words().title(recordText(record))}
          onClose={close}
          onSubmit={() => void send(to.trim())}
          footer={
            <>
              <Button onClick={close}>{common().cancel}</Button>
              <Button tone="main" type="submit" isBusy={isBusy} isOff={to.trim() === ''}>
                {words().send}
              </Button>
            </>
          }
        >
          <p>{words().text}</p>
          {refusal === null ? null : <RefusalNote refusal={refusal} />}
          <TextField
            label={words().to}
            type="email"
            value={to}
            onInput={setTo}
            fault={faultsOf(refusal, 'to')[0]?.message ?? null}
            isFocused
          />
        </Dialog>
      )}
    </>
  );
};
