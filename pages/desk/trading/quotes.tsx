// Prices of all symbols: bid, ask, spread, age; the feeds; quick edit and manual quotes.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type components, unwrap } from '../../../client/index.js';
import { useQuery } from '../../frame/routes.js';
import { useStaff, useStaffStore } from '../../frame/store.js';
import { useServerSeconds } from '../../lists/seconds.js';
import { TwoLines } from '../../lists/two-lines.js';
import { attempt } from '../../live/refusal.js';
import type { StaffLive } from '../../live/staff.js';
import type { LightSymbol } from '../../live/symbols.js';
import { fitting } from '../../ui/combobox.js';
import { Field } from '../../ui/field.js';
import { Loaded } from '../../ui/loaded.js';
import type { MenuItem } from '../../ui/menu.js';
import { type Column, Table } from '../../ui/table.js';
import { Price, UserText } from '../../ui/values.js';
import { changeText, spreadPoints } from './prices.js';
import { PublishDialog } from './publish-dialog.js';
import { QuickEditDialog } from './quick-edit.js';
import { quoteWords } from './quote-words.js';

type FeedStatus = components['schemas']['DatafeedStatus'];

/** A price of this age in seconds is old. */
const OLD_S = 60;
const FEEDS_MS = 5_000;
/** Rows beyond those in sight that keep their prices while a user scrolls. */
const FOLLOWED_MAX = 120;

interface QuoteCellProps {
  readonly live: StaffLive;
  readonly row: LightSymbol;
}

const Side = ({ live, row, of }: QuoteCellProps & { readonly of: 'bid' | 'ask' }) => {
  const quote = live.quotes.of(row.name).value;
  const move = of === 'bid' ? quote?.move : 'none';
  return (
    <span class={move === 'up' ? 'up' : move === 'down' ? 'down' : ''}>
      <Price value={quote?.[of]} digits={row.digits} />
    </span>
  );
};

const Spread = ({ live, row }: QuoteCellProps) => {
  const quote = live.quotes.of(row.name).value;
  return <span>{quote === undefined ? '–' : spreadPoints(quote, row.digits)}</span>;
};

const Change = ({ live, row }: QuoteCellProps) => {
  const quote = live.quotes.of(row.name).value;
  const text = quote === undefined ? null : changeText(quote);
  if (text === null) return <span>–</span>;
  const look = { '+': 'up', '-': 'down' }[text.charAt(0)] ?? '';
  return <span class={look}>{text}</span>;
};

const Day = ({ live, row, of }: QuoteCellProps & { readonly of: 'high' | 'low' }) => (
  <Price value={live.quotes.of(row.name).value?.[of]} digits={row.digits} />
);

const Age = ({ live, row, nowMs }: QuoteCellProps & { readonly nowMs: number }) => {
  const quote = live.quotes.of(row.name).value;
  if (quote === undefined) return <span class="muted">{quoteWords().noPrice}</span>;
  const age = Math.max(0, Math.round((nowMs - quote.timeMs) / 1_000));
  return <span class={age >= OLD_S ? 'warn' : ''}>{quoteWords().age(age)}</span>;
};

const columnsOf = (live: StaffLive, nowMs: number): readonly Column<LightSymbol>[] => {
  const number = (
    key: string,
    title: string,
    width: number,
    cell: Column<LightSymbol>['cell'],
  ): Column<LightSymbol> => ({ key, title, width, isNumber: true, cell });
  return [
    {
      key: 'name',
      title: quoteWords().symbol,
      width: 120,
      cell: ({ name }) => <UserText>{name}</UserText>,
    },
    {
      key: 'description',
      title: quoteWords().description,
      cell: ({ description }) => (
        <span class="muted">
          <UserText>{description}</UserText>
        </span>
      ),
    },
    number('bid', quoteWords().bid, 120, (row) => <Side live={live} row={row} of="bid" />),
    number('ask', quoteWords().ask, 120, (row) => <Side live={live} row={row} of="ask" />),
    number('spread', quoteWords().spread, 80, (row) => <Spread live={live} row={row} />),
    number('change', quoteWords().change, 88, (row) => <Change live={live} row={row} />),
    number('low', quoteWords().low, 96, (row) => <Day live={live} row={row} of="low" />),
    number('high', quoteWords().high, 96, (row) => <Day live={live} row={row} of="high" />),
    number('age', quoteWords().ageTitle, 96, (row) => <Age live={live} row={row} nowMs={nowMs} />),
  ];
};

const narrowOf = (live: StaffLive, nowMs: number) =>
  function NarrowQuote(row: LightSymbol) {
    return (
      <TwoLines
        first={<UserText>{row.name}</UserText>}
        firstEnd={
          <>
            <Side live={live} row={row} of="bid" /> <Side live={live} row={row} of="ask" />
          </>
        }
        second={<Age live={live} row={row} nowMs={nowMs} />}
        secondEnd={
          <>
            {quoteWords().spread} <Spread live={live} row={row} />
          </>
        }
      />
    );
  };

/** States of feeds while which prices may be missing. */
const isTrouble = ({ state }: FeedStatus): boolean => !['online', 'disabled'].includes(state);

/** The feeds with their state, read every 5 s. */
const Feeds = () => {
  const { rest, poll } = useStaff();
  const { session } = useStaffStore();
  const [feeds, setFeeds] = useState<readonly FeedStatus[]>([]);
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map());
  const canRead = session.can('datafeeds.statuses');
  useEffect(() => {
    if (!canRead) return undefined;
    void attempt(unwrap(rest.GET('/admin/v1/datafeeds'))).then((listed) => {
      const items = listed.ok ? feedsOf(listed.value) : [];
      setNames(new Map(items.map(({ id, name }) => [id, name])));
    });
    return poll(async () => {
      const read = await attempt(unwrap(rest.GET('/admin/v1/datafeeds/statuses')));
      if (read.ok) setFeeds(read.value);
    }, FEEDS_MS);
  }, [canRead]);
  return (
    <ul class="line feeds" aria-label={quoteWords().feeds}>
      {feeds.map((feed) => (
        <li key={feed.datafeed_id} class={`connection ${isTrouble(feed) ? 'offline' : 'live'}`}>
          <span class="dot" />
          <span>
            <UserText>{names.get(feed.datafeed_id) ?? feed.datafeed_id}</UserText>:{' '}
            {quoteWords()[feed.state]}
          </span>
          {feed.last_error === '' || !isTrouble(feed) ? null : (
            <span class="down">{feed.last_error}</span>
          )}
        </li>
      ))}
    </ul>
  );
};

type NamedFeed = Pick<components['schemas']['Datafeed'], 'id' | 'name'>;
const feedsOf = (listed: unknown): readonly NamedFeed[] =>
  Array.isArray(listed) ? listed : ((listed as { items?: readonly NamedFeed[] }).items ?? []);

/** The prices of the drawn symbols, while they are drawn. */
const useDrawnQuotes = (live: StaffLive) => {
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => live.quotes.follow(names), [names.join()]);
  return (rows: readonly LightSymbol[]): void =>
    setNames(rows.slice(0, FOLLOWED_MAX).map(({ name }) => name));
};

/** The dialog that the user has opened for a symbol. */
interface OpenedQuote {
  readonly kind: 'quick' | 'publish';
  readonly row: LightSymbol;
}

const QuoteDialog = ({ opened, onClose }: QuoteDialogProps) => {
  if (opened === null) return null;
  const { kind, row } = opened;
  return kind === 'quick' ? (
    <QuickEditDialog symbolId={row.id} name={row.name} onClose={onClose} />
  ) : (
    <PublishDialog symbol={row} onClose={onClose} />
  );
};
interface QuoteDialogProps {
  readonly opened: OpenedQuote | null;
  readonly onClose: () => void;
}

const useQuoteMenu = (open: (opened: OpenedQuote) => void) => {
  const { session } = useStaffStore();
  const canEdit = session.can('config.symbols.quick');
  return (row: LightSymbol): readonly MenuItem[] =>
    canEdit
      ? [
          {
            text: quoteWords().quickEdit,
            icon: 'pencil',
            run: () => open({ kind: 'quick', row }),
          },
          {
            text: quoteWords().publish,
            icon: 'upload',
            run: () => open({ kind: 'publish', row }),
          },
        ]
      : [];
};

/** The symbols that fit to the search of the address. */
const useFound = (live: StaffLive): readonly LightSymbol[] => {
  const { query } = useQuery();
  const { search = '' } = query;
  const list = live.symbols.list.value;
  return useMemo(() => {
    if (search === '') return list;
    const byName = new Map(list.map((row) => [row.name, row]));
    const options = list.map(({ name, description }) => ({
      value: name,
      text: name,
      hint: description,
    }));
    return fitting(options, search).flatMap(({ value }) => byName.get(value) ?? []);
  }, [list, search]);
};

const Search = () => {
  const { query, change } = useQuery();
  const input = useRef<HTMLInputElement>(null);
  return (
    <Field label={quoteWords().search}>
      {(attributes) => (
        <input
          {...attributes}
          ref={input}
          type="search"
          data-search=""
          value={query.search ?? ''}
          onInput={(event) => change({ search: event.currentTarget.value })}
        />
      )}
    </Field>
  );
};

/** Prices of all symbols. */
const Quotes = () => {
  const live = useStaff();
  const rows = useFound(live);
  const nowMs = useServerSeconds();
  const onDrawn = useDrawnQuotes(live);
  const [opened, setOpened] = useState<OpenedQuote | null>(null);
  const menuOf = useQuoteMenu(setOpened);
  const refusal = live.symbols.refusal.value;
  const isRead = live.symbols.list.value.length > 0;
  const isLive = live.connection.isLive.value;
  return (
    <div class={`fill trades ${isLive ? '' : 'not-live'}`}>
      <h1 class="visually-hidden">{quoteWords().title}</h1>
      <div class="panel list-part">
        <div class="line filters">
          <Search />
          <span class="grow" />
          <Feeds />
        </div>
        <Loaded
          status={refusal !== null ? 'failed' : isRead ? 'ready' : 'loading'}
          refusal={refusal}
          hasContent={rows.length > 0}
          empty={{ text: quoteWords().nothing }}
          onRetry={() => void live.symbols.reload()}
        >
          <Table
            label={quoteWords().title}
            columns={columnsOf(live, nowMs)}
            rows={rows}
            keyOf={({ name }) => name}
            onDrawn={onDrawn}
            menuOf={menuOf}
            onOpen={(row) => menuOf(row)[0]?.run()}
            narrow={narrowOf(live, nowMs)}
          />
        </Loaded>
      </div>
      <QuoteDialog opened={opened} onClose={() => setOpened(null)} />
    </div>
  );
};

export default Quotes;
