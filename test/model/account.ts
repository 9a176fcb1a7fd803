// The modelled account: settings, quotes, ticks and commands go in, its view comes out.

import type { AccountSwitches, Settings } from '../../wire/settings/config.js';
import type { Command, TradeCommand } from '../../wire/trading/commands.js';
import type { Reason } from '../../wire/trading/records.js';
import { type Answer, type Asker, answered, refused } from './asking.js';
import { Books, type Ids } from './books.js';
import { accountOpen } from './checks.js';
import { deletePositions } from './corrections.js';
import { given } from './decimal.js';
import { endDay } from './end-of-day.js';
import { Market, rulesOf } from './market.js';
import { pay } from './payments.js';
import { close, closeBy, open } from './requests-market.js';
import { isIncomplete, modify, pending, pendingCancel, pendingModify } from './requests-pending.js';
import { testStopOut } from './stopout.js';
import { settle } from './tick.js';
import { type View, viewOf } from './view.js';

/** Bid, Ask and the price of the newest trade, 0 without one. */
export type Prices = readonly [bid: string, ask: string, last: string];

/** Where a request came from, as its deals' reason (§2.2). */
const reasonOf = ({ source, request, origin }: TradeCommand): Reason => {
  if (source === 'dealer') return 'dealer';
  if ('expert_id' in request && (request.expert_id ?? 0) > 0) return 'expert';
  const { terminal } = origin;
  if (terminal === 'android' || terminal === 'ios') return 'mobile';
  return terminal === 'web' || terminal === 'api' ? terminal : 'client';
};

/** One account with all that it needs to know of the world. */
export class ModelAccount {
  private readonly books: Books;

  /** Ids count from 1 unless others are given. */
  constructor(settings: Settings, switches: AccountSwitches, ids?: Ids) {
    this.books = new Books(new Market(rulesOf(settings, switches.group)), switches, ids);
  }

  /** Takes changed settings and switches. */
  configure(settings: Settings, switches: AccountSwitches): void {
    this.books.switches = switches;
    this.books.market.rules = rulesOf(settings, switches.group);
  }

  /** Takes the newest quote of a symbol at symbol level; nothing is settled. */
  quote(symbolId: number, [bid, ask, last]: Prices, time: number): void {
    const quote = { bid: given(bid), ask: given(ask), last: given(last), time };
    this.books.market.quote(symbolId, quote);
  }

  /** One tick of a symbol, or a timer of the account (null). */
  settle(symbolId: number | null, now: number): void {
    const { books } = this;
    books.now = now;
    const symbol = books.market.rules.names.get(symbolId ?? 0) ?? null;
    if ((symbolId === null) === (symbol === null)) settle(books, symbol);
  }

  /** Judges a command and carries it out. */
  command(command: Command, now: number): Answer {
    const { books } = this;
    books.now = now;
    if (command.op === 'timer') {
      settle(books, null);
      return answered('ok');
    }
    if (command.op === 'end_of_day') {
      endDay(books, command.at);
      return answered('ok');
    }
    const answer = this.judge(command);
    if (answer.kept) testStopOut(books);
    return answer;
  }

  private judge(command: Command): Answer {
    if (command.op === 'trade') return this.trade(command);
    if (command.op === 'balance') return pay(this.books, command);
    if (command.op === 'position_delete') return deletePositions(this.books, command);
    throw new Error(`not modelled: ${command.op}`);
  }

  /** Everything comparable as text; deals and ended orders are those since the last view. */
  view(): View {
    return viewOf(this.books);
  }

  private trade(command: TradeCommand): Answer {
    const { books } = this;
    const { request } = command;
    const dealer = command.source === 'dealer';
    const asker: Asker = {
      dealer,
      skipMargin: dealer && request.skip_margin_check === true,
      reason: reasonOf(command),
      comment: 'comment' in request ? (request.comment ?? '') : '',
    };
    const isMalformed =
      (!dealer && request.skip_margin_check === true) ||
      (request.kind === 'pending' && isIncomplete(request));
    if (isMalformed) return refused('trade.invalid_request');
    if (command.read_only) return refused('trade.read_only');
    const closed = accountOpen(books);
    if (closed !== undefined) return refused(closed);
    if (request.kind === 'open') return open(books, asker, request);
    if (request.kind === 'close') return close(books, asker, request);
    if (request.kind === 'close_by') return closeBy(books, asker, request);
    if (request.kind === 'modify') return modify(books, asker, request);
    if (request.kind === 'pending') return pending(books, asker, request);
    if (request.kind === 'pending_modify') return pendingModify(books, asker, request);
    if (request.kind === 'pending_cancel') return pendingCancel(books, asker, request);
    throw new Error(`not modelled: ${request.kind}`);
  }
}
