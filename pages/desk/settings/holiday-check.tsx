// The holidays that close a symbol on a day.

import { useState } from 'preact/hooks';
import { type components, unwrap } from '../../../client/index.js';
import { recordText } from '../../forms/kinds.js';
import { hrefOf } from '../../frame/routes.js';
import { useStaff } from '../../frame/store.js';
import { SymbolField } from '../../lists/mask-fields.js';
import { attempt, type Refusal } from '../../live/refusal.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/language.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { TextField } from '../../ui/field.js';
import { RefusalNote } from '../../ui/loaded.js';

const words = texts({
  check: ['Check a day', 'Tag prüfen'],
  day: ['Day on the server clock; empty = today', 'Tag der Serveruhr; leer = heute'],
  ask: ['Check', 'Prüfen'],
  open: [
    (symbol: string, day: string) => `No holiday closes ${symbol} on ${day}.`,
    (symbol, day) => `Kein Feiertag schließt ${symbol} am ${day}.`,
  ],
  closed: [
    (symbol: string, day: string) => `${symbol} is closed on ${day}, wholly or in part, by:`,
    (symbol, day) => `${symbol} ist am ${day} ganz oder teilweise geschlossen durch:`,
  ],
});

type CheckedDay = components['schemas']['HolidayCheck'];

const AnswerText = ({ symbol, date, holidays }: CheckedDay) => (
  <div role="status">
    <p>{holidays.length === 0 ? words().open(symbol, date) : words().closed(symbol, date)}</p>
    <ul>
      {holidays.map((holiday) => (
        <li key={holiday.id}>
          <a href={hrefOf('/desk/', 'settings/:kind/:id', { kind: 'holidays', id: holiday.id })}>
            {recordText(holiday)}
          </a>
        </li>
      ))}
    </ul>
  </div>
);

/** The button of the check, and its dialog. */
export const HolidayCheck = () => {
  const { rest } = useStaff();
  const [isOpen, open] = useState(false);
  const [symbol, setSymbol] = useState('');
  const [date, setDate] = useState('');
  const [answer, setAnswer] = useState<CheckedDay | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const ask = async (): Promise<void> => {
    const query = { symbol, ...(date !== '' && { date }) };
    const read = await attempt(unwrap(rest.GET('/admin/v1/holidays/check', { params: { query } })));
    setAnswer(read.ok ? read.value : null);
    setRefusal(read.ok ? null : read.refusal);
  };
  const close = (): void => open(false);
  return (
    <>
      <Button icon="search" onClick={() => open(true)}>
        {words().check}
      </Button>
      {isOpen ? (
        <Dialog
          title={words().check}
          size="top"
          onClose={close}
          onSubmit={() => void ask()}
          footer={
            <>
              <Button onClick={close}>{common().close}</Button>
              <Button tone="main" type="submit" isOff={symbol === ''}>
                {words().ask}
              </Button>
            </>
          }
        >
          <SymbolField value={symbol} onChoose={setSymbol} />
          <TextField label={words().day} type="date" value={date} onInput={setDate} />
          {refusal === null ? null : <RefusalNote refusal={refusal} />}
          {answer === null ? null : <AnswerText {...answer} />}
        </Dialog>
      ) : null}
    </>
  );
};
