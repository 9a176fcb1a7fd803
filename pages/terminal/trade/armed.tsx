// One-click trading: agreed to once, seen as long as it lasts.

import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../ui/button.js';
import { confirm } from '../../ui/confirm.js';
import { Icon } from '../../ui/icons.js';
import { arm, disarm, type TradeState } from './state.js';
import { words } from './words.js';

interface ArmProps {
  readonly state: TradeState;
}

const askAndArm = async (state: TradeState): Promise<void> => {
  const isSure = await confirm({
    title: words().armTitle,
    text: `${words().armText} ${words().armEnd}`,
    action: words().armVerb,
    tone: 'danger',
  });
  if (isSure) arm(state);
};

/** The button that arms, while it is off. */
export const ArmButton = ({ state }: ArmProps) =>
  state.armedUntil.value === null ? (
    <Button class="bare" onClick={() => void askAndArm(state)}>
      {words().arm}
    </Button>
  ) : null;

const MINUTE_MS = 60_000;

const MinutesLeft = ({ until }: { readonly until: number }) => {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5_000);
    return () => clearInterval(timer);
  }, []);
  return <span>{words().armedLeft(Math.max(1, Math.ceil((until - now) / MINUTE_MS)))}</span>;
};

/** The bar while a click trades. */
export const ArmedBar = ({ state }: ArmProps) => {
  const until = state.armedUntil.value;
  if (until === null) return null;
  return (
    <div class="armed" role="status">
      <Icon name="warning" />
      <strong>{words().armed}</strong>
      <MinutesLeft until={until} />
      <Button onClick={() => disarm(state)}>{words().disarm}</Button>
    </div>
  );
};
