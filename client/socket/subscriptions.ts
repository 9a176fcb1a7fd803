// What a client follows, so that it can be followed again on a new connection.

/** A subscription's filter, without its channel. */
export type Filter = Readonly<Record<string, unknown>>;

/** A subscription as it is asked for. */
export interface Subscription {
  readonly channel: string;
  readonly filter: Filter;
}

/** Symbols that one `subscribe` may name. */
const SYMBOLS_MAX = 256;

const sameValue = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Does a filter have all that a part of one says? */
const fits = (filter: Filter, part: Filter): boolean =>
  Object.entries(part).every(([name, value]) => sameValue(filter[name], value));

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Each list in a filter as lists of one: symbols and logins come and go one by one. */
const single = ({ channel, filter }: Subscription, list: string): Subscription[] => {
  if (!(list in filter)) return [{ channel, filter }];
  return listOf(filter[list]).map((one) => ({ channel, filter: { ...filter, [list]: [one] } }));
};

/** The list that a channel's filters have, by channel. */
const LISTS: Readonly<Record<string, string>> = { quotes: 'symbols', accounts: 'logins' };

/** The subscriptions of one client. */
export class Subscriptions {
  #all: Subscription[] = [];

  /** A subscription was made; of a symbol the newest pace holds. */
  add(made: Subscription): void {
    for (const one of this.#singly(made)) {
      const isOther = (known: Subscription): boolean =>
        known.channel !== one.channel || !this.#isSame(known, one);
      this.#all = [...this.#all.filter(isOther), one];
    }
  }

  /** A subscription ended: all of the channel that fits, everything where nothing is said. */
  remove(ended: Subscription): void {
    const parts = this.#singly(ended);
    this.#all = this.#all.filter(
      ({ channel, filter }) =>
        channel !== ended.channel || !parts.some((part) => fits(filter, part.filter)),
    );
  }

  /** As few subscriptions as make the same. */
  all(): readonly Subscription[] {
    const joined: { channel: string; list: string; rest: Filter; items: unknown[] }[] = [];
    const whole: Subscription[] = [];
    for (const one of this.#all) {
      const list = LISTS[one.channel];
      if (list === undefined || !(list in one.filter)) {
        whole.push(one);
        continue;
      }
      const { [list]: items, ...rest } = one.filter;
      const room = joined.find(
        (other) =>
          other.channel === one.channel &&
          other.items.length < SYMBOLS_MAX &&
          sameValue(other.rest, rest),
      );
      if (room !== undefined) room.items.push(...listOf(items));
      else joined.push({ channel: one.channel, list, rest, items: [...listOf(items)] });
    }
    return [
      ...whole,
      ...joined.map(({ channel, list, rest, items }) => ({
        channel,
        filter: { ...rest, [list]: items },
      })),
    ];
  }

  #singly(of: Subscription): Subscription[] {
    const list = LISTS[of.channel];
    return list === undefined ? [of] : single(of, list);
  }

  /** Do two subscriptions of a channel mean the same thing, at whatever pace? */
  #isSame(known: Subscription, one: Subscription): boolean {
    const list = LISTS[one.channel];
    if (list === undefined || !(list in one.filter)) return sameValue(known.filter, one.filter);
    return sameValue(known.filter[list], one.filter[list]);
  }
}
