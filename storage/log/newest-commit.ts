// Decides which batches of the newest commit are whole after a crash or a power cut. It reads a
// file of the log page by page, without LMDB. Opening the file with LMDB would take part in the
// lock shared with the writer and set the number of the newest commit there to the one just read,
// which can set the writer back to an older commit (LMDB 1.0 `mdb_env_open2`).

import {
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';
import { BATCH_BYTES_MAX, isIntact } from './batch.js';

/** A stored batch under its key. */
export interface Stored {
  readonly first: number;
  readonly value: Buffer;
}

/** Possible page sizes: a file has the page size of the machine that made it (`mm_psize`). */
const PAGE_SIZES = [4096, 8192, 16_384, 32_768, 65_536];
/** `MDB_page_header`: number, commit, pad, flags, then the start and end of its nodes. */
const PAGE_HEAD = 24;
const COMMIT_AT = 8;
const FLAGS_AT = 18;
const LOWER_AT = 20;
const IS = { branch: 0x01, leaf: 0x02, overflow: 0x04, meta: 0x08 } as const;
const KINDS = 0x0f;

/** `MDB_meta`, from the start of its page. */
const META = {
  magic: 24,
  version: 28,
  pageSize: 48,
  freeFlags: 52,
  freeDepth: 54,
  freeRoot: 88,
  flags: 100,
  depth: 102,
  root: 136,
  lastPage: 144,
  commit: 152,
  end: 160,
} as const;
const MAGIC = 0xbeefc0de;
const DATA_VERSION = 2;
/** The tree of free pages has integer keys and no other flag. */
const INTEGER_KEY = 0x08;
const TREE_FLAGS = 0xff;
const DEPTH_MAX = 32;

/** `MDB_node`: size of the value or number of the page, flags, size of the key, then the key. */
const NODE_HEAD = 8;
const BIG = 0x01;
/** `MDB_ovpage`: the first page of a value, its commit, and how many there are. */
const OVERFLOW = { page: 0, pages: 16, length: 24 } as const;

/** Thrown when the pages of a file do not lead to its batches. */
export class DamagedPages extends Error {}

/** The relevant fields of a commit. */
interface Meta {
  readonly commit: number;
  readonly root: number | undefined;
  readonly depth: number;
}

const isSame = (one: Meta, other: Meta): boolean =>
  one.commit === other.commit && one.root === other.root && one.depth === other.depth;

/** A node of a page: its key, and the offset of the bytes after it. */
interface PageNode {
  readonly key: number;
  readonly at: number;
  readonly flags: number;
  /** Size of the value, or the number of the page that it leads to. */
  readonly word: number;
}

/** A leaf of a commit's tree. */
interface Leaf {
  readonly page: Buffer;
  /** The smallest key after it; undefined = it is the last. */
  readonly next: number | undefined;
}

/** A batch that is found, and is read when it is needed. */
interface PlacedBatch {
  readonly key: number;
  readonly read: () => Stored;
}

/** The batches of a leaf, oldest first. */
interface LeafBatches {
  readonly batches: readonly PlacedBatch[];
  /** The smallest key after them; undefined = they end with the newest one. */
  readonly next: number | undefined;
}

/** A 64-bit number; no file has pages or commits above 2^53. */
const wordAt = (bytes: Buffer, at: number): number =>
  bytes.readUInt32LE(at) + bytes.readUInt32LE(at + 4) * 2 ** 32;

/** The root page of a tree; undefined = an empty tree, where all bits of the number are set. */
const rootAt = (bytes: Buffer, at: number): number | undefined =>
  bytes.readInt32LE(at) === -1 && bytes.readInt32LE(at + 4) === -1 ? undefined : wordAt(bytes, at);

const KEY_BYTES_MAX = 9;
const NUMBER_TAG = 1;
const digits = Buffer.alloc(16);

/**
 * A key as lmdb encodes numbers (ordered-binary): four bits that mark a number, then the bits of
 * the double from the highest on, without trailing zeros. NaN = not a number.
 */
const keyOf = (bytes: Buffer): number => {
  if (bytes.length > KEY_BYTES_MAX || (bytes[0] ?? 0) >> 4 !== NUMBER_TAG) return Number.NaN;
  digits.fill(0);
  bytes.copy(digits);
  for (const at of [0, 4]) {
    const shifted = (digits.readUInt32BE(at) << 4) | ((digits[at + 4] as number) >> 4);
    digits.writeUInt32BE(shifted >>> 0, at);
  }
  return digits.readDoubleBE();
};

const countOf = (page: Buffer): number => page.readUInt16LE(LOWER_AT) / 2;

/**
 * Reads one file of the log, while a server may write it. A read sees the batches that exist when
 * it begins; a batch that is being committed is seen whole or not at all, perhaps before it is on
 * disk. Every method throws `DamagedPages` when the file is damaged, and errors of reading a file.
 *
 * A commit's pages and the meta page that names them are synced together, so a power cut may leave
 * any part of the newest commit. The commit before it was on disk before, and none of its pages is
 * overwritten yet: batches are read from its tree, and of the newest one those that it adds, up to
 * the first that is not whole. `completePages` ends that for a file that is closed.
 */
export class LogPages {
  readonly #file: number;
  #pageSize = 0;

  /**
   * Opens the file; call `close` at the end. `isOwn`: this process has written it since its
   * creation, so the newest commit is whole, on disk or not.
   */
  constructor(
    private readonly path: string,
    private readonly isOwn = false,
  ) {
    // Without this flag, opening a named pipe would wait for its writer.
    this.#file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  }

  /** The newest stored batch; undefined in an empty file. */
  newest(): Stored | undefined {
    return this.#leafOf(Number.POSITIVE_INFINITY).batches.at(-1)?.read();
  }

  /** The stored batches from the one that contains `seq` on, or from the first after it. */
  *from(seq: number): Generator<Stored> {
    let after = Number.NEGATIVE_INFINITY;
    for (let at = seq; ; ) {
      const { batches, next } = this.#leafOf(at);
      const begin = batches.findLastIndex(({ key }) => key <= at);
      const known = after;
      for (const { key, read } of batches.slice(Math.max(begin, 0))) {
        if (key <= after) continue;
        after = key;
        yield read();
      }
      if (next === undefined && after === known) return;
      at = next ?? after;
    }
  }

  close(): void {
    closeSync(this.#file);
  }

  #read(length: number, at: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    // A read ends early at the end of the file, and before a page that the disk does not give: that
    // page is an error of reading, and no end.
    for (let end = 0; end < length; ) {
      const read = readSync(this.#file, bytes, end, length - end, at + end);
      if (read === 0) throw new DamagedPages(`${this.path} ends before byte ${at + length}`);
      end += read;
    }
    return bytes;
  }

  /** A page that a commit or one before it wrote. */
  #page(number: number, kind: number, commit: number): Buffer {
    const page = this.#read(this.#pageSize, number * this.#pageSize);
    const count = countOf(page);
    const isIt =
      wordAt(page, 0) === number &&
      wordAt(page, COMMIT_AT) <= commit &&
      page.readUInt16LE(FLAGS_AT) === kind &&
      Number.isInteger(count) &&
      count > 0 &&
      PAGE_HEAD + 2 * count <= page.length;
    if (isIt) return page;
    throw new DamagedPages(`page ${number} of ${this.path} is not what leads to it says`);
  }

  #noCommit(): DamagedPages {
    return new DamagedPages(`no meta page of ${this.path} names a commit`);
  }

  #damaged(page: Buffer): DamagedPages {
    return new DamagedPages(`page ${wordAt(page, 0)} of ${this.path} does not hold together`);
  }

  /** Either meta page has it; the other may be unfinished. */
  #findPageSize(): number {
    const said = this.#read(META.end, 0).readUInt32LE(META.pageSize);
    if (PAGE_SIZES.includes(said)) return said;
    const { size } = fstatSync(this.#file);
    for (const pageSize of PAGE_SIZES.filter((one) => one + META.end <= size)) {
      const second = this.#read(META.end, pageSize);
      const isIt = second.readUInt32LE(META.magic) === MAGIC;
      if (isIt && second.readUInt32LE(META.pageSize) === pageSize) return pageSize;
    }
    throw this.#noCommit();
  }

  /** The two newest commits, the older one first; one where the other meta page names none. */
  #metas(): readonly Meta[] {
    this.#pageSize ||= this.#findPageSize();
    const head = this.#read(this.#pageSize + META.end, 0);
    const metas = [0, this.#pageSize].flatMap((at) => this.#metaAt(head, at) ?? []);
    const newest = Math.max(...metas.map(({ commit }) => commit));
    if (metas.length === 0) throw this.#noCommit();
    // A commit that failed was undone: its meta page has an older number, and no sound tree.
    return metas.filter(({ commit }) => commit >= newest - 1).sort((a, b) => a.commit - b.commit);
  }

  /** The commit of a meta page; undefined where it is none. */
  #metaAt(head: Buffer, at: number): Meta | undefined {
    const isIt =
      (head.readUInt16LE(at + FLAGS_AT) & KINDS) === IS.meta &&
      head.readUInt32LE(at + META.magic) === MAGIC &&
      head.readUInt16LE(at + META.version) === DATA_VERSION &&
      head.readUInt32LE(at + META.pageSize) === this.#pageSize &&
      (head.readUInt16LE(at + META.freeFlags) & TREE_FLAGS) === INTEGER_KEY &&
      (head.readUInt16LE(at + META.flags) & TREE_FLAGS) === 0;
    const commit = wordAt(head, at + META.commit);
    const lastPage = wordAt(head, at + META.lastPage);
    const [root, freeRoot] = [rootAt(head, at + META.root), rootAt(head, at + META.freeRoot)];
    const [depth, freeDepth] = [META.depth, META.freeDepth].map((n) => head.readUInt16LE(at + n));
    const fits = (begin: number | undefined, levels = 0): boolean =>
      begin === undefined ? levels === 0 : begin <= lastPage && levels > 0 && levels <= DEPTH_MAX;
    const isSound =
      isIt &&
      Number.isSafeInteger(commit) &&
      Number.isSafeInteger(lastPage) &&
      // Commits alternate between the two pages; before the first commit both are empty.
      (commit === 0 || commit % 2 === at / this.#pageSize) &&
      fits(root, depth) &&
      fits(freeRoot, freeDepth);
    return isSound ? { commit, root, depth: depth as number } : undefined;
  }

  /**
   * The batches of the leaf that contains a key, or would, and after the last leaf the batches that
   * the newest commit adds. The pages of a commit may be overwritten from the third following
   * commit on; by then its meta page has changed, and the pages are read again. The writer of the
   * file has then written the whole of its newest commit, also where the commit before it was
   * undone.
   */
  #leafOf(key: number): LeafBatches {
    for (let isNewestWhole = this.isOwn; ; isNewestWhole = true) {
      const metas = this.#metas();
      const used = isNewestWhole ? metas.slice(-1) : metas;
      const isThere = (): boolean => {
        const now = this.#metas();
        return used.every((one) => now.some((other) => isSame(one, other)));
      };
      try {
        const leaf = this.#batchesAt(used, key);
        if (isThere()) return leaf;
      } catch (error) {
        if (!(error instanceof DamagedPages) || (isNewestWhole && isThere())) throw error;
      }
    }
  }

  #batchesAt([base, newest]: readonly Meta[], key: number): LeafBatches {
    const leaf = base && this.#descend(base, key);
    const batches = leaf === undefined ? [] : this.#batchesOf(leaf.page);
    if (leaf?.next !== undefined || newest === undefined) return { batches, next: leaf?.next };
    const added = this.#added(newest, batches.at(-1)?.key ?? 0);
    return { batches: [...batches, ...added], next: undefined };
  }

  /** The batches of a commit after a key, up to the first that is not whole. */
  #added(newest: Meta, after: number): PlacedBatch[] {
    const added: PlacedBatch[] = [];
    try {
      for (let at: number | undefined = after; at !== undefined; ) {
        const leaf = this.#descend(newest, at);
        if (leaf === undefined) break;
        for (const { key, read } of this.#batchesOf(leaf.page)) {
          if (key <= (added.at(-1)?.key ?? after)) continue;
          const batch = read();
          if (!isIntact(batch.value)) return added;
          added.push({ key, read: () => batch });
        }
        at = leaf.next;
      }
    } catch (error) {
      if (!(error instanceof DamagedPages)) throw error;
    }
    return added;
  }

  #batchesOf(page: Buffer): PlacedBatch[] {
    return Array.from({ length: countOf(page) }, (_, n) => {
      const node = this.#node(page, n);
      return { key: node.key, read: () => this.#stored(page, node) };
    });
  }

  #descend({ commit, root, depth }: Meta, key: number): Leaf | undefined {
    if (root === undefined) return undefined;
    let number = root;
    let next: number | undefined;
    for (let level = 1; level < depth; level += 1) {
      const page = this.#page(number, IS.branch, commit);
      const at = this.#indexOf(page, key);
      number = this.#node(page, at).word;
      if (at + 1 < countOf(page)) next = this.#node(page, at + 1).key;
    }
    const page = this.#page(number, IS.leaf, commit);
    if (next !== undefined && next <= key) throw this.#damaged(page);
    return { page, next };
  }

  /** Index of the node with the greatest key not above `key`; 0 where there is none. */
  #indexOf(page: Buffer, key: number): number {
    let [low, high] = [0, countOf(page)];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (this.#node(page, middle).key <= key) low = middle;
      else high = middle;
    }
    return low;
  }

  #node(page: Buffer, n: number): PageNode {
    const begin = page.readUInt16LE(PAGE_HEAD + 2 * n) + PAGE_HEAD;
    if (begin + NODE_HEAD > page.length) throw this.#damaged(page);
    const at = begin + NODE_HEAD + page.readUInt16LE(begin + 6);
    if (at > page.length) throw this.#damaged(page);
    const isBranch = page.readUInt16LE(FLAGS_AT) === IS.branch;
    // The first node of a branch has no key: it leads to all keys below the second.
    const key = isBranch && n === 0 ? 0 : keyOf(page.subarray(begin + NODE_HEAD, at));
    if (!Number.isSafeInteger(key)) throw this.#damaged(page);
    if (isBranch) return { key, at, flags: 0, word: page.readUIntLE(begin, 6) };
    return { key, at, flags: page.readUInt16LE(begin + 4), word: page.readUInt32LE(begin) };
  }

  /** The batch of a leaf's node. Its pages are never overwritten, because batches never change. */
  #stored(page: Buffer, { key, at, flags, word: length }: PageNode): Stored {
    const fault = (): DamagedPages =>
      new DamagedPages(`batch ${key} of ${this.path} is not where it should be`);
    const isBig = (flags & BIG) !== 0;
    const end = at + (isBig ? OVERFLOW.length : length);
    if (length > BATCH_BYTES_MAX || end > page.length) throw fault();
    if (!isBig) return { first: key, value: page.subarray(at, at + length) };
    const number = wordAt(page, at + OVERFLOW.page);
    const begin = number * this.#pageSize;
    const size = PAGE_HEAD + length;
    const pages = Math.ceil(size / this.#pageSize);
    if (wordAt(page, at + OVERFLOW.pages) !== pages || begin + size > fstatSync(this.#file).size) {
      throw fault();
    }
    const stored = this.#read(size, begin);
    const isIt = wordAt(stored, 0) === number && stored.readUInt16LE(FLAGS_AT) === IS.overflow;
    if (!isIt) throw fault();
    return { first: key, value: stored.subarray(PAGE_HEAD) };
  }
}

/** The places of both meta pages of a file, the newer commit's first, and its number. */
const metaPlaces = (file: number): { newest: number; older: number; commit: number } => {
  const bytes = Buffer.alloc(META.end);
  readSync(file, bytes, 0, META.end, 0);
  const pageSize = bytes.readUInt32LE(META.pageSize);
  const even = wordAt(bytes, META.commit);
  readSync(file, bytes, 0, META.end, pageSize);
  const odd = wordAt(bytes, META.commit);
  if (odd > even) return { newest: pageSize, older: 0, commit: odd };
  return { newest: 0, older: pageSize, commit: even };
};

const writeCommit = (file: number, at: number, bytes: Buffer, commit: number): void => {
  bytes.writeBigUInt64LE(BigInt(commit), META.commit);
  writeSync(file, bytes, META.magic, META.end - META.magic, at + META.magic);
};

/**
 * Makes both meta pages of a synced file that LMDB has closed name its newest commit; durable on
 * return. Nothing of that commit can be unfinished then: an incomplete part from now on is damage.
 */
export const completePages = (file: number): void => {
  const { newest, older, commit } = metaPlaces(file);
  const meta = Buffer.alloc(META.end);
  readSync(file, meta, 0, META.end, newest);
  writeCommit(file, older, meta, commit + 1);
  fdatasyncSync(file);
};

/** Makes the newest commit of a file one that is not read, because its sync failed. */
export const undoCommit = (file: number): void => {
  const { newest } = metaPlaces(file);
  const meta = Buffer.alloc(META.end);
  readSync(file, meta, 0, META.end, newest);
  writeCommit(file, newest, meta, 0);
};
