// Sell and Buy with their prices, for phones where the ticket is a view away.

import type { ReadonlySignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { TradeSide } from '../live/intent.js';
import type { Quotes } from '../live/quotes.js';
import type { LightSymbol } from '../live/symbols.js';
import { common } from '../texts/common.js';
import { Button } from '../ui/button.js';
import { BigPrice } from '../ui/values.js';
import { SIDES } from './form.js';

interface SideBarProps {
  readonly symbol: Pick<LightSymbol, 'name' | 'digits'>;
  readonly quotes: Quotes;
  readonly canTrade: ReadonlySignal<boolean>;
  /** Opens the ticket for the side. */
  readonly onPick: (side: TradeSide) => void;
}

/** Both buttons; a press opens the ticket and trades nothing. */
export const SideBar = ({ symbol, quotes, canTrade, onPick }: SideBarProps) => {
  useEffect(() => quotes.follow([symbol.name]), [symbol.name]);
  const quote = quotes.of(symbol.name).value;
  return (
    <div class="side-bar sides">
      {SIDES.map((side) => (
        <Button key={side} tone={side} isOff={!canTrade.value} onClick={() => onPick(side)}>
          <span>{common()[side]}</span>
          <BigPrice value={side === 'buy' ? quote?.ask : quote?.bid} digits={symbol.digits} />
        </Button>
      ))}
    </div>
  );
};
