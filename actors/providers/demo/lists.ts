// The lists of the demo provider: its instruments, and the account that it keeps for the broker.

import { DATA_TAG, DATA_TYPE } from '../../../wire/codec/fix/data-tags.js';
import type { FixMessage } from '../../../wire/codec/fix/fix-message.js';
import type { FixWriter } from '../../../wire/codec/fix/fix-writer.js';
import { ACCOUNT_TAG, ACCOUNT_TYPE } from '../fix/account-list.js';
import type { WriteBody } from '../fix/outgoing.js';
import type { BusinessRefusal } from '../fix/session-types.js';
import {
  type ProviderInstrument,
  type ProviderInstruments,
  QUANTITY_SCALE,
} from './instruments.js';

/** The longest id of a request in characters. */
export const ID_MAX = 64;
export const LONG_ID: BusinessRefusal = {
  reason: 0,
  text: `An id has at most ${ID_MAX} characters`,
};

/** Values of field 559, and of 560. */
const ALL_SECURITIES = 4;
const FOUND = 0;
const LIST_UNSUPPORTED = 5;

const ACCOUNT = { name: 'BROKERD-1', currency: 'USD', cash: 1_000_000 };

/** Sends a message of the application; undefined when nobody is logged on. */
export type SendMessage = (type: string, body: WriteBody) => number | undefined;

const writeInstrument = (writer: FixWriter, instrument: ProviderInstrument): void => {
  const { symbol, quantityMin, quantityMax } = instrument;
  writer.text(DATA_TAG.symbol, symbol.name).text(DATA_TAG.securityDesc, symbol.description);
  writer.text(DATA_TAG.contractMultiplier, symbol.contract_size);
  writer.text(DATA_TAG.currency, symbol.currency_profit);
  writer.scaled(DATA_TAG.minTradeVol, quantityMin, QUANTITY_SCALE);
  writer.scaled(DATA_TAG.minPriceIncrement, 1, symbol.digits);
  writer.scaled(DATA_TAG.maxTradeVol, quantityMax, QUANTITY_SCALE);
};

/** Answers a request for the list of instruments. */
export const sendSymbols = (
  message: FixMessage,
  instruments: ProviderInstruments,
  send: SendMessage,
): BusinessRefusal | undefined => {
  const id = message.text(DATA_TAG.securityReqId);
  if (id.length > ID_MAX) return LONG_ID;
  const isKnown = message.int(DATA_TAG.securityListRequestType) === ALL_SECURITIES;
  send(DATA_TYPE.securityList, (writer) => {
    writer.text(DATA_TAG.securityReqId, id).text(DATA_TAG.securityResponseId, id);
    writer.int(DATA_TAG.securityRequestResult, isKnown ? FOUND : LIST_UNSUPPORTED);
    if (!isKnown) return;
    const { size } = instruments;
    writer.int(DATA_TAG.totNoRelatedSym, size).flag(DATA_TAG.lastFragment, true);
    writer.int(DATA_TAG.noRelatedSym, size);
    for (const instrument of instruments.values()) writeInstrument(writer, instrument);
  });
  return undefined;
};

/** Answers a request for the accounts: there is one. */
export const sendAccounts = (
  message: FixMessage,
  send: SendMessage,
): BusinessRefusal | undefined => {
  const id = message.text(ACCOUNT_TAG.inquiryId);
  if (id.length > ID_MAX) return LONG_ID;
  send(ACCOUNT_TYPE.report, (writer) =>
    writer
      .text(ACCOUNT_TAG.reportId, id)
      .text(ACCOUNT_TAG.inquiryId, id)
      .flag(ACCOUNT_TAG.isLast, true)
      .text(ACCOUNT_TAG.account, ACCOUNT.name)
      .text(ACCOUNT_TAG.currency, ACCOUNT.currency)
      .int(ACCOUNT_TAG.cash, ACCOUNT.cash),
  );
  return undefined;
};
