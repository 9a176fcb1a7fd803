// Acts of staff on many trades: bulk close, deletion of positions, payments for positions.

import type { Code } from '../../../wire/base/codes.js';
import { ok, refuse } from '../../../wire/base/codes.js';
import type { Fields } from '../../../wire/base/object.js';
import type { BulkAct } from '../../../wire/desk/bulk-trade-operations.js';
import type { Caller, OnceKey } from '../../../wire/desk/caller.js';
import { digestOf } from '../../../wire/desk/digest.js';
import { type Payment, positionPayments } from '../../../wire/desk/payment-operations.js';
import { PaymentResult } from '../../../wire/rest/accounts/accounts.js';
import {
  BULK_TRADES_MAX,
  BulkCloseBody,
  BulkCloseReply,
  DeleteResult,
  type DeleteResultItem,
  PositionDeleteBody,
} from '../../../wire/rest/trading/bulk-close.js';
import {
  BulkBalanceBody,
  PaymentsBody,
  PaymentsPreview,
  PaymentsPreviewBody,
} from '../../../wire/rest/trading/payments.js';
import { refusedIn } from '../../../wire/trading/refused-positions.js';
import { withLive } from '../../rest/account-values.js';
import type { PassedEnvelope } from '../../rest/actor-call.js';
import { bulkTradesOf, madeTrades, resultsOf } from '../../rest/bulk-close.js';
import { unconfirmed } from '../../rest/confirm.js';
import { coverageOf } from '../../rest/coverage.js';
import { madePayments } from '../../rest/payments.js';
import { paymentsPreview } from '../../rest/payments-preview.js';
import { ONCE } from '../../rest/phrases.js';
import { type HandlerContext, route, usual } from '../../rest/route.js';
import { answersTo, BATCH_ANSWER_MS } from '../../rest/trade-batch.js';
import type { Incoming } from '../../server/exchange.js';

/** Most bytes of a body: a list of a thousand payments, or of ten thousand ids. */
const BODY_BYTES_MAX = 1 << 20;
/** Requests that act on many trades are made one at a time by a session. */
const inTurn = 'bulk trades';
const bulk = { bodyBytesMax: BODY_BYTES_MAX, answerMs: BATCH_ANSWER_MS, inTurn } as const;

const isPicking = ({ close_positions, delete_orders, clear_stops }: BulkCloseBody): boolean =>
  [close_positions, delete_orders, clear_stops].includes(true);

const closeFault = (body: BulkCloseBody): string | undefined => {
  if (!isPicking(body)) return 'close_positions: choose at least one action';
  const isNamed = (body.positions ?? body.orders) !== undefined;
  return isNamed || body.symbol ? undefined : 'symbol: required unless ids are given';
};

/** Which rows of a kind an action, or the removal of stops, is for. */
const pickingOf = (all: boolean | undefined, stops: boolean | undefined) =>
  all === true ? 'all' : stops === true ? 'stops' : 'none';

const pick = <C extends Code>(caller: Caller, body: BulkCloseBody, context: HandlerContext<C>) => {
  const { positions, orders, symbol, groups: group } = body;
  const isNamed = positions !== undefined || orders !== undefined;
  const filters = isNamed ? {} : { symbol, group };
  return context.query(caller, 'open.picked', {
    ...coverageOf(caller, filters, context.settings()),
    ...(isNamed && { ids: { positions: positions ?? [], orders: orders ?? [] } }),
    waits_for: 'surely',
    positions: pickingOf(body.close_positions, body.clear_stops),
    orders: pickingOf(body.delete_orders, body.clear_stops),
    limit: BULK_TRADES_MAX,
  });
};

/** The key of an act and the digest of its content; without a key nothing is remembered. */
const onceOf = (content: Fields, { headers }: Incoming): { once?: OnceKey } => {
  const key = headers.get('idempotency-key')?.toLowerCase();
  return key === undefined ? {} : { once: { key, digest: digestOf(content, []) } };
};

/** Codes of an account by which a position is not there. */
const GONE: readonly Code[] = ['trade.position_not_found', 'trade.position_closed'];

/** The outcome of a position, by the answer of its account. */
const deletedItem = (id: number, login: number, answer: PassedEnvelope): DeleteResultItem => {
  const { success, code, data } = answer;
  const refused = refusedIn(data?.refused as string | undefined).get(id);
  if (success && refused === undefined) return { error: '', id, login, result: 'deleted' };
  const error = refused ?? code;
  const isGone = GONE.includes(error);
  return { error: isGone ? '' : error, id, login, result: isGone ? 'not_found' : 'error' };
};

/** Codes that refuse the whole request where no account answered otherwise. */
const WHOLE = ['trade.timeout', 'trade.disabled'] as const;

export const bulkTrades = [
  route({
    name: 'positions.bulk_close',
    method: 'POST',
    path: '/admin/v1/positions/bulk-close',
    says: 'Closes positions, cancels orders and clears stops, with one trade request for each.',
    details:
      'The body names the trades by ids, or by symbol and groups. Each trade is checked, ' +
      'routed and written to the journal separately, with the caller as dealer; trades ' +
      'that the caller may not see are left out. At most 1000 trades are processed: while ' +
      '`total` is more, send another request. With an `Idempotency-Key`, a UUID, a ' +
      'repeated request gets the first answer; only trades with an unknown outcome, and ' +
      'trades that were not tried, are tried again. The answer is kept for 24 hours, the ' +
      'key is used for good. Use a new key for the rest of many trades. A preview ignores ' +
      'the key.',
    rights: ['trades.edit'],
    body: BulkCloseBody,
    ...bulk,
    reply: BulkCloseReply,
    errors: {
      conflict: 'the `Idempotency-Key` was used for another bulk close, or over 24 hours ago',
    },
    keyed: true,
    example: { body: { close_positions: true, symbol: 'EURUSD', preview: true } },
    handle: async ({ caller, body, request, requestId, requestIds }, context) => {
      const fault = closeFault(body);
      if (fault !== undefined) return refuse('invalid_input', fault);
      const picked = await pick(caller, body, context);
      if (!picked.ok) return picked;
      const { total } = picked.data;
      const asking = { caller, requestId };
      if (body.preview === true) {
        const [positions, orders] = await Promise.all([
          withLive('positions', picked.data.positions, asking, context),
          withLive('orders', picked.data.orders, asking, context),
        ]);
        return ok({ positions, orders, results: [], total });
      }
      const named = { caller, ...onceOf(unconfirmed(body), request) };
      const picks = { trades: bulkTradesOf(picked.data, body), total };
      const begun = await context.desk('trades.bulk_begin', { ...named, act: picks });
      if (!begun.ok) return begun;
      const { act, refused, isRepeat } = begun.data;
      const answer = (trades: BulkAct['trades']) => {
        const results = resultsOf(trades, refused);
        return ok({ positions: [], orders: [], results, total: act.total });
      };
      if (isRepeat && act.trades.every(({ outcome }) => outcome !== null))
        return answer(act.trades);
      const made = await madeTrades(act.trades, refused, body, requestIds, asking, context);
      const { trades, unwritten } = made;
      const ended = { ...named, act: { ...act, trades }, unwritten };
      const first = await context.desk('trades.bulk_end', ended);
      return answer(first.ok ? first.data : trades);
    },
  }),
  route({
    name: 'positions.delete',
    method: 'POST',
    path: '/admin/v1/positions/delete',
    says: 'Deletes positions without a deal; no balance changes.',
    details:
      'A correction removes each position without a deal, and moves no money. The ' +
      'positions of one account are deleted in one event. A position stays while a request ' +
      'or order ' +
      'concerns the position; the row of the position has the reason, and the other positions ' +
      `are deleted. ${ONCE}`,
    rights: ['trades.edit', 'trades.delete'],
    body: PositionDeleteBody,
    ...bulk,
    reply: DeleteResult,
    errors: {
      ...usual(WHOLE),
      conflict: 'the `Idempotency-Key` was used for other positions',
      'trade.disabled': 'every account is closed for trade',
      'trade.timeout': 'no account answered in time; ask again with the same key',
    },
    keyed: true,
    example: { body: { ids: [1] } },
    handle: async ({ caller, body, request, requestId, requestIds }, context) => {
      const named = [...new Set(body.ids)].sort((a, b) => a - b);
      const owners = await context.query(caller, 'open.owners', {
        session: caller.session,
        waits_for: 'surely',
        ids: named,
      });
      if (!owners.ok) return owners;
      const owner = new Map(owners.data.owners);
      const logins = [...new Set(owner.values())];
      const once = onceOf({ ids: named }, request);
      const begun = await context.desk('positions.delete_begin', { caller, ...once, logins });
      if (!begun.ok) return begun;
      const { refused } = begun.data;
      const allowed = logins.filter((login) => !refused.has(login));
      const answers = await answersTo(allowed, (login) => {
        const request_id = requestIds(`delete positions of ${login}`);
        const position_ids = named.filter((id) => owner.get(id) === login);
        const data = { request_id, position_ids };
        return context.call(caller, login, 'position_delete', data, requestId);
      });
      const answerOf = new Map(allowed.map((login, at) => [login, answers[at]]));
      const isAsked = (id: number): boolean => answerOf.has(owner.get(id) ?? 0);
      const whole = WHOLE.find((one) => answers.every(({ code }) => code === one));
      if (whole !== undefined && named.every(isAsked)) return refuse(whole);
      const items = named.map((id): DeleteResultItem => {
        const login = owner.get(id) ?? 0;
        const answer = answerOf.get(login);
        // A position beyond the caller's scope is as if there were none.
        return answer === undefined
          ? { error: '', id, login: 0, result: 'not_found' }
          : deletedItem(id, login, answer);
      });
      const deleted = items.filter(({ result }) => result === 'deleted').length;
      await context.desk('positions.delete_end', { caller, deleted, named: named.length });
      return ok({ deleted, items });
    },
  }),
  route({
    name: 'positions.payments',
    method: 'POST',
    path: '/admin/v1/positions/payments',
    says: 'Pays for open positions: each side of each item whose amount is not 0 is one payment.',
    details:
      'Pays the amounts of a preview, or other amounts. The sell payment of an item has ' +
      'the UUID of version 5 of the name `sell` in the namespace of its `request_id`. Send ' +
      'the same request again to learn the outcome of a row `unknown`.',
    rights: ['accounts.balance'],
    body: PaymentsBody,
    ...bulk,
    reply: [PaymentResult],
    example: {
      body: {
        buy: { action: 'dividend', comment: 'Dividend' },
        items: [
          {
            login: 1001,
            request_id: '0d2a5c1e-6a52-4d0c-9d5b-3f7f0f6f1a41',
            amount_buy: '1.00',
          },
        ],
      },
    },
    handle: async ({ caller, body, requestId }, context) => {
      const payments: Payment[] = [];
      for (const [at, item] of body.items.entries()) {
        const made = positionPayments(item, body);
        if (typeof made === 'string') return refuse('invalid_input', `items.${at}.${made}`);
        payments.push(...made);
      }
      const skip = body.skip_margin_check ?? false;
      return madePayments(payments, skip, { caller, requestId }, context);
    },
  }),
  route({
    name: 'positions.payments.preview',
    method: 'POST',
    path: '/admin/v1/positions/payments/preview',
    says: 'Calculates a payment for every account with open positions; nothing is paid.',
    details:
      'amount = lots × amount_per_lot × (1 − tax_percent / 100) × rate, rounded to the digits of ' +
      'the currency of the account. An amount whose rate is missing is left out. Positions of ' +
      'now alone count.',
    rights: ['accounts.balance'],
    body: PaymentsPreviewBody,
    ...bulk,
    reply: PaymentsPreview,
    example: { body: { buy: { amount_per_lot: '1' }, sell: { amount_per_lot: '-1' } } },
    handle: async ({ caller, body }, context) => {
      const { groups: group, company } = body;
      const coverage = coverageOf(caller, { group, company }, context.settings());
      const preview = await paymentsPreview(body, caller, coverage, context);
      return preview.ok ? { json: preview.data } : preview;
    },
  }),
  route({
    name: 'accounts.bulk_balance',
    method: 'POST',
    path: '/admin/v1/accounts/bulk-balance',
    says: 'Pays in to or out of many accounts, each item once for its request id.',
    details:
      'Each item is one money operation, with a check and a journal line. Send the same ' +
      'request again to learn the outcome of a row `unknown`.',
    rights: ['accounts.balance'],
    body: BulkBalanceBody,
    ...bulk,
    reply: [PaymentResult],
    example: {
      body: {
        items: [
          {
            login: 1001,
            request_id: '0d2a5c1e-6a52-4d0c-9d5b-3f7f0f6f1a42',
            action: 'correction',
            amount: '1.00',
          },
        ],
      },
    },
    handle: ({ caller, body, requestId }, context) => {
      const payments = body.items.map((item): Payment => ({ ...item, side: '' }));
      const skip = body.skip_margin_check ?? false;
      return madePayments(payments, skip, { caller, requestId }, context);
    },
  }),
];
