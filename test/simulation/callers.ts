// Who calls: the terminals of an account, its investor, and a dealer.

import type { Caller } from '../../wire/desk.js';

const of = (login: number, terminal: string, more: Partial<Caller> = {}): Caller => ({
  session: `${terminal}-${login}`,
  login,
  audience: 'trader',
  terminal,
  ip: '10.0.0.1',
  read_only: false,
  rights: [],
  group_scope: [],
  ...more,
});

/** A staff member who trades and pays for clients. */
export const DEALER: Caller = of(7, 'manager', { audience: 'staff' });

const known = new Map<number, readonly Caller[]>();

/** The callers of an account; one in 31 is its investor. */
export const callersOf = (login: number): readonly Caller[] => {
  let callers = known.get(login);
  if (callers === undefined) {
    const terminals = ['desktop', 'web', 'android', 'ios', 'api'];
    const traders = terminals.map((terminal) => of(login, terminal));
    const investor = of(login, 'investor', { read_only: true });
    callers = [...Array.from({ length: 6 }, () => traders).flat(), investor];
    known.set(login, callers);
  }
  return callers;
};
