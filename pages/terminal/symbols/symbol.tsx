// The terms of a symbol: prices, volumes, orders, the margin of a lot, swaps, sessions.

import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import type { TradeCheck } from '../../../client/session/records.js';
import { hrefOf } from '../../frame/routes.js';
import { useTrader, useTraderStore } from '../../frame/store.js';
import { compareDecimals } from '../../live/decimal.js';
import type { TradeSide } from '../../live/intent.js';
import { attempt, type Refusal } from '../../live/refusal.js';
import type { SymbolTerms } from '../../live/symbols.js';
import { grouped, signed, withDigits } from '../../texts/numbers.js';
import { refusalText } from '../../texts/refusals.js';
import { SideBar } from '../../ticket/side-bar.js';
import { pointsFrom } from '../../ticket/sizing.js';
import { Button } from '../../ui/button.js';
import { useKeys } from '../../ui/keys.js';
import { Empty, Loaded } from '../../ui/loaded.js';
import { BigPrice, Money, Price } from '../../ui/values.js';
import { isNarrow } from '../../ui/window.js';
import { type DaySession, sessionsOf } from './sessions.js';
import { days, enumText, words } from './words.js';

const BASE = '/terminal/';

type ReadTerms =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly terms: SymbolTerms | undefined }
  | { readonly kind: 'failed'; readonly refusal: Refusal };

/** All terms of a symbol; read again when the offer changes. */
const useTerms = (name: string) => {
  const { symbols } = useTrader();
  const [read, setRead] = useState<ReadTerms>({ kind: 'loading' });
  const [tries, setTries] = useState(0);
  const list = symbols.list.value;
  useEffect(() => {
    let isOver = false;
    void attempt(symbols.terms(name)).then((answer) => {
      if (isOver) return;
      setRead(
        answer.ok
          ? { kind: 'ready', terms: answer.value }
          : { kind: 'failed', refusal: answer.refusal },
      );
    });
    return () => {
      isOver = true;
    };
  }, [symbols, name, list, tries]);
  return { read, again: () => setTries(tries + 1) };
};

const Part = ({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ComponentChildren;
}) => (
  <section class="panel">
    <header>
      <h2>{title}</h2>
    </header>
    <div class="body">{children}</div>
  </section>
);

type Fact = readonly [word: string, value: ComponentChildren];

const Facts = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <dl class="facts">
    {facts.map(([word, value]) => [<dt key={word}>{word}</dt>, <dd key={`${word} =`}>{value}</dd>])}
  </dl>
);

const number = (text: string): string => grouped(withDigits(text, 0));

const Prices = ({ terms }: { readonly terms: SymbolTerms }) => {
  const { quotes } = useTrader();
  const { name, digits } = terms;
  useEffect(() => quotes.follow([name]), [name]);
  const quote = quotes.of(name).value;
  return (
    <Part title={words().prices}>
      <Facts
        facts={[
          [words().bid, <BigPrice key="bid" value={quote?.bid} digits={digits} />],
          [words().ask, <BigPrice key="ask" value={quote?.ask} digits={digits} />],
          [
            words().spread,
            quote === undefined
              ? '–'
              : words().points(String(pointsFrom(quote.bid, quote.ask, digits))),
          ],
          [words().high, <Price key="high" value={quote?.high} digits={digits} />],
          [words().low, <Price key="low" value={quote?.low} digits={digits} />],
        ]}
      />
    </Part>
  );
};

const isNone = (text: string): boolean => compareDecimals(text, '0') === 0;

const points = (count: number): string =>
  count === 0 ? words().none : words().points(String(count));

const list = (values: readonly string[]): string => values.map(enumText).join(', ');

const Terms = ({ terms }: { readonly terms: SymbolTerms }) => {
  const { currency_base, currency_profit, currency_margin, digits } = terms;
  return (
    <Part title={words().terms}>
      <Facts
        facts={[
          [words().path, <bdi key="path">{terms.path}</bdi>],
          [words().contract, `${number(terms.contract_size)} ${currency_base}`],
          [words().currencies, [currency_base, currency_profit, currency_margin].join(', ')],
          [words().digits, String(digits)],
          ...(isNone(terms.tick_size)
            ? []
            : ([[words().tick, number(terms.tick_size)]] as readonly Fact[])),
          [
            words().volume,
            words().volumeRange(
              number(terms.volume_min),
              number(terms.volume_max),
              number(terms.volume_step),
            ),
          ],
          ...(isNone(terms.volume_limit)
            ? []
            : ([[words().volumeLimit, number(terms.volume_limit)]] as readonly Fact[])),
          [words().access, enumText(terms.trade_access)],
          [words().execution, enumText(terms.execution_mode)],
          [words().fills, list(terms.fill_flags)],
          [words().orders, list(terms.order_flags)],
          [words().lifetimes, list(terms.expiration_flags)],
          [words().stops, points(terms.stops_level)],
          [words().freeze, points(terms.freeze_level)],
        ]}
      />
    </Part>
  );
};

/** The lot that the margin is asked for: one, or what the symbol takes. */
const lotOf = ({ volume_min, volume_max }: SymbolTerms): string => {
  if (compareDecimals('1', volume_min) < 0) return volume_min;
  return compareDecimals('1', volume_max) > 0 ? volume_max : '1';
};

type SideCheck = { readonly check: TradeCheck | null; readonly refusal: Refusal | null };
const NOT_ASKED: SideCheck = { check: null, refusal: null };

/** How long in ms a margin is shown before it is asked for again. */
const AGAIN_MS = 10_000;

/** The cost of one lot now, by the server's own check. */
const useLot = (terms: SymbolTerms, side: 'buy' | 'sell'): SideCheck => {
  const live = useTrader();
  const [state, setState] = useState<SideCheck>(NOT_ASKED);
  const volume = lotOf(terms);
  useEffect(() => {
    setState(NOT_ASKED);
    let isOver = false;
    const ask = async (): Promise<void> => {
      const answer = await attempt(live.check({ kind: 'open', symbol: terms.name, side, volume }));
      if (isOver) return;
      setState(
        answer.ok
          ? { check: answer.value, refusal: null }
          : { check: null, refusal: answer.refusal },
      );
    };
    const stop = live.poll(ask, AGAIN_MS);
    return () => {
      isOver = true;
      stop();
    };
  }, [live, terms.name, side, volume]);
  return state;
};

const MarginOf = ({ state }: { readonly state: SideCheck }) => {
  const terms = useTrader().account.facts.value;
  const { check, refusal } = state;
  if (refusal !== null) return <span class="down">{refusalText(refusal)}</span>;
  const margin = check?.margin ?? check?.required;
  return <Money value={margin} digits={terms?.currency_digits} currency={terms?.currency} />;
};

const Margin = ({ terms }: { readonly terms: SymbolTerms }) => {
  const { facts, positions } = useTrader().account;
  const account = facts.value;
  const hasOpen = [...positions.value.values()].some(({ symbol }) => symbol === terms.name);
  const buy = useLot(terms, 'buy');
  const sell = useLot(terms, 'sell');
  const lot = lotOf(terms);
  const value = buy.check?.point_value;
  return (
    <Part title={lot === '1' ? words().margin : `${words().margin} (${words().ofLots(lot)})`}>
      <Facts
        facts={[
          [words().marginBuy, <MarginOf key="buy" state={buy} />],
          [words().marginSell, <MarginOf key="sell" state={sell} />],
          [words().pointValue, value == null ? '–' : `${number(value)} ${account?.currency ?? ''}`],
          ...(isNone(terms.margin_hedged)
            ? []
            : ([[words().hedged, number(terms.margin_hedged)]] as readonly Fact[])),
        ]}
      />
      {hasOpen ? <p class="muted">{words().besideOpen}</p> : null}
    </Part>
  );
};

const Swaps = ({ terms }: { readonly terms: SymbolTerms }) => (
  <Part title={words().swaps}>
    <Facts
      facts={
        terms.swap_mode === 'disabled'
          ? [[words().swapMode, words().none]]
          : [
              [words().swapMode, enumText(terms.swap_mode)],
              [words().swapLong, signed(number(terms.swap_long))],
              [words().swapShort, signed(number(terms.swap_short))],
              [words().swapTriple, enumText(String(terms.swap_triple_day))],
            ]
      }
    />
  </Part>
);

const DAYS = ['1', '2', '3', '4', '5', '6', '0'] as const;

const sessionText = (sessions: readonly DaySession[], day: number): string => {
  const own = sessionsOf(sessions, day);
  if (own === 'all') return words().allDay;
  return own.length === 0 ? words().closed : own.join(', ');
};

const Sessions = ({ terms }: { readonly terms: SymbolTerms }) => (
  <Part title={words().sessions}>
    <table class="sessions">
      <thead>
        <tr>
          <th scope="col">{words().day}</th>
          <th scope="col">{words().quotes}</th>
          <th scope="col">{words().trades}</th>
        </tr>
      </thead>
      <tbody>
        {DAYS.map((day) => (
          <tr key={day}>
            <th scope="row">{days()[day]}</th>
            <td>{sessionText(terms.quote_sessions, Number(day))}</td>
            <td>{sessionText(terms.trade_sessions, Number(day))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </Part>
);

/** The terms of the symbol in the address. */
const SymbolView = () => {
  const { params } = useRoute();
  const { route } = useLocation();
  const { preferences, quotes, canTrade } = useTrader();
  const { session } = useTraderStore();
  const name = params.name ?? '';
  const { read, again } = useTerms(name);
  const terms = read.kind === 'ready' ? read.terms : undefined;
  const trade = (side?: TradeSide): void => {
    preferences.set('trade.symbol', name);
    route(side === undefined ? BASE : `${BASE}?ticket=${side}`);
  };
  const chart = hrefOf(BASE, 'chart/:symbol', { symbol: name });
  useKeys(name, [
    { key: 'T', text: words().trade, run: () => trade(), isOff: terms === undefined },
    { key: 'C', text: words().chart, run: () => route(chart), isOff: terms === undefined },
  ]);
  return (
    <div class="view symbol-view">
      <header class="line">
        <h1>{name}</h1>
        <bdi class="muted grow">{terms?.description}</bdi>
        {terms === undefined ? null : (
          <>
            <Button icon="candles" onClick={() => route(chart)}>
              {words().chart}
            </Button>
            <Button tone="main" onClick={() => trade()}>
              {words().trade}
            </Button>
          </>
        )}
      </header>
      <Loaded
        status={read.kind}
        refusal={read.kind === 'failed' ? read.refusal : null}
        hasContent={read.kind === 'ready'}
        onRetry={again}
      >
        {terms === undefined ? (
          <Empty text={words().unknown(name)} action={<a href={BASE}>{words().home}</a>} />
        ) : (
          <div class="symbol-parts">
            <Prices terms={terms} />
            <Margin terms={terms} />
            <Swaps terms={terms} />
            <Terms terms={terms} />
            <Sessions terms={terms} />
          </div>
        )}
      </Loaded>
      {terms !== undefined && isNarrow.value && !session.isReadOnly.value ? (
        <SideBar symbol={terms} quotes={quotes} canTrade={canTrade} onPick={trade} />
      ) : null}
    </div>
  );
};

export default SymbolView;
