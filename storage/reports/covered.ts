// Covered accounts: which accounts a report is about, and the groups that they have now.

import { isStaffGroup, isTechnicalGroup } from '../../wire/accounts/group-kinds.js';
import { seesAll, viewOf } from '../../wire/accounts/scope.js';
import { foldedName } from '../../wire/base/folded-name.js';
import { listFits, maskListOf } from '../../wire/base/mask.js';
import { remembered } from '../../wire/base/remembered.js';
import type { ReportTask } from '../../wire/rest/trading/report-jobs.js';
import type { Database, Statement } from '../database/database.js';

/** The group of an account, with the values that it gives. */
interface ReportBucket {
  readonly group: string;
  readonly hidden: number;
  readonly licence_company: string;
  readonly currency: string;
  readonly currency_digits: number;
  readonly leverage_default: number;
}

/** An account of which there is no record any more. */
const GONE: ReportBucket = {
  group: '',
  hidden: 0,
  licence_company: '',
  currency: '',
  currency_digits: 2,
  leverage_default: 0,
};

/** Accounts whose buckets are remembered. */
const REMEMBERED_MAX = 50_000;

/** The accounts that a run covers: the accounts that its requester sees, without staff accounts. */
export class CoveredAccounts {
  readonly #bucketOf: Statement;
  readonly #buckets = new Map<number, ReportBucket>();
  readonly #known = new Map<number, number>();
  readonly #sees: (bucket: ReportBucket) => boolean;
  readonly #seesAll: boolean;
  readonly #logins: ReadonlySet<number>;
  /** Is the path one of the groups that are asked for? */
  readonly fitsGroup: (path: string) => boolean;
  /** Is it the company that is asked for? */
  readonly fitsCompany: (company: string) => boolean;

  constructor(db: Database, { viewer, groups, company, logins }: ReportTask) {
    this.#bucketOf = db.prepare('SELECT bucket FROM accounts WHERE login = ?').pluck();
    const all = db.prepare('SELECT * FROM account_buckets').all() as (ReportBucket & {
      readonly id: number;
    })[];
    for (const bucket of all) this.#buckets.set(bucket.id, bucket);
    const sees = viewOf(viewer);
    this.#seesAll = seesAll(viewer);
    this.#sees = ({ group, hidden }) => sees(group, hidden === 1) && !isStaffGroup(group);
    this.#logins = new Set(logins);
    const masks = groups === '' ? undefined : maskListOf(groups);
    this.fitsGroup = remembered((path: string) => masks === undefined || listFits(masks, path));
    const wanted = company === '' ? undefined : foldedName(company);
    this.fitsCompany = remembered(
      (name: string) => wanted === undefined || foldedName(name) === wanted,
    );
  }

  /**
   * The group of an account; undefined = the run does not cover the account. Technical accounts are
   * left out.
   */
  of(login: number): ReportBucket | undefined {
    if (this.#logins.size > 0 && !this.#logins.has(login)) return undefined;
    const id = this.#idOf(login);
    if (id === 0) return this.#seesAll ? GONE : undefined;
    const bucket = this.#buckets.get(id);
    const isCovered = bucket !== undefined && this.#sees(bucket) && !isTechnicalGroup(bucket.group);
    return isCovered ? bucket : undefined;
  }

  /** As `of`, for rows that are selected by the groups and companies that accounts have now. */
  now(login: number): ReportBucket | undefined {
    const bucket = this.of(login);
    return bucket && this.fitsGroup(bucket.group) && this.fitsCompany(bucket.licence_company)
      ? bucket
      : undefined;
  }

  /** Is the bucket covered? For open volume, in which technical accounts count. */
  hasBucket(id: number): boolean {
    const bucket = this.#buckets.get(id);
    if (bucket === undefined) {
      return this.#seesAll && this.fitsGroup('') && this.fitsCompany('');
    }
    const { group, licence_company } = bucket;
    return this.#sees(bucket) && this.fitsGroup(group) && this.fitsCompany(licence_company);
  }

  #idOf(login: number): number {
    const known = this.#known.get(login);
    if (known !== undefined) return known;
    if (this.#known.size >= REMEMBERED_MAX) this.#known.clear();
    const id = (this.#bucketOf.get(login) as number | undefined) ?? 0;
    this.#known.set(login, id);
    return id;
  }
}
