// The desk: puts its actors together with one memory and one writer, and answers every operation.

import type { SessionCopy } from '../../wire/accounts/identity.js';
import { type Outcome, ok } from '../../wire/base/codes.js';
import type { DeskAnswer, DeskOp, DeskOps } from '../../wire/desk/operations.js';
import type { MaintenanceRecord } from '../../wire/desk/server-operations.js';
import type { Settings } from '../../wire/settings/config.js';
import type { PriceSource } from '../../wire/settings/connections.js';
import type { DeskEvent } from '../../wire/trading/events.js';
import type { ProviderAccess } from '../providers/demo/identities.js';
import { recordCipher } from '../secrets/record-cipher.js';
import { accountChangeOps } from './accounts/account-changes.js';
import { accountImportOps } from './accounts/account-import.js';
import { accountListOps } from './accounts/account-lists.js';
import { passwordOps } from './accounts/account-passwords.js';
import { accountOps, DeskAccounts } from './accounts/accounts.js';
import { bulkTradeOps } from './accounts/bulk-trades.js';
import { clientOps } from './accounts/clients.js';
import { deletionOps } from './accounts/deletion.js';
import { lifeCycleOps } from './accounts/life-cycle.js';
import { Maintenance, maintenanceOps } from './accounts/maintenance.js';
import { createDemoPlatform, type DemoOptions, type DemoPlatform } from './demo/demo-platform.js';
import { endDenied } from './identity/admission.js';
import { codeOps, OneTimeCodes } from './identity/codes.js';
import { confirmationOps } from './identity/confirmations.js';
import { SessionActor } from './identity/identity.js';
import { Online } from './identity/online.js';
import { onlineOps } from './identity/online-ops.js';
import { preferencesOps } from './identity/preferences.js';
import { SignIn } from './identity/sign-in.js';
import { Licences, licenceOps } from './licence/licence.js';
import { MailQueue } from './mail/mail-queue.js';
import { MailTests } from './mail/tests.js';
import { MailValuesStore } from './messaging/mail-values.js';
import { Mailings } from './messaging/mailings.js';
import { messagingOps } from './messaging/messaging-ops.js';
import { priceOps } from './prices/bars.js';
import { brandOps } from './settings/brands.js';
import { Configuration } from './settings/configuration.js';
import { connectionOps } from './settings/connection-status.js';
import { writeDemoProvider } from './settings/demo-provider.js';
import { checkHolidays } from './settings/holiday-check.js';
import { editRules } from './settings/leverage-rules.js';
import { LeverageSwitches } from './settings/leverage-switches.js';
import { platformOps } from './settings/platform.js';
import { writePriceSource } from './settings/price-source.js';
import { quickEdit } from './settings/quick-edit.js';
import { endOldSessions, reencryptSecrets } from './settings/re-encrypt.js';
import { dropDealer, testRouting } from './settings/routing-desk.js';
import { dropTranslates } from './settings/translates.js';
import { signUpOps } from './signup/sign-up.js';
import { createAdministrator } from './staff/administrators.js';
import { ReportJobs, reportJobOps } from './staff/report-jobs.js';
import { staffOps } from './staff/staff.js';
import { Attempts } from './state/attempts.js';
import type { DeskDeps } from './state/deps.js';
import type { DeskContext, Handlers } from './state/desk-context.js';
import { DESK_REQUESTS_MAX, deskBusy } from './state/desk-messages.js';
import { FileContents } from './state/file-contents.js';
import { noteServer } from './state/server-notes.js';
import { isLive, Sessions } from './state/sessions.js';
import { SettingsView } from './state/settings-view.js';
import { SERVER, Writer } from './state/writer.js';
import { ATTEMPTS_LOCK, depositLock, SETTINGS_LOCK } from './store/record-locks.js';
import type { DepositRecord } from './store/record-type.js';
import { Records } from './store/records.js';
import { moveServerSettings } from './transfer/older-files.js';
import { transferOps } from './transfer/transfer-ops.js';
import { TYPE_TABLE } from './types/record-types.js';

/**
 * The desk. Its thread passes the dependencies, loads it, folds the log's tail, and calls
 * operations.
 */
export class Desk {
  readonly #context: DeskContext;
  readonly #handlers: Handlers;
  readonly #maintenance: Maintenance;
  /** The sender of e-mails. */
  readonly mailQueue: MailQueue;
  /** The maker of e-mails of messages. */
  readonly mailings: Mailings;
  readonly files: FileContents;
  /** The planned changes of leverage profiles. */
  readonly leverageSwitches: LeverageSwitches;
  readonly licences: Licences;
  readonly reportJobs: ReportJobs;
  /** The values of placeholders in messages to groups. */
  readonly mailValues: MailValuesStore;
  readonly #online: Online;
  #underWay = 0;

  constructor(deps: DeskDeps) {
    const records = new Records(TYPE_TABLE, deps.stored, () => deps.now());
    const sessions = new Sessions(records, deps);
    const settings = new SettingsView(records);
    const writer = new Writer(deps, records, sessions, settings);
    const attempts = new Attempts(records);
    this.#context = { deps, records, sessions, settings, writer, attempts };
    this.#maintenance = new Maintenance(this.#context);
    this.mailQueue = new MailQueue(this.#context);
    this.reportJobs = new ReportJobs(this.#context);
    this.mailings = new Mailings(this.#context, this.mailQueue);
    this.files = new FileContents(this.#context);
    this.licences = new Licences(this.#context, this.files);
    this.leverageSwitches = new LeverageSwitches(this.#context);
    this.mailValues = new MailValuesStore(this.#context);
    this.#online = new Online(this.#context);
    const mailTests = new MailTests(this.#context);
    const identity = new SessionActor(this.#context);
    const accounts = new DeskAccounts(this.#context, this.mailQueue);
    const codes = new OneTimeCodes(this.#context);
    const signIn = new SignIn(this.#context, codes);
    const configuration = new Configuration(this.#context);
    this.#handlers = {
      'auth.login': (input) => signIn.login(input),
      'auth.checkBlocked': (input) => signIn.checkBlocked(input),
      'auth.refresh': (input) => identity.refresh(input),
      'auth.logout': (input) => identity.logout(input),
      ...codeOps(codes),
      ...confirmationOps(this.#context),
      'auth.verify': (input) => identity.verify(input),
      ...reportJobOps(this.#context, this.reportJobs),
      ...onlineOps(this.#context, this.#online),
      ...accountOps(accounts),
      ...accountImportOps(this.#context, accounts),
      ...bulkTradeOps(this.#context),
      ...accountChangeOps(this.#context),
      ...clientOps(this.#context),
      ...deletionOps(this.#context, this.files),
      ...lifeCycleOps(this.#context),
      ...signUpOps(this.#context, configuration, this.mailQueue),
      ...accountListOps(this.#context),
      ...preferencesOps(this.#context),
      ...passwordOps(this.#context),
      ...staffOps(this.#context),
      'staff.administrator': (input) => createAdministrator(this.#context, input),
      'settings.list': (input) => configuration.list(input),
      'settings.read': (input) => configuration.read(input),
      'settings.create': (input) => configuration.create(input),
      'settings.patch': (input) => configuration.patch(input),
      'symbols.quick': (input) => quickEdit(configuration, input),
      'settings.remove': (input) => configuration.remove(input),
      'settings.order': (input) => configuration.order(input),
      ...transferOps(this.#context),
      'leverage.rules': (input) => editRules(configuration, input),
      'routing.test': (input) => testRouting(this.#context, input),
      'routing.drop_dealer': (input) => dropDealer(configuration, input),
      ...brandOps(this.#context, this.files),
      ...licenceOps(this.licences),
      'holidays.check': (input) => checkHolidays(this.#context, input),
      ...messagingOps(this.#context, this),
      'mail-servers.test': (input) => mailTests.run(input),
      ...connectionOps(this.#context),
      ...priceOps(this.#context),
      ...maintenanceOps(this.#maintenance),
      ...platformOps(this.#context, this.mailQueue),
      'server.note': (input) => this.#note(input),
    };
    writer.follow('symbol', dropTranslates);
    for (const kind of ['account', 'staff'] as const) writer.follow(kind, endDenied(sessions));
  }

  /** The committed records. */
  get records(): Records {
    return this.#context.records;
  }

  /** The writer of all changes. */
  get writer(): Writer {
    return this.#context.writer;
  }

  /** Loads the records from the database at its checkpoint. */
  load(): void {
    this.records.load();
  }

  /** Applies a committed event of the log that this desk did not write itself. */
  fold(event: DeskEvent, seq: number): void {
    this.records.fold(event, seq);
  }

  /** The database contains every event up to this one. */
  projected(seq: number): void {
    this.records.passed(seq);
  }

  /** Executes an operation. Throws only on defects of the server. */
  async handle<K extends DeskOp>(op: K, input: DeskOps[K]['input']): Promise<DeskAnswer<K>> {
    if (this.#underWay >= DESK_REQUESTS_MAX) return deskBusy;
    this.#underWay += 1;
    try {
      return await this.#handlers[op](input);
    } finally {
      this.#underWay -= 1;
    }
  }

  settings(): Settings {
    return this.#context.settings.current();
  }

  /** All open sessions, for a front that starts. */
  *sessions(): Iterable<SessionCopy> {
    const now = this.#context.deps.now();
    for (const { record } of this.records.all('session')) {
      const copy = isLive(record, now) ? this.#context.sessions.copy(record) : null;
      if (copy !== null) yield copy;
    }
  }

  /** The number of sessions with a request or a socket in the last 90 seconds. */
  sessionsInUse(): number {
    return this.#online.count;
  }

  /** Is the folder empty: without settings and accounts? */
  isEmpty(): boolean {
    return this.records.configVersion === 0;
  }

  /** Makes the demo platform; only if `isEmpty`. */
  createDemoPlatform(options: DemoOptions): Promise<Outcome<DemoPlatform>> {
    return createDemoPlatform(this.#context, options);
  }

  /**
   * Sets the local price source to the one in the start flags, and the records of the demo provider
   * to where it is; null = it does not run. A source that no flag names (`isGiven` false) changes
   * nothing where the last start had another kind, or where there was none: a platform of one's own
   * gets no invented prices.
   */
  usePrices(
    source: PriceSource,
    provider: ProviderAccess | null = null,
    isGiven = true,
  ): Promise<Outcome<null>> {
    return this.writer.change([SETTINGS_LOCK], SERVER, (tx) => {
      const last = tx.get('price_source', 'flags')?.record.asked;
      if (!isGiven && last?.kind !== source.kind) return ok(null);
      writePriceSource(tx, source);
      writeDemoProvider(tx, provider, recordCipher(this.#context.deps.keys));
      return ok(null);
    });
  }

  /** Moves what older platform settings have of logical servers to these, once. */
  moveServerSettings(): Promise<void> {
    return moveServerSettings(this.#context);
  }

  /** Re-encrypts secrets under older keys of the server. */
  renewSecrets(goesOn: () => boolean): Promise<void> {
    return reencryptSecrets(this.#context, goesOn);
  }

  /** Ends the sessions whose tokens were made with older keys; returns their number. */
  endOldSessions(): Promise<number> {
    return endOldSessions(this.#context);
  }

  get maintenance(): MaintenanceRecord {
    return this.#maintenance.state();
  }

  /** Executes the next step of the weekly maintenance; false when there is nothing to do now. */
  maintain(): Promise<boolean> {
    return this.#maintenance.step();
  }

  /** Stores antiflood's counters at a stop, so that the next start continues with them. */
  keepAttempts(): Promise<Outcome<null>> {
    return this.writer.change([ATTEMPTS_LOCK], SERVER, (tx) => {
      this.#context.attempts.keepAll(tx);
      return ok(null);
    });
  }

  /** Deposits that were promised and are not known to be made. */
  deposits(): DepositRecord[] {
    return Array.from(this.records.all('deposit'), (held) => held.record);
  }

  /**
   * Confirms a deposit; until the confirmation is on disk, its request id prevents a second
   * deposit.
   */
  confirmDeposit(requestId: string): Promise<Outcome<null>> {
    return this.writer.change([depositLock(requestId)], SERVER, (tx) =>
      tx.get('deposit', requestId) === undefined ? ok(null) : tx.remove('deposit', requestId),
    );
  }

  #note({ text, login }: DeskOps['server.note']['input']): Promise<DeskAnswer<'server.note'>> {
    return this.writer.change([], SERVER, (tx) => {
      if (login === 0) noteServer(tx, 'system', text);
      else tx.note('system', login, text);
      return ok(null);
    });
  }
}
