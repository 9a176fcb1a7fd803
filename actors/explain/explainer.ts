// The explainer: finds the events that a deal stands in and explains it, in a running server.

import { setTimeout as sleep } from 'node:timers/promises';
import { done, type Outcome, refuse } from '../../wire/base/codes.js';
import type { DealEvents } from '../../wire/desk/queries.js';
import type { Explanation } from '../../wire/rest/trading/deals.js';
import type { ActorsClient } from '../client.js';
import { EventReader } from '../log/event-reader.js';
import type { LogSource } from '../log/log-reader.js';
import { patience } from '../shared/failpoint.js';
import { explanationOf, type FoundEvent } from './explanation.js';

/** How long a deal that was just made is waited for until the database holds it. */
const PROJECTED_MS = patience(1000);
const STEP_MS = 10;

/** The services that the explainer uses. */
export interface ExplainerDeps {
  /** The events of a deal, as far as the database holds them. */
  events(dealId: number): Promise<Outcome<DealEvents>>;
  /** Events by their seq. */
  readonly log: Pick<EventReader, 'read' | 'close'>;
  /** Seq of the newest event that any client has seen. */
  seq(): number;
}

/** The refusal of a deal that nobody made. */
export const noSuchDeal = (dealId: number) => refuse('not_found', `there is no deal ${dealId}`);

/** Explains deals by their events. */
export class Explainer {
  readonly #deps: ExplainerDeps;

  constructor(deps: ExplainerDeps) {
    this.#deps = deps;
  }

  /** Explains a deal; a deal that nobody made is `not_found`. */
  async explain(dealId: number): Promise<Outcome<Explanation>> {
    const found = await this.#find(dealId);
    if (!found.ok) return found;
    const events: FoundEvent[] = [];
    for (const seq of found.data) {
      const event = await this.#deps.log.read(seq);
      if (event.type === 'account') events.push({ seq, event });
    }
    const [made, ...later] = events;
    return made === undefined ? noSuchDeal(dealId) : done(explanationOf(dealId, [made, ...later]));
  }

  /** Ends explaining, for good. */
  close(): Promise<void> {
    return this.#deps.log.close();
  }

  /**
   * The seqs of the deal's events, once the database holds all events that were delivered before
   * the question.
   */
  async #find(dealId: number): Promise<Outcome<readonly number[]>> {
    const told = this.#deps.seq();
    const giveUpAt = performance.now() + PROJECTED_MS;
    for (;;) {
      const answer = await this.#deps.events(dealId);
      if (!answer.ok) return answer;
      const { seqs, projection_seq } = answer.data;
      const complete = projection_seq >= told || performance.now() > giveUpAt;
      if (seqs.length > 0 || complete) return done(seqs);
      await sleep(STEP_MS);
    }
  }
}

/** The explainer of a running server. */
export const explainerOf = (
  log: LogSource,
  client: Pick<ActorsClient, 'query' | 'seq'>,
): Explainer =>
  new Explainer({
    events: (deal_id) => client.query('deal.events', { deal_id }),
    log: new EventReader(log),
    seq: () => client.seq(),
  });
