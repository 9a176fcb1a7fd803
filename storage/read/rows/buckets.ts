// Buckets: which groups and accounts a member of staff sees in lists across accounts.

import { isStaffGroup } from '../../../wire/accounts/group-kinds.js';
import { seesAll, viewOf } from '../../../wire/accounts/scope.js';
import { listFits, maskListOf } from '../../../wire/base/mask.js';
import type { Coverage, OpenCount } from '../../../wire/queries/position-queries.js';
import type { Database, Statement } from '../../database/database.js';

/**
 * SQL that tests the bucket of a row. With `@all` rows of accounts without a record are seen, too.
 */
export const SEEN = '(@all OR bucket IN (SELECT value FROM json_each(@buckets)))';

interface StoredBucket {
  readonly id: number;
  readonly group: string;
  readonly hidden: number;
}

/** The buckets that a list covers: parameters of its statements, and the groups of its rows. */
export interface SeenBuckets {
  readonly all: 0 | 1;
  /** The numbers of the buckets, as a JSON list. */
  readonly buckets: string;
  readonly has: (bucket: number) => boolean;
  /** The group of a bucket; empty = of an account without a record. */
  readonly groupOf: (bucket: number) => string;
}

type Groups = Pick<Coverage, 'viewer' | 'group' | 'groups'>;
type SeenGroups = Groups & Pick<OpenCount, 'without_staff'>;

/** Is the group one of those that a list is asked for? */
const fitsGroups = ({ group: mask, groups }: Groups): ((group: string) => boolean) => {
  const named = groups && new Set(groups.map((path) => path.toLowerCase()));
  const masks = mask === undefined ? undefined : maskListOf(mask);
  return (group) =>
    (masks === undefined || listFits(masks, group)) && named?.has(group.toLowerCase()) !== false;
};

/** The buckets, of which there are about as many as groups. */
export class Buckets {
  readonly #all: Statement;

  constructor(db: Database) {
    this.#all = db.prepare('SELECT id, "group", hidden FROM account_buckets');
  }

  /**
   * The buckets that the reader sees, of the groups that a list is asked for. `hasRows` says
   * whether the list has rows of a bucket: staff users without rows need not be left out.
   */
  seen(of: SeenGroups, hasRows: (bucket: number) => boolean = () => true): SeenBuckets {
    const { viewer, group, groups, without_staff = false } = of;
    const sees = viewOf(viewer);
    const fits = fitsGroups(of);
    let isAll = seesAll(viewer) && group === undefined && groups === undefined;
    const found = new Map<number, string>();
    for (const one of this.#all.all() as StoredBucket[]) {
      if (without_staff && isStaffGroup(one.group)) {
        isAll &&= !hasRows(one.id);
        continue;
      }
      if (fits(one.group) && sees(one.group, one.hidden === 1)) found.set(one.id, one.group);
    }
    return {
      all: isAll ? 1 : 0,
      buckets: JSON.stringify([...found.keys()]),
      has: (bucket) => isAll || found.has(bucket),
      groupOf: (bucket) => found.get(bucket) ?? '',
    };
  }

  /** The paths that a list is asked for, as a JSON list, of the groups that ever had an account. */
  groups(of: Groups): string {
    const fits = fitsGroups(of);
    const found = (this.#all.all() as StoredBucket[]).map(({ group }) => group).filter(fits);
    return JSON.stringify([...new Set(found)]);
  }
}
