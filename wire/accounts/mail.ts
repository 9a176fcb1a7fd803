// Outgoing e-mail: the queue, the outcomes, and the mail servers.

import { type Static, Type } from '@sinclair/typebox';
import { Named, Strict, Time, WholeText, Words } from '../base/schema.js';
import { Bool, Choice, Int, Text } from '../base/setting-fields.js';

/** An address and nothing else: no name, no list, nothing that ends a line or a command. */
const BARE_ADDRESS =
  '^[^\\s@<>()\\[\\]:;,"\\\\\\p{C}]{1,64}@[^\\s@<>()\\[\\]:;,"\\\\\\p{C}]{1,190}$';
const BARE = new RegExp(BARE_ADDRESS, 'u');
/** Is it one bare address? */
export const isBareAddress = (text: string): boolean => BARE.test(text);
/** One bare address. */
export const BareAddress = () => Type.String({ maxLength: 254, pattern: BARE_ADDRESS });

const OrNull = <T extends ReturnType<typeof Type.Integer>>(schema: T) =>
  Type.Union([schema, Type.Null()]);

/** How a connection to a mail server is secured. */
const MAIL_SECURITIES = ['none', 'starttls', 'tls'] as const;
export type MailSecurity = (typeof MAIL_SECURITIES)[number];

/** A server that e-mails go out through. */
export const MailServerRecord = Named('MailServer', {
  id: Int(1),
  name: Type.String({ pattern: '^[A-Za-z0-9 ._&#-]{1,64}$' }),
  server: Type.String({ maxLength: 300 }),
  security: Choice(MAIL_SECURITIES, 'starttls'),
  login: Text(255),
  /** Sealed; empty = none is stored. */
  password: Type.String({ default: '' }),
  sender_email: BareAddress(),
  sender_name: Type.String({
    maxLength: 128,
    pattern: '^[^"\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}]*$',
    default: '',
  }),
  enabled: Bool(true),
  /** E-mails without a server of their own go out here; at most one has the mark. */
  is_default: Bool(false),
});
export type MailServerRecord = Static<typeof MailServerRecord>;

/** An e-mail's text as it is sent. */
export const EmailText = Strict({ text: WholeText(65_536) });

/** An e-mail that waits for its next try, or is being sent. */
export const EmailRecord = Strict({
  id: Int(1),
  /** The server to use; null = the default server at the time of sending. */
  server_id: OrNull(Type.Integer({ minimum: 1 })),
  to: BareAddress(),
  /** One line. */
  subject: Type.String({
    minLength: 1,
    maxLength: 256,
    pattern: '^[^\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}]*$',
  }),
  /** Sealed: it may hold a code. */
  text: Type.String({ minLength: 1 }),
  /** Tries that failed. */
  attempts: Type.Integer({ minimum: 0, default: 0 }),
  /** Not before this. */
  next_at: Time(),
  created_at: Time(),
  /** Why the newest try failed; empty before. */
  error: Type.String({ default: '' }),
});
export type EmailRecord = Static<typeof EmailRecord>;

/** The outcome of an e-mail, without its text. */
export const SentEmailRecord = Strict({
  id: Int(1),
  /** The server that took it or was tried last; null = none was. */
  server_id: OrNull(Type.Integer({ minimum: 1 })),
  to: Type.String(),
  subject: Type.String(),
  status: Words(['sent', 'failed'] as const),
  /** The number of tries, including the last. */
  attempts: Type.Integer({ minimum: 0 }),
  error: Type.String(),
  created_at: Time(),
  /** When it was sent or given up. */
  sent_at: Time(),
});
export type SentEmailRecord = Static<typeof SentEmailRecord>;

/** The totals of a mail server so far. */
export interface MailStatsRecord {
  readonly server_id: number;
  /** E-mails that it took. */
  readonly sent: number;
  /** E-mails that were given up. */
  readonly errors: number;
  /** Milliseconds that the sent ones took, all together. */
  readonly send_ms: number;
}

const HOST_PORT =
  /^([A-Za-z0-9](?:[A-Za-z0-9._-]{0,252}[A-Za-z0-9])?|\[[0-9A-Fa-f:.]{2,45}\]):(\d{1,5})$/;
const PORT_MAX = 65_535;

/** The parts of `host:port`, an IPv6 address without its brackets; undefined = it is none. */
export const hostAndPort = (
  text: string,
): { readonly host: string; readonly port: number } | undefined => {
  const [, host, digits] = HOST_PORT.exec(text) ?? [];
  const port = Number(digits);
  if (host === undefined || port < 1 || port > PORT_MAX) return undefined;
  return { host: host.replace(/^\[|\]$/g, ''), port };
};

/** A mail server as it is reached, its password opened. */
export interface MailRoute {
  readonly host: string;
  readonly port: number;
  readonly security: MailSecurity;
  /** Empty = the server is used without signing in. */
  readonly login: string;
  readonly password: string;
  readonly sender_name: string;
  readonly sender_email: string;
}

/** One e-mail to one address. */
export interface Letter {
  /** The same for every try: a recipient who gets it twice may recognise it. */
  readonly messageId: string;
  /** A bare address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** When it was written, ms. */
  readonly at: number;
}

/** The result of a try. */
export type Delivery =
  | { readonly kind: 'accepted' }
  /**
   * `error` is the server's first line, or the reason for which it did not answer. `final`: the
   * server refused this recipient or this text for good, and would do so again.
   */
  | { readonly kind: 'failed'; readonly error: string; readonly final: boolean }
  /** Broken off from outside: nothing is known of it. */
  | { readonly kind: 'aborted' };
