// The tags, types and values of orders and their reports.

/** Tags of fields. */
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
  cancelRejectReason: 102,
  rejectReason: 103,
  expireTime: 126,
  execType: 150,
  leavesQuantity: 151,
  /** The id of a message that a business reject is about. */
  refusedId: 379,
  cancelRejectResponseTo: 434,
} as const;

/** Types of messages. */
export const ORDER_TYPE = {
  report: '8',
  cancelReject: '9',
  order: 'D',
  cancel: 'F',
  replace: 'G',
  status: 'H',
} as const;

/** Types of execution reports, field 150; the fills of FIX 4.2 among them. */
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

/** States of orders, field 39. */
export const ORDER_STATUS = {
  new: '0',
  partial: '1',
  filled: '2',
  canceled: '4',
  pendingCancel: '6',
  rejected: '8',
  expired: 'C',
  pendingReplace: 'E',
} as const;

/** Why an order is refused, field 103. */
export const ORDER_REJECT = {
  unknownSymbol: 1,
  exceedsLimit: 3,
  tooLate: 4,
  unknownOrder: 5,
  duplicate: 6,
  unsupported: 11,
  quantity: 13,
  other: 99,
} as const;

/** Why a cancel or change is refused, field 102. */
export const CANCEL_REJECT = { tooLate: 0, unknownOrder: 1, refused: 2, duplicate: 6 } as const;
