// The common exports of both entries of the package, besides signing in.

export type {
  ConnectOptions,
  RestoreOptions,
  SignInOptions,
  StaffClient,
  TraderClient,
} from './client.js';
export { csvLine } from './csv.js';
export { type Confirmed, confirmed, type TypeCode } from './session/confirmed.js';
export { BrokerError, type ClientCode } from './session/errors.js';
export type {
  ChannelLike,
  Clock,
  LockManagerLike,
  Platform,
  WebSocketLike,
} from './session/platform.js';
export type {
  AccountPicture,
  Bar,
  Deal,
  ExposureRow,
  Money,
  MonitorSample,
  OpenPosition,
  Order,
  Quote,
  SessionView,
  SymbolRow,
  TradeRequest,
  TradeResult,
  WaitingRequest,
  WorkingOrder,
} from './session/records.js';
export { type ReadCurrentOptions, readCurrent, unwrap } from './session/rest.js';
export type { KeptTokens } from './session/session.js';
export type {
  AccountChange,
  ConfigChange,
  CorrectedBars,
  EventFrame,
  LiveBar,
  MessagePack,
  QuoteTick,
  TradeAnswer,
} from './socket/frames.js';
export { type WholeAnswer, wholeAnswer, wholeEvent } from './socket/live-events.js';
export type {
  ChangedRows,
  EventCause,
  EventDeal,
  EventMoney,
  EventOrder,
  EventPosition,
} from './socket/live-rows.js';
export type { SocketOptions } from './socket/live-socket.js';
export type {
  AccountFilter,
  DealerAnswer,
  ExposureFilter,
  MoneyRow,
  MonitorFigures,
  RowSnapshot,
  StaffEvents,
  StaffSocket,
} from './socket/staff-socket.js';
export type { TraderEvents, TraderSocket, TraderSocketOptions } from './socket/trader-socket.js';
export type { components, operations, paths } from './types/openapi.js';
