// The transport: sends one e-mail to one mail server over SMTP, and reports the result in one line.

import { getSystemErrorName } from 'node:util';
import type { NodemailerError, SMTPTransportOptions } from 'nodemailer';
import type { encodeWord as EncodeWord } from 'nodemailer/lib/mime-funcs';
import type { Delivery, Letter, MailRoute } from '../../../wire/accounts/mail.js';
import { isBareAddress, type MailSecurity } from '../../../wire/accounts/mail.js';

/** An error with what Node adds to it: the number of a system's error, the words of OpenSSL. */
interface ConnectionError extends NodemailerError {
  readonly errno?: number;
  readonly library?: string;
  readonly reason?: string;
}

/** Time limits for a server, in ms. */
interface MailPatience {
  /** From the DNS lookup to the end of STARTTLS. */
  readonly connecting: number;
  /** Between two responses. */
  readonly silence: number;
  /** For the whole try. */
  readonly whole: number;
}

/**
 * Servers that scan e-mails answer slowly, and a sender that gives up too early sends everything
 * twice; a server that hangs delays only its own e-mails.
 */
const PATIENCE: MailPatience = { connecting: 60_000, silence: 120_000, whole: 300_000 };

const NO_ADDRESS = 'the recipient is not one bare address';
/** Most characters of an error that are stored. */
const ERROR_CHARS = 300;
/**
 * Most bytes of responses: SMTP needs a few lines; a server that sends more does not speak SMTP.
 */
const RESPONSE_BYTES = 64 * 1024;

/** Most characters of one encoded word of a header (RFC 2047 allows 75). */
const ENCODED_CHARS = 52;

const SECURITY: Readonly<Record<MailSecurity, SMTPTransportOptions>> = {
  // Only the configured security is used, without opportunistic upgrades that could fail.
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
  // A server may repeat a command that it did not understand, including the password.
  const secrets = [base64(`\0${login}\0${password}`), base64(password), password];
  return secrets.reduce((cleaned, secret) => cleaned.replaceAll(secret, '***'), text);
};

/** The first line of a text, without control characters and unpaired surrogates. */
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
 * The reason in a server's answer. Before the server has accepted a greeting, it may be any other
 * program. Then only the numbers of a refusal are returned, so that the test of a mail server
 * cannot be used to read another service.
 */
const responseText = (response: string, command: string | undefined): string => {
  const refused = REFUSAL.exec(response);
  if (refused === null) return 'the server does not speak SMTP';
  return FIRST_COMMANDS.includes(command) ? refused[0] : response;
};

/** A connection that the server ended, by the name that the system gives to it. */
const ENDED: ReadonlySet<string> = new Set(['EPIPE', 'ECONNRESET', 'ECONNABORTED']);
const ENDED_TEXT = 'the server ended the connection';
const NO_TLS = 'TLS could not be set up';

/** The failure of a connection, where the error has the words of the system or of OpenSSL. */
const connectionText = ({ code, errno, message, ...error }: ConnectionError): string => {
  const { library, reason } = error;
  if (library === 'SSL routines') return `${NO_TLS}: ${reason}`;
  if (message.includes('before secure TLS connection')) return `${NO_TLS}: ${ENDED_TEXT}`;
  if (code === 'ECONNECTION') return ENDED_TEXT;
  const name = errno === undefined ? '' : getSystemErrorName(errno);
  return ENDED.has(name) ? `${ENDED_TEXT} (${name})` : message;
};

const failure = (error: ConnectionError, route: MailRoute): Delivery => {
  const waitedFor = WAITED_FOR[error.timeoutType ?? ''];
  const said = error.response && responseText(error.response, error.command);
  const text = waitedFor ? `gave up waiting for ${waitedFor}` : (said ?? connectionText(error));
  // An earlier refusal, at the greeting or sign-in, concerns the server's settings and not this
  // e-mail.
  const ofThisMail = error.command === 'RCPT TO' || error.command === 'DATA';
  return {
    kind: 'failed',
    error: lineOf(text, route) || 'no reason was given',
    final: ofThisMail && error.permanent === true,
  };
};

/**
 * The header of a subject. A subject that has the form of an encoded word, `=?utf-8?B?SGk=?=`, is
 * encoded once more, because mail programs would show what it stands for instead of its text.
 */
const subjectHeader = (subject: string, encodeWord: typeof EncodeWord) => {
  if (!subject.includes('=?')) return { subject };
  const value = encodeWord(subject.replace(/\p{Cc}+/gu, ' '), 'B', ENCODED_CHARS);
  return { headers: { Subject: { prepared: true, foldLines: true, value } } };
};

/** Sends e-mails; keeps no connection open between them. */
export class MailTransport {
  readonly #patience: MailPatience;
  readonly #ca: string | undefined;
  readonly #stop = new AbortController();

  /** `ca` replaces the certificate authorities that Node trusts, as PEM. */
  constructor({ patience = PATIENCE, ca }: { patience?: MailPatience; ca?: string } = {}) {
    this.#patience = patience;
    this.#ca = ca;
  }

  /**
   * Makes one try, within `whole` ms if that is shorter. After the end of the text was sent, a
   * failure does not mean that the server has not accepted it.
   */
  async send(route: MailRoute, letter: Letter, whole = this.#patience.whole): Promise<Delivery> {
    if (!isBareAddress(letter.to)) return { kind: 'failed', error: NO_ADDRESS, final: true };
    const late = AbortSignal.timeout(whole);
    // Imported at first use, because it would make each start a twentieth of a second longer.
    const { createTransport } = await import('nodemailer');
    const { encodeWord } = await import('nodemailer/lib/mime-funcs');
    const { headers, ...subject } = subjectHeader(letter.subject, encodeWord);
    try {
      await createTransport(this.#options(route)).sendMail({
        from: { name: route.sender_name, address: route.sender_email },
        to: { name: '', address: letter.to },
        ...subject,
        text: letter.text,
        ...(letter.html && { html: letter.html }),
        messageId: letter.messageId,
        date: new Date(letter.at),
        xMailer: false,
        // Auto-responders do not answer such mail.
        headers: { ...headers, 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.any([this.#stop.signal, late]),
      });
      return { kind: 'accepted' };
    } catch (error) {
      if (this.#stop.signal.aborted) return { kind: 'aborted' };
      if (late.aborted) {
        const text = `the server took longer than ${Math.round(whole / 1000)} s`;
        return { kind: 'failed', error: text, final: false };
      }
      return failure(error as ConnectionError, route);
    }
  }

  /** Aborts all tries, present and future. */
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
        // Set explicitly, because the environment can disable it for a whole process.
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
