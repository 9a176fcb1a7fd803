// News over REST and sockets: what datafeeds send, as traders get it.

import { type Static, Type } from '@sinclair/typebox';
import { Id, Named, Time } from '../../base/schema.js';
import type { Settings } from '../../settings/config.js';

/** So many of the newest pieces of news are kept. */
export const NEWS_KEPT = 200;
/** Most characters of a headline, and of a text. */
export const HEADLINE_MAX = 256;
export const NEWS_TEXT_MAX = 8192;

/** A piece of news; the text is empty where the group gets headlines alone. */
export const NewsShape = Named('News', {
  id: Id(),
  time: Time(),
  headline: Type.String(),
  text: Type.String(),
});
export type News = Readonly<Static<typeof NewsShape>>;

/** How many of the newest are asked for. */
export const NewsParams = Named('NewsParams', {
  limit: Type.Integer({ default: 50, minimum: 1, maximum: NEWS_KEPT }),
});

/** News as a group gets them: whole, headlines alone, or none. */
export const newsOf = (
  { group }: Pick<Settings, 'group'>,
  path: string,
  news: readonly News[],
): readonly News[] => {
  const mode = group.find((one) => one.path === path)?.news_mode ?? 'none';
  if (mode === 'none') return [];
  return mode === 'full' ? news : news.map((one) => ({ ...one, text: '' }));
};
