// The licence: its status, the application of a key, and the checks of the applied one.

import { createHash } from 'node:crypto';
import type { NewFile, StoredFile } from '../../../wire/accounts/file.js';
import { hasRights } from '../../../wire/accounts/has-rights.js';
import { type Outcome, ok, type Refusal, refuse, unwrap } from '../../../wire/base/codes.js';
import type { Caller } from '../../../wire/desk/caller.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import type { LicenceStatus } from '../../../wire/rest/settings/licence.js';
import { BRAND_IMAGES, type BrandImage, imageTypeOf } from '../../../wire/settings/brands.js';
import type { ClaimedBrand, LicenceClaims, LicenceRecord } from '../../../wire/settings/licence.js';
import { NO_VENDOR_KEY } from '../../secrets/licence-key.js';
import { loginShare, SERVER_SHARE } from '../../shared/fair-queue.js';
import { callerNow } from '../access/authority.js';
import { setImage } from '../settings/brand-images.js';
import type { DeskContext, Handlers } from '../state/desk-context.js';
import type { FileContents } from '../state/file-contents.js';
import { noteServer } from '../state/server-notes.js';
import { SERVER, whoOf } from '../state/writer.js';
import { changed } from '../store/changed-fields.js';
import { fileLocks, SETTINGS_LOCK } from '../store/record-locks.js';
import type { RecordReader } from '../store/record-type.js';
import type { Transaction } from '../store/transaction.js';
import {
  countedGroups,
  LICENCE_KEY,
  licenceFault,
  licenceOf,
  SERVER_KEY,
} from '../types/rules/licence.js';
import { reachable, shownOf } from '../types/setting-types.js';
import { companiesOf, putBrands, removeBrands, renameMain, termsOf } from './contents.js';

const DAY_MS = 86_400_000;
/** Warnings begin so many days before the end. */
const WARNED_DAYS = 30;

/** The identity of the server; empty before the first start has made it. */
const serverIdOf = (reader: RecordReader): string =>
  reader.get('server_identity', SERVER_KEY)?.record.server_id ?? '';

/** Why a key cannot be the server's licence, apart from its time. */
const bindingFault = (reader: RecordReader, { server_id }: LicenceClaims): string | undefined => {
  const own = serverIdOf(reader);
  return server_id === own ? undefined : `it is for the server ${server_id}, this is ${own}`;
};

/** Why a key cannot be applied now. */
const applyFault = (reader: RecordReader, claims: LicenceClaims): Refusal | undefined => {
  const binding = bindingFault(reader, claims);
  const wrong = (why: string) => refuse('invalid_input', `key: ${why}`);
  if (binding !== undefined) return wrong(binding);
  if (Date.parse(claims.expires_at) <= reader.now) return wrong(`it ended at ${claims.expires_at}`);
  const { issued_at } = licenceOf(reader) ?? {};
  if (issued_at === undefined || Date.parse(claims.issued_at) >= Date.parse(issued_at)) {
    return undefined;
  }
  return wrong(`it was issued at ${claims.issued_at}, before the applied one of ${issued_at}`);
};

const groupsWarning = (reader: RecordReader, { companies }: LicenceRecord): string | undefined => {
  const issued = new Set(companies.map(({ name }) => name));
  const counts = new Map<string, number>();
  for (const { record } of reader.all('group')) {
    const { company } = record;
    if (company !== '' && !issued.has(company)) {
      counts.set(company, (counts.get(company) ?? 0) + 1);
    }
  }
  if (counts.size === 0) return undefined;
  const [name, count] = [...counts][0] as [string, number];
  const more = counts.size === 2 ? '1 other company' : `${counts.size - 1} other companies`;
  const others = counts.size === 1 ? '' : ` and ${more}`;
  return `Groups are of companies that the licence does not issue: ${name} (${count})${others}.`;
};

/** The alarms about the applied licence: its fault, or its end when that is near. */
const alarmsOf = (reader: RecordReader): string[] => {
  const licence = licenceOf(reader);
  const fault = licenceFault(reader);
  if (licence === undefined) return [];
  if (fault !== undefined) return [fault];
  const days = Math.ceil((Date.parse(licence.expires_at) - reader.now) / DAY_MS);
  return days > WARNED_DAYS ? [] : [`The licence ends at ${licence.expires_at}, in ${days} days.`];
};

const warningsOf = (reader: RecordReader, vendorKey: string): string[] => {
  const licence = licenceOf(reader);
  const warnings = vendorKey === '' ? [`The licence cannot be checked: ${NO_VENDOR_KEY}.`] : [];
  if (licence === undefined) return [...warnings, 'No licence key is applied.'];
  const groups = groupsWarning(reader, licence);
  return [...warnings, ...alarmsOf(reader), ...(groups === undefined ? [] : [groups])];
};

/** An image of a key: the place of its brand in the key, and its content. */
interface ClaimedImage {
  readonly company: string;
  readonly kind: BrandImage;
  readonly type: string;
  readonly bytes: Buffer;
}

const imagesIn = (brands: readonly ClaimedBrand[]): ClaimedImage[] =>
  brands.flatMap((brand) =>
    BRAND_IMAGES.flatMap((kind) => {
      if (brand[kind] === undefined) return [];
      const bytes = Buffer.from(brand[kind], 'base64');
      return [{ company: brand.company, kind, type: unwrap(imageTypeOf(bytes)), bytes }];
    }),
  );

/** Keeps the licence. */
export class Licences {
  #looking: Promise<void> | undefined;
  /** The day of the newest look, `YYYY-MM-DD`. */
  #lookedOn = '';

  constructor(
    private readonly context: DeskContext,
    private readonly files: FileContents,
  ) {}

  /** Makes the server's identity at its first start. */
  async identify(): Promise<void> {
    const { deps, records, writer } = this.context;
    if (serverIdOf(records) !== '') return;
    const bytes = deps.random(16);
    bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
    bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
    const hex = bytes.toString('hex');
    const server_id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    unwrap(
      await writer.change([SETTINGS_LOCK], SERVER, (tx) =>
        tx.put('server_identity', { server_id }),
      ),
    );
  }

  /** Checks the licence once a day, and writes a line into the journal while something is wrong. */
  look(): Promise<void> | undefined {
    const { deps, records } = this.context;
    const day = new Date(deps.now()).toISOString().slice(0, 10);
    if (day === this.#lookedOn || licenceOf(records) === undefined) return undefined;
    this.#looking ??= deps
      .decide(() => this.#alarm(day))
      .catch((error: Error) => deps.failed('the licence could not be checked', error))
      .finally(() => {
        this.#lookedOn = day;
        this.#looking = undefined;
      });
    return this.#looking;
  }

  async status({
    caller,
  }: DeskOps['licence.status']['input']): Promise<DeskAnswer<'licence.status'>> {
    await this.#check();
    const { records } = this.context;
    return ok(this.#shown(records, callerNow(records, caller)));
  }

  /** Applies a key in one decision. A key with a fault changes nothing but for a journal line. */
  async apply(input: DeskOps['licence.apply']['input']): Promise<DeskAnswer<'licence.apply'>> {
    const { deps, writer } = this.context;
    const { caller, key } = input;
    const read = await deps.hasher.licence(key, deps.vendorKey, loginShare(caller));
    const applied = read.ok ? await this.#apply(caller, key, read.data) : read;
    if (applied.ok || applied.code !== 'invalid_input') return applied;
    const noted = await writer.change([], whoOf(caller), (tx) => {
      noteServer(tx, 'config', `warning: a licence key was refused: ${applied.message}`);
      return ok(null);
    });
    return noted.ok ? applied : noted;
  }

  async #apply(
    caller: Caller,
    key: string,
    claims: LicenceClaims,
  ): Promise<Outcome<LicenceStatus>> {
    const { records, writer } = this.context;
    const early = applyFault(records, claims);
    if (early !== undefined) return early;
    const sha256 = createHash('sha256').update(key).digest('hex');
    if (licenceOf(records)?.key.sha256 === sha256) return this.status({ caller });
    const images = imagesIn(claims.brands ?? []);
    const contents: NewFile[] = [
      { name: 'licence.key', bytes: Buffer.from(key) },
      ...images.map(({ bytes }) => ({ name: '', bytes })),
    ];
    return this.files.store(contents, ([stored, ...rest]) => {
      const all = [stored as StoredFile, ...rest];
      const locks = (reader: RecordReader) => {
        const before = licenceOf(reader);
        const held = Array.from(reader.all('brand_image'), ({ record }) => record);
        return [SETTINGS_LOCK, ...fileLocks([...all, ...held, ...(before ? [before.key] : [])])];
      };
      return writer.change(locks, whoOf(caller), (tx) => {
        const now = callerNow(tx, caller);
        if (!hasRights(now, ['config.servers'])) return refuse('forbidden');
        const fault = applyFault(tx, claims);
        if (fault !== undefined) return fault;
        const written = this.#replace(tx, claims, stored as StoredFile);
        if (!written.ok) return refuse('invalid_input', written.message);
        for (const [at, { company, kind, type }] of images.entries()) {
          const brand = tx.find('brand', 'company', company)?.record.id ?? 0;
          const { sha256, size } = rest[at] as StoredFile;
          setImage(tx, this.files, { brand, kind, type, sha256, size });
        }
        return ok(this.#shown(tx, now));
      });
    });
  }

  /** Makes the licence, its companies and brands what a key says. */
  #replace(tx: Transaction, claims: LicenceClaims, key: StoredFile): Outcome<null> {
    const before = licenceOf(tx);
    if (before?.key.sha256 === key.sha256) return ok(null);
    this.files.use(tx, [key]);
    if (before !== undefined) this.files.release(tx, [before.key]);
    const { licence_id, server_id, issued_at, expires_at, brands = [] } = claims;
    const { max_accounts = 0, max_groups = 0 } = claims.entitlements ?? {};
    const applied_at = new Date(tx.now).toISOString();
    const companies = companiesOf(before, claims, applied_at);
    const licence: LicenceRecord = {
      ...{ licence_id, server_id, issued_at, expires_at, companies, applied_at },
      entitlements: { max_accounts, max_groups },
      applied_by: tx.by,
      key: { sha256: key.sha256, size: key.size },
      ...{ fault: '', alarmed_on: '' },
    };
    unwrap(tx.put('licence', licence));
    const terms = termsOf(licence);
    const text = `licence ${licence_id} applied: to ${expires_at}, for ${terms.companies}`;
    noteServer(tx, 'config', text, changed(termsOf(before), terms).fields);
    const renamed = renameMain(tx, before, companies);
    if (!renamed.ok) return renamed;
    removeBrands(tx, companies);
    return putBrands(tx, brands);
  }

  /** Checks the applied licence; a change of its state is written. */
  async #check(): Promise<void> {
    const { records, writer } = this.context;
    const licence = licenceOf(records);
    if (licence === undefined) return;
    const fault = await this.#faultOf(licence);
    if (fault === licence.fault) return;
    const written = await writer.change([SETTINGS_LOCK], SERVER, (tx) => {
      const now = licenceOf(tx);
      if (now === undefined || now.key.sha256 !== licence.key.sha256) return ok(null);
      unwrap(tx.patch('licence', LICENCE_KEY, { fault }));
      const state =
        fault === '' ? 'the licence is valid again' : `the licence is invalid: ${fault}`;
      noteServer(tx, 'system', fault === '' ? state : `warning: ${state}`);
      return ok(null);
    });
    unwrap(written);
  }

  /** Why the applied licence is invalid; empty = it is valid, as far as its end is not reached. */
  async #faultOf(licence: LicenceRecord): Promise<string> {
    const { deps, records } = this.context;
    if (deps.vendorKey === '') return NO_VENDOR_KEY;
    const key = await this.#storedKey(licence);
    if (key === null) return licence.fault;
    const read = await deps.hasher.licence(key, deps.vendorKey, SERVER_SHARE);
    if (read.ok) return bindingFault(records, read.data) ?? '';
    return read.code === 'invalid_input' ? read.message.replace(/^key: /, '') : licence.fault;
  }

  /** The applied key; null = the database does not contain it yet. */
  async #storedKey({ key }: LicenceRecord): Promise<string | null> {
    const { stored, caughtUp } = this.context.deps;
    const bytes = stored.file(key.sha256) ?? ((await caughtUp()) ? stored.file(key.sha256) : null);
    return bytes === null ? null : Buffer.from(bytes).toString('latin1');
  }

  async #alarm(day: string): Promise<void> {
    const { records, writer } = this.context;
    await this.#check();
    const alarms = alarmsOf(records);
    if (alarms.length === 0 || licenceOf(records)?.alarmed_on === day) return;
    const written = await writer.change([SETTINGS_LOCK], SERVER, (tx) => {
      if (licenceOf(tx) === undefined) return ok(null);
      unwrap(tx.patch('licence', LICENCE_KEY, { alarmed_on: day }));
      for (const alarm of alarms) noteServer(tx, 'system', `alarm: ${alarm}`);
      return ok(null);
    });
    unwrap(written);
  }

  #shown(reader: RecordReader, caller: Caller): LicenceStatus {
    const licence = licenceOf(reader);
    const brands = reachable(reader, 'brand', caller).filter(({ record }) => record.is_licenced);
    return {
      server_id: serverIdOf(reader),
      licence_id: licence?.licence_id ?? '',
      valid: licence !== undefined && licenceFault(reader) === undefined,
      warnings: warningsOf(reader, this.context.deps.vendorKey),
      issued_at: licence?.issued_at ?? null,
      expires_at: licence?.expires_at ?? null,
      applied_at: licence?.applied_at ?? null,
      applied_by: licence?.applied_by ?? 0,
      companies: [...(licence?.companies ?? [])],
      brands: brands.map((held) => shownOf('brand', held, reader, caller)),
      entitlements: licence?.entitlements ?? { max_accounts: 0, max_groups: 0 },
      used_accounts: reader.tradingAccounts(),
      used_groups: countedGroups(reader),
    };
  }
}

/** The operations on the licence, by name. */
export const licenceOps = (licences: Licences) =>
  ({
    'licence.status': (input) => licences.status(input),
    'licence.apply': (input) => licences.apply(input),
  }) satisfies Partial<Handlers>;
