// Trading for the client: the ticket of a chosen symbol, beside the lists of the card.

import { useEffect, useRef } from 'preact/hooks';
import { useStaff } from '../../frame/store.js';
import type { IntentDraft } from '../../live/intent.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/language.js';
import type { TradingAccount } from '../../ticket/account.js';
import { Ticket } from '../../ticket/ticket.js';
import { Button } from '../../ui/button.js';
import { Combobox } from '../../ui/combobox.js';
import { Dialog } from '../../ui/dialog.js';
import { Empty } from '../../ui/loaded.js';
import { isNarrow } from '../../ui/window.js';

const words = texts({
  title: [(login: number) => `Trade for ${login}`, (login) => `Handeln für ${login}`],
  symbol: ['Symbol', 'Symbol'],
  choose: ['Choose a symbol.', 'Wählen Sie ein Symbol.'],
});

/** The symbol that was traded last, for whichever client. */
const SYMBOL = 'card.symbol';

interface TradeTicketProps {
  readonly trading: TradingAccount;
  /** The draft from which the ticket sends its requests. */
  readonly draft: IntentDraft;
}

/** The choice of a symbol, and its ticket. */
const TradeTicket = ({ trading, draft }: TradeTicketProps) => {
  const { preferences, symbols } = useStaff();
  const name = preferences.of(SYMBOL, '').value;
  const symbol = symbols.byName.value.get(name);
  const options = symbols.list.value.map((one) => ({
    value: one.name,
    text: one.name,
    hint: one.description,
  }));
  return (
    <>
      <div class="card-symbol">
        <Combobox
          label={words().symbol}
          value={name}
          options={options}
          onChoose={(chosen) => preferences.set(SYMBOL, chosen)}
        />
      </div>
      {symbol === undefined ? (
        <Empty text={words().choose} />
      ) : (
        <Ticket account={trading} symbol={symbol} draft={draft} />
      )}
    </>
  );
};

interface TradePanelProps extends TradeTicketProps {
  readonly login: number;
  readonly onClose: () => void;
}

/** The ticket beside the lists; on a phone over them. */
const TradePanel = ({ login, onClose, ...ticket }: TradePanelProps) => {
  const element = useRef<HTMLElement>(null);
  useEffect(() => element.current?.querySelector<HTMLElement>('input')?.focus(), []);
  const title = words().title(login);
  if (isNarrow.value) {
    return (
      <Dialog title={title} size="top" onClose={onClose}>
        <TradeTicket {...ticket} />
      </Dialog>
    );
  }
  return (
    <aside class="panel card-ticket" aria-label={title} ref={element}>
      <header>
        <h2 class="grow">{title}</h2>
        <Button icon="close" class="bare" label={common().close} onClick={onClose} />
      </header>
      <TradeTicket {...ticket} />
    </aside>
  );
};

export default TradePanel;
