// The words of balance operations.

import type { components } from '../../client/index.js';
import { texts } from '../texts/language.js';
import type { Choice } from '../ui/field.js';

/** A balance operation. */
export type PaymentAction = components['schemas']['BalanceBody']['action'];

const words = texts({
  balance: ['Deposit, withdrawal', 'Einzahlung, Auszahlung'],
  credit: ['Credit', 'Kredit'],
  charge: ['Charge', 'Gebühr'],
  correction: ['Correction', 'Korrektur'],
  bonus: ['Bonus', 'Bonus'],
  commission: ['Commission', 'Provision'],
  so_compensation: ['Stop-out compensation', 'Ausgleich nach Stop-out'],
  dividend: ['Dividend', 'Dividende'],
  dividend_franked: ['Franked dividend', 'Dividende mit Steuergutschrift'],
  tax: ['Tax', 'Steuer'],
  interest: ['Interest', 'Zinsen'],
  swap: ['Swap', 'Swap'],
  agent: ['Agent commission', 'Vermittlerprovision'],
  agent_daily: ['Daily agent commission', 'Tägliche Vermittlerprovision'],
  agent_monthly: ['Monthly agent commission', 'Monatliche Vermittlerprovision'],
});

const ACTIONS: readonly PaymentAction[] = [
  ...(['balance', 'credit', 'bonus', 'correction', 'charge', 'commission'] as const),
  ...(['interest', 'swap', 'dividend', 'dividend_franked', 'tax'] as const),
  ...(['so_compensation', 'agent', 'agent_daily', 'agent_monthly'] as const),
];

/** The word of an operation. */
export const paymentText = (action: PaymentAction): string => words()[action];

/** All operations, the most wanted first. */
export const paymentChoices = (): readonly Choice<PaymentAction>[] =>
  ACTIONS.map((value) => ({ value, text: paymentText(value) }));

/** Does the operation change the credit, and not the balance? */
export const isCredit = (action: PaymentAction): boolean =>
  action === 'credit' || action === 'bonus';
