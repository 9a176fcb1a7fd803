// Opens the account of a person who signed up: the account, and its deposit.

import { ownLeverage } from '../../../wire/accounts/account.js';
import { APPLICANT_TEXTS, type ApplicantText } from '../../../wire/accounts/application.js';
import { unwrap } from '../../../wire/base/codes.js';
import { formatExact, parseScaledBig, RATE_SCALE } from '../../../wire/base/scale.js';
import { serverId } from '../../../wire/base/uuid.js';
import type { GroupRecord } from '../../../wire/settings/groups.js';
import { newAccount, takeLogin } from '../accounts/accounts.js';
import type { DepositRecord } from '../store/record-type.js';
import type { Transaction } from '../store/transaction.js';

/** The namespace of the request ids of deposits. */
const DEPOSIT_NAMESPACE = '9f2c1c86-6f0d-4c1e-9a53-0d1f4a7b6e21';

interface AccountOpening {
  readonly group: GroupRecord;
  readonly leverage: number;
  readonly person: Readonly<Record<ApplicantText | 'language', string>>;
  /** Hashes of the passwords. */
  readonly master: string;
  readonly investor: string;
  /** Did the server make the passwords? The owner must then change the master password. */
  readonly isMade: boolean;
  /** 0 = the next free one. */
  readonly login: number;
}

/** Creates the account; returns its login. The decision holds the lock of sequences. */
export const openAccount = (tx: Transaction, opening: AccountOpening): number => {
  const { group, leverage, person, master, investor, isMade } = opening;
  const login = opening.login || takeLogin(tx, 'trader');
  const credentials = { master_hash: master, investor_hash: investor, phone_hash: '' };
  const texts = Object.fromEntries(APPLICANT_TEXTS.map((name) => [name, person[name]]));
  const given = { ...texts, leverage: ownLeverage(leverage, group) };
  unwrap(
    tx.create('account', {
      ...newAccount(login, group, given, credentials, tx.now),
      language: person.language,
      must_change_password: isMade,
    }),
  );
  return login;
};

/** The starting deposit of accounts of a group, with the digits of its currency. */
export const depositOf = ({ demo_deposit, currency_digits }: GroupRecord): string =>
  formatExact(parseScaledBig(demo_deposit, RATE_SCALE) ?? 0n, RATE_SCALE, currency_digits);

/** Promises the starting deposit of a new account; undefined = its group has none. */
export const promiseDeposit = (
  tx: Transaction,
  login: number,
  group: GroupRecord,
): DepositRecord | undefined => {
  const amount = depositOf(group);
  if (!/[1-9]/.test(amount)) return undefined;
  const request_id = serverId(DEPOSIT_NAMESPACE, String(login));
  return unwrap(tx.create('deposit', { request_id, login, amount, comment: 'Demo deposit' }));
};
