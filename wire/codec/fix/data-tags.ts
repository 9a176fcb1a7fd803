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
  mdUpdateAction: 279,
  mdReqRejReason: 281,
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
