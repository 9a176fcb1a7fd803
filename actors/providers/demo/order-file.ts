// The orders of the demo provider, kept in a file: those that work, and the newest that have ended.

import { RecordFile } from '../../../storage/files/record-file.js';
import { FileStore, type FileStoreOptions } from '../fix/session-store.js';
import { isWorking, type ProviderOrder } from './provider-order.js';

/** Most orders that have ended and are still known, and the size at which the file is renewed. */
const ENDED_MAX = 10_000;
const COMPACT_BYTES = 8 * 2 ** 20;

/** A run of the provider: its number, which grows, and the port on which it listened. */
interface ProviderRun {
  readonly run: number;
  readonly port: number;
}

interface OrderFileOptions {
  /** ms since 1970 */
  readonly now: number;
  /** Orders of other symbols are forgotten when the file is opened. */
  isTraded(symbol: string): boolean;
  readonly endedMax?: number;
  readonly compactBytes?: number;
}

/** All orders that the provider knows. It throws what the disk throws. */
export class OrderFile {
  readonly #file: RecordFile;
  readonly #orders = new Map<string, ProviderOrder>();
  readonly #byClientId = new Map<string, ProviderOrder>();
  readonly #working = new Set<ProviderOrder>();
  /** Those that have ended, the oldest first. */
  readonly #ended = new Set<ProviderOrder>();
  readonly #changed = new Set<ProviderOrder>();
  #compactAt: number;
  #run: ProviderRun = { run: 0, port: 0 };
  #ids = 0;

  /** Opens or creates the file. Runs are numbered by the time, so that ids are never used again. */
  constructor(
    path: string,
    private readonly options: OrderFileOptions,
  ) {
    this.#compactAt = options.compactBytes ?? COMPACT_BYTES;
    this.#file = new RecordFile(path, ({ bytes }) => this.#take(bytes));
    this.#changed.clear();
    this.#keepRun({ ...this.#run, run: Math.max(this.#run.run + 1, options.now) });
  }

  /** The port of the run before, and the one of this run once it listens; 0 = none. */
  get port(): number {
    return this.#run.port;
  }
  set port(port: number) {
    if (port !== this.#run.port) this.#keepRun({ ...this.#run, port });
  }

  /** The orders that can still be filled. */
  get working(): ReadonlySet<ProviderOrder> {
    return this.#working;
  }

  /** All orders that are known. */
  get all(): Iterable<ProviderOrder> {
    return this.#orders.values();
  }

  /** The order that a client's id names, or has named. */
  byClientId(clientId: string): ProviderOrder | undefined {
    return this.#byClientId.get(clientId);
  }

  /** An id that no order and no execution had before. */
  newId(): string {
    this.#ids += 1;
    return `${this.#run.run.toString(36)}-${this.#ids.toString(36)}`;
  }

  /** Takes over a new or changed order, which `write` writes. */
  changed(order: ProviderOrder): void {
    this.#changed.add(order);
    this.#orders.set(order.id, order);
    for (const id of order.clientIds) this.#byClientId.set(id, order);
    if (isWorking(order)) {
      this.#working.add(order);
      return;
    }
    this.#working.delete(order);
    this.#ended.add(order);
    const [oldest] = this.#ended;
    const isFull = this.#ended.size > (this.options.endedMax ?? ENDED_MAX);
    if (isFull && oldest !== undefined) this.#forget(oldest);
  }

  /** Writes what has changed: it survives the process. */
  write(): void {
    for (const order of this.#changed) this.#file.add(bytesOf(order));
    this.#changed.clear();
    this.#file.write();
    if (this.#file.size > this.#compactAt) this.#compact();
  }

  /** Resolves when what was written is on disk. */
  sync(): Promise<void> {
    return this.#file.sync();
  }

  close(): void {
    this.write();
    this.#file.close();
  }

  #take(bytes: Buffer): void {
    const record = JSON.parse(bytes.toString()) as ProviderRun | ProviderOrder;
    if ('run' in record) {
      this.#run = record;
      return;
    }
    const before = this.#orders.get(record.id);
    if (before !== undefined) this.#forget(before);
    if (this.options.isTraded(record.symbol)) this.changed(record);
  }

  #forget(order: ProviderOrder): void {
    this.#orders.delete(order.id);
    this.#working.delete(order);
    this.#ended.delete(order);
    this.#changed.delete(order);
    for (const id of order.clientIds) this.#byClientId.delete(id);
  }

  #keepRun(run: ProviderRun): void {
    this.#run = run;
    this.#file.add(bytesOf(run));
    this.#file.write();
  }

  #compact(): void {
    // The order in which they ended is the order in which they are forgotten.
    const kept = [...this.#ended, ...this.#working];
    this.#file.replace([this.#run, ...kept].map(bytesOf));
    this.#compactAt = Math.max(this.options.compactBytes ?? COMPACT_BYTES, 2 * this.#file.size);
  }
}

const bytesOf = (record: ProviderRun | ProviderOrder): Buffer =>
  Buffer.from(JSON.stringify(record));

/**
 * The store of the session for orders. An event of an order is written before the messages about
 * it, and on disk before the messages leave.
 */
export class OrderSessionStore extends FileStore {
  /** `written` is called when messages are kept that were sent until then. */
  constructor(
    path: string,
    options: FileStoreOptions,
    private readonly orders: OrderFile,
    private readonly written: () => void,
  ) {
    super(path, options);
  }

  override commit(): Promise<void> | undefined {
    this.orders.write();
    const stored = super.commit();
    this.written();
    this.orders.write();
    return stored && Promise.all([stored, this.orders.sync()]).then(() => undefined);
  }
}
