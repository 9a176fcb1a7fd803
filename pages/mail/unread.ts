// How many messages of the mailbox are unread, for the bar of an app.

import { type ReadonlySignal, signal } from '@preact/signals';
import { attempt } from '../live/refusal.js';
import { type MailLive, type MailPrefix, mailCalls } from './calls.js';

const count = signal(0);

/** Unread messages of the signed-in user's mailbox. */
export const unreadMail: ReadonlySignal<number> = count;

/** A mailbox that was just read knows the number. */
export const noteUnread = (unread: number): void => {
  count.value = unread;
};

/** Counts unread messages now, after each new one, and after a break. Returns the end of that. */
export const followUnread = (live: MailLive, prefix: MailPrefix): (() => void) => {
  const { page } = mailCalls(live, prefix);
  let isOver = false;
  const read = async (): Promise<void> => {
    const found = await attempt(page({ folder: 'inbox', page: 1, limit: 1 }));
    if (found.ok && !isOver) count.value = found.value.unread;
  };
  count.value = 0;
  void read();
  const stops = [
    live.connection.listen((socket) => socket.on('mail', () => void read())),
    live.connection.listen((socket) =>
      socket.on('connected', ({ resumed }) => {
        if (!resumed) void read();
      }),
    ),
  ];
  return () => {
    isOver = true;
    for (const stop of stops) stop();
    count.value = 0;
  };
};
