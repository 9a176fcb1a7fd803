// The list of the symbols that a provider offers: asked for, and put together from its pages.

import { done, type Outcome, refuse } from '../../../wire/base/codes.js';
import { DATA_TAG, DATA_TYPE, LIST_RESULT_TEXTS } from '../../../wire/codec/fix/data-tags.js';
import type { FixMessage } from '../../../wire/codec/fix/fix-message.js';
import { TAG } from '../../../wire/codec/fix/tags.js';
import type { ToldSymbol } from '../../../wire/rest/settings/offered-symbols.js';
import { patience } from '../../shared/failpoint.js';
import type { FixEnv } from './endpoint.js';
import type { FixSession } from './session.js';

/** Time for all pages of a list. */
export const LIST_MS = patience(8_000);
/** Most symbols of a list. */
export const OFFERED_MAX = 20_000;
/** Longest texts that are kept. */
const NAME_MAX = 64;
const DESCRIPTION_MAX = 128;
const DIGITS_MAX = 10;
const ALL_SECURITIES = 4;

const DECIMAL = /^\d{1,15}(\.\d{1,12})?$/;

type OfferedList = Outcome<readonly ToldSymbol[]>;

/** A line of text without characters that are not seen. */
const line = (text: string, most: number): string =>
  text
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .trim()
    .slice(0, most);

/** The decimal of a field without zeros at its end; null when it is none. */
const decimal = (text: string): string | null => {
  if (!DECIMAL.test(text)) return null;
  const short = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  return short.replace(/^0+(?=\d)/, '');
};

/** The decimals of a step of the price. */
const digitsOf = (step: string): number | null => {
  const short = decimal(step);
  const digits = short?.split('.')[1]?.length ?? 0;
  return short === null || digits > DIGITS_MAX ? null : digits;
};

/** One entry of a list. */
const symbolAt = (message: FixMessage, from: number, to: number): ToldSymbol => {
  const text = (tag: number): string => message.text(tag, from, to);
  return {
    name: line(text(DATA_TAG.symbol), NAME_MAX),
    description: line(text(DATA_TAG.securityDesc), DESCRIPTION_MAX),
    currency: line(text(DATA_TAG.currency), NAME_MAX),
    digits: digitsOf(text(DATA_TAG.minPriceIncrement)),
    contract_size: decimal(text(DATA_TAG.contractMultiplier)),
    volume_min: decimal(text(DATA_TAG.minTradeVol)),
    volume_max: decimal(text(DATA_TAG.maxTradeVol)),
  };
};

/** The lists that a session asks for, one at a time. */
export class SecurityLists {
  readonly #send: FixSession['send'];
  readonly #env: Pick<FixEnv, 'setTimer' | 'clearTimer'>;
  /** By name: a symbol that a page repeats is kept once. */
  readonly #symbols = new Map<string, ToldSymbol>();
  #lastRequest = 0;
  #timer: unknown;
  #asked: Promise<OfferedList> | undefined;
  #answer: (list: OfferedList) => void = () => undefined;

  constructor(send: FixSession['send'], env: Pick<FixEnv, 'setTimer' | 'clearTimer'>) {
    this.#send = send;
    this.#env = env;
  }

  /** Asks the provider; a list that is under way already is waited for. */
  ask(): Promise<OfferedList> {
    if (this.#asked !== undefined) return this.#asked;
    this.#lastRequest += 1;
    const sent = this.#send(DATA_TYPE.securityListRequest, (writer) =>
      writer
        .text(DATA_TAG.securityReqId, this.#id)
        .int(DATA_TAG.securityListRequestType, ALL_SECURITIES),
    );
    if (sent === undefined) return Promise.resolve(refuse('conflict', 'It is not connected.'));
    this.#asked = new Promise((resolve) => {
      this.#answer = resolve;
    });
    this.#timer = this.#env.setTimer(
      () => this.#end(refuse('timeout', 'The provider did not send its list of symbols in time.')),
      LIST_MS,
    );
    return this.#asked;
  }

  get #id(): string {
    return `SL${this.#lastRequest}`;
  }

  /** Takes a page. */
  take(message: FixMessage): void {
    if (this.#asked === undefined || message.text(DATA_TAG.securityReqId) !== this.#id) return;
    const result = message.int(DATA_TAG.securityRequestResult);
    if (result > 0) {
      return this.refused(LIST_RESULT_TEXTS[result] ?? line(message.text(TAG.text), NAME_MAX));
    }
    const entries = message.group(DATA_TAG.noRelatedSym);
    while (entries?.next()) {
      const symbol = symbolAt(message, entries.from, entries.to);
      if (symbol.name !== '') this.#symbols.set(symbol.name, symbol);
      if (this.#symbols.size > OFFERED_MAX) return this.refused(`more than ${OFFERED_MAX} symbols`);
    }
    const isPage = message.has(DATA_TAG.lastFragment);
    const isLast = isPage
      ? message.flag(DATA_TAG.lastFragment)
      : !(message.int(DATA_TAG.totNoRelatedSym) > this.#symbols.size);
    if (isLast) this.#end(done([...this.#symbols.values()]));
  }

  /** The provider refuses the list. */
  refused(why: string): void {
    this.#end(refuse('conflict', `The provider does not send its list of symbols: ${why}.`));
  }

  /** The session is gone. */
  closed(): void {
    this.#end(refuse('conflict', 'The connection was lost.'));
  }

  #end(list: OfferedList): void {
    this.#env.clearTimer(this.#timer);
    this.#asked = undefined;
    this.#symbols.clear();
    this.#answer(list);
  }
}
