// The subscriptions of a client, which are made again on a new connection.

/** A subscription's filter, without its channel. */
export type Filter = Readonly<Record<string, unknown>>;

/** A subscription as the program requested it. */
export interface Subscription {
  readonly channel: string;
  readonly filter: Filter;
}

/** Most symbols in one `subscribe`; the limit of logins is higher. */
const MEMBERS_MAX = 256;

/** The list in a channel's filters whose members can be added and removed one by one. */
const LISTS: Readonly<Record<string, string>> = { quotes: 'symbols', accounts: 'logins' };

const listOf = ({ channel, filter }: Subscription): string | undefined => {
  const list = LISTS[channel];
  return list !== undefined && Array.isArray(filter[list]) ? list : undefined;
};

/** Splits a subscription into one for each member of its list; without a list it stays whole. */
export const singlesOf = (of: Subscription): readonly Subscription[] => {
  const { channel, filter } = of;
  const list = listOf(of);
  if (list === undefined) return [of];
  const members = filter[list] as readonly unknown[];
  return members.map((one) => ({ channel, filter: { ...filter, [list]: [one] } }));
};

/** Splits a subscription: one for each unknown symbol, and one for all other symbols. */
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

/** Subscriptions with the same key are for the same thing, at whatever rate. */
const keyOf = (single: Subscription): string => {
  const list = listOf(single);
  const { channel, filter } = single;
  return `${channel} ${JSON.stringify(list === undefined ? filter : filter[list])}`;
};

/** Does a filter have every member of a partial filter? */
const fits = (filter: Filter, part: Filter): boolean =>
  Object.entries(part).every(([name, value]) => filter[name] === value);

/** Subscriptions of single members by their keys. */
type Singles = Map<string, Subscription>;

/**
 * Removes the members of a subscription's list; without a list everything of its channel that fits.
 */
const take = (singles: Singles, ended: Subscription): void => {
  if (listOf(ended) !== undefined) {
    for (const one of singlesOf(ended)) singles.delete(keyOf(one));
    return;
  }
  for (const [key, { channel, filter }] of singles) {
    if (channel === ended.channel && fits(filter, ended.filter)) singles.delete(key);
  }
};

/**
 * The subscriptions of one client: existing ones, and requested ones that wait for their answer.
 */
export class Subscriptions {
  readonly #byKey: Singles = new Map();
  readonly #asked = new Set<Singles>();

  /**
   * Makes a subscription by `make`, and stores it when that succeeds, without the parts that
   * `remove` removed meanwhile. For each symbol the newest rate applies.
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
   * Removes a subscription, whether it exists or is still requested: the members of its list, or
   * without a list everything of the channel that fits.
   */
  remove(ended: Subscription): void {
    for (const singles of [this.#byKey, ...this.#asked]) take(singles, ended);
  }

  /**
   * Removes a subscription that the server does not have. Requested ones get an answer of their
   * own.
   */
  drop(gone: Subscription): void {
    take(this.#byKey, gone);
  }

  /** The part of a subscription that exists or is requested; undefined = none of it. */
  wanted(of: Subscription): Subscription | undefined {
    const all = [this.#byKey, ...this.#asked];
    const found = singlesOf(of).filter((one) => all.some((singles) => singles.has(keyOf(one))));
    const list = listOf(of);
    if (list === undefined || found.length === 0) return found[0];
    const members = found.flatMap(({ filter }) => filter[list]);
    return { channel: of.channel, filter: { ...of.filter, [list]: members } };
  }

  /** All subscriptions, joined to the smallest number. */
  all(): readonly Subscription[] {
    const made: Subscription[] = [];
    /** Members of the lists that have room, by the other members of their filter. */
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
