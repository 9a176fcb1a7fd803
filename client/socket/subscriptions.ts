// What a client follows, so that it can be followed again on a new connection.

/** A subscription's filter, without its channel. */
export type Filter = Readonly<Record<string, unknown>>;

/** A subscription as it is asked for. */
export interface Subscription {
  readonly channel: string;
  readonly filter: Filter;
}

/** Symbols that one `subscribe` may name; of logins it may be more. */
const MEMBERS_MAX = 256;

/** The list that the filters of a channel have: its members come and go one by one. */
const LISTS: Readonly<Record<string, string>> = { quotes: 'symbols', accounts: 'logins' };

const listOf = ({ channel, filter }: Subscription): string | undefined => {
  const list = LISTS[channel];
  return list !== undefined && Array.isArray(filter[list]) ? list : undefined;
};

/** A subscription as one for each member of its list; without one itself. */
export const singlesOf = (of: Subscription): readonly Subscription[] => {
  const { channel, filter } = of;
  const list = listOf(of);
  if (list === undefined) return [of];
  const members = filter[list] as readonly unknown[];
  return members.map((one) => ({ channel, filter: { ...filter, [list]: [one] } }));
};

/** A subscription in two: one for each symbol that is `unknown`, and one for all the others. */
export const partedBy = (
  { channel, filter }: Subscription,
  unknown: readonly string[],
): readonly [gone: readonly Subscription[], followed: Subscription] => {
  if (unknown.length === 0) return [[], { channel, filter }];
  const symbols = filter.symbols as readonly string[];
  const known = symbols.filter((name) => !unknown.includes(name));
  return [
    singlesOf({ channel, filter: { ...filter, symbols: unknown } }),
    { channel, filter: { ...filter, symbols: known } },
  ];
};

/** Subscriptions with one key mean the same thing, at whatever pace. */
const keyOf = (single: Subscription): string => {
  const list = listOf(single);
  const { channel, filter } = single;
  return `${channel} ${JSON.stringify(list === undefined ? filter : filter[list])}`;
};

/** Does a filter have all that a part of one says? */
const fits = (filter: Filter, part: Filter): boolean =>
  Object.entries(part).every(([name, value]) => filter[name] === value);

/** Subscriptions of single members by their keys. */
type Singles = Map<string, Subscription>;

/** Takes out the members of a subscription's list, else all of its channel that fits. */
const take = (singles: Singles, ended: Subscription): void => {
  if (listOf(ended) !== undefined) {
    for (const one of singlesOf(ended)) singles.delete(keyOf(one));
    return;
  }
  for (const [key, { channel, filter }] of singles) {
    if (channel === ended.channel && fits(filter, ended.filter)) singles.delete(key);
  }
};

/** The subscriptions of one client: those that were made, and those that are asked for. */
export class Subscriptions {
  readonly #byKey: Singles = new Map();
  readonly #asked = new Set<Singles>();

  /**
   * Makes a subscription by `make`, and keeps it when that succeeds, without what `remove` took
   * out of it meanwhile. Of a symbol the newest pace holds.
   */
  async add<T>(asked: Subscription, make: () => Promise<T>): Promise<T> {
    const singles: Singles = new Map(singlesOf(asked).map((one) => [keyOf(one), one]));
    this.#asked.add(singles);
    try {
      const made = await make();
      for (const [key, one] of singles) {
        this.#byKey.delete(key);
        this.#byKey.set(key, one);
      }
      return made;
    } finally {
      this.#asked.delete(singles);
    }
  }

  /**
   * The program wants a subscription no longer, neither one that was made nor one that is asked
   * for: the members of its list, else all of the channel that fits.
   */
  remove(ended: Subscription): void {
    for (const singles of [this.#byKey, ...this.#asked]) take(singles, ended);
  }

  /** The server does not know a subscription: what is asked for has an answer of its own. */
  drop(gone: Subscription): void {
    take(this.#byKey, gone);
  }

  /** As few subscriptions as make the same. */
  all(): readonly Subscription[] {
    const made: Subscription[] = [];
    /** Members of the lists that have room, by what else is asked for. */
    const open = new Map<string, unknown[]>();
    for (const one of this.#byKey.values()) {
      const list = listOf(one);
      if (list === undefined) {
        made.push(one);
        continue;
      }
      const { channel } = one;
      const { [list]: members, ...others } = one.filter;
      const key = `${channel} ${JSON.stringify(others)}`;
      const known = open.get(key);
      if (known !== undefined && known.length < MEMBERS_MAX) {
        known.push(...(members as readonly unknown[]));
        continue;
      }
      const joined = [...(members as readonly unknown[])];
      open.set(key, joined);
      made.push({ channel, filter: { ...others, [list]: joined } });
    }
    return made;
  }
}
