// Packed accounts: idle accounts as bytes in a few large blocks, so that a million of them cost the
// garbage collector nothing.

import type { AccountState } from '../../../engine/account/types.js';
import type { StillAccount } from '../../../engine/engine.js';
import { PartedMap } from '../../../engine/numbers/parted.js';
import type { StoredAccount } from '../../../storage/read/snapshot.js';
import { Bytes } from '../../../wire/codec/bytes.js';
import { MsgpackReader } from '../../../wire/codec/msgpack-reader.js';
import type { Ledger } from '../../../wire/trading/records.js';
import {
  type Glance,
  type HeldKind,
  readAccount,
  readGlance,
  readHolds,
  readIsIdle,
  readStill,
  writeAccount,
  writeLedger,
  writeStored,
} from './account-bytes.js';

/** Block size: moving a block's entries delays a `put` by a tenth of a millisecond. */
const BLOCK_BYTES = 1 << 18;
/**
 * Alignment of entries: positions in these units stay below 2^31 up to 16 GB. Larger numbers would
 * be heap objects, one for each account.
 */
const UNIT_BYTES = 8;
/** Head of an entry: its length including the head, as 32 bits, and the login as a double. */
const HEAD_BYTES = 12;
/**
 * An entry above an eighth of a block gets a block of its own, so that little space is wasted at a
 * block's end.
 */
const SHARE_MAX = 8;
/** Blocks may take at most this multiple of the bytes of their live entries. */
const SPACE_MAX = 1.5;
/** The position of a missing account. */
const NOWHERE = -1;

/** A block of entries, some of them deleted. */
class AccountBlock extends MsgpackReader {
  /** Offset of the next entry. */
  used = 0;
  /** Bytes of live entries. */
  live = 0;

  constructor(
    readonly number: number,
    bytes: number,
  ) {
    super(Buffer.allocUnsafeSlow(bytes));
  }
}

/** The size in bytes of the entry whose account is at the cursor. */
const sizeAt = ({ view, at }: MsgpackReader): number => view.getUint32(at - HEAD_BYTES);

/**
 * Accounts by login, each packed into an entry. A position counts units from the first block on, as
 * if all blocks had the same length. A replaced or deleted entry leaves a hole; when there are too
 * many, the entries of the emptiest block are moved to the open block.
 */
export class PackedAccounts {
  /** A deleted account keeps its key, so that adding and deleting never makes the map rehash. */
  readonly #places = new PartedMap<number>();
  /** By block number; freed blocks are undefined. */
  readonly #blocks: (AccountBlock | undefined)[] = [];
  readonly #freeNumbers: number[] = [];
  readonly #closed = new Set<AccountBlock>();
  readonly #scratch = new Bytes();
  #open: AccountBlock;
  /** The block that was emptied last, reused as the next open one. */
  #spare: AccountBlock | undefined;
  #size = 0;
  /** Live bytes in blocks with several entries. */
  #live = 0;

  /** `blockBytes` is a multiple of 8; an account with two positions takes 500 bytes. */
  constructor(private readonly blockBytes = BLOCK_BYTES) {
    this.#open = this.#newBlock(blockBytes);
  }

  /** The number of accounts. */
  get size(): number {
    return this.#size;
  }

  /** The size of all blocks in bytes. */
  get bytes(): number {
    return this.#blocks.reduce((sum, block) => sum + (block?.bytes.length ?? 0), 0);
  }

  /** Is the account packed here? */
  has(login: number): boolean {
    return this.#placeOf(login) !== NOWHERE;
  }

  /**
   * Logins of all accounts; accounts that were visited may be replaced or deleted during the
   * iteration.
   */
  *logins(): IterableIterator<number> {
    for (const [login] of this.#places) if (this.has(login)) yield login;
  }

  /** Packs an account; an earlier entry is deleted. */
  put(state: AccountState): void {
    this.#put(state.login, (out) => writeAccount(out, state));
  }

  /** Packs an account from its database rows. */
  putStored(stored: StoredAccount): void {
    this.#put(stored.login, (out) => writeStored(out, stored));
  }

  #put(login: number, write: (out: Bytes) => void): void {
    const entry = this.#pack(login, write);
    if (!this.#drop(login)) this.#size += 1;
    this.#store(login, entry.buffer, entry.start, entry.length);
    this.#tidy();
  }

  /** Unpacks an account to a new, equal state; undefined when it is not here. */
  get(login: number): AccountState | undefined {
    const entry = this.#entry(login);
    return entry && readAccount(entry);
  }

  /** The size of an account in bytes; 0 when it is not here. */
  bytesOf(login: number): number {
    const entry = this.#entry(login);
    return entry === undefined ? 0 : sizeAt(entry);
  }

  /** Copies an account's bytes, perhaps with padding at the end. */
  copy(login: number, out: Bytes): void {
    const entry = this.#entry(login);
    if (entry === undefined) throw new Error(`account ${login} is not here`);
    const end = entry.at - HEAD_BYTES + sizeAt(entry);
    out.raw(entry.bytes.subarray(entry.at, end));
  }

  /** Deletes an account. */
  delete(login: number): void {
    if (!this.#drop(login)) return;
    this.#places.set(login, NOWHERE);
    this.#size -= 1;
    this.#tidy();
  }

  /** Does the account have a row of this kind and id? False when it is not here. */
  holds(login: number, kind: HeldKind, id: number): boolean {
    const entry = this.#entry(login);
    return entry !== undefined && readHolds(entry, kind, id);
  }

  /** Is the account here, and idle? */
  isIdle(login: number): boolean {
    const entry = this.#entry(login);
    return entry !== undefined && readIsIdle(entry);
  }

  /** The account, if it is here without positions, orders and waiting requests. */
  still(login: number): StillAccount | undefined {
    const entry = this.#entry(login);
    return entry && readStill(entry);
  }

  /** Replaces the ledger of an account that is here; its other bytes stay what they are. */
  putLedger(login: number, ledger: Ledger): void {
    const entry = this.#entry(login);
    if (entry !== undefined) this.#put(login, (out) => writeLedger(out, entry, ledger));
  }

  /** The glance of an account; undefined when it is not here. */
  glance(login: number): Glance | undefined {
    const entry = this.#entry(login);
    return entry && readGlance(entry);
  }

  #placeOf(login: number): number {
    return this.#places.get(login) ?? NOWHERE;
  }

  #blockAt(place: number): AccountBlock {
    return this.#blocks[Math.floor((place * UNIT_BYTES) / this.blockBytes)] as AccountBlock;
  }

  #offsetOf(place: number): number {
    return (place * UNIT_BYTES) % this.blockBytes;
  }

  /** A cursor at the account. */
  #entry(login: number): MsgpackReader | undefined {
    const place = this.#placeOf(login);
    if (place === NOWHERE) return undefined;
    const block = this.#blockAt(place);
    block.at = this.#offsetOf(place) + HEAD_BYTES;
    return block;
  }

  /** Packs an account as an entry of whole units. */
  #pack(login: number, write: (out: Bytes) => void): Bytes {
    const out = this.#scratch.clear();
    out.at += HEAD_BYTES;
    write(out);
    out.at += -out.length & (UNIT_BYTES - 1);
    out.view.setUint32(out.start, out.length);
    out.view.setFloat64(out.start + 4, login);
    return out;
  }

  #isLarge(bytes: number): boolean {
    return bytes * SHARE_MAX > this.blockBytes;
  }

  /** Stores an entry where there is room. */
  #store(login: number, from: Buffer, start: number, bytes: number): void {
    const block = this.#isLarge(bytes) ? this.#newBlock(bytes) : this.#blockWith(bytes);
    from.copy(block.bytes, block.used, start, start + bytes);
    const place = (block.number * this.blockBytes + block.used) / UNIT_BYTES;
    this.#places.set(login, place);
    block.used += bytes;
    block.live += bytes;
  }

  /** The open block, with room for `bytes` bytes. */
  #blockWith(bytes: number): AccountBlock {
    this.#live += bytes;
    if (this.#open.used + bytes <= this.blockBytes) return this.#open;
    this.#closed.add(this.#open);
    this.#open = this.#spare ?? this.#newBlock(this.blockBytes);
    this.#spare = undefined;
    return this.#open;
  }

  #newBlock(bytes: number): AccountBlock {
    const block = new AccountBlock(this.#freeNumbers.pop() ?? this.#blocks.length, bytes);
    this.#blocks[block.number] = block;
    return block;
  }

  #giveBack({ number }: AccountBlock): void {
    this.#blocks[number] = undefined;
    this.#freeNumbers.push(number);
  }

  /** Deletes the account's entry, if there is one. */
  #drop(login: number): boolean {
    const place = this.#placeOf(login);
    if (place === NOWHERE) return false;
    const block = this.#blockAt(place);
    const bytes = block.view.getUint32(this.#offsetOf(place));
    block.live -= bytes;
    if (this.#isLarge(bytes)) this.#giveBack(block);
    else this.#live -= bytes;
    return true;
  }

  /**
   * Empties blocks until there are few holes. Emptying one block is enough, or two when the open
   * block, which may itself have many holes, is closed meanwhile: the emptied block was at least a
   * third empty.
   */
  #tidy(): void {
    while (this.#closed.size * this.blockBytes > SPACE_MAX * this.#live) this.#empty();
  }

  /** Moves the live entries out of the emptiest block. */
  #empty(): void {
    const block = this.#emptiest();
    this.#closed.delete(block);
    this.#live -= block.live;
    for (let at = 0; block.live > 0; ) {
      const bytes = block.view.getUint32(at);
      const login = block.view.getFloat64(at + 4);
      if (this.#isAt(login, block, at)) {
        block.live -= bytes;
        this.#store(login, block.bytes, at, bytes);
      }
      at += bytes;
    }
    block.used = 0;
    if (this.#spare === undefined) this.#spare = block;
    else this.#giveBack(block);
  }

  #isAt(login: number, block: AccountBlock, at: number): boolean {
    return this.#placeOf(login) * UNIT_BYTES === block.number * this.blockBytes + at;
  }

  #emptiest(): AccountBlock {
    let emptiest: AccountBlock | undefined;
    for (const block of this.#closed) {
      if (emptiest === undefined || block.live < emptiest.live) emptiest = block;
    }
    return emptiest as AccountBlock;
  }
}
