// The overview of an account: its terms and its open positions.

import type { ComponentChildren } from 'preact';
import { fieldWords } from '../../accounts/fields.js';
import { useStaffStore } from '../../frame/store.js';
import { texts } from '../../texts/language.js';
import { Money, Time, UserText } from '../../ui/values.js';
import { type OpenListProps, OpenPositions } from './open-lists.js';

const words = texts({
  terms: ['Terms', 'Bedingungen'],
  access: ['Access', 'Zugang'],
  positions: ['Open positions', 'Offene Positionen'],
  inherited: ['of the group', 'der Gruppe'],
  trading: ['May trade', 'Darf handeln'],
  api: ['Programs may sign in', 'Programme dürfen sich anmelden'],
  terminals: ['Terminals', 'Terminals'],
  ip: ['Last address', 'Letzte Adresse'],
  prevDay: ['Balance, day before', 'Guthaben, Vortag'],
  prevMonth: ['Balance, month before', 'Guthaben, Vormonat'],
  archived: ['Archived', 'Archiviert'],
  none: ['none', 'keine'],
  noLimit: ['that of the group', 'die der Gruppe'],
  yes: ['yes', 'ja'],
  no: ['no', 'nein'],
});

interface FactProps {
  readonly name: string;
  readonly children: ComponentChildren;
}
const Fact = ({ name, children }: FactProps) => (
  <div class="contents">
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const yesNo = (is: boolean): string => (is ? words().yes : words().no);
const limitText = (limit: number): string => (limit === 0 ? words().noLimit : String(limit));

/** The open positions, for users who may see them. */
const OpenPart = (props: OpenListProps) => {
  const { session } = useStaffStore();
  if (!session.can('accounts.positions')) return null;
  return (
    <section class="panel open-rows">
      <header>
        <h2>{words().positions}</h2>
      </header>
      <OpenPositions {...props} />
    </section>
  );
};

/** The overview. */
export const Overview = (props: OpenListProps) => {
  const { account } = props;
  const text = fieldWords();
  const { currency, currency_digits: digits } = account;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take keys
    <div class="overview" tabIndex={0}>
      <section class="panel">
        <header>
          <h2>{words().terms}</h2>
        </header>
        <dl class="facts body">
          <Fact name={text.group}>
            <UserText>{account.group}</UserText>
          </Fact>
          <Fact name={text.leverage}>
            {`1:${account.leverage}`}
            {account.leverage_inherited ? ` (${words().inherited})` : ''}
          </Fact>
          <Fact name={words().trading}>{yesNo(account.trading_enabled)}</Fact>
          <Fact name={text.limit_orders}>{limitText(account.limit_orders)}</Fact>
          <Fact name={text.limit_positions}>{limitText(account.limit_positions)}</Fact>
          <Fact name={text.agent}>
            {account.agent === 0 ? (
              words().none
            ) : (
              <a href={`/desk/accounts/${account.agent}`}>{account.agent}</a>
            )}
          </Fact>
          <Fact name={words().prevDay}>
            <Money value={account.balance_prev_day} digits={digits} currency={currency} />
          </Fact>
          <Fact name={words().prevMonth}>
            <Money value={account.balance_prev_month} digits={digits} currency={currency} />
          </Fact>
        </dl>
      </section>
      <section class="panel">
        <header>
          <h2>{words().access}</h2>
        </header>
        <dl class="facts body">
          <Fact name={text.created_at}>
            <Time at={account.created_at} />
          </Fact>
          <Fact name={text.last_access}>
            <Time at={account.last_access} />
          </Fact>
          <Fact name={words().ip}>{account.last_ip || '–'}</Fact>
          <Fact name={text.enabled}>{yesNo(account.enabled)}</Fact>
          <Fact name={words().api}>{yesNo(account.api_enabled)}</Fact>
          <Fact name={words().terminals}>{account.terminals.join(', ') || words().none}</Fact>
          {account.archived_at === null ? null : (
            <Fact name={words().archived}>
              <Time at={account.archived_at} />
            </Fact>
          )}
          <Fact name={text.comment}>
            <UserText>{account.comment || '–'}</UserText>
          </Fact>
        </dl>
      </section>
      <OpenPart {...props} />
    </div>
  );
};
