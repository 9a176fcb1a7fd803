// The state of an account as a word.

import { texts } from '../../texts/language.js';

const words = texts({
  active: ['active', 'aktiv'],
  disabled: ['disabled', 'gesperrt'],
  archived: ['archived', 'archiviert'],
  expired: ['expired', 'abgelaufen'],
  noTrading: ['no trading', 'kein Handel'],
});

interface StateMarkProps {
  readonly account: {
    readonly account_state: 'active' | 'disabled' | 'archived' | 'expired';
    readonly trading_enabled: boolean;
  };
}

/** The state; whatever hinders the client stands out. */
export const StateMark = ({
  account: { account_state: state, trading_enabled },
}: StateMarkProps) =>
  state === 'active' ? (
    <span class={trading_enabled ? 'up' : 'warn'}>
      {trading_enabled ? words().active : words().noTrading}
    </span>
  ) : (
    <span class="warn">{words()[state]}</span>
  );
