// A manual quote: bid and ask as typed, with the distance from the price of now.

import { useEffect, useState } from 'preact/hooks';
import { unwrap } from '../../../client/index.js';
import { useStaff } from '../../frame/store.js';
import { pointsBetween } from '../../lists/points.js';
import { compareDecimals } from '../../live/decimal.js';
import type { Refusal } from '../../live/refusal.js';
import type { LightSymbol } from '../../live/symbols.js';
import { common } from '../../texts/common.js';
import { typedNumber, withDigits } from '../../texts/numbers.js';
import { Button } from '../../ui/button.js';
import { confirmedAct } from '../../ui/confirm.js';
import { Dialog } from '../../ui/dialog.js';
import { NumberField } from '../../ui/field.js';
import { RefusalNote } from '../../ui/loaded.js';
import { toast } from '../../ui/toast.js';
import { quoteWords } from './quote-words.js';

type PriceName = 'bid' | 'ask' | 'last';
const PRICES: readonly PriceName[] = ['bid', 'ask', 'last'];

interface PublishProps {
  readonly symbol: LightSymbol;
  readonly onClose: () => void;
}

/** The prices as typed, and how they are published. */
const usePublish = ({ symbol, onClose }: PublishProps) => {
  const live = useStaff();
  const { name, digits } = symbol;
  const now = live.quotes.of(name);
  const first = (price: string | undefined): string =>
    price === undefined ? '' : withDigits(price, digits);
  const [entries, setEntries] = useState(() => ({
    bid: first(now.peek()?.bid),
    ask: first(now.peek()?.ask),
    last: '',
  }));
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => live.quotes.follow([name]), [name]);
  const [bid, ask] = [typedNumber(entries.bid), typedNumber(entries.ask)];
  const last = entries.last.trim() === '' ? undefined : typedNumber(entries.last);
  const isCrossed = bid !== null && ask !== null && compareDecimals(ask, bid) < 0;
  const canSend = bid !== null && ask !== null && last !== null && !isCrossed;
  const send = async (): Promise<void> => {
    if (!canSend) return;
    setBusy(true);
    const body = { symbol: name, bid, ask, ...(last !== undefined && { last }) };
    const done = await confirmedAct(
      live.rest,
      (given) => unwrap(live.rest.POST('/admin/v1/quotes', { body: { ...body, ...given } })),
      quoteWords().publishTitle(name),
    );
    setBusy(false);
    if (done === null) return;
    if (!done.ok) return setRefusal(done.refusal);
    toast({ text: quoteWords().published(name), tone: 'good' });
    onClose();
  };
  return { now, entries, setEntries, refusal, isBusy, isCrossed, canSend, send };
};

/** Publishes a price of a symbol. */
export const PublishDialog = (props: PublishProps) => {
  const { name, digits } = props.symbol;
  const { now, entries, setEntries, refusal, isBusy, isCrossed, canSend, send } = usePublish(props);
  const faultOf = (of: PriceName): string | null => {
    if (entries[of].trim() === '') return of === 'last' ? null : common().required;
    if (typedNumber(entries[of]) === null) return quoteWords().notANumber;
    return of === 'ask' && isCrossed ? quoteWords().crossed : null;
  };
  const hintOf = (of: PriceName): string | undefined => {
    const typed = typedNumber(entries[of]);
    const quote = now.value;
    if (of === 'last' || typed === null || quote === undefined) return undefined;
    return quoteWords().far(pointsBetween(quote[of], typed, digits));
  };
  return (
    <Dialog
      title={quoteWords().publishTitle(name)}
      onClose={props.onClose}
      onSubmit={() => void send()}
      footer={
        <>
          <Button onClick={props.onClose}>{common().cancel}</Button>
          <Button tone="danger" type="submit" isBusy={isBusy} isOff={!canSend}>
            {quoteWords().publish}
          </Button>
        </>
      }
    >
      <p class="muted">{quoteWords().publishHint}</p>
      {refusal === null ? null : <RefusalNote refusal={refusal} />}
      {PRICES.map((of) => (
        <NumberField
          key={of}
          label={of === 'last' ? quoteWords().last : quoteWords()[of]}
          value={entries[of]}
          onInput={(text) => setEntries({ ...entries, [of]: text })}
          hint={hintOf(of)}
          fault={faultOf(of)}
        />
      ))}
    </Dialog>
  );
};
