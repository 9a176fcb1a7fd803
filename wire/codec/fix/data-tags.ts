// The tags, types and values of market data, lists of securities, and news.

/** Tags of fields. */
export const DATA_TAG = {
  currency: 15,
  noLinesOfText: 33,
  noRelatedSym: 146,
  headline: 148,
  symbol: 55,
  securityDesc: 107,
  contractMultiplier: 231,
  mdReqId: 262,
  subscriptionRequestType: 263,
  marketDepth: 264,
  mdUpdateType: 265,
  noMdEntryTypes: 267,
  noMdEntries: 268,
  mdEntryType: 269,
  mdEntryPx: 270,
  mdEntrySize: 271,
  mdEntryDate: 272,
  mdEntryTime: 273,
  mdEntryId: 278,
  mdUpdateAction: 279,
  mdEntryRefId: 280,
  mdReqRejReason: 281,
  mdEntryPositionNo: 290,
  securityReqId: 320,
  securityResponseId: 322,
  totNoRelatedSym: 393,
  securityListRequestType: 559,
  securityRequestResult: 560,
  minTradeVol: 562,
  lastFragment: 893,
  /** Of later versions; providers send them in 4.4, too. */
  minPriceIncrement: 969,
  maxTradeVol: 1140,
} as const;

/** Types of messages. */
export const DATA_TYPE = {
  news: 'B',
  marketDataRequest: 'V',
  snapshot: 'W',
  increments: 'X',
  marketDataReject: 'Y',
  securityListRequest: 'x',
  securityList: 'y',
} as const;

/** Reasons for which a request for market data is rejected, field 281. */
export const MD_REJECT_TEXTS: Readonly<Record<string, string>> = {
  0: 'unknown symbol',
  1: 'the request id was used before',
  2: 'not enough bandwidth',
  3: 'not enough permissions',
  4: 'no subscriptions',
  5: 'the depth is not supported',
  6: 'the kind of updates is not supported',
  7: 'books are not aggregated so',
  8: 'a type of entries is not supported',
};

/** Reasons for which no list of securities comes, field 560. */
export const LIST_RESULT_TEXTS: Readonly<Record<number, string>> = {
  1: 'the request is not valid',
  2: 'no symbols were found',
  3: 'not enough permissions',
  4: 'the list is not available for the time being',
  5: 'lists are not supported',
};
