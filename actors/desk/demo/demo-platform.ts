// The demo platform: the content of a new data folder, as a table, written in one event.

import { isStrongPassword } from '../../../wire/accounts/password.js';
import { BINDING, RIGHTS } from '../../../wire/accounts/rights.js';
import { type Outcome, ok, refuse, unwrap } from '../../../wire/base/codes.js';
import type { PriceSource } from '../../../wire/settings/connections.js';
import type { GroupRecord } from '../../../wire/settings/groups.js';
import { REPORT_MODULES } from '../../../wire/settings/report-modules.js';
import type { RoutingRecord } from '../../../wire/settings/routing.js';
import type { SignUpRecord } from '../../../wire/settings/sign-up.js';
import type { ProviderAccess } from '../../providers/demo/identities.js';
import { recordCipher } from '../../secrets/record-cipher.js';
import { randomUuid } from '../../secrets/tokens.js';
import { SERVER_SHARE } from '../../shared/fair-queue.js';
import { newAccount } from '../accounts/accounts.js';
import { generatePassword } from '../identity/passwords.js';
import { createProvider } from '../settings/demo-provider.js';
import { writePriceSource } from '../settings/price-source.js';
import { ADMINISTRATORS, empower } from '../staff/administrators.js';
import type { DeskDeps } from '../state/deps.js';
import type { DeskContext } from '../state/desk-context.js';
import { SERVER } from '../state/writer.js';
import { loginLock, SEQUENCE_LOCK, SETTINGS_LOCK } from '../store/record-locks.js';
import type { Transaction } from '../store/transaction.js';
import { PLATFORM_KEY } from '../types/platform.js';
import { SIGN_UP_KEY } from '../types/sign-up.js';
import { demoSymbols } from './demo-symbols.js';

/**
 * The fields of the log line `demo platform created`. It has generated passwords only: the operator
 * knows the given ones, and log lines are often kept for a long time.
 */
export interface DemoPlatform {
  readonly admin_login: number;
  readonly admin_password?: string;
  readonly trader_login: number;
  readonly trader_password?: string;
}

/** Passwords from the environment; empty ones are generated. */
export interface DemoOptions {
  readonly adminPassword: string;
  readonly traderPassword: string;
  readonly prices: PriceSource;
  /** How the demo provider is reached; null = the platform does not use it. */
  readonly provider?: ProviderAccess | null;
}

/** The default watchlist: some symbols of each folder. */
const WATCHED = ['EURUSD', 'GBPUSD', 'USDJPY', 'XAUUSD', 'US500', 'BTCUSD'];
const ADMIN = { login: 1, name: 'Administrator', group: ADMINISTRATORS };
const TRADER = { login: 1001, name: 'Demo Trader', group: 'demo\\standard' };
const DEPOSIT = '10000.00';

const everything = { position: 1, mask: '*', spread_diff: 0, spread_diff_bid: 0 };
const trading = {
  company: 'Demo Brokerage',
  currency: 'USD',
  leverage_default: 100,
  margin_call: '100',
  stop_out: '50',
  symbols: [everything],
};
const desk = { company: 'Demo Brokerage', currency: 'USD', symbols: [everything] };

/** Accounts that people open by themselves have the money of the demo trader. */
const practice = { ...trading, demo_deposit: DEPOSIT } as const;

const GROUPS: readonly Partial<GroupRecord>[] = [
  { ...desk, path: ADMINISTRATORS },
  { ...desk, path: 'managers\\dealers' },
  { ...practice, path: 'demo\\standard', margin_mode: 'hedging' },
  { ...practice, path: 'demo\\netting', margin_mode: 'netting' },
  { ...trading, path: 'real\\standard', margin_mode: 'hedging' },
];

/** Anybody can sign up, without an e-mailed code: a new platform has no mail server. */
const SIGN_UP: Partial<SignUpRecord> = {
  demo: true,
  real: true,
  confirm_demo: false,
  confirm_real: false,
  demo_group: 'demo\\standard',
  real_group: 'real\\standard',
};

/** The group whose orders go to the demo provider. */
const PROVIDER_GROUP = { ...trading, path: 'real\\provider', margin_mode: 'hedging' } as const;

/**
 * The rights of the administrator: all that permit something. A platform for trying things out has
 * no act that must be confirmed; administrators of `create-admin` confirm theirs.
 */
const DEMO_RIGHTS = RIGHTS.filter((right) => !BINDING.includes(right));

/** The rules for requests; `gateway` is the id of the demo provider's gateway, if there is one. */
const rules = (gateway: number | undefined): readonly Partial<RoutingRecord>[] => [
  ...(gateway === undefined ? [] : [providerRule(gateway)]),
  { name: 'Confirm at market', action: 'confirm_market_price' },
];

const providerRule = (gateway: number): Partial<RoutingRecord> => ({
  name: 'To the demo provider',
  action: 'gateway',
  dealers: [gateway],
  conditions: [{ field: 'group', op: 'eq', value: PROVIDER_GROUP.path }],
});

/**
 * The given password or a generated one; a refusal names the environment variable of a weak one.
 */
const passwordOf = (deps: DeskDeps, given: string, variable: string): Outcome<string> => {
  if (given === '') return ok(generatePassword(deps.random));
  return isStrongPassword(given)
    ? ok(given)
    : refuse(
        'auth.password_weak',
        `${variable}: a password has 8 to 16 characters with a lower and an upper case letter, ` +
          'a digit and a symbol',
      );
};

const drawAccounts = (
  tx: Transaction,
  hashes: readonly string[],
  requestId: string,
  now: number,
): void => {
  for (const [index, { login, name, group }] of [ADMIN, TRADER].entries()) {
    const record = tx.get('group', group)?.record;
    if (record === undefined) throw new Error(`the demo platform has no group ${group}`);
    const credentials = {
      master_hash: hashes[index] ?? '',
      investor_hash: '',
      phone_hash: '',
    };
    unwrap(tx.create('account', newAccount(login, record, { name }, credentials, now)));
  }
  unwrap(tx.create('sequence', { name: 'login.staff', next: ADMIN.login + 1 }));
  unwrap(tx.create('sequence', { name: 'login.trader', next: TRADER.login + 1 }));
  unwrap(empower(tx, ADMIN.login, DEMO_RIGHTS));
  unwrap(
    tx.create('deposit', {
      request_id: requestId,
      login: TRADER.login,
      amount: DEPOSIT,
      comment: 'Demo deposit',
    }),
  );
};

/**
 * Makes the demo platform in one event, so that a folder has all of it or none. If a given password
 * is too weak, the refusal names the variable. The trader's deposit is listed in the desk's
 * `deposits()` until it has been made.
 */
export const createDemoPlatform = async (
  { deps, writer }: DeskContext,
  options: DemoOptions,
): Promise<Outcome<DemoPlatform>> => {
  const admin = passwordOf(deps, options.adminPassword, 'BROKERD_ADMIN_PASSWORD');
  if (!admin.ok) return admin;
  const trader = passwordOf(deps, options.traderPassword, 'BROKERD_TRADER_PASSWORD');
  if (!trader.ok) return trader;
  const hashes = await deps.hasher.hash([admin.data, trader.data], SERVER_SHARE);
  if (!hashes.ok) return hashes;
  const locks = [SETTINGS_LOCK, SEQUENCE_LOCK, loginLock(ADMIN.login), loginLock(TRADER.login)];
  return writer.change(locks, SERVER, (tx, now) => {
    unwrap(tx.patch('platform', PLATFORM_KEY, { default_symbols: WATCHED }));
    const { provider = null } = options;
    const groups = provider === null ? GROUPS : [...GROUPS, PROVIDER_GROUP];
    for (const group of groups) unwrap(tx.create('group', group));
    unwrap(tx.patch('sign_up', SIGN_UP_KEY, SIGN_UP));
    for (const symbol of demoSymbols(options.prices.kind !== 'none'))
      unwrap(tx.create('symbol', symbol));
    writePriceSource(tx, options.prices);
    const cipher = recordCipher(deps.keys);
    const gateway = provider === null ? undefined : createProvider(tx, provider, cipher);
    for (const [index, rule] of rules(gateway).entries()) {
      unwrap(tx.create('routing', { id: index + 1, position: index + 1, ...rule }));
    }
    for (const [index, { title: name, module }] of REPORT_MODULES.entries()) {
      unwrap(tx.create('report', { id: index + 1, position: index + 1, name, module }));
    }
    drawAccounts(tx, hashes.data, randomUuid(deps.random), now);
    return ok({
      admin_login: ADMIN.login,
      ...(options.adminPassword === '' && { admin_password: admin.data }),
      trader_login: TRADER.login,
      ...(options.traderPassword === '' && { trader_password: trader.data }),
    });
  });
};
