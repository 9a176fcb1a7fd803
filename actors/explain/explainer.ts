// The explainer: finds the events of a deal and explains it, in a running server.

import { setTimeout as sleep } from 'node:timers/promises';
import { done, type Outcome, refuse } from '../../wire/base/codes.js';
import type { DealEvents } from '../../wire/desk/queries.js';
import type { Explanation } from '../../wire/rest/trading/deals.js';
import type { ActorsClient, Asker } from '../client.js';
import { EventReader } from '../log/event-reader.js';
import type { LogSource } from '../log/log-reader.js';
import { patience } from '../shared/failpoint.js';
import { explanationOf, type FoundEvent } from './explanation.js';

/** Time to wait for a new deal until the database has it. */
const PROJECTED_MS = patience(1000);
const STEP_MS = 10;

/** The services that the explainer uses. */
export interface ExplainerDeps {
  /** The events of a deal in the database. */
  events(by: Asker, dealId: number): Promise<Outcome<DealEvents>>;
  /** Reads events by seq. */
  readonly log: Pick<EventReader, 'read' | 'close'>;
  /** Seq of the newest event that a client may have seen. */
  seq(): number;
}

/** The refusal for a deal that does not exist. */
export const noSuchDeal = (dealId: number) => refuse('not_found', `there is no deal ${dealId}`);

/** Explains deals by their events. */
export class Explainer {
  readonly #deps: ExplainerDeps;

  constructor(deps: ExplainerDeps) {
    this.#deps = deps;
  }

  /** Explains a deal; `not_found` if it does not exist. */
  async explain(by: Asker, dealId: number): Promise<Outcome<Explanation>> {
    const found = await this.#find(by, dealId);
    if (!found.ok) return found;
    const events: FoundEvent[] = [];
    for (const seq of found.data) {
      const event = await this.#deps.log.read(seq);
      if (event.type === 'account') events.push({ seq, event });
    }
    const [made, ...later] = events;
    return made === undefined ? noSuchDeal(dealId) : done(explanationOf(dealId, [made, ...later]));
  }

  /** Closes the explainer. */
  close(): Promise<void> {
    return this.#deps.log.close();
  }

  /**
   * The seqs of the deal's events, once the database has all events that were delivered before the
   * call.
   */
  async #find(by: Asker, dealId: number): Promise<Outcome<readonly number[]>> {
    const told = this.#deps.seq();
    const giveUpAt = performance.now() + PROJECTED_MS;
    for (;;) {
      const answer = await this.#deps.events(by, dealId);
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
    events: (by, deal_id) => client.query(by, 'deal.events', { deal_id }),
    log: new EventReader(log),
    seq: () => client.seq(),
  });
