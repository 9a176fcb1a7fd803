// The tags, message types and reasons of FIX 4.4 that the session itself reads and writes.

/** Tags of fields. */
export const TAG = {
  beginSeqNo: 7,
  beginString: 8,
  bodyLength: 9,
  checkSum: 10,
  endSeqNo: 16,
  msgSeqNum: 34,
  msgType: 35,
  newSeqNo: 36,
  possDupFlag: 43,
  refSeqNum: 45,
  senderCompId: 49,
  senderSubId: 50,
  sendingTime: 52,
  targetCompId: 56,
  targetSubId: 57,
  text: 58,
  possResend: 97,
  encryptMethod: 98,
  heartBtInt: 108,
  testReqId: 112,
  onBehalfOfCompId: 115,
  onBehalfOfSubId: 116,
  origSendingTime: 122,
  gapFillFlag: 123,
  deliverToCompId: 128,
  deliverToSubId: 129,
  resetSeqNumFlag: 141,
  onBehalfOfLocationId: 144,
  deliverToLocationId: 145,
  messageEncoding: 347,
  refTagId: 371,
  refMsgType: 372,
  sessionRejectReason: 373,
  businessRejectReason: 380,
  username: 553,
  password: 554,
} as const;

/** Types of the messages of the session; all others are the application's. */
export const TYPE = {
  heartbeat: '0',
  testRequest: '1',
  resendRequest: '2',
  reject: '3',
  sequenceReset: '4',
  logout: '5',
  logon: 'A',
  businessReject: 'j',
} as const;

/** Reasons of rejects by the session, field 373. */
export const REJECT = {
  invalidTag: 0,
  requiredTagMissing: 1,
  tagNotOfMessage: 2,
  noValue: 4,
  wrongValue: 5,
  wrongFormat: 6,
  compId: 9,
  sendingTime: 10,
  invalidMsgType: 11,
  repeatedTag: 13,
  tagOutOfOrder: 14,
  wrongGroupCount: 16,
} as const;

/** Texts of rejects. */
export const REJECT_TEXTS: Readonly<Record<number, string>> = {
  [REJECT.invalidTag]: 'Invalid tag number',
  [REJECT.requiredTagMissing]: 'Required tag missing',
  [REJECT.tagNotOfMessage]: 'Tag not defined for this message type',
  [REJECT.noValue]: 'Tag specified without a value',
  [REJECT.wrongValue]: 'Value is incorrect (out of range) for this tag',
  [REJECT.wrongFormat]: 'Incorrect data format for value',
  [REJECT.compId]: 'CompID problem',
  [REJECT.sendingTime]: 'SendingTime accuracy problem',
  [REJECT.invalidMsgType]: 'Invalid MsgType',
  [REJECT.repeatedTag]: 'Tag appears more than once',
  [REJECT.tagOutOfOrder]: 'Tag specified out of required order',
  [REJECT.wrongGroupCount]: 'Incorrect NumInGroup count for repeating group',
};
