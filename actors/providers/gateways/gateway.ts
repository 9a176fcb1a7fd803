// A gateway: the FIX session of one record, the orders that work at its provider, its status, and
// when the provider is asked for the states of orders.

import { join } from 'node:path';
import type { Outcome } from '../../../wire/base/codes.js';
import { DATA_TYPE } from '../../../wire/codec/fix/data-tags.js';
import type { FixMessage } from '../../../wire/codec/fix/fix-message.js';
import {
  CANCEL_REJECT,
  EXEC,
  ORDER_REJECT,
  ORDER_STATUS,
  ORDER_TAG,
  ORDER_TYPE,
} from '../../../wire/codec/fix/order-tags.js';
import { peerText } from '../../../wire/codec/fix/peer-text.js';
import { TAG, TYPE } from '../../../wire/codec/fix/tags.js';
import type { ReportedSymbol } from '../../../wire/rest/settings/offered-symbols.js';
import type { ReportedAccount } from '../../../wire/rest/settings/provider-accounts.js';
import {
  countsUnits,
  type GatewayRecord,
  placementMs,
} from '../../../wire/settings/connections.js';
import type { SentRequest } from '../../../wire/trading/queued.js';
import { connectionEnv } from '../../shared/allowance.js';
import { WorkSlots } from '../../shared/work-slots.js';
import { ACCOUNT_LIST, ACCOUNT_TYPE } from '../fix/account-list.js';
import { dialTarget, type SecretOf, sessionFile, sessionSettings } from '../fix/connection.js';
import { FixDialer } from '../fix/dialer.js';
import { type FixApplication, FixEndpoint, type FixEnv } from '../fix/endpoint.js';
import { ProviderLists } from '../fix/provider-lists.js';
import { READ_RATES } from '../fix/read-rate.js';
import { SYMBOL_LIST } from '../fix/security-list.js';
import type { FixSession } from '../fix/session.js';
import { FileStore } from '../fix/session-store.js';
import type { BusinessRefusal } from '../fix/session-types.js';
import { Throttle } from '../fix/throttle.js';
import { clientIdOf, orderIdOf } from './client-ids.js';
import type { BustReport, GatewayReport } from './gateway-messages.js';
import { GatewayNotes, type NotesEnv, type NoteWork } from './gateway-notes.js';
import { OrderSender } from './order-sender.js';
import { readExecution } from './provider-report.js';
import { OrderQuestions } from './question-pace.js';
import { type DeliverReports, ReportQueue, type ReportWork } from './report-queue.js';
import { Tickets } from './tickets.js';
import { Transactions } from './transactions.js';
import type { WorkingOrder } from './working-order.js';
import { type ReportFinding, WorkingOrders } from './working-orders.js';

/** The shortest time between two requests for the states of all orders. */
const ASK_ALL_MS = 5_000;
/** With more reports under way the provider has to wait, until half of them are done. */
export const REPORTS_MAX = 8192;

/** So many trades are taken back at a time: each is read with all deals of its position. */
const BUSTS_AT_ONCE = 4;

/** States of an order in which a cancel or change is under way at the provider. */
const PENDING: ReadonlySet<string> = new Set([
  ORDER_STATUS.pendingCancel,
  ORDER_STATUS.pendingReplace,
]);
/** Why an order is not sent. */
export const OFFLINE = 'the gateway is not connected';
const UNSUPPORTED: BusinessRefusal = { reason: 3, text: 'Unsupported Message Type' };

/** The folder of the kept messages of a gateway. */
export const transactionsOf = (folder: string, id: number): string => join(folder, `gateway-${id}`);

/** A gateway record as settings have it. */
export type VersionedGateway = GatewayRecord & { readonly version: number };

/** The report of a gateway that has not connected yet. */
export const newReport = ({ id, version }: VersionedGateway, now: number): GatewayReport => ({
  gateway_id: id,
  version,
  instance: `${now}`,
  online: false,
  since: now,
  answered_at: 0,
  latency: 0,
  last_error: '',
  last_logon: 0,
  logons: 0,
  bytes_in: 0,
  bytes_out: 0,
  instruments: 0,
  orders: 0,
  fills: 0,
  rejects: 0,
  outbox: 0,
  heartbeat_sec: 0,
  throttled: false,
});

/** The services that a gateway uses. */
export interface GatewayEnv extends FixEnv, NotesEnv {
  /** The folder of the sessions' files. */
  readonly folder: string;
  readonly reports: DeliverReports;
  /** Takes a trade back; true = done, or not possible, which was reported. */
  bust(bust: BustReport): Promise<boolean>;
  /** The session has logged on or off. */
  turned(gateway: GatewayActor): void;
  /** The provider's name of a symbol. */
  sourceOf(gateway: number, symbol: string): string;
}

/** The actor of a gateway record. */
export class GatewayActor implements FixApplication {
  readonly endpoint: FixEndpoint;
  readonly #store: FileStore;
  readonly #orders: WorkingOrders;
  readonly #sender: OrderSender;
  readonly #reports: ReportQueue;
  readonly #busts = new WorkSlots(BUSTS_AT_ONCE);
  readonly #tickets: Tickets;
  readonly #kept: Transactions;
  readonly #notes: GatewayNotes;
  readonly #symbols: ProviderLists<ReportedSymbol>;
  readonly #accounts: ProviderLists<ReportedAccount>;
  readonly #password: string;
  readonly #dialer: FixDialer | undefined;
  /** The log for lines about the connection. */
  readonly #lines: FixEnv;
  readonly #status: { -readonly [Name in keyof GatewayReport]: GatewayReport[Name] };
  /** Asks for the states of all orders after the provider has skipped messages. */
  readonly #asking: Throttle;
  /** Questions for the states of many orders. */
  readonly #questions: OrderQuestions;
  #isPaused = false;
  #watch: unknown;

  constructor(
    readonly record: VersionedGateway,
    secretOf: SecretOf,
    private readonly env: GatewayEnv,
  ) {
    const isActive = record.mode === 'Active';
    const settings = {
      ...sessionSettings(record, secretOf, isActive ? 'initiator' : 'acceptor'),
      ...{ confirms: true, readRate: READ_RATES.orders },
    };
    const path = sessionFile(env.folder, record);
    const kind = { isSynced: true, keepMs: settings.replayMaxAgeMs, now: env.now };
    // Messages that were sent to one provider are never replayed to another.
    const store = new FileStore(path, { ...kind, peer: isActive ? record.server : '' });
    this.#store = store;
    this.#lines = connectionEnv(env, { gateway: record.name });
    this.endpoint = new FixEndpoint(settings, store, this, this.#lines);
    const kept = transactionsOf(env.folder, record.id);
    const { collect_transactions_days } = record;
    this.#kept = new Transactions(kept, collect_transactions_days, settings.password, env);
    const isUnits = countsUnits(record);
    // A session without a file is a new one.
    if (store.resetAt === 0 && store.nextOut === 1) store.reset(env.now());
    const sourceOf = (symbol: string): string => env.sourceOf(record.id, symbol);
    this.#orders = new WorkingOrders(record.id, isUnits, {
      sourceOf,
      deviationMax: record.fill_deviation_max,
      begunAt: () => Math.max(store.resetAt, store.skippedAt),
    });
    this.#sender = new OrderSender(this.endpoint, { ...env, sourceOf });
    this.#reports = new ReportQueue(env.reports, env);
    const send: FixSession['send'] = (...one) => this.endpoint.send(...one);
    this.#password = settings.password;
    const shown = (text: string, most: number) => peerText(text, settings.password, most);
    this.#symbols = new ProviderLists(SYMBOL_LIST, send, env, shown);
    this.#accounts = new ProviderLists(ACCOUNT_LIST, send, env, shown);
    this.#notes = new GatewayNotes({ ...record, isUnits }, settings.password, env);
    this.#asking = new Throttle(ASK_ALL_MS, env, () => {
      if (this.isOnline) this.#questions.add(this.#orders.all);
    });
    this.#questions = new OrderQuestions(env, (order) => {
      if (this.#orders.of(order.placement.order_id) === order) this.#ask(order);
    });
    this.#tickets = new Tickets((ticket) => this.endpoint.session.handled(ticket));
    this.#dialer = isActive
      ? new FixDialer(
          this.endpoint,
          dialTarget(record, secretOf),
          {
            pauseMs: record.reconnect_sec * 1000,
            attempts: record.reconnect_attempts,
            restMs: record.series_pause_sec * 1000,
            failed: (reason) => {
              this.#status.last_error = reason;
            },
          },
          this.#lines,
        )
      : undefined;
    this.#status = { ...newReport(record, env.now()) };
  }

  /** Connects, if it is we who dial. */
  start(): void {
    this.#dialer?.start();
  }

  /** Logs out; reports under way are sent again after the next start. */
  async stop(reason: string): Promise<void> {
    this.#reports.close();
    this.#asking.stop();
    this.#questions.stop();
    this.env.clearTimer(this.#watch);
    await (this.#dialer?.stop(reason) ?? this.endpoint.end(reason));
    this.#kept.write();
  }

  /** Writes the messages that are kept, so that they can be read. */
  writeTransactions(): void {
    this.#kept.write();
  }

  /** The provider cannot reach us. */
  failed(reason: string): void {
    this.#status.last_error = reason;
    this.#lines.log('error', this.#line(reason));
  }

  /** Number of reports that have not had their effect. */
  get waiting(): number {
    return this.#reports.size;
  }

  get isOnline(): boolean {
    return this.#status.online;
  }

  /** The status of the session, as of now. */
  status(): GatewayReport {
    const { bytesIn, bytesOut, heardAt } = this.endpoint.traffic;
    return {
      ...this.#status,
      answered_at: heardAt,
      heartbeat_sec: this.endpoint.session.heartbeatSec,
      bytes_in: bytesIn,
      bytes_out: bytesOut,
      outbox: this.#sender.unanswered,
      throttled: this.endpoint.isThrottled,
    };
  }

  /** The symbols that the provider offers. Refused when it is not connected, or has no list. */
  async offered(): Promise<Outcome<readonly ReportedSymbol[]>> {
    const symbols = await this.#symbols.ask();
    if (symbols.ok) this.#status.instruments = symbols.data.length;
    return symbols;
  }

  /** The accounts that the provider keeps for us. Refused as above. */
  accounts(): Promise<Outcome<readonly ReportedAccount[]>> {
    return this.#accounts.ask();
  }

  // Requests of accounts

  /** A request that is sent through this gateway has come into being, has changed or ended. */
  shown(request: SentRequest): void {
    if (request.isGone) {
      this.#sender.answered(clientIdOf(request));
      return this.#orders.forget(request);
    }
    const wasKnown = this.#orders.has(request);
    const { busted = 0, placement } = this.#orders.of(request.order_id) ?? {};
    if (request.held > (placement?.held ?? 0)) {
      this.#notes.held(request);
    }
    const order = this.#orders.take(request);
    if (order === undefined) return;
    if (!request.isNew) {
      // A shard or this thread was started again: the provider is asked which requests were sent.
      // It is also asked for fills that came before it was known what it has taken back.
      if ((!wasKnown || order.busted > busted) && this.isOnline) this.#questions.add([order]);
      return;
    }
    if (request.id !== order.placement.id) return this.#sender.sendChanges(order);
    if (request.timed_out) return this.#late(order);
    if (!this.#sender.place(order)) return this.#unsent(order);
    this.#status.orders += 1;
  }

  /** The order has gone to another gateway. */
  forget(request: SentRequest): void {
    this.#orders.forget(request);
  }

  #unsent(order: WorkingOrder): void {
    const command = this.#orders.unsent(order, OFFLINE);
    this.#reports.add(order.placement.login, command.order_id, command, () => undefined);
  }

  /** The order was not answered in time: it is cancelled, and its state asked for (§4.5). */
  #late(order: WorkingOrder): void {
    if (this.#sender.cancelLate(order)) this.#ask(order);
  }

  /** Asks for the state of an order, by the newest id under which the provider may know it. */
  #ask(order: WorkingOrder): void {
    this.#sender.ask(order, this.#orders.idsOf(order)[0] ?? order.clientId);
  }

  /** How long a change or cancel may be without effect before the state is asked for, in ms. */
  get #patienceMs(): number {
    return placementMs(this.record);
  }

  /** Asks, time after time, for orders whose changes or late cancels have had no effect. */
  #watchChanges(): void {
    this.env.clearTimer(this.#watch);
    this.#watch = this.env.setTimer(() => {
      this.#questions.add(this.#orders.unanswered(this.env.elapsed() - this.#patienceMs));
      this.#watchChanges();
    }, this.#patienceMs);
  }

  // The session

  loggedOn(): void {
    Object.assign(this.#status, { online: true, since: this.env.now(), last_error: '' });
    this.#status.last_logon = this.env.now();
    this.#status.logons += 1;
    this.env.turned(this);
    this.#orders.reconnected();
    this.#sender.loggedOn();
    // All messages under way may have been lost. The answers come after all that is sent again.
    this.#questions.add(this.#orders.all);
    this.#watchChanges();
  }

  /** The provider has passed over messages: their content is asked for. */
  skipped(isReset: boolean): void {
    if (isReset) this.#store.skipped(this.env.now());
    this.#sender.renumbered(this.#store.nextOut);
    this.#asking.call();
  }

  loggedOff(reason: string): void {
    Object.assign(this.#status, { online: false, since: this.env.now(), last_error: reason });
    this.#sender.loggedOff();
    this.#questions.stop();
    this.env.clearTimer(this.#watch);
    this.#symbols.closed();
    this.#accounts.closed();
    this.#isPaused = false;
    this.env.turned(this);
  }

  sent(bytes: Buffer): void {
    this.#kept.add('out', bytes);
  }

  deliver(message: FixMessage, ticket: number): BusinessRefusal | undefined {
    this.#kept.add('in', message.bytes.subarray(message.from, message.to));
    switch (message.type) {
      case ORDER_TYPE.report:
        this.#executed(message, ticket);
        return undefined;
      case ORDER_TYPE.cancelReject: {
        const reason = message.int(ORDER_TAG.cancelRejectReason);
        const isUnknown = reason === CANCEL_REJECT.unknownOrder;
        const clientId = message.text(ORDER_TAG.clientId);
        // The provider has the request already, or means the order itself, which is no cancel: what
        // has become of the order is asked for.
        const isDuplicate = reason === CANCEL_REJECT.duplicate;
        if (isDuplicate) this.#orders.duplicate(clientId);
        if (isDuplicate || this.#isPlacement(clientId)) return this.#doubt(clientId, ticket);
        const finding = this.#orders.refusal(clientId, this.#textOf(message), isUnknown);
        this.#found(finding, ticket, message);
        const isAnswered = finding === undefined || finding.order.isEnded;
        if (!isAnswered && (isUnknown || finding.commands.length === 0)) this.#ask(finding.order);
        return undefined;
      }
      case TYPE.reject:
      case TYPE.businessReject:
        this.#refused(message, ticket);
        return undefined;
      case DATA_TYPE.securityList:
        this.#tickets.open(ticket, 0);
        return void this.#symbols.take(message);
      case ACCOUNT_TYPE.report:
      case ACCOUNT_TYPE.refusal:
        this.#tickets.open(ticket, 0);
        return void this.#accounts.take(message);
      default:
        this.#tickets.open(ticket, 0);
        return UNSUPPORTED;
    }
  }

  #executed(message: FixMessage, ticket: number): void {
    const executed = readExecution(message, this.#password);
    const report = { ...executed, text: this.#textOf(message) };
    if (report.type === EXEC.tradeCancel) return this.#busted(message, ticket);
    if (report.type === EXEC.tradeCorrect) {
      return void this.#note(this.#notes.corrected(message), ticket);
    }
    const isStatus = report.type === EXEC.status;
    const askNext = isStatus ? this.#orders.askNext(report) : undefined;
    if (askNext !== undefined) {
      this.#tickets.open(ticket, 0);
      return this.#sender.ask(askNext.order, askNext.id);
    }
    const finding = this.#orders.execution(report);
    this.#answered(report.clientId);
    // A provider that is asked for many orders answers for some that have ended meanwhile.
    this.#found(finding, ticket, message, isStatus);
    if (finding === undefined) return;
    for (const { report: kind } of finding.commands) {
      if (kind === 'trade') this.#status.fills += 1;
      if (kind === 'rejected') this.#status.rejects += 1;
    }
    const isAsked = report.reason === ORDER_REJECT.duplicate || finding.isUnclear === true;
    if (isAsked) this.#ask(finding.order);
    if (isStatus && !PENDING.has(report.status)) this.#goOn(finding.order);
  }

  /** Is it our id of an order itself, not of a change or cancel? */
  #isPlacement(clientId: string): boolean {
    const order = this.#orders.byClientId(clientId);
    return order !== undefined && clientId === clientIdOf(order.placement);
  }

  /** Asks for the state of an order, of which a message says nothing certain. */
  #doubt(clientId: string, ticket: number): undefined {
    this.#tickets.open(ticket, 0);
    const order = this.#orders.byClientId(clientId);
    if (order !== undefined) this.#ask(order);
  }

  /** The state of an order is known again: requests that came meanwhile are sent. */
  #goOn(order: WorkingOrder): void {
    if (this.#orders.of(order.placement.order_id) !== order) return;
    if (order.placement.timed_out) this.#late(order);
    this.#sender.sendChanges(order);
  }

  #answered(clientId: string): void {
    const latency = this.#sender.answered(clientId);
    if (latency === undefined) return;
    this.#status.latency = latency;
    if (!this.record.profiling) return;
    this.env.log(
      'info',
      this.#line(`order ${clientId} was answered`, { ms: this.#status.latency }),
    );
  }

  /** One of our messages was refused as such. */
  #refused(message: FixMessage, ticket: number): void {
    const type = message.text(TAG.refMsgType);
    const reason = this.#reasonOf(message);
    const words = reason || 'it does not say why';
    if (type === DATA_TYPE.securityListRequest || type === ACCOUNT_TYPE.inquiry) {
      this.#tickets.open(ticket, 0);
      return (type === ACCOUNT_TYPE.inquiry ? this.#accounts : this.#symbols).refused(words);
    }
    const about = this.#sender.about(message.int(TAG.refSeqNum));
    const clientId = about?.clientId ?? message.text(ORDER_TAG.refusedId);
    const order = this.#orders.byClientId(clientId);
    const isStatus = (about?.type ?? type) === ORDER_TYPE.status;
    this.#answered(clientId);
    // An order that the provider has taken is not refused by what it says of a message.
    const isTaken = this.#isPlacement(clientId) && order?.externalId !== '';
    if (isTaken && !isStatus) return void this.#doubt(clientId, ticket);
    this.#found(
      isStatus || order === undefined ? undefined : this.#orders.refusal(clientId, reason),
      ticket,
      message,
      isStatus,
    );
    // A provider that reports no states: waiting requests are sent without knowing more.
    if (isStatus && order !== undefined) this.#goOn(order);
  }

  #busted(message: FixMessage, ticket: number): void {
    const report = readExecution(message, this.#password);
    const { clientId, originalId, aboutId } = report;
    const order = this.#orders.orderOf(report);
    const isDoubtful = order !== undefined && this.#orders.busted(order, report);
    const order_id = order?.placement.order_id ?? orderIdOf(clientId) ?? orderIdOf(originalId);
    if (order_id === undefined || aboutId === '') {
      return void this.#note(this.#notes.unknownBust(message), ticket);
    }
    const done = this.#tickets.open(ticket, 1);
    const login = order?.placement.login ?? 0;
    const { executionId, filled = '' } = report;
    const key = { login, gateway_id: this.record.id, order_id, execution_id: aboutId };
    const bust = { ...key, report: `${executionId} ${filled}` };
    const settled = (): void => {
      done();
      if (order === undefined || !this.#orders.settled(order, report, isDoubtful)) return;
      if (this.#orders.of(order.placement.order_id) === order) this.#ask(order);
    };
    const work = () => this.#busts.run(() => this.env.bust(bust));
    this.#report(login, order_id, work, settled);
  }

  /**
   * Reports to the account what was found; the message is handled when all of it has had its
   * effect, and the lines about it are written.
   */
  #found(
    finding: ReportFinding | undefined,
    ticket: number,
    message: FixMessage,
    isKnown = false,
  ): void {
    const { commands = [], faults = [] } = finding ?? {};
    const strays = finding === undefined && !isKnown ? this.#notes.stray(message) : [];
    const done = this.#note([...strays, ...this.#notes.faults(faults)], ticket, commands.length);
    if (finding === undefined) return;
    const { login, order_id } = finding.order.placement;
    for (const command of commands) this.#report(login, order_id, command, done);
  }

  /** Writes lines about a message. Returns what to call for each of its other parts. */
  #note(lines: readonly NoteWork[], ticket: number, parts = 0): () => void {
    const done = this.#tickets.open(ticket, parts + lines.length);
    for (const { orderId, write } of lines) this.#report(0, orderId, write, done);
    return done;
  }

  /** Work about an order on its way to the account; with too much of it the provider waits. */
  #report(login: number, orderId: number, work: ReportWork, done: () => void): void {
    this.#reports.add(login, orderId, work, () => this.#do(done));
    if (this.#reports.size <= REPORTS_MAX || this.#isPaused) return;
    this.#isPaused = true;
    this.endpoint.pause();
  }

  #do(done: () => void): void {
    done();
    if (!this.#isPaused || this.#reports.size > REPORTS_MAX / 2) return;
    this.#isPaused = false;
    this.endpoint.resume();
  }

  /** The peer's words on a message that it refuses, and the field that it names as at fault. */
  #reasonOf(message: FixMessage): string {
    const field = message.int(TAG.refTagId);
    return [this.#textOf(message), field > 0 ? `field ${field}` : '']
      .filter((part) => part !== '')
      .join(', ');
  }

  /** The provider's words. */
  #textOf(message: FixMessage): string {
    return peerText(message.text(TAG.text), this.#password);
  }

  #line(text: string, more: object = {}) {
    return { msg: `gateway ${this.record.name}: ${text}`, ...more };
  }
}
