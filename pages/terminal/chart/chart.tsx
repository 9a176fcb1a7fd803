// One chart of a symbol, for a window of its own and for phones.

import { useEffect } from 'preact/hooks';
import lazy from 'preact-iso/lazy';
import { useLocation, useRoute } from 'preact-iso/router';
import { hrefOf } from '../../frame/routes.js';
import { useTrader, useTraderStore } from '../../frame/store.js';
import { toastOutcome } from '../../ticket/outcome.js';
import { SideBar } from '../../ticket/side-bar.js';
import { Skeleton } from '../../ui/loaded.js';
import { isNarrow } from '../../ui/window.js';

const ChartPanel = lazy(() => import('../../chart/panel.js'));

/** The key of the symbol that is chosen in the trade view. */
const CHOSEN = 'trade.symbol';

/** The chart of the symbol in the address; without one, of the chosen symbol. */
const ChartOfSymbol = () => {
  const { params } = useRoute();
  const { route } = useLocation();
  const { preferences, symbols, intents, connection, quotes, canTrade } = useTrader();
  const { session } = useTraderStore();
  const settled = intents.settled.value;
  useEffect(() => {
    if (settled !== null) toastOutcome(settled, false);
  }, [settled]);
  const chosen = preferences.of(CHOSEN, '').value || symbols.list.value[0]?.name;
  const symbol = params.symbol || chosen;
  const choose = (name: string): void => {
    preferences.set(CHOSEN, name);
    route(hrefOf('/terminal/', 'chart/:symbol', { symbol: name }), true);
  };
  const terms = symbol === undefined ? undefined : symbols.byName.value.get(symbol);
  const trades = terms !== undefined && isNarrow.value && !session.isReadOnly.value;
  return (
    <div class={`fill chart-view ${connection.isLive.value ? '' : 'not-live'}`}>
      {symbol === undefined ? (
        <Skeleton />
      ) : (
        <ChartPanel symbol={symbol} onSymbol={choose} isSingle />
      )}
      {trades ? (
        <SideBar
          symbol={terms}
          quotes={quotes}
          canTrade={canTrade}
          onPick={(side) => {
            preferences.set(CHOSEN, terms.name);
            route(`/terminal/?ticket=${side}`);
          }}
        />
      ) : null}
    </div>
  );
};

export default ChartOfSymbol;
