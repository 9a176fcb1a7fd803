// Outgoing e-mail: the queue, the outcomes, and the mail servers.

import { type Static, Type } from '@sinclair/typebox';
import {
  formatted,
  LongText,
  Named,
  OrNull,
  Strict,
  Time,
  UNSEEN,
  Words,
  wantedBy,
} from '../base/schema.js';
import { Bool, Choice, ConnectionName, edgelessPart, Int, Text } from '../base/setting-fields.js';
import { section } from '../fields/words.js';

const identity = section('Identity');
const connection = section('Connection');
const sender = section('Sender');

/** A character of a plain address: none that ends a line, a command or an address in a list. */
const ADDRESS_CHAR = '[^\\s@<>()\\[\\]:;,"\\\\\\p{C}]';
/** A plain address: no display name and no list. */
const BARE_ADDRESS = `^${ADDRESS_CHAR}{1,64}@${ADDRESS_CHAR}{1,190}$`;
const BARE = new RegExp(BARE_ADDRESS, 'u');
/** Is the text one plain address? */
export const isBareAddress = (text: string): boolean => BARE.test(text);
/** One plain address. */
export const BareAddress = () =>
  formatted(
    'email',
    Type.String({
      maxLength: 254,
      pattern: wantedBy(BARE_ADDRESS, 'must be one plain e-mail address, such as name@example.com'),
    }),
  );
/** One plain address at a public domain, as profiles of accounts store it. */
export const ApplicantAddress = () =>
  Type.String({
    maxLength: 128,
    pattern: wantedBy(
      `^${ADDRESS_CHAR}{1,64}@${ADDRESS_CHAR}{1,63}\\.${ADDRESS_CHAR}{1,63}$`,
      'must be one plain e-mail address, such as name@example.com',
    ),
  });

/** How a connection to a mail server is secured. */
const MAIL_SECURITIES = ['none', 'starttls', 'tls'] as const;
export type MailSecurity = (typeof MAIL_SECURITIES)[number];

/** A server that e-mails go out through. */
export const MailServerRecord = Named('MailServer', {
  id: Int(1),
  name: identity('Name', 'Unique: letters, digits, spaces, `. _ & # -`.', ConnectionName()),
  server: connection('Server', '`host:port` of the SMTP server.', Type.String({ maxLength: 300 })),
  security: connection(
    'Security',
    'Plain, upgraded by STARTTLS, or TLS from the start.',
    Choice(MAIL_SECURITIES, 'starttls'),
  ),
  login: connection('Login', 'User name at the mail server; empty = no sign-in.', Text(255)),
  /** Encrypted; empty = none is stored. */
  password: Type.String({ default: '' }),
  sender_email: sender('Sender address', 'Address that e-mails come from.', BareAddress()),
  sender_name: sender(
    'Sender name',
    'Name that e-mails come from.',
    Type.String({
      maxLength: 128,
      pattern: wantedBy(
        `^(${edgelessPart(`"${UNSEEN}`)})?$`,
        'must not begin or end with a space, or have quotation marks, control characters, ' +
          'direction marks, invisible or half characters',
      ),
      default: '',
    }),
  ),
  enabled: Bool(true),
  /** The default server sends e-mails that name no server. At most one server is the default. */
  is_default: identity(
    'Default',
    'Do e-mails without a server of their own go out here?',
    Bool(false),
  ),
});
export type MailServerRecord = Static<typeof MailServerRecord>;

/** The parts of an e-mail as they are sent; an empty HTML part is none. */
export const EmailText = Strict({ text: LongText(65_536), html: LongText(262_144) });

/** The message that an e-mail belongs to, its recipient and its sender; 0 = it is no message. */
const OF_MESSAGE = { mail: Int(0), login: Int(0), sender: Int(0) };

/** An e-mail that waits for its next try, or is being sent. */
export const EmailRecord = Strict({
  id: Int(1),
  /** The server to use; null = the default server at the time of sending. */
  server_id: OrNull(Type.Integer({ minimum: 1 })),
  to: BareAddress(),
  /** A single line, without line breaks. */
  subject: Type.String({
    minLength: 1,
    maxLength: 256,
    pattern: `^[^${UNSEEN}]*$`,
  }),
  /** Encrypted, because it may contain a code; empty = the message's text for its login. */
  text: Type.String({ default: '' }),
  ...OF_MESSAGE,
  /** The HTML part, encrypted; empty = none. */
  html: Type.String({ default: '' }),
  /** How a person without an account caused it; absent = it is of the server or of staff. */
  cause: Type.Optional(Words(['form', 'code'] as const)),
  /** The networks of this person, the widest first. */
  networks: Type.Optional(Type.Array(Type.String())),
  /** Failed tries. */
  attempts: Type.Integer({ minimum: 0, default: 0 }),
  /** The earliest time of the next try. */
  next_at: Time(),
  created_at: Time(),
  /** The error of the newest try; empty before the first failure. */
  error: Type.String({ default: '' }),
});
export type EmailRecord = Static<typeof EmailRecord>;

/** The result of an e-mail, without its text. */
export const SentEmailRecord = Strict({
  id: Int(1),
  /** The server that accepted the e-mail or was tried last; null = none was tried. */
  server_id: OrNull(Type.Integer({ minimum: 1 })),
  to: Type.String(),
  subject: Type.String(),
  status: Words(['sent', 'failed'] as const),
  ...OF_MESSAGE,
  /** Tries, including the last try. */
  attempts: Type.Integer({ minimum: 0 }),
  error: Type.String(),
  created_at: Time(),
  /** The time at which the e-mail was sent or given up. */
  sent_at: Time(),
});
export type SentEmailRecord = Static<typeof SentEmailRecord>;

/** The totals of a mail server so far. */
export interface MailStatsRecord {
  readonly server_id: number;
  /** E-mails that the server accepted. */
  readonly sent: number;
  /** E-mails that were given up. */
  readonly errors: number;
  /** Total sending time of the accepted e-mails, in ms. */
  readonly send_ms: number;
}

const HOST_PORT =
  /^([A-Za-z0-9](?:[A-Za-z0-9._-]{0,252}[A-Za-z0-9])?|\[[0-9A-Fa-f:.]{2,45}\]):(\d{1,5})$/;
const PORT_MAX = 65_535;

/**
 * Host and port of `host:port`, an IPv6 address without its brackets; undefined = the text has
 * another form.
 */
export const hostAndPort = (
  text: string,
): { readonly host: string; readonly port: number } | undefined => {
  const [, host, digits] = HOST_PORT.exec(text) ?? [];
  const port = Number(digits);
  if (host === undefined || port < 1 || port > PORT_MAX) return undefined;
  return { host: host.replace(/^\[|\]$/g, ''), port };
};

/** A mail server with its decrypted password, ready to be connected to. */
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
  /** The same for all tries, so that a recipient can recognise a duplicate. */
  readonly messageId: string;
  /** A bare address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** A second form of the text; empty or absent = none. */
  readonly html?: string;
  /** The time at which it was queued, ms since 1970. */
  readonly at: number;
}

/** The result of a try. */
export type Delivery =
  | { readonly kind: 'accepted' }
  /**
   * `error` is the first line of the server's answer, or the reason of the missing answer. `final`:
   * the server refused this recipient or this text permanently, so another try would fail too.
   */
  | { readonly kind: 'failed'; readonly error: string; readonly final: boolean }
  /** The server was told to stop the try; its result is unknown. */
  | { readonly kind: 'aborted' };
