// News over REST and sockets: what datafeeds send, as traders get it.

import { type Static, Type } from '@sinclair/typebox';
import { Id, Named, Time } from '../../base/schema.js';
import { section } from '../../fields/words.js';
import type { Settings } from '../../settings/config.js';

const newsField = section('News');
const page = section('Page');

/** So many of the newest pieces of news are kept. */
export const NEWS_KEPT = 200;
/** Most characters of a headline, and of a text. */
export const HEADLINE_MAX = 256;
export const NEWS_TEXT_MAX = 8192;

/** A piece of news; the text is empty where the group gets headlines alone. */
export const NewsShape = Named('News', {
  id: newsField('Number', 'Rises with each piece of news.', Id()),
  time: newsField('Time', 'Time at which the news came.', Time()),
  headline: newsField('Headline', 'Headline of the piece of news.', Type.String()),
  text: newsField(
    'Text',
    'Lines of the text; empty where the group gets headlines alone.',
    Type.String(),
  ),
});
export type News = Readonly<Static<typeof NewsShape>>;

/** How many of the newest are asked for. */
export const NewsParams = Named('NewsParams', {
  limit: page(
    'Limit',
    'Number of news in the answer, the newest first.',
    Type.Integer({ default: 50, minimum: 1, maximum: NEWS_KEPT }),
    'count',
  ),
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
