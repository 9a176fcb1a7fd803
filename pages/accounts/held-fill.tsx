// The decision of staff on a fill of a provider that is held, because it is far from the quote.

import { useEffect, useMemo, useState } from 'preact/hooks';
import { type components, unwrap } from '../../client/index.js';
import { useStaff, useStaffStore } from '../frame/store.js';
import { attempt, faultsOf, type Refusal } from '../live/refusal.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/language.js';
import { lotsText } from '../texts/numbers.js';
import { Button } from '../ui/button.js';
import { confirmedAct } from '../ui/confirm.js';
import { Dialog } from '../ui/dialog.js';
import { Segments, TextField } from '../ui/field.js';
import { Note, RefusalNote } from '../ui/loaded.js';
import { toast } from '../ui/toast.js';
import { Time, UserText } from '../ui/values.js';

type HeldFillAction = components['schemas']['HeldFillBody']['action'];
type HeldFillLine = components['schemas']['JournalRow'];

const words = texts({
  title: [(id: number) => `Held fill of order ${id}`, (id) => `Angehaltene Ausführung von ${id}`],
  says: [
    (lots: string) =>
      `The provider filled ${lots} lots far from the quote, and may count a fill that is left out.`,
    (lots) =>
      `${lots} Lots sind weit vom Marktkurs ausgeführt; der Provider zählt auch Weggelassenes.`,
  ],
  execution: ['Execution', 'Ausführung'],
  executionHint: ['As the journal names it', 'Wie das Journal sie nennt'],
  decision: ['Decision', 'Entscheidung'],
  book: ['Book at its price', 'Zu ihrem Kurs buchen'],
  bust: ['Leave out', 'Weglassen'],
  booked: ['The fill is booked.', 'Die Ausführung ist gebucht.'],
  busted: ['The fill is left out.', 'Die Ausführung ist weggelassen.'],
});

/** An order with a held fill. */
export interface HeldOrder {
  readonly id: number;
  readonly login: number;
  readonly volume_held: string;
}

/** Lines of the journal about the held fills of the order; none where they cannot be read. */
const useHeldLines = ({ id, login }: HeldOrder): readonly HeldFillLine[] => {
  const { rest } = useStaff();
  const { session } = useStaffStore();
  const [lines, setLines] = useState<readonly HeldFillLine[]>([]);
  const mayRead = session.can('accounts.journal');
  useEffect(() => {
    if (!mayRead) return;
    const query = { text: `order #${id} is held`, limit: 20 };
    const params = { path: { login }, query };
    void attempt(unwrap(rest.GET('/admin/v1/accounts/{login}/journal', { params }))).then(
      (read) => {
        if (read.ok) setLines(read.value.items);
      },
    );
  }, [rest, id, login, mayRead]);
  return lines;
};

interface HeldFillProps {
  readonly order: HeldOrder;
  readonly onClose: () => void;
}

/** What is typed, and the function that sends the decision. */
const useHeldDecision = ({ order, onClose }: HeldFillProps) => {
  const { rest, uuid } = useStaff();
  const [execution, setExecution] = useState('');
  const [action, setAction] = useState<HeldFillAction>('book');
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const execution_id = execution.trim();
  // The server takes a key for one decision alone.
  const key = useMemo(uuid, [execution_id, action]);
  const submit = async (): Promise<void> => {
    if (execution_id === '' || isBusy) return;
    setBusy(true);
    const params = { path: { login: order.login }, header: { 'Idempotency-Key': key } };
    const asked = { order_id: order.id, execution_id, action };
    const done = await confirmedAct(rest, (given) =>
      unwrap(
        rest.POST('/admin/v1/accounts/{login}/held-fills', {
          params,
          body: { ...asked, ...given },
        }),
      ),
    );
    setBusy(false);
    if (done === null) return;
    if (!done.ok) return setRefusal(done.refusal);
    toast({ text: action === 'book' ? words().booked : words().busted, tone: 'good' });
    onClose();
  };
  return { execution, setExecution, execution_id, action, setAction, refusal, isBusy, submit };
};

/** The dialog that books a held fill or leaves the fill out. */
export const HeldFill = (props: HeldFillProps) => {
  const { order, onClose } = props;
  const lines = useHeldLines(order);
  const decision = useHeldDecision(props);
  const { execution, setExecution, execution_id, action, setAction } = decision;
  const { refusal, isBusy, submit } = decision;
  return (
    <Dialog
      title={words().title(order.id)}
      size="wide"
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{common().cancel}</Button>
          <Button
            tone={action === 'book' ? 'main' : 'danger'}
            type="submit"
            isBusy={isBusy}
            isOff={execution_id === ''}
          >
            {words()[action]}
          </Button>
        </>
      }
    >
      <p>{words().says(lotsText(order.volume_held))}</p>
      {lines.map(({ id, time, text }) => (
        <Note key={id}>
          <Time at={time} /> <UserText>{text}</UserText>
        </Note>
      ))}
      <TextField
        label={words().execution}
        hint={words().executionHint}
        fault={faultsOf(refusal, 'execution_id')[0]?.message}
        value={execution}
        isFocused
        onInput={setExecution}
      />
      <Segments
        label={words().decision}
        value={action}
        choices={[
          { value: 'book', text: words().book },
          { value: 'bust', text: words().bust },
        ]}
        onSelect={setAction}
      />
      {refusal === null ? null : <RefusalNote refusal={refusal} />}
    </Dialog>
  );
};
