// The list of the accounts that a provider keeps for us (35=BB, 35=BA).

import { TAG } from '../../../wire/codec/fix/tags.js';
import type { ReportedAccount } from '../../../wire/rest/settings/provider-accounts.js';
import type { ListForm } from './provider-lists.js';

/** Tags of the fields of accounts. */
export const ACCOUNT_TAG = {
  account: 1,
  currency: 15,
  subscriptionRequestType: 263,
  netValue: 900,
  cash: 901,
  reportId: 908,
  inquiryId: 909,
  isLast: 912,
} as const;

/** Types of the request, of its reports, and of its refusal. */
export const ACCOUNT_TYPE = { inquiry: 'BB', report: 'BA', refusal: 'BG' } as const;

const SNAPSHOT = '0';
const NAME_MAX = 64;
const AMOUNT = /^-?\d{1,15}(\.\d{1,12})?$/;

/** The list of all accounts. */
export const ACCOUNT_LIST: ListForm<ReportedAccount> = {
  noun: 'accounts',
  prefix: 'AL',
  idTag: ACCOUNT_TAG.inquiryId,
  request: ACCOUNT_TYPE.inquiry,
  fields: (writer) => writer.text(ACCOUNT_TAG.subscriptionRequestType, SNAPSHOT),
  page: (message, shown) => {
    const text = (tag: number): string => shown(message.text(tag), NAME_MAX).trim();
    if (message.type === ACCOUNT_TYPE.refusal) {
      return text(TAG.text) || 'it does not say why';
    }
    // Two of them could become one account here.
    if (message.text(ACCOUNT_TAG.account).length > NAME_MAX) {
      return `an account has a name of more than ${NAME_MAX} characters`;
    }
    const account = text(ACCOUNT_TAG.account);
    const cash = message.text(ACCOUNT_TAG.cash) || message.text(ACCOUNT_TAG.netValue);
    const reported: ReportedAccount = {
      account,
      currency: text(ACCOUNT_TAG.currency),
      balance: AMOUNT.test(cash) ? cash : null,
    };
    const isLast = message.flag(ACCOUNT_TAG.isLast);
    return { entries: account === '' ? [] : [[account, reported]], isLast: () => isLast };
  },
};
