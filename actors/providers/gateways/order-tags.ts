// Tags, message types and words of FIX 4.4 about orders.

/** Tags of the fields of orders and their reports. */
export const ORDER_TAG = {
  averagePrice: 6,
  clientId: 11,
  filledQuantity: 14,
  executionId: 17,
  executionRef: 19,
  handling: 21,
  lastPrice: 31,
  lastQuantity: 32,
  orderId: 37,
  quantity: 38,
  orderStatus: 39,
  orderType: 40,
  originalId: 41,
  price: 44,
  side: 54,
  symbol: 55,
  timeInForce: 59,
  transactTime: 60,
  cancelReason: 102,
  rejectReason: 103,
  expireTime: 126,
  execType: 150,
  leavesQuantity: 151,
  /** The id of a message that a business reject is about. */
  refusedId: 379,
} as const;

/** Types of messages about orders. */
export const ORDER_TYPE = {
  report: '8',
  cancelReject: '9',
  order: 'D',
  cancel: 'F',
  replace: 'G',
  status: 'H',
} as const;

/** Types of execution reports, field 150. The fills of FIX 4.2 are read, too. */
export const EXEC = {
  new: '0',
  partialFill42: '1',
  fill42: '2',
  doneForDay: '3',
  canceled: '4',
  replaced: '5',
  rejected: '8',
  expired: 'C',
  trade: 'F',
  tradeCorrect: 'G',
  tradeCancel: 'H',
  status: 'I',
} as const;

/** Field 39 of an order that is filled. */
export const FILLED = '2';
/** Field 103: the provider does not know the order. */
export const UNKNOWN_ORDER = 5;
/** Field 102: the provider does not know the order that is to be cancelled or changed. */
export const UNKNOWN_TO_CANCEL = '1';
/** States of field 39 in which a cancel or change is under way at the provider. */
export const PENDING: ReadonlySet<string> = new Set(['6', 'E']);
