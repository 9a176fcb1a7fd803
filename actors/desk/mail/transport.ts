// The transport: hands one e-mail to one mail server over SMTP, and says in a line what came of it.

import type { NodemailerError, SMTPTransportOptions } from 'nodemailer';
import type { Delivery, Letter, MailRoute } from '../../../wire/accounts/mail.js';
import { isBareAddress, type MailSecurity } from '../../../wire/accounts/mail.js';

/** How long a server may take, in ms. */
interface MailPatience {
  /** From the look-up of its name to the end of a STARTTLS. */
  readonly connecting: number;
  /** Between any two signs of life. */
  readonly silence: number;
  /** For the whole of a try. */
  readonly whole: number;
}

/**
 * Servers that scan e-mails are slow to accept them, and a sender that hangs up too early sends
 * everything twice; a server that hangs delays only its own e-mails.
 */
const PATIENCE: MailPatience = { connecting: 60_000, silence: 120_000, whole: 300_000 };

const NO_ADDRESS = 'the recipient is not one bare address';
/** Characters of an error that are kept. */
const ERROR_CHARS = 300;
/** A greeting, EHLO and the rest are some lines; a server that sends more is none. */
const RESPONSE_BYTES = 64 * 1024;

const SECURITY: Readonly<Record<MailSecurity, SMTPTransportOptions>> = {
  // The administrator's choice of security is used: no attempt to upgrade that could fail.
  none: { secure: false, ignoreTLS: true },
  starttls: { secure: false, requireTLS: true },
  tls: { secure: true },
};

const WAITED_FOR: Readonly<Record<string, string>> = {
  CONNECT_TIMEOUT: 'the connection',
  GREETING_TIMEOUT: 'the greeting of the server',
  UPGRADE_TIMEOUT: 'the TLS handshake',
  SOCKET_TIMEOUT: 'an answer of the server',
};

const withoutSecrets = (text: string, { login, password }: MailRoute): string => {
  if (password === '') return text;
  const base64 = (secret: string): string => Buffer.from(secret).toString('base64');
  // A server may repeat what it did not understand.
  const secrets = [base64(`\0${login}\0${password}`), base64(password), password];
  return secrets.reduce((cleaned, secret) => cleaned.replaceAll(secret, '***'), text);
};

/** The first line, without what a line of text cannot have: controls and halves of characters. */
const lineOf = (text: string, route: MailRoute): string => {
  const [first = ''] = withoutSecrets(text, route)
    .trim()
    .split(/[\r\n]/);
  return first.slice(0, ERROR_CHARS).replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu, ' ');
};

/** A refusal as SMTP writes it: a code, and perhaps an enhanced one (RFC 5321, RFC 3463). */
const REFUSAL = /^[45]\d\d(?:[ -][245]\.\d{1,3}\.\d{1,3})?(?=[ -]|$)/;
/** The commands that a server answers before it has shown that it speaks SMTP. */
const FIRST_COMMANDS: readonly (string | undefined)[] = ['CONN', 'EHLO', 'HELO', undefined];

/**
 * What a server answered. Before it has accepted a greeting it may be any other program: then
 * nothing but the numbers of a refusal is told, so that a test reads no other service.
 */
const responseText = (response: string, command: string | undefined): string => {
  const refused = REFUSAL.exec(response);
  if (refused === null) return 'the server does not speak SMTP';
  return FIRST_COMMANDS.includes(command) ? refused[0] : response;
};

const failure = (error: NodemailerError, route: MailRoute): Delivery => {
  const waitedFor = WAITED_FOR[error.timeoutType ?? ''];
  const said = error.response && responseText(error.response, error.command);
  const text = waitedFor ? `gave up waiting for ${waitedFor}` : (said ?? error.message);
  // Refused before, at the greeting or the sign-in, it is the server's settings that are at fault.
  const ofThisMail = error.command === 'RCPT TO' || error.command === 'DATA';
  return {
    kind: 'failed',
    error: lineOf(text, route) || 'no reason was given',
    final: ofThisMail && error.permanent === true,
  };
};

/** Sends e-mails; holds no connection between them. */
export class MailTransport {
  readonly #patience: MailPatience;
  readonly #ca: string | undefined;
  readonly #stop = new AbortController();

  /** `ca` is trusted in place of the authorities that Node knows, as PEM. */
  constructor({ patience = PATIENCE, ca }: { patience?: MailPatience; ca?: string } = {}) {
    this.#patience = patience;
    this.#ca = ca;
  }

  /**
   * Makes one try, within `whole` ms if the try is to be shorter than others. Once the server has
   * been sent the end of the text, a failure does not say that it did not take it.
   */
  async send(route: MailRoute, letter: Letter, whole = this.#patience.whole): Promise<Delivery> {
    if (!isBareAddress(letter.to)) return { kind: 'failed', error: NO_ADDRESS, final: true };
    const late = AbortSignal.timeout(whole);
    // Loaded when it is needed: it would make each start a twentieth of a second longer.
    const { createTransport } = await import('nodemailer');
    try {
      await createTransport(this.#options(route)).sendMail({
        from: { name: route.sender_name, address: route.sender_email },
        to: { name: '', address: letter.to },
        subject: letter.subject,
        text: letter.text,
        messageId: letter.messageId,
        date: new Date(letter.at),
        xMailer: false,
        // Answering machines leave such mail alone.
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.any([this.#stop.signal, late]),
      });
      return { kind: 'accepted' };
    } catch (error) {
      if (this.#stop.signal.aborted) return { kind: 'aborted' };
      if (late.aborted) {
        const text = `the server took longer than ${Math.round(whole / 1000)} s`;
        return { kind: 'failed', error: text, final: false };
      }
      return failure(error as NodemailerError, route);
    }
  }

  /** Breaks off every try, now and from now on. */
  close(): void {
    this.#stop.abort();
  }

  #options(route: MailRoute): SMTPTransportOptions {
    const { host, port, security, login, password } = route;
    const { connecting, silence } = this.#patience;
    return {
      ...SECURITY[security],
      host,
      port,
      ...(login !== '' && { auth: { user: login, pass: password }, forceAuth: true }),
      tls: {
        minVersion: 'TLSv1.2',
        // Said here, because the environment can turn it off for a whole process.
        rejectUnauthorized: true,
        ...(this.#ca !== undefined && { ca: this.#ca }),
      },
      connectionTimeout: connecting,
      dnsTimeout: connecting,
      greetingTimeout: connecting,
      socketTimeout: silence,
      maxResponseSize: RESPONSE_BYTES,
      disableFileAccess: true,
      disableUrlAccess: true,
    };
  }
}
