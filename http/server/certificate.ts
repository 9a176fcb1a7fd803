// The certificate: its files are read, watched, and read again when they have changed.

import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileReason } from '../../wire/base/file-errors.js';
import type { Logger } from './exchange.js';

/** Interval at which the files are looked at. */
const LOOK_MS = 10_000;

/** The paths of a certificate chain and its private key in PEM. */
interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

/** A certificate with its key as text, and the Unix time in s at which the certificate ends. */
interface TlsPair {
  readonly text: string;
  readonly ends: number;
}

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new Error(`${path} cannot be read: ${fileReason(cause)}`, { cause });
  }
};

/** Reads a part of a file; throws `fault` where there is none. */
const parsed = <T>(read: () => T, fault: string): T => {
  try {
    return read();
  } catch (cause) {
    throw new Error(fault, { cause });
  }
};

/** Reads a certificate and its key. Throws when they are not, or do not belong together. */
const readTls = ({ cert, key }: TlsFiles): TlsPair => {
  const [chain, secret] = [textOf(cert), textOf(key)];
  const certificate = parsed(() => new X509Certificate(chain), `${cert} has no certificate in PEM`);
  const own = parsed(
    () => createPrivateKey(secret),
    `${key} has no private key in PEM that opens without a passphrase`,
  );
  if (!certificate.checkPrivateKey(own)) {
    throw new Error(`${key} has the key of another certificate than that of ${cert}`);
  }
  return { text: `${chain}\n${secret}`, ends: Date.parse(certificate.validTo) / 1000 };
};

/** The contents of the files at present, or why they cannot be read. */
const contentsOf = async ({ cert, key }: TlsFiles): Promise<string> => {
  try {
    return `${await readFile(cert, 'utf8')}\n${await readFile(key, 'utf8')}`;
  } catch (cause) {
    return (cause as Error).message;
  }
};

/** The certificate of the server, which is replaced while the server runs. */
export class Certificate {
  #pair: TlsPair;
  #use = async (): Promise<void> => {};
  #reloading: Promise<void> = Promise.resolve();
  /** The contents of the files when they were looked at last. */
  #seen: string;
  #looks: NodeJS.Timeout | undefined;

  /** Throws when the files are no certificate and its key. */
  constructor(
    readonly files: TlsFiles,
    private readonly log: Logger,
  ) {
    this.#pair = readTls(files);
    this.#seen = this.#pair.text;
  }

  /** The Unix time in s at which the certificate ends. */
  get ends(): number {
    return this.#pair.ends;
  }

  /**
   * Looks at the files at each interval, also behind links; `use` has new connections served with
   * the new ones.
   */
  watch(use: () => Promise<void>, intervalMs = LOOK_MS): void {
    this.#use = use;
    this.#looks = setInterval(() => void this.#look(), intervalMs).unref();
  }

  /**
   * Reads the files again, if they have changed, one time after the other; a fault is logged and
   * changes nothing.
   */
  reload(): Promise<void> {
    this.#reloading = this.#reloading.then(() => this.#reload());
    return this.#reloading;
  }

  async #reload(): Promise<void> {
    try {
      const pair = readTls(this.files);
      if (pair.text === this.#pair.text) return;
      await this.#use();
      this.#pair = pair;
      this.log.info({ ends: new Date(pair.ends * 1000).toISOString() }, 'new certificate');
    } catch (cause) {
      this.log.error({ cause: (cause as Error).message }, 'the certificate before stays in use');
    }
  }

  /** Reads the files again if they are not what they were at the last look. */
  async #look(): Promise<void> {
    const contents = await contentsOf(this.files);
    if (contents === this.#seen) return;
    this.#seen = contents;
    await this.reload();
  }

  close(): void {
    clearInterval(this.#looks);
  }
}
