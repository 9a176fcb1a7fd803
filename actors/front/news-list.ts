// The newest news of datafeeds, for terminals that ask for a list.

import { NEWS_KEPT, type News } from '../../wire/rest/trading/news.js';

/** A piece of news, and the id of its datafeed. */
interface KeptNews {
  readonly feed: number;
  readonly news: News;
}

/** The place of the oldest piece of the datafeed that has the most. */
const surplusOf = (kept: readonly KeptNews[]): number => {
  const counts = new Map<number, number>();
  for (const { feed } of kept) counts.set(feed, (counts.get(feed) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return kept.findLastIndex(({ feed }) => counts.get(feed) === most);
};

/**
 * The newest pieces of news since the start. Datafeeds share the places: in a full list a new piece
 * takes the place of the oldest one of the datafeed that has the most.
 */
export class NewsList {
  #kept: readonly KeptNews[] = [];
  #newest: readonly News[] = [];

  /** The newest first. */
  get newest(): readonly News[] {
    return this.#newest;
  }

  /** Adds one of a datafeed that came at `now`, ms since 1970; its id is above all earlier ones. */
  add(feed: number, headline: string, text: string, now: number): News {
    const id = Math.max(now, (this.#newest[0]?.id ?? 0) + 1);
    const news = { id, time: new Date(now).toISOString(), headline, text };
    const all = [{ feed, news }, ...this.#kept];
    this.#kept = all.length > NEWS_KEPT ? all.toSpliced(surplusOf(all), 1) : all;
    this.#newest = this.#kept.map((one) => one.news);
    return news;
  }
}
