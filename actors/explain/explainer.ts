// The explainer: finds the events of a deal and explains it, in a running server.

import { type Outcome, ok, refuse } from '../../wire/base/codes.js';
import type { DealEvents } from '../../wire/queries/deal-queries.js';
import type { Explanation } from '../../wire/rest/trading/deals.js';
import type { ActorsClient, Asker } from '../client.js';
import { EventReader } from '../log/event-reader.js';
import type { LogSource } from '../log/log-reader.js';
import { explanationOf, type FoundEvent } from './explanation.js';

/** The services that the explainer uses. */
export interface ExplainerDeps {
  /** The events of a deal, from a database that shows all that is committed. */
  events(by: Asker, dealId: number): Promise<Outcome<DealEvents>>;
  /** Reads events by seq. */
  readonly log: Pick<EventReader, 'read' | 'close'>;
}

/** The refusal for a deal that does not exist. */
export const noSuchDeal = (dealId: number) => refuse('not_found', `there is no deal ${dealId}`);

/** Explains deals by their events. */
export class Explainer {
  constructor(private readonly deps: ExplainerDeps) {}

  /** Explains a deal; `not_found` if it does not exist. */
  async explain(by: Asker, dealId: number): Promise<Outcome<Explanation>> {
    const found = await this.deps.events(by, dealId);
    if (!found.ok) return found;
    const events: FoundEvent[] = [];
    for (const seq of found.data.seqs) {
      const event = await this.deps.log.read(seq);
      if (event.type === 'account') events.push({ seq, event });
    }
    const [made, ...later] = events;
    return made === undefined ? noSuchDeal(dealId) : ok(explanationOf(dealId, [made, ...later]));
  }

  /** Closes the explainer. */
  close(): Promise<void> {
    return this.deps.log.close();
  }
}

/** The explainer of a running server. */
export const explainerOf = (log: LogSource, client: Pick<ActorsClient, 'query'>): Explainer =>
  new Explainer({
    events: (by, deal_id) =>
      client.query(by, 'deal.events', { session: '', waits_for: 'surely', deal_id }),
    log: new EventReader(log),
  });
