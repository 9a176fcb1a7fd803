// How accounts are named and marked: the name of the owner, and the state.

import { texts } from '../texts/language.js';

/** The name of a person; without one, the company. */
export const nameOf = (row: {
  readonly name: string;
  readonly middle_name: string;
  readonly last_name: string;
  readonly company: string;
}): string =>
  [row.name, row.middle_name, row.last_name].filter((part) => part !== '').join(' ') || row.company;

const stateWords = texts({
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
      {trading_enabled ? stateWords().active : stateWords().noTrading}
    </span>
  ) : (
    <span class="warn">{stateWords()[state]}</span>
  );
