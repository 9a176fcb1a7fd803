// A binary heap of numbered entries by key, in typed arrays: no object for an entry.

const FIRST_CAPACITY = 16;
/** Entries beyond twice those kept at the last clearing are cleared of stale ones. */
const STALE_MAX = 1024;

/** Does an entry still stand for something? */
export type Stands = (key: number, id: number, login: number) => boolean;

/**
 * Entries with the smallest key first; each has a key, an id and a login. Entries that no longer
 * stand are not searched for: they are cleared away when there are too many.
 */
export class Heap {
  /** Entries that are in it, stale ones included. */
  size = 0;
  private keys = new Float64Array(FIRST_CAPACITY);
  private ids = new Float64Array(FIRST_CAPACITY);
  private logins = new Float64Array(FIRST_CAPACITY);
  private bound = STALE_MAX;

  constructor(private readonly stands: Stands) {}

  /** The smallest key; Infinity when empty. */
  get key(): number {
    return this.size === 0 ? Number.POSITIVE_INFINITY : (this.keys[0] as number);
  }
  /** The id of the first entry. */
  get id(): number {
    return this.ids[0] as number;
  }
  /** The login of the first entry. */
  get login(): number {
    return this.logins[0] as number;
  }

  push(key: number, id: number, login: number): void {
    if (this.size === this.bound) this.clear();
    if (this.size === this.keys.length) this.grow();
    let at = this.size;
    this.size += 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((this.keys[parent] as number) <= key) break;
      this.move(parent, at);
      at = parent;
    }
    this.set(at, key, id, login);
  }

  /** Takes the first entry out. */
  pop(): void {
    this.size -= 1;
    const last = this.size;
    if (last > 0) this.sink(0, last);
  }

  /** Keeps the entries that stand, each id once for a key. */
  private clear(): void {
    const seen = new Map<number, number>();
    let kept = 0;
    for (let at = 0; at < this.size; at += 1) {
      const id = this.ids[at] as number;
      const key = this.keys[at] as number;
      if (seen.get(id) === key || !this.stands(key, id, this.logins[at] as number)) continue;
      seen.set(id, key);
      this.move(at, kept);
      kept += 1;
    }
    this.size = kept;
    this.bound = 2 * kept + STALE_MAX;
    for (let at = (kept >> 1) - 1; at >= 0; at -= 1) this.sink(at, at);
  }

  /** Lets the entry that stands at `from` sink from the place `at`. */
  private sink(at: number, from: number): void {
    const key = this.keys[from] as number;
    const id = this.ids[from] as number;
    const login = this.logins[from] as number;
    let place = at;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= this.size) break;
      const right = child + 1;
      if (right < this.size && (this.keys[right] as number) < (this.keys[child] as number)) {
        child = right;
      }
      if ((this.keys[child] as number) >= key) break;
      this.move(child, place);
      place = child;
    }
    this.set(place, key, id, login);
  }

  private set(at: number, key: number, id: number, login: number): void {
    this.keys[at] = key;
    this.ids[at] = id;
    this.logins[at] = login;
  }

  private move(from: number, to: number): void {
    this.keys[to] = this.keys[from] as number;
    this.ids[to] = this.ids[from] as number;
    this.logins[to] = this.logins[from] as number;
  }

  private grow(): void {
    const widen = (old: Float64Array): Float64Array<ArrayBuffer> => {
      const wide = new Float64Array(old.length * 2);
      wide.set(old);
      return wide;
    };
    this.keys = widen(this.keys);
    this.ids = widen(this.ids);
    this.logins = widen(this.logins);
  }
}
