// The list of the symbols that a provider offers.

import { DATA_TAG, DATA_TYPE, LIST_RESULT_TEXTS } from '../../../wire/codec/fix/data-tags.js';
import type { FixMessage } from '../../../wire/codec/fix/fix-message.js';
import { TAG } from '../../../wire/codec/fix/tags.js';
import type { ReportedSymbol } from '../../../wire/rest/settings/offered-symbols.js';
import type { ListForm, ReadPeerText } from './provider-lists.js';

/** Longest texts that are kept. */
const NAME_MAX = 64;
const DESCRIPTION_MAX = 128;
const DIGITS_MAX = 10;
const ALL_SECURITIES = 4;

const DECIMAL = /^\d{1,15}(\.\d{1,12})?$/;

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
const symbolAt = (
  message: FixMessage,
  from: number,
  to: number,
  shown: ReadPeerText,
): ReportedSymbol => {
  const text = (tag: number): string => message.text(tag, from, to);
  const words = (tag: number, most: number): string => shown(text(tag), most).trim();
  const name = words(DATA_TAG.symbol, NAME_MAX);
  return {
    name,
    exact: name === text(DATA_TAG.symbol),
    description: words(DATA_TAG.securityDesc, DESCRIPTION_MAX),
    currency: words(DATA_TAG.currency, NAME_MAX),
    digits: digitsOf(text(DATA_TAG.minPriceIncrement)),
    contract_size: decimal(text(DATA_TAG.contractMultiplier)),
    volume_min: decimal(text(DATA_TAG.minTradeVol)),
    volume_max: decimal(text(DATA_TAG.maxTradeVol)),
  };
};

/** The list of all symbols (35=x, 35=y). */
export const SYMBOL_LIST: ListForm<ReportedSymbol> = {
  noun: 'symbols',
  prefix: 'SL',
  idTag: DATA_TAG.securityReqId,
  request: DATA_TYPE.securityListRequest,
  fields: (writer) => writer.int(DATA_TAG.securityListRequestType, ALL_SECURITIES),
  page: (message, shown) => {
    const result = message.int(DATA_TAG.securityRequestResult);
    if (result > 0) {
      return LIST_RESULT_TEXTS[result] ?? shown(message.text(TAG.text), NAME_MAX);
    }
    const entries = message.group(DATA_TAG.noRelatedSym);
    const symbols: [string, ReportedSymbol][] = [];
    while (entries?.next()) {
      const { from, to } = entries;
      const symbol = symbolAt(message, from, to, shown);
      if (symbol.name !== '') symbols.push([message.text(DATA_TAG.symbol, from, to), symbol]);
    }
    const isLast = message.has(DATA_TAG.lastFragment)
      ? () => message.flag(DATA_TAG.lastFragment)
      : (count: number) => !(message.int(DATA_TAG.totNoRelatedSym) > count);
    return { entries: symbols, isLast };
  },
};
