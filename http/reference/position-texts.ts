// Texts of lists of trades across accounts, and of acts of staff on many of them.

import { EXPORT_ERRORS, EXPORTED, type OperationTexts } from './operation-text.js';

const LISTED =
  'Only accounts that the caller sees are covered: groups in scope, staff accounts with ' +
  '`config.staff`, hidden ones with `accounts.hidden`. ';
const NO_JOB = 'no such job for the caller';
const OF_JOBS = {
  not_found: NO_JOB,
  'auth.too_many_attempts': 'too many jobs of the login, or of all, wait',
} as const;
const ALIVE = 'Values are live where the account answers within 250 ms; `live` says whether. ';
const ONCE = 'With an `Idempotency-Key`, a UUID, a repeated request does nothing twice. ';
const query = { symbol: 'EURUSD', limit: 20 };

const DEALER_ERRORS = {
  not_found: 'no such request waits for dealers, or its account is hidden from the caller',
  forbidden: 'it is offered to others, or the caller has returned it',
  conflict: 'the caller is not on line: no socket of theirs follows the channel `dealing`',
  'trade.locked': 'another dealer has taken it, or none',
  'trade.order_changed': 'it waits no longer',
};

export const positionTexts: OperationTexts = {
  'positions.all': { says: `${LISTED}${ALIVE}By login, then by id.`, example: { query } },
  'positions.orders': {
    says:
      `${LISTED}${ALIVE}By login, then by id. With \`held\` those with a fill that waits for a ` +
      'decision of staff (`volume_held`).',
    example: { query },
  },
  'positions.count': {
    says: `${LISTED}It asks no account, and takes the filters of the list.`,
    example: { query: { symbol: 'EURUSD' } },
  },
  'positions.closed': {
    says:
      `${LISTED}The position closed last comes first. A group mask fits the group at the close. ` +
      '`totals` covers every page; amounts of several currencies are simply added.',
    example: { query: { from: '2026-01-01T00:00:00Z', limit: 20 } },
  },
  'reports.daily': {
    says:
      `${LISTED}The present group decides on this; a line shows the group of its day. Accounts ` +
      'of staff and technical groups are left out. `reports_months` of the caller says how far ' +
      'back lines are shown.',
    example: { query: { from: '2026-01-01', limit: 20 } },
  },
  'reports.exposure': {
    says: `${LISTED}Accounts of staff groups are left out. In the order of symbols.`,
    example: { query: { group: 'demo\\*' } },
  },
  'reports.jobs.create': {
    says:
      'Reports that the caller may request are listed at `/admin/v1/reports`, with what they ' +
      'take as input. The job waits for its turn; the event `report_job` tells the sockets of ' +
      'the login how far it is. It is about the accounts that the requester sees when it runs.',
    errors: {
      ...OF_JOBS,
      not_found: 'no such report is open to the caller, or no such account',
      conflict: 'it was changed by others meanwhile',
    },
    example: {
      body: { config_id: 1, from: '2026-01-01', to: '2026-01-31', groups: ['demo\\*'] },
    },
  },
  'reports.jobs.list': {
    says: 'Own jobs, or those of everyone for who configures reports.',
    example: { query: { limit: 20 } },
  },
  'reports.jobs.read': {
    says:
      'Own jobs, or any for who configures reports. Rows come by pages of a thousand at most. ' +
      'Who does not see now all that the job is about does not find it.',
    errors: {
      not_found: 'no such job for the caller, or it has no such section',
      conflict: 'it was changed by others meanwhile',
    },
    example: { path: { id: 1 }, query: { section: 1, page: 2 } },
  },
  'reports.jobs.cancel': {
    says: 'A job that runs ends soon, and has no rows.',
    errors: { ...OF_JOBS, conflict: 'the job has ended' },
    example: { path: { id: 1 } },
  },
  'reports.jobs.retry': {
    says: 'It is checked again as a new request would be.',
    errors: { ...OF_JOBS, conflict: 'the job waits, runs, or is done' },
    example: { path: { id: 1 } },
  },
  'reports.jobs.delete': {
    says: 'Its rows are gone at once.',
    errors: { not_found: NO_JOB, conflict: 'the job waits or runs' },
    example: { path: { id: 1 } },
  },
  'reports.jobs.download': {
    says:
      'CSV by RFC 4180 in UTF-8 with its mark, without totals. It takes the right ' +
      '`reports.export` and a report line that allows it, or `config.reports`.',
    errors: {
      not_found: NO_JOB,
      conflict: 'the job is not done',
      'auth.too_many_attempts': 'too many downloads run',
    },
    example: { path: { id: 1 } },
  },
  'positions.export': {
    says: `${LISTED}${ALIVE}${EXPORTED}`,
    errors: EXPORT_ERRORS,
    example: { query: { symbol: 'EURUSD' } },
  },
  'positions.orders.export': {
    says: `${LISTED}${ALIVE}${EXPORTED}`,
    errors: EXPORT_ERRORS,
    example: { query: { symbol: 'EURUSD' } },
  },
  'positions.closed.export': {
    says: `${LISTED}A group mask fits the group at the close. ${EXPORTED}`,
    errors: EXPORT_ERRORS,
    example: { query: { from: '2026-01-01T00:00:00Z' } },
  },
  'positions.read': {
    says: `${ALIVE}A position of an account that the caller does not see is not found.`,
    example: { path: { id: 1 } },
    errors: { not_found: 'unknown, closed, or of an account that the caller does not see' },
  },
  'positions.change': {
    says:
      'One correction under the lock of the account, with a journal line; the balance does not ' +
      'move, margin and profit follow. Its deals stay as dealt. An opening price stays within ' +
      '`manual_quote_pts` of the one that its deals gave (`price_dealt`), a volume becomes ' +
      `smaller only, but for holders of \`config.symbols\`. ${ONCE}`,
    errors: {
      not_found: 'there never was such a position, or its account is hidden from the caller',
      conflict: 'the `Idempotency-Key` was used for another correction',
    },
    example: { path: { id: 1 }, body: { price_open: '1.10000' } },
  },
  'positions.bulk_close': {
    says:
      'Names the trades by ids, or by symbol and groups. Each is checked, routed and noted on ' +
      'its own, with the caller as dealer; trades out of reach are left out. At most 1000 are ' +
      'handled: ' +
      'while `total` is more, ask again. With an `Idempotency-Key`, a UUID, a repeated request ' +
      'gets the first answer; only trades whose outcome was not known, or that were not tried, ' +
      'are tried again. Use a new key for the rest of many trades. A preview ignores the key.',
    errors: { conflict: 'the `Idempotency-Key` was used for another bulk close' },
    example: { body: { close_positions: true, symbol: 'EURUSD', preview: true } },
  },
  'positions.delete': {
    says:
      'A correction takes each position away without a deal, and moves no money. Those of one ' +
      'account are one event. A position stays while a request or order concerns it; its row ' +
      `says so, and the others are deleted. ${ONCE}`,
    errors: {
      'trade.disabled': 'every account is closed for trade',
      'trade.timeout': 'no account answered in time; ask again with the same key',
    },
    example: { body: { ids: [1] } },
  },
  'positions.payments': {
    says:
      'Pays what a preview came to, or other amounts. The sell payment of an item has the UUID ' +
      'of version 5 of the name `sell` in the namespace of its `request_id`. A row `unknown` is ' +
      'cleared up by the same request.',
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
  },
  'positions.payments.preview': {
    says:
      'amount = lots × amount_per_lot × (1 − tax_percent / 100) × rate, rounded to the digits of ' +
      'the currency of the account. An amount whose rate is missing is left out. Positions of ' +
      'now alone count.',
    example: { body: { buy: { amount_per_lot: '1' }, sell: { amount_per_lot: '-1' } } },
  },
  'dealing.list': {
    says:
      'A dealer is on line while a socket of theirs follows the channel `dealing`, which tells ' +
      'each change of this list.',
  },
  'dealing.take': {
    says: 'A request that is offered to one dealer can be taken by no other.',
    errors: DEALER_ERRORS,
    example: { path: { request: 1 } },
  },
  'dealing.confirm': {
    says:
      'The client gets the deal. A price that is worse than `price_worst`, or than price and ' +
      'deviation allow in instant and request execution, is refused.',
    errors: DEALER_ERRORS,
    example: { path: { request: 1 }, body: {} },
  },
  'dealing.requote': {
    says:
      'The client may accept the prices for the time that the symbol sets. In market and ' +
      'exchange execution there are no requotes, and the dealer is refused.',
    errors: DEALER_ERRORS,
    example: { path: { request: 1 }, body: { bid: '1.10000', ask: '1.10010' } },
  },
  'dealing.reject': {
    says: 'The client gets `trade.rejected` with the text.',
    errors: DEALER_ERRORS,
    example: { path: { request: 1 }, body: { text: 'No liquidity' } },
  },
  'dealing.return': {
    says:
      'Where all dealers have returned a request, it is rejected, or decided as `otherwise` of ' +
      'its rule says.',
    errors: DEALER_ERRORS,
    example: { path: { request: 1 } },
  },
  'accounts.group_balance': {
    says:
      'The groups of the mask have one currency; accounts of staff are left out. A request pays ' +
      'a thousand accounts by login, or `limit`; the same body with `after` goes on. ' +
      'An account is paid once for the `request_id`. A repeated request also pays accounts that ' +
      'were refused before, and those that came into the groups since the first request: the ' +
      'server keeps no list of the accounts of a request. A `dry_run` only counts the accounts.',
    example: {
      body: {
        request_id: '0d2a5c1e-6a52-4d0c-9d5b-3f7f0f6f1a43',
        group: 'demo\\standard',
        action: 'bonus',
        amount: '5.00',
        dry_run: true,
      },
    },
  },
  'accounts.bulk_balance': {
    says:
      'Each item is a money operation with its own check and journal line. A row `unknown` is ' +
      'cleared up by the same request.',
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
  },
};
