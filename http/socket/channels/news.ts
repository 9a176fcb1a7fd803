// News of datafeeds, to the sockets of traders: whole or headlines alone, as their groups get them.

import { OutFrame } from '../../../wire/codec/out-frames.js';
import { type News, newsOf } from '../../../wire/rest/trading/news.js';
import type { Settings } from '../../../wire/settings/config.js';
import { eventOf } from '../../../wire/socket/events.js';
import type { Connection } from '../connection/connection.js';

/** Sends a piece of news to the traders among the connections; one frame for each group. */
export const sendNews = (
  news: News,
  settings: Settings,
  connections: Iterable<Connection>,
): void => {
  const frames = new Map<string, readonly OutFrame[]>();
  for (const connection of connections) {
    const { session, isSignedIn } = connection;
    if (session.audience !== 'trader' || !isSignedIn) continue;
    const { group } = session;
    const made =
      frames.get(group) ??
      newsOf(settings, group, [news]).map((one) => new OutFrame(eventOf('news', one)));
    frames.set(group, made);
    for (const frame of made) connection.deliverUnstored(frame);
  }
};
