// Pages for operators: liveness, readiness, and metrics.

import type { ActorsClient } from '../../actors/client.js';
import type { Page } from '../rest/dispatch.js';
import { refusalOf, requestIdOf } from '../rest/envelope.js';
import { isLoopback } from '../server/address.js';
import type { Answer } from '../server/exchange.js';
import { histogramText, prometheusText } from './figures.js';

/** Metrics of the HTTP layer itself. */
export class Counters {
  readonly #values = new Map<string, number>();

  /** Increments a counter; its name ends in `_total`. */
  add(name: string): void {
    this.#values.set(name, (this.#values.get(name) ?? 0) + 1);
  }

  /** All counters by name. */
  values(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#values);
  }
}

const json = (status: number, value: unknown): Answer => ({
  status,
  headers: [['Content-Type', 'application/json; charset=utf-8']],
  body: JSON.stringify(value),
});

/** The sources of these pages. */
interface HealthSources {
  readonly client: Pick<ActorsClient, 'metrics' | 'histograms' | 'ready' | 'unreleased'>;
  /** Metrics of the HTTP layer: counters, sessions, sockets. */
  figures(): Readonly<Record<string, number>>;
  /** Is `/metrics` open to every address? */
  readonly metricsOpen: boolean;
}

/** `/healthz`, `/readyz` and `/metrics`; without `metricsOpen` the last is only for loopback. */
export const healthPages = ({
  client,
  figures,
  metricsOpen,
}: HealthSources): ReadonlyMap<string, Page> =>
  new Map<string, Page>([
    ['/healthz', () => json(200, { alive: true })],
    [
      '/readyz',
      () => {
        const ready = client.ready();
        return json(ready ? 200 : 503, { ready, released: client.unreleased() === '' });
      },
    ],
    [
      '/metrics',
      async (request) => {
        if (!metricsOpen && !(isLoopback(request.peer) && isLoopback(request.address))) {
          return refusalOf(requestIdOf(request), 'not_found');
        }
        const values = prometheusText({ ...figures(), ...(await client.metrics()) });
        return {
          status: 200,
          headers: [['Content-Type', 'text/plain; version=0.0.4; charset=utf-8']],
          body: values + histogramText(client.histograms()),
        };
      },
    ],
  ]);
