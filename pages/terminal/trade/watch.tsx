// The watch: lists of symbols with their prices, found by name, put in order by hand.

import { useEffect, useMemo, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { hrefOf } from '../../frame/routes.js';
import { useTrader } from '../../frame/store.js';
import { exact, minus, roundTo, textOf } from '../../live/decimal.js';
import type { TradeSide } from '../../live/intent.js';
import type { Quotes } from '../../live/quotes.js';
import type { Refusal } from '../../live/refusal.js';
import type { LightSymbol } from '../../live/symbols.js';
import { common } from '../../texts/common.js';
import { grouped, signed, signOf } from '../../texts/numbers.js';
import { pointsFrom } from '../../ticket/sizing.js';
import { Button } from '../../ui/button.js';
import { confirm } from '../../ui/confirm.js';
import { Dialog } from '../../ui/dialog.js';
import { SelectField, TextField } from '../../ui/field.js';
import { Icon } from '../../ui/icons.js';
import { useKeys } from '../../ui/keys.js';
import { Empty, Loaded, RefusalNote } from '../../ui/loaded.js';
import { Menu, type MenuItem } from '../../ui/menu.js';
import { type Column, Table } from '../../ui/table.js';
import { toastRefusal } from '../../ui/toast.js';
import { Price } from '../../ui/values.js';
import { isNarrow } from '../../ui/window.js';
import { tradeStateOf } from './state.js';
import { type Watchlists, watchlistsOf } from './watchlists.js';
import { words } from './words.js';

interface QuoteProps {
  readonly quotes: Quotes;
  readonly symbol: LightSymbol;
}

/** A price whose change tints it for a moment. */
const LivePrice = ({ quotes, symbol, of }: QuoteProps & { readonly of: 'bid' | 'ask' }) => {
  const quote = quotes.of(symbol.name).value;
  if (quote === undefined) return <span class="muted">–</span>;
  const price = quote[of];
  const tint = quote.move === 'none' ? '' : `went-${quote.move}`;
  return (
    <span key={price} class={tint}>
      <Price value={price} digits={symbol.digits} />
    </span>
  );
};

const Spread = ({ quotes, symbol }: QuoteProps) => {
  const quote = quotes.of(symbol.name).value;
  if (quote === undefined) return <span class="muted">–</span>;
  return <span class="muted">{String(pointsFrom(quote.bid, quote.ask, symbol.digits))}</span>;
};

/** The change in percent from one price to another, with two digits. */
const changePercent = (from: string, to: string): string | null => {
  const base = exact(from);
  if (base.units === 0n) return null;
  const gain = minus(exact(to), base);
  const digits = Math.max(gain.digits, base.digits);
  const scaled = gain.units * 10n ** BigInt(digits - gain.digits + 6);
  const units = scaled / (base.units * 10n ** BigInt(digits - base.digits));
  return textOf(roundTo({ units, digits: 4 }, 2));
};

const Change = ({ quotes, symbol }: QuoteProps) => {
  const quote = quotes.of(symbol.name).value;
  const percent =
    quote === undefined || quote.open === null ? null : changePercent(quote.open, quote.bid);
  if (percent === null) return <span class="muted">–</span>;
  const sign = signOf(percent);
  return <span class={sign > 0 ? 'up' : sign < 0 ? 'down' : ''}>{signed(grouped(percent))}</span>;
};

/** Symbols that fit to a text by name or description. */
const found = (symbols: readonly LightSymbol[], text: string): readonly LightSymbol[] => {
  const wanted = text.trim().toLowerCase();
  return symbols.filter(({ name, description }) =>
    `${name} ${description}`.toLowerCase().includes(wanted),
  );
};

const toastRefused = async (act: Promise<Refusal | null>): Promise<void> => {
  const refusal = await act;
  if (refusal !== null) toastRefusal(refusal);
};

type Naming = 'new' | 'rename';

const NameDialog = ({
  lists,
  naming,
  onClose,
}: {
  readonly lists: Watchlists;
  readonly naming: Naming;
  readonly onClose: () => void;
}) => {
  const isNew = naming === 'new';
  const [name, setName] = useState(isNew ? '' : (lists.current.peek()?.name ?? ''));
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const save = async (): Promise<void> => {
    if (name.trim() === '') return;
    const answer = await (isNew ? lists.create(name.trim(), []) : lists.rename(name.trim()));
    if (answer === null) onClose();
    else setRefusal(answer);
  };
  return (
    <Dialog
      title={isNew ? words().newList : words().renameList}
      onClose={onClose}
      onSubmit={() => void save()}
      footer={
        <>
          <Button onClick={onClose}>{common().cancel}</Button>
          <Button tone="main" type="submit" isOff={name.trim() === ''}>
            {common().save}
          </Button>
        </>
      }
    >
      {refusal === null ? null : <RefusalNote refusal={refusal} />}
      <TextField label={words().listName} value={name} onInput={setName} maxLength={32} isFocused />
    </Dialog>
  );
};

/** The choice of a list, and what can be done with it. */
const ListBar = ({ lists }: { readonly lists: Watchlists }) => {
  const [naming, setNaming] = useState<Naming | null>(null);
  const current = lists.current.value;
  const isSaved = current !== undefined && current.id !== 0;
  const remove = async (): Promise<void> => {
    const name = current?.name ?? '';
    const isSure = await confirm({
      title: words().deleteList,
      text: words().deleteText(name),
      action: common().delete,
      tone: 'danger',
    });
    if (isSure) await toastRefused(lists.remove());
  };
  const items: readonly MenuItem[] = [
    { text: words().newList, icon: 'plus', run: () => setNaming('new') },
    {
      text: words().renameList,
      icon: 'pencil',
      isOff: !isSaved,
      run: () => setNaming('rename'),
    },
    {
      text: words().deleteList,
      icon: 'trash',
      tone: 'danger',
      isOff: !isSaved,
      run: () => void remove(),
    },
  ];
  return (
    <>
      <SelectField
        label={words().lists}
        value={String(current?.id ?? 0)}
        choices={lists.all.value.map(({ id, name }) => ({ value: String(id), text: name }))}
        onSelect={(id) => lists.select(Number(id))}
      />
      <Menu icon="more" label={words().listActions} items={items} />
      {naming === null ? null : (
        <NameDialog lists={lists} naming={naming} onClose={() => setNaming(null)} />
      )}
    </>
  );
};

/** A row of a phone: the symbol, its change and spread, both prices. */
const NarrowRow = ({ quotes, symbol }: QuoteProps) => (
  <div class="watch-row">
    <strong>{symbol.name}</strong>
    <span class="small">
      <Change quotes={quotes} symbol={symbol} /> % <Spread quotes={quotes} symbol={symbol} />
    </span>
    <span class="end">
      <LivePrice quotes={quotes} symbol={symbol} of="bid" />
    </span>
    <span class="end">
      <LivePrice quotes={quotes} symbol={symbol} of="ask" />
    </span>
  </div>
);

const columnsOf = (quotes: Quotes): readonly Column<LightSymbol>[] => [
  {
    key: 'name',
    title: words().symbol,
    cell: (symbol) => <span title={symbol.description}>{symbol.name}</span>,
  },
  {
    key: 'bid',
    title: words().bid,
    width: 74,
    isNumber: true,
    cell: (symbol) => <LivePrice quotes={quotes} symbol={symbol} of="bid" />,
  },
  {
    key: 'ask',
    title: words().ask,
    width: 74,
    isNumber: true,
    cell: (symbol) => <LivePrice quotes={quotes} symbol={symbol} of="ask" />,
  },
  {
    key: 'spread',
    title: words().spread,
    width: 52,
    isNumber: true,
    cell: (symbol) => <Spread quotes={quotes} symbol={symbol} />,
  },
  {
    key: 'change',
    title: words().change,
    width: 50,
    isNumber: true,
    cell: (symbol) => <Change quotes={quotes} symbol={symbol} />,
  },
];

/** The index of the row that has the focus, or that a click came from; none = -1. */
export const rowIndexOf = (target: EventTarget | null): number => {
  const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-index]') : null;
  return row === null ? -1 : Number(row.dataset.index);
};

interface WatchProps {
  /** May the user trade: are Buy and Sell offered? */
  readonly isTrading: boolean;
}

/** The rows that the search or the list names, and the acts on them. */
const useRows = (text: string) => {
  const live = useTrader();
  const lists = watchlistsOf(live);
  const byName = live.symbols.byName.value;
  const all = live.symbols.list.value;
  const names = lists.current.value?.symbols ?? [];
  const listed = useMemo(() => names.flatMap((name) => byName.get(name) ?? []), [names, byName]);
  const isSearching = text.trim() !== '';
  const rows = isSearching ? found(all, text) : listed;
  const put = (next: readonly string[]): void =>
    void toastRefused(lists.put(next, words().ownList));
  const move = (name: string, by: -1 | 1): void => {
    const from = names.indexOf(name);
    const to = from + by;
    if (from < 0 || to < 0 || to >= names.length) return;
    const next = names.filter((one) => one !== name);
    next.splice(to, 0, name);
    put(next);
  };
  return { live, lists, rows, names, isSearching, put, move };
};

type WatchRows = ReturnType<typeof useRows>;

/** Alt with an arrow moves the row that has the focus; the focus goes with it. */
const useMoveKeys = ({ rows, isSearching, move }: WatchRows): void => {
  const moveFocused = (by: -1 | 1): void => {
    const { activeElement } = document;
    const at = rowIndexOf(activeElement);
    const symbol = activeElement?.closest('.watch') == null ? undefined : rows[at];
    if (symbol === undefined || isSearching) return;
    const table = activeElement?.closest('.table');
    move(symbol.name, by);
    requestAnimationFrame(() =>
      table?.querySelector<HTMLElement>(`tr[data-index="${at + by}"]`)?.focus(),
    );
  };
  useKeys(words().watch, [
    { key: 'Alt+Up', text: words().up, run: () => moveFocused(-1) },
    { key: 'Alt+Down', text: words().down, run: () => moveFocused(1) },
  ]);
};

/** The acts on the place of a symbol in the list. */
const placeItems = (
  symbol: LightSymbol,
  { names, isSearching, put, move }: WatchRows,
): MenuItem[] => {
  const { name } = symbol;
  if (!names.includes(name)) {
    return [{ text: words().add, icon: 'plus', run: () => put([...names, name]) }];
  }
  const remove = (): void => put(names.filter((one) => one !== name));
  return [
    { text: words().remove, icon: 'minus', run: remove },
    { text: words().up, key: 'Alt+Up', isOff: isSearching, run: () => move(name, -1) },
    { text: words().down, key: 'Alt+Down', isOff: isSearching, run: () => move(name, 1) },
  ];
};

interface WatchTableProps extends WatchProps {
  readonly shown: WatchRows;
}

const WatchTable = ({ isTrading, shown }: WatchTableProps) => {
  const [drawn, setDrawn] = useState<readonly string[]>([]);
  const { live, rows } = shown;
  const { route } = useLocation();
  const { quotes } = live;
  const state = tradeStateOf(live);
  useEffect(() => quotes.follow(drawn), [drawn.join(' ')]);
  useMoveKeys(shown);
  const openTicket = (symbol: LightSymbol, side: TradeSide | null): void => {
    state.choose(symbol.name);
    state.ticket.value = { side };
  };
  /** A wide window has the chart beside the list. */
  const openChart = ({ name }: LightSymbol): void => {
    state.choose(name);
    if (isNarrow.peek()) route(hrefOf('/terminal/', 'chart/:symbol', { symbol: name }));
  };
  const onRowKey = (symbol: LightSymbol, key: string): boolean => {
    const side = ({ b: 'buy', s: 'sell' } as const)[key];
    if (key === 'c') openChart(symbol);
    else if (side !== undefined && isTrading) openTicket(symbol, side);
    else return false;
    return true;
  };
  const menuOf = (symbol: LightSymbol): readonly MenuItem[] => [
    ...(['buy', 'sell'] as const)
      .filter(() => isTrading)
      .map((side) => ({
        text: words()[side],
        key: side === 'buy' ? 'B' : 'S',
        run: () => openTicket(symbol, side),
      })),
    { text: words().chart, icon: 'candles', key: 'C', run: () => openChart(symbol) },
    {
      text: words().terms,
      icon: 'info',
      run: () => route(hrefOf('/terminal/', 'symbol/:name', { name: symbol.name })),
    },
    ...placeItems(symbol, shown),
  ];
  const choose = (event: Event): void => {
    const target = event.target as Element;
    const symbol = rows[rowIndexOf(target)];
    if (symbol === undefined || target.closest('.actions') !== null) return;
    if (isNarrow.peek() && isTrading) openTicket(symbol, null);
    else state.choose(symbol.name);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter on a row does the same
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a row does the same
    <div class="rows" onClick={choose}>
      <Table
        label={words().watch}
        columns={columnsOf(quotes)}
        rows={rows}
        keyOf={({ name }) => name}
        selected={state.symbol.value?.name ?? null}
        onOpen={(symbol) => openTicket(symbol, null)}
        onDrawn={(inSight) => setDrawn(inSight.map(({ name }) => name))}
        onRowKey={onRowKey}
        menuOf={menuOf}
        narrow={(symbol) => <NarrowRow quotes={quotes} symbol={symbol} />}
      />
    </div>
  );
};

/** Lists, search and prices. */
export const Watch = ({ isTrading }: WatchProps) => {
  const [text, setText] = useState('');
  const shown = useRows(text);
  const { live, lists, rows, isSearching } = shown;
  const { list, refusal, reload } = live.symbols;
  const isRead = list.value.length > 0 && lists.all.value.length > 0;
  return (
    <section class="panel watch" aria-label={words().watch}>
      <div class="watch-head">
        <label class="search">
          <Icon name="search" />
          <span class="visually-hidden">{words().find}</span>
          <input
            type="search"
            data-search
            placeholder={words().find}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <ListBar lists={lists} />
      </div>
      <Loaded
        status={refusal.value !== null ? 'failed' : isRead ? 'ready' : 'loading'}
        refusal={refusal.value}
        hasContent={isRead}
        onRetry={() => void reload()}
      >
        {rows.length === 0 ? (
          <Empty text={isSearching ? common().nothing : words().noSymbols} />
        ) : (
          <WatchTable isTrading={isTrading} shown={shown} />
        )}
      </Loaded>
    </section>
  );
};
