// The messages that a gateway has kept, the newest first; new ones are shown as they come.

import { useEffect, useState } from 'preact/hooks';
import { type components, unwrap } from '../../../client/index.js';
import type { RecordPartProps } from '../../forms/record.js';
import { useStaff } from '../../frame/store.js';
import { attempt, type Refusal } from '../../live/refusal.js';
import { texts } from '../../texts/language.js';
import { Button } from '../../ui/button.js';
import { Loaded, Note } from '../../ui/loaded.js';
import { Time } from '../../ui/values.js';

const words = texts({
  title: ['Messages', 'Meldungen'],
  time: ['Time', 'Zeit'],
  direction: ['Direction', 'Richtung'],
  in: ['received', 'empfangen'],
  out: ['sent', 'gesendet'],
  message: ['Message', 'Meldung'],
  earlier: ['Earlier messages', 'Frühere Meldungen'],
  none: ['No message is kept.', 'Es ist keine Meldung aufbewahrt.'],
  off: [
    'Messages are kept once “Transactions” in the settings of the gateway is at least one day.',
    'Meldungen werden aufbewahrt, sobald „Meldungen“ in den Einstellungen mindestens ein Tag ist.',
  ],
});

type Message = components['schemas']['GatewayTransaction'];

const PAGE_ROWS = 100;
/** Time in ms between two readings of the newest messages. */
const POLL_MS = 2_000;

/** The messages that were read: the newest ones in front of those that are there already. */
const useMessages = (id: number) => {
  const live = useStaff();
  const [rows, setRows] = useState<readonly Message[] | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isWhole, setWhole] = useState(false);
  const read = async (before?: string): Promise<void> => {
    const query = { limit: PAGE_ROWS, ...(before !== undefined && { before }) };
    const params = { path: { id }, query };
    const answer = await attempt(
      unwrap(live.rest.GET('/admin/v1/gateways/{id}/transactions', { params })),
    );
    setRefusal(answer.ok ? null : answer.refusal);
    if (!answer.ok) return;
    const page: readonly Message[] = answer.value;
    setRows((held) => {
      const known = new Set((held ?? []).map((one) => one.id));
      const added = page.filter((one) => !known.has(one.id));
      return before === undefined ? [...added, ...(held ?? [])] : [...(held ?? []), ...added];
    });
    // The newest page says whether there are earlier messages only while nothing else was read.
    setWhole((held) => (before === undefined && rows !== null ? held : page.length < PAGE_ROWS));
  };
  useEffect(() => live.poll(() => read(), POLL_MS), [live, id]);
  return { rows, refusal, isWhole, read };
};

/** The messages of a gateway. */
export const GatewayMessages = ({ record }: RecordPartProps) => {
  const { rows, refusal, isWhole, read } = useMessages(Number(record.id));
  const last = rows?.at(-1);
  return (
    <>
      {record.collect_transactions_days === 0 ? <Note>{words().off}</Note> : null}
      <Loaded
        status={refusal !== null ? 'failed' : rows === null ? 'loading' : 'ready'}
        refusal={refusal}
        hasContent={last !== undefined}
        empty={{ text: words().none }}
        onRetry={() => void read()}
      >
        <table class="messages" aria-label={words().title}>
          <thead>
            <tr>
              {[words().time, words().direction, words().message].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(rows ?? []).map(({ id, at, direction, message }) => (
              <tr key={id}>
                <td>
                  <Time at={at} />
                </td>
                <td>{words()[direction]}</td>
                <td>
                  <code>{message}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {isWhole || last === undefined ? null : (
          <Button onClick={() => void read(last.id)}>{words().earlier}</Button>
        )}
      </Loaded>
    </>
  );
};
