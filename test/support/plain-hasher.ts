// A fast hasher for tests of the desk, which records its calls.

import { cleanHtml } from '../../actors/html/clean-html.js';
import { readLicenceKey } from '../../actors/secrets/licence-key.js';
import { type FairShare, SERVER_SHARE } from '../../actors/shared/fair-queue.js';
import { type Outcome, ok, refuse } from '../../wire/base/codes.js';
import type { LicenceClaims } from '../../wire/settings/licence.js';

const PREFIX = '$argon2id$v=19$m=19456,t=2,p=1$test$';

/** Hashes by writing the password down; counts its jobs and can be full. */
export class PlainHasher {
  readonly tried: (readonly string[])[] = [];
  /** To whose share of the thread each job counted. */
  readonly shares: FairShare[] = [];
  full = false;
  /** What happens elsewhere while a password is looked at. */
  meanwhile: () => Promise<void> = async () => {};

  async hash(
    passwords: readonly string[],
    share: FairShare = SERVER_SHARE,
  ): Promise<Outcome<readonly string[]>> {
    this.shares.push(share);
    if (this.full) return refuse('auth.too_many_attempts', 'retry_after=1');
    return ok(passwords.map((password) => PREFIX + password));
  }

  async clean(html: string, share: FairShare): Promise<Outcome<string>> {
    this.shares.push(share);
    return this.full
      ? refuse('auth.too_many_attempts', 'retry_after=1')
      : ok(await cleanHtml(html));
  }

  async licence(key: string, vendorKey: string, share: FairShare): Promise<Outcome<LicenceClaims>> {
    this.shares.push(share);
    return this.full
      ? refuse('auth.too_many_attempts', 'retry_after=1')
      : readLicenceKey(key, vendorKey);
  }

  async match(
    hashes: readonly string[],
    password: string,
    share: FairShare,
  ): Promise<Outcome<number>> {
    this.shares.push(share);
    if (this.full) return refuse('auth.too_many_attempts', 'retry_after=1');
    this.tried.push(hashes);
    await this.meanwhile();
    return ok(hashes.findIndex((one) => one.startsWith('$argon2') && one.endsWith(`$${password}`)));
  }
}
