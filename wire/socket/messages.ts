// Messages: events that the desk makes for logins, and their frames.

import type { SessionCopy } from '../accounts/identity.js';
import type { Right } from '../accounts/rights.js';
import { blockOf, bytesOfSet, hasLogin, type LoginSet } from '../base/login-set.js';
import type { MailValuesRecord } from '../mail/mail-values.js';
import type { MailRecord } from '../mail/mailbox.js';
import { type MailReader, shownMail } from '../mail/shown-mail.js';
import type { MESSAGE_EVENTS } from './events.js';

/** The name of a message's event. */
type MessageEvent = keyof typeof MESSAGE_EVENTS;

/** The recipients of a message: a few logins in ascending order, or a set of any size. */
export type Recipients = readonly number[] | LoginSet;

/** A message for logins. An event of the log has at most one message for each login. */
export interface LoginMessage {
  readonly event: MessageEvent;
  readonly to: Recipients;
  /** The shared data of all its frames, as text in the form that `MESSAGE_DATA` reads. */
  readonly data: string;
  /** Further data of some of its frames, by block of logins; each is read when it is needed. */
  readonly parts?: ReadonlyMap<number, string>;
}

/** A message whose event is on disk. */
export interface CommittedMessage extends LoginMessage {
  /** Seq of its event. */
  readonly seq: number;
}

/**
 * Makes the data of frames, as JSON: what all frames share is read once, then the result is called
 * for each recipient.
 */
type MessageData = (shared: Pick<LoginMessage, 'data' | 'parts'>) => (reader: MailReader) => string;

/** Data is the message, parts the values of placeholders; block 0 has the listed logins' values. */
const mailData: MessageData = ({ data, parts }) => {
  const mail = JSON.parse(data) as MailRecord;
  const read = new Map<number, MailValuesRecord | undefined>();
  return (reader) => {
    const block = mail.to_many ? blockOf(reader.login) : 0;
    if (!read.has(block)) {
      const text = parts?.get(block);
      read.set(block, text === undefined ? undefined : JSON.parse(text));
    }
    return JSON.stringify(shownMail(mail, 'inbox', false, reader, read.get(block)));
  };
};

/** How the data of each event's frames are made. */
const MESSAGE_DATA: Readonly<Record<MessageEvent, MessageData>> = {
  // The shared text is an object that lacks the login.
  notification:
    ({ data }) =>
    ({ login }) =>
      `{"login":${login},${data.slice(1)}`,
  mail: mailData,
  report_job:
    ({ data }) =>
    () =>
      data,
};

/** Makes the frames of a message: the result returns the frame of a recipient, as JSON. */
export const messageFrames = (message: CommittedMessage): ((reader: MailReader) => string) => {
  const { event, seq } = message;
  const dataOf = MESSAGE_DATA[event](message);
  return (reader) => `{"event":"${event}","seq":"${seq}","data":${dataOf(reader)}}`;
};

/** Events that traders get none of, although they may be signed in to the same login. */
const OF_STAFF: readonly MessageEvent[] = ['report_job'];
/** Rights that staff need for frames of an event. */
const RIGHTS: Partial<Readonly<Record<MessageEvent, Right>>> = { mail: 'mailbox' };

/** May a session get the frames of an event? */
export const isShownTo = (
  { event }: LoginMessage,
  { audience, rights }: Pick<SessionCopy, 'audience' | 'rights'>,
): boolean => {
  if (audience === 'trader' && OF_STAFF.includes(event)) return false;
  const right = audience === 'staff' ? RIGHTS[event] : undefined;
  return right === undefined || rights.includes(right);
};

/** Are the recipients a list, not a set? */
export const isList = (to: Recipients): to is readonly number[] => Array.isArray(to);

/** Is the login in a list in ascending order? */
const isListed = (logins: readonly number[], login: number): boolean => {
  let low = 0;
  let high = logins.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((logins[middle] as number) < login) low = middle + 1;
    else high = middle;
  }
  return logins[low] === login;
};

/** Is the message for this login? */
export const isFor = ({ to }: LoginMessage, login: number): boolean =>
  isList(to) ? isListed(to, login) : hasLogin(to, login);

const NUMBER_BYTES = 8;

/** The size of a message in memory, in bytes. */
export const sizeOf = ({ to, data, parts }: LoginMessage): number => {
  let bytes = data.length + (isList(to) ? to.length * NUMBER_BYTES : bytesOfSet(to));
  for (const part of parts?.values() ?? []) bytes += part.length;
  return bytes;
};
