// The watch as a view of its own, for phones; a wide window has it in the trade view.

import { isNarrow } from '../../ui/window.js';
import { ArmedBar } from './armed.js';
import Trade, { TicketSheet, useTradeView } from './trade.js';
import { Watch } from './watch.js';

const NarrowQuotes = () => {
  const { state, isTrading, look } = useTradeView();
  return (
    <div class={`trade narrow ${look}`}>
      <ArmedBar state={state} />
      <Watch isTrading={isTrading} />
      <TicketSheet state={state} />
    </div>
  );
};

/** Prices of the lists. */
const QuotesView = () => (isNarrow.value ? <NarrowQuotes /> : <Trade />);

export default QuotesView;
