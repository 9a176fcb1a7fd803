// The trade view: watch, ticket, positions and orders, money. On a phone the watch is a view of its
// own, and the ticket a sheet.

import { useEffect, useRef, useState } from 'preact/hooks';
import lazy, { ErrorBoundary } from 'preact-iso/lazy';
import { useQuery } from '../../frame/routes.js';
import { useTrader, useTraderStore } from '../../frame/store.js';
import { saveRows } from '../../lists/files.js';
import type { TraderLive } from '../../live/trader.js';
import { toastOutcome } from '../../ticket/outcome.js';
import { Ticket } from '../../ticket/ticket.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { CheckField } from '../../ui/field.js';
import { useKeys } from '../../ui/keys.js';
import { Skeleton } from '../../ui/loaded.js';
import { Tabs } from '../../ui/tabs.js';
import { UserText } from '../../ui/values.js';
import { isNarrow } from '../../ui/window.js';
import { ArmButton, ArmedBar } from './armed.js';
import { BulkClose } from './bulk-close.js';
import { Messages } from './messages.js';
import { MarginAlarmBar, MoneyBar } from './money-bar.js';
import { Orders, UnderWay } from './orders.js';
import { Positions } from './positions.js';
import { type TradeState, tradeStateOf } from './state.js';
import { Watch } from './watch.js';
import { words } from './words.js';

const ChartPanel = lazy(() => import('../../chart/panel.js'));

interface PartProps {
  readonly state: TradeState;
}

const TicketPart = ({ state }: PartProps) => {
  const symbol = state.symbol.value;
  if (symbol === undefined) return <Skeleton />;
  return (
    <Ticket
      account={state.account}
      symbol={symbol}
      draft={state.draft}
      isArmed={state.armedUntil.value !== null}
      opening={state.ticket.value}
    />
  );
};

const TicketPanel = ({ state }: PartProps) => {
  const symbol = state.symbol.value;
  return (
    <section class="panel ticket-panel" aria-label={words().ticket}>
      <header>
        <h2 class="grow">
          {symbol?.name} <UserText>{symbol?.description}</UserText>
        </h2>
        <ArmButton state={state} />
      </header>
      <TicketPart state={state} />
    </section>
  );
};

/** The ticket of a phone. */
export const TicketSheet = ({ state }: PartProps) => {
  const symbol = state.symbol.value;
  if (state.ticket.value === null || symbol === undefined) return null;
  return (
    <Dialog
      title={symbol.name}
      closesBeside
      onClose={() => {
        state.ticket.value = null;
      }}
    >
      <ArmedBar state={state} />
      <ArmButton state={state} />
      <TicketPart state={state} />
    </Dialog>
  );
};

const TABS = ['positions', 'orders', 'messages'] as const;

/** Saves the rows of a tab with their present values. */
const saveTab = ({ account }: TraderLive, tab: 'positions' | 'orders'): void => {
  const values = account.values.peek();
  const positions = [...account.positions.peek().values()].map((row) => ({
    ...row,
    price_current: values.get(row.id)?.price ?? null,
    profit: values.get(row.id)?.profit ?? null,
  }));
  const items = tab === 'positions' ? positions : [...account.orders.peek().values()];
  void saveRows<object>(`${tab}.csv`, () => Promise.resolve({ items, after: null }));
};

interface ListActionsProps {
  readonly tab: (typeof TABS)[number];
  readonly isTrading: boolean;
  readonly isGrouped: boolean;
}

/** What can be done with all rows of a tab. */
const ListActions = ({ tab, isTrading, isGrouped }: ListActionsProps) => {
  const live = useTrader();
  const { account, preferences } = live;
  if (tab === 'messages') return null;
  return (
    <>
      {tab === 'positions' ? (
        <CheckField
          label={words().grouped}
          isChecked={isGrouped}
          onChange={(is) => preferences.set('trade.grouped', is ? true : null)}
        />
      ) : null}
      <Button
        icon="download"
        class="bare"
        label={words().csv}
        isOff={account[tab].value.size === 0}
        onClick={() => saveTab(live, tab)}
      />
      {tab === 'positions' && isTrading ? <BulkClose /> : null}
    </>
  );
};

const Lists = ({ state, isTrading }: PartProps & { readonly isTrading: boolean }) => {
  const { account, preferences } = useTrader();
  const [tab, setTab] = useState<(typeof TABS)[number]>('positions');
  const element = useRef<HTMLElement>(null);
  const isGrouped = preferences.of('trade.grouped', false).value;
  const focusList = (name: (typeof TABS)[number]): void => {
    setTab(name);
    const find = (selector: string) => element.current?.querySelector<HTMLElement>(selector);
    // The tab has its row only after it is drawn; without a row the tab itself has the focus.
    requestAnimationFrame(() =>
      (find('tr[tabindex="0"]') ?? find('[aria-selected="true"]'))?.focus(),
    );
  };
  useKeys(words().panel, [
    { key: 'P', text: words().toPositions, run: () => focusList('positions') },
    { key: 'O', text: words().toOrders, run: () => focusList('orders') },
  ]);
  const counts = {
    positions: account.positions.value.size,
    orders: account.orders.value.size,
    messages: undefined,
  };
  return (
    <section class="panel lists" aria-label={words().panel} ref={element}>
      <Tabs
        label={words().view}
        tabs={TABS.map((name) => ({ name, text: words()[name], count: counts[name] }))}
        selected={tab}
        onSelect={setTab}
        actions={<ListActions {...{ tab, isTrading, isGrouped }} />}
      >
        <UnderWay />
        {tab === 'positions' ? (
          <Positions isTrading={isTrading} isGrouped={isGrouped} />
        ) : tab === 'orders' ? (
          <Orders isTrading={isTrading} />
        ) : (
          <Messages messages={state.messages.value} />
        )}
      </Tabs>
    </section>
  );
};

/** Reports what became of trades; the ticket shows its own refusals. */
const useOutcomes = (state: TradeState): void => {
  const { intents } = useTrader();
  const settled = intents.settled.value;
  useEffect(() => {
    if (settled !== null) toastOutcome(settled, state.draft.current.peek() === settled);
  }, [settled]);
};

/** Opens the ticket for the side that a link names: `?ticket=buy`. */
const useAskedTicket = ({ ticket }: TradeState): void => {
  const { query, change } = useQuery();
  const { ticket: side } = query;
  useEffect(() => {
    if (side !== 'buy' && side !== 'sell') return;
    ticket.value = { side };
    change({ ticket: undefined });
  }, [side]);
};

/** The state that the trade views for the phone and for large screens share. */
export const useTradeView = () => {
  const live = useTrader();
  const { session } = useTraderStore();
  const state = tradeStateOf(live);
  useOutcomes(state);
  useAskedTicket(state);
  const isTrading = !session.isReadOnly.value;
  const look = live.connection.isLive.value ? '' : 'not-live';
  return { state, isTrading, look };
};

const NarrowTrade = () => {
  const { state, isTrading, look } = useTradeView();
  return (
    <div class={`trade narrow ${look}`}>
      <MarginAlarmBar />
      <ArmedBar state={state} />
      <MoneyBar />
      <Lists state={state} isTrading={isTrading} />
      {isTrading ? (
        <div class="new-order">
          <Button
            tone="main"
            icon="plus"
            onClick={() => {
              state.ticket.value = { side: null };
            }}
          >
            {words().newOrder} {state.symbol.value?.name}
          </Button>
        </div>
      ) : null}
      <TicketSheet state={state} />
    </div>
  );
};

const Chart = ({ state }: PartProps) => {
  const symbol = state.symbol.value;
  return (
    <section class="chart-part">
      {symbol === undefined ? (
        <Skeleton />
      ) : (
        <ErrorBoundary>
          <ChartPanel symbol={symbol.name} onSymbol={state.choose} />
        </ErrorBoundary>
      )}
    </section>
  );
};

const WideTrade = () => {
  const { state, isTrading, look } = useTradeView();
  return (
    <div class={`trade wide ${look} ${isTrading ? '' : 'no-ticket'}`}>
      <MarginAlarmBar />
      <ArmedBar state={state} />
      <Watch isTrading={isTrading} />
      <Chart state={state} />
      <Lists state={state} isTrading={isTrading} />
      {isTrading ? <TicketPanel state={state} /> : null}
      <MoneyBar />
    </div>
  );
};

/** The start of the terminal. */
const Trade = () => (isNarrow.value ? <NarrowTrade /> : <WideTrade />);

export default Trade;
