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
import { Segments, SelectField, TextField } from '../ui/field.js';
import { Note, RefusalNote } from '../ui/loaded.js';
import { toast } from '../ui/toast.js';
import { Time, UserText } from '../ui/values.js';

type HeldFillAction = components['schemas']['HeldFillBody']['action'];
type HeldFillLine = components['schemas']['JournalRow'];

const words = texts({
  title: [(id: number) => `Held fill of order ${id}`, (id) => `Angehaltene Ausführung von ${id}`],
  says: [
    (lots: string) =>
      `The provider filled ${lots} lots far from the quote. Left out here, the fill may still ` +
      'count at the provider.',
    (lots) =>
      `Der Provider hat ${lots} Lots weit vom Marktkurs ausgeführt. Auch wenn die Ausführung ` +
      'hier weggelassen wird, kann sie beim Provider zählen.',
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

/** A held fill that waits for a decision: its execution, and its line of the journal. */
interface HeldExecution {
  readonly id: string;
  readonly line: HeldFillLine;
}

/** The execution of a line about a held fill; a number names one whose id another fill has. */
const executionOf = (text: string): string | undefined => {
  if (text.includes(' as further fills,')) return 'further fills';
  const id = /, execution (.+)$/.exec(text)?.[1];
  return /^fill \d+(?= \()/.exec(id ?? '')?.[0] ?? id;
};

/** The fills that are held and not decided on, by the lines of the journal about them. */
const undecided = (lines: readonly HeldFillLine[]): readonly HeldExecution[] => {
  const decided = new Set(
    lines
      .filter(({ text }) => text.includes(' was held and '))
      .map((line) => executionOf(line.text)),
  );
  return lines.flatMap((line) => {
    const id = line.text.includes(' is held') ? executionOf(line.text) : undefined;
    return id === undefined || decided.has(id) ? [] : [{ id, line }];
  });
};

/** The held fills of the order; none where the journal cannot be read. */
const useHeldExecutions = ({ id, login }: HeldOrder): readonly HeldExecution[] => {
  const { rest } = useStaff();
  const { session } = useStaffStore();
  const [held, setHeld] = useState<readonly HeldExecution[]>([]);
  const mayRead = session.can('accounts.journal');
  useEffect(() => {
    if (!mayRead) return;
    const params = { path: { login }, query: { text: `a fill of order #${id} `, limit: 200 } };
    void attempt(unwrap(rest.GET('/admin/v1/accounts/{login}/journal', { params }))).then(
      (read) => {
        if (read.ok) setHeld(undecided(read.value.items));
      },
    );
  }, [rest, id, login, mayRead]);
  return held;
};

interface HeldFillProps {
  readonly order: HeldOrder;
  readonly onClose: () => void;
}

/** What is chosen or typed, and the function that sends the decision. */
const useHeldDecision = ({ order, onClose }: HeldFillProps) => {
  const { rest, uuid } = useStaff();
  const held = useHeldExecutions(order);
  const [typed, setExecution] = useState('');
  const execution = typed === '' ? (held[0]?.id ?? '') : typed;
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
    const done = await confirmedAct(
      rest,
      (given) =>
        unwrap(
          rest.POST('/admin/v1/accounts/{login}/held-fills', {
            params,
            body: { ...asked, ...given },
          }),
        ),
      `${words().title(order.id)}: ${words()[action]}`,
    );
    setBusy(false);
    if (done === null) return;
    if (!done.ok) return setRefusal(done.refusal);
    toast({ text: action === 'book' ? words().booked : words().busted, tone: 'good' });
    onClose();
  };
  return {
    held,
    execution,
    setExecution,
    execution_id,
    action,
    setAction,
    refusal,
    isBusy,
    submit,
  };
};

/** The execution: one of the held fills, or typed where they are not known. */
const Execution = (decision: ReturnType<typeof useHeldDecision>) => {
  const { held, execution, setExecution, refusal } = decision;
  const given = {
    label: words().execution,
    value: execution,
    fault: faultsOf(refusal, 'execution_id')[0]?.message,
  };
  if (held.length === 0) {
    return <TextField {...given} hint={words().executionHint} isFocused onInput={setExecution} />;
  }
  return (
    <>
      {held.map(({ line: { id, time, text } }) => (
        <Note key={id}>
          <Time at={time} /> <UserText>{text}</UserText>
        </Note>
      ))}
      <SelectField
        {...given}
        choices={held.map(({ id }) => ({ value: id, text: id }))}
        onSelect={setExecution}
      />
    </>
  );
};

/** The dialog that books a held fill or leaves the fill out. */
export const HeldFill = (props: HeldFillProps) => {
  const { order, onClose } = props;
  const decision = useHeldDecision(props);
  const { execution_id, action, setAction, refusal, isBusy, submit } = decision;
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
      <Execution {...decision} />
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
