// Requests of the desk to other threads, which the main thread executes.

import { type Outcome, refuse } from '../../wire/base/codes.js';
import type { DerivedCommand } from '../../wire/trading/events.js';
import type { ConnectionReports, Distribution, FromDesk } from '../desk/state/desk-messages.js';
import { sumOfReports } from '../desk/store/usage.js';
import type { FeedStatus } from '../market/feeds/feed-status.js';
import type { ToMarket } from '../market/market-messages.js';
import type { BarsCorrectionResult, ManualQuoteResult } from '../market/pricing/price-messages.js';
import type { GatewayReport, ToGateways } from '../providers/gateways/gateway-messages.js';
import type {
  FromShard,
  HoldAnswer,
  ToShard,
  UsageQuestion,
  UsageReport,
} from '../shard/shard-messages.js';
import { patience } from '../shared/failpoint.js';
import type { RequestFreeze } from './request-freeze.js';
import { type Thread, threadDown } from './thread.js';

/** Time for a thread to answer. */
const REQUEST_MS = patience(10_000);
/** Time that a decision waits for the usage; shards hold requests meanwhile. */
const USAGE_MS = patience(1500);

type AskedShard = Pick<Thread<ToShard, FromShard>, 'ask' | 'post'>;

/** The threads that execute them; undefined while a thread is restarted. */
interface RequestTargets {
  distribute(change: Distribution): Promise<number>;
  /** Turns the outward connections of a copy on. */
  release(): Outcome<null>;
  /** Resolves when the deposit is paid. */
  deposit(command: DerivedCommand): Promise<void>;
  readonly market: Pick<Thread<ToMarket, { readonly type: string }>, 'ask'> | undefined;
  readonly gateways: Pick<Thread<ToGateways, { readonly type: string }>, 'ask'> | undefined;
  /** Resolves when the shards know which gateways are on line. */
  gatewaysNotified(): Promise<unknown>;
  shard(login: number): AskedShard | undefined;
  /** All shards by index. */
  readonly shards: readonly (AskedShard | undefined)[];
  readonly freeze: Pick<RequestFreeze, 'begin' | 'end' | 'hold' | 'release'>;
}

/** A message of the desk that is a request. */
export type DeskRequest = Extract<
  FromDesk,
  {
    type:
      | 'distribute'
      | 'hold'
      | 'release'
      | 'usage'
      | 'free'
      | 'deposit'
      | 'manual_quote'
      | 'correct_bars'
      | 'connections'
      | 'release_platform'
      | 'reconnect'
      | 'transactions'
      | 'provider_accounts'
      | 'offered_symbols';
  }
>;

/** The sum of all shards' answers; null = a shard does not answer in time. */
const askUsage = async (
  { questions, held }: UsageQuestion,
  shards: RequestTargets['shards'],
): Promise<UsageReport | null> => {
  const asked = shards.map((shard) =>
    shard?.ask<UsageReport>((id) => ({ type: 'usage', id, questions, held }), USAGE_MS),
  );
  const reports = await Promise.all(asked);
  return reports.includes(undefined) ? null : sumOfReports(questions, reports as UsageReport[]);
};

/**
 * Holds an account's requests; if the shard answers too late, the account is released again at
 * once.
 */
const holdAccount = async (
  login: number,
  shard: AskedShard,
  freeze: RequestTargets['freeze'],
): Promise<HoldAnswer> => {
  let asked = 0;
  const held = await shard.ask<HoldAnswer>((id) => {
    asked = id;
    freeze.hold(id, login);
    return { type: 'hold', id, login };
  }, REQUEST_MS);
  if (!held) freeze.release(asked);
  return held ?? null;
};

/**
 * The state of all connections, as the shards know it, too: orders go to a gateway that it shows on
 * line. Null = the market, or a running thread of gateways, is silent.
 */
const askConnections = async ({
  market,
  gateways,
  gatewaysNotified,
}: RequestTargets): Promise<ConnectionReports | null> => {
  const message = (id: number) => ({ type: 'connections', id }) as const;
  const [feeds, reports] = await Promise.all([
    market?.ask<readonly FeedStatus[]>(message, REQUEST_MS),
    gateways === undefined ? [] : gateways.ask<readonly GatewayReport[]>(message, REQUEST_MS),
  ]);
  await gatewaysNotified();
  return feeds === undefined || reports === undefined ? null : { feeds, gateways: reports };
};

/** The thread of gateways runs once a gateway is enabled: until then none is connected. */
const NO_GATEWAYS = refuse('conflict', 'The gateway is not connected.');

/** Executes a request of the desk; returns the answer if the desk waits for one. */
export const runDeskRequest = async (
  request: DeskRequest,
  others: RequestTargets,
): Promise<unknown> => {
  switch (request.type) {
    case 'distribute':
      return others.distribute(request.change);
    case 'hold': {
      const shard = others.shard(request.login);
      return shard === undefined ? null : holdAccount(request.login, shard, others.freeze);
    }
    case 'release':
      others.freeze.release(request.hold);
      return null;
    case 'usage':
      if (request.held) others.freeze.begin();
      return askUsage(request, others.shards);
    case 'free':
      others.freeze.end();
      return null;
    case 'deposit':
      return others.deposit(request.command);
    case 'manual_quote': {
      const { type: _, id: __, ...price } = request;
      const answer = others.market?.ask<ManualQuoteResult>(
        (id) => ({ type: 'manual_quote', id, ...price }),
        REQUEST_MS,
      );
      return (await answer) ?? threadDown('market');
    }
    case 'correct_bars': {
      const { type: _, id: __, ...correction } = request;
      const answer = others.market?.ask<BarsCorrectionResult>(
        (id) => ({ type: 'correct_bars', id, ...correction }),
        REQUEST_MS,
      );
      return (await answer) ?? threadDown('market');
    }
    case 'connections':
      return askConnections(others);
    case 'release_platform':
      return others.release();
    case 'provider_accounts': {
      if (others.gateways === undefined) return NO_GATEWAYS;
      const message = (id: number) => ({ ...request, id }) as const;
      return (await others.gateways.ask(message, REQUEST_MS)) ?? threadDown('thread of gateways');
    }
    case 'transactions': {
      const { gateway, page } = request;
      const message = (id: number) => ({ type: 'transactions', id, gateway, page }) as const;
      return (await others.gateways?.ask(message, REQUEST_MS)) ?? null;
    }
    case 'reconnect': {
      const { kind, connection } = request;
      if (kind === 'datafeed') {
        const message = (id: number) => ({ type: 'reconnect', id, datafeed: connection }) as const;
        return (await others.market?.ask<boolean>(message, REQUEST_MS)) ?? false;
      }
      const message = (id: number) => ({ type: 'reconnect', id, gateway: connection }) as const;
      return (await others.gateways?.ask<boolean>(message, REQUEST_MS)) ?? false;
    }
    case 'offered_symbols': {
      const { kind, connection } = request;
      if (kind === 'gateway' && others.gateways === undefined) return NO_GATEWAYS;
      const message = (id: number) => ({ type: 'offered_symbols', id, connection }) as const;
      const holder = { datafeed: others.market, gateway: others.gateways }[kind];
      return (await holder?.ask(message, REQUEST_MS)) ?? threadDown(`thread of ${kind}s`);
    }
  }
};
