// Pages for operators: is the process alive, can it serve, and what are its figures.

import type { ActorsClient } from '../actors/client.js';
import { isLoopback } from './address.js';
import type { Page } from './dispatch.js';
import { refusalOf, requestIdOf } from './envelope.js';
import type { Answer } from './exchange.js';

/** Figures of the door itself. */
export class Counters {
  readonly #values = new Map<string, number>();

  /** Adds one to a counter; its name ends in `_total`. */
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

/** Figures in the Prometheus text format; what ends in `_total` only rises. */
const prometheusText = (figures: Readonly<Record<string, number>>): string =>
  Object.entries(figures)
    .map(([name, value]) => {
      const full = `brokerd_${name.replace(/[^A-Za-z0-9_]/g, '_')}`;
      return `# TYPE ${full} ${name.endsWith('_total') ? 'counter' : 'gauge'}\n${full} ${value}\n`;
    })
    .join('');

/** What the operators' pages show. */
export interface HealthSources {
  readonly client: Pick<ActorsClient, 'metrics' | 'ready'>;
  /** Figures of the door: counters, sessions, sockets. */
  figures(): Readonly<Record<string, number>>;
  /** Does `/metrics` answer to every address? */
  readonly metricsOpen: boolean;
}

/** `/healthz`, `/readyz` and `/metrics`; without `metricsOpen` the last is for loopback alone. */
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
        return json(ready ? 200 : 503, { ready });
      },
    ],
    [
      '/metrics',
      async (request) => {
        if (!metricsOpen && !(isLoopback(request.peer) && isLoopback(request.address))) {
          return refusalOf(requestIdOf(request), 'not_found');
        }
        return {
          status: 200,
          headers: [['Content-Type', 'text/plain; version=0.0.4; charset=utf-8']],
          body: prometheusText({ ...figures(), ...(await client.metrics()) }),
        };
      },
    ],
  ]);
