// The newest news of datafeeds, for terminals that ask for a list.

import { NEWS_KEPT, type News } from '../../wire/rest/trading/news.js';

/** The newest pieces of news since the start. */
export class NewsList {
  #newest: readonly News[] = [];

  /** The newest first. */
  get newest(): readonly News[] {
    return this.#newest;
  }

  /** Adds one that came at `now`, ms since 1970; its id is above all earlier ones. */
  add(headline: string, text: string, now: number): News {
    const id = Math.max(now, (this.#newest[0]?.id ?? 0) + 1);
    const news = { id, time: new Date(now).toISOString(), headline, text };
    this.#newest = [news, ...this.#newest.slice(0, NEWS_KEPT - 1)];
    return news;
  }
}
