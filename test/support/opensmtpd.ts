// Debian's OpenSMTPD as the mail server of a test: what it accepts lies in a maildir.
//
// It speaks without TLS: version 6.8, which Debian 12 has, cannot shake hands with OpenSSL 3
// (https://github.com/OpenSMTPD/OpenSMTPD/issues/1171). STARTTLS is tested in
// test/actors/desk/mail/transport.test.ts.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until, within } from './guard.js';
import { freePort, isListening } from './quickfix.js';

const SMTPD = '/usr/sbin/smtpd';
const isRoot = process.getuid?.() === 0;

/** Why there is no OpenSMTPD here; false = there is one. */
export const noSmtpd = ((): string | false => {
  if (!existsSync(SMTPD)) return 'OPENSMTPD IS NOT TESTED AGAINST: apt-get install opensmtpd';
  return isRoot ? false : 'OPENSMTPD IS NOT TESTED AGAINST: smtpd needs root';
})();

/**
 * Runs it with a view of its own of the fixed places of its queue, its control socket and the
 * settings of its resolver; its arguments are its settings and the resolver's.
 */
const RUN = [
  ...['mount -t tmpfs none /run', 'mount -t tmpfs none /var/spool'],
  ...['mount --bind "$1" /etc/resolv.conf', `exec ${SMTPD} -d -f "$0"`],
].join(' && ');

/** An e-mail in the maildir. */
export interface StoredEmail {
  readonly to: string;
  readonly messageId: string;
  readonly subject: string;
  readonly text: string;
}

const headerOf = (head: string, name: string): string =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? '';

const parsed = (raw: string): StoredEmail => {
  const cut = raw.indexOf('\n\n');
  const head = raw.slice(0, cut).replace(/\n[ \t]+/g, ' ');
  return {
    to: headerOf(head, 'Delivered-To'),
    messageId: headerOf(head, 'Message-ID'),
    subject: headerOf(head, 'Subject'),
    text: raw
      .slice(cut + 2)
      .replace(/=\n/g, '')
      .replaceAll('=3D', '='),
  };
};

/** A running OpenSMTPD that takes every e-mail. */
export class OpenSmtpd {
  #output = '';

  private constructor(
    readonly port: number,
    private readonly folder: string,
    private readonly child: ChildProcess,
  ) {
    child.stderr?.on('data', (chunk) => {
      this.#output += chunk;
    });
  }

  /** Starts it, and waits until it listens. */
  static async start(): Promise<OpenSmtpd> {
    const port = await freePort();
    const folder = mkdtempSync(join(tmpdir(), 'brokerd-smtpd-'));
    // E-mails are written by this user.
    const nobody = Number(execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' }));
    chmodSync(folder, 0o755);
    mkdirSync(join(folder, 'mail'));
    chownSync(join(folder, 'mail'), nobody, nobody);
    const file = join(folder, 'smtpd.conf');
    const lines = [
      `listen on 127.0.0.1 port ${port} hostname localhost`,
      `action "keep" maildir "${join(folder, 'mail')}" virtual { "@" = nobody }`,
      'match from any for any action "keep"',
    ];
    writeFileSync(file, `${lines.join('\n')}\n`);
    // The name of a client is looked up in /etc/hosts alone: a name server could keep it waiting.
    const resolver = join(folder, 'resolv.conf');
    writeFileSync(resolver, 'lookup file\n');
    const run = ['unshare', '--mount', 'sh', '-c', RUN, file, resolver];
    const child = spawn('setpriv', ['--pdeathsig', 'KILL', ...run], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const smtpd = new OpenSmtpd(port, folder, child);
    await until('OpenSMTPD', () => {
      if (child.exitCode !== null) throw new Error(`smtpd ended: ${smtpd.#output}`);
      return isListening(port);
    });
    return smtpd;
  }

  /** How many e-mails it has delivered. */
  get count(): number {
    return this.#files().length;
  }

  /** The delivered e-mails. */
  emails(): StoredEmail[] {
    return this.#files().map((name) =>
      parsed(readFileSync(join(this.folder, 'mail', 'new', name), 'utf8')),
    );
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      this.child.kill();
      await once(this.child, 'exit');
    }
    rmSync(this.folder, { recursive: true });
  }

  /** A file appears here when it is complete. */
  #files(): string[] {
    const folder = join(this.folder, 'mail', 'new');
    return existsSync(folder) ? readdirSync(folder) : [];
  }
}

const ACCEPTED = /^250 .*Message accepted/m;

/**
 * A gate before a mail server, on a port of its own. It can hold back the answers to e-mails, so
 * that their sender does not learn that they were accepted.
 */
export class MailGate {
  /** E-mails that the mail server has accepted. */
  accepted = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #held = new Set<Socket>();
  #passed = Number.POSITIVE_INFINITY;
  #look = (): void => {};

  private constructor(private readonly target: number) {
    this.#server = createServer((socket) => this.#join(socket));
  }

  /** Listens; `target` is the port of the mail server. */
  static async open(target: number): Promise<MailGate> {
    const gate = new MailGate(target);
    gate.#server.listen(0, '127.0.0.1');
    await once(gate.#server, 'listening');
    return gate;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  /**
   * Passes so many further answers to e-mails and holds back the next ones; resolves when `held`
   * are held back.
   */
  holdAfter(answers: number, held: number): Promise<void> {
    this.#passed = this.accepted + answers;
    return this.#until(`${held} answers held back`, () => this.#held.size >= held);
  }

  /** Holds back no further answers; those that it held back never come. */
  pass(): void {
    this.#passed = Number.POSITIVE_INFINITY;
  }

  /** Resolves when so many e-mails have been accepted. */
  reached(count: number): Promise<void> {
    return this.#until(`${count} accepted e-mails`, () => this.accepted >= count);
  }

  #until(what: string, isThere: () => boolean): Promise<void> {
    const reached = new Promise<void>((resolve) => {
      this.#look = () => isThere() && resolve();
    });
    this.#look();
    return within(reached, what, () => `${this.accepted} were accepted`);
  }

  #join(sender: Socket): void {
    const server = connect(this.target, '127.0.0.1');
    for (const [socket, other] of [
      [sender, server],
      [server, sender],
    ] as const) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
    }
    sender.pipe(server);
    server.on('data', (chunk: Buffer) => {
      const isAccepted = ACCEPTED.test(chunk.toString('latin1'));
      if (isAccepted) this.accepted += 1;
      if (isAccepted && this.accepted > this.#passed) this.#held.add(server);
      if (!this.#held.has(server)) sender.write(chunk);
      if (isAccepted) this.#look();
    });
  }
}
