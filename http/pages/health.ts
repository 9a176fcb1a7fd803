// Pages for operators: liveness, readiness, and metrics.

import type { ActorsClient, Histogram } from '../../actors/client.js';
import type { Page } from '../rest/dispatch.js';
import { refusalOf, requestIdOf } from '../rest/envelope.js';
import { isLoopback } from '../server/address.js';
import type { Answer } from '../server/exchange.js';

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

/**
 * Metrics in the Prometheus text format; names that end in `_total` are counters. A name may have
 * labels in braces at its end; metrics of the same name must be adjacent.
 */
const prometheusText = (figures: Readonly<Record<string, number>>): string => {
  let text = '';
  let typed = '';
  for (const [name, value] of Object.entries(figures)) {
    const [bare = '', labels] = name.split('{', 2);
    const full = `brokerd_${bare.replace(/[^A-Za-z0-9_]/g, '_')}`;
    if (full !== typed) text += `# TYPE ${full} ${bare.endsWith('_total') ? 'counter' : 'gauge'}\n`;
    typed = full;
    text += `${full}${labels === undefined ? '' : `{${labels}`} ${value}\n`;
  }
  return text;
};

/** Histograms in the same format; histograms of the same name must be adjacent. */
const histogramText = (histograms: readonly Histogram[]): string => {
  const lines: string[] = [];
  let typed = '';
  for (const { name, label, bounds, counts, sum } of histograms) {
    const full = `brokerd_${name}`;
    if (name !== typed) lines.push(`# TYPE ${full} histogram`);
    typed = name;
    let total = 0;
    for (const [bucket, count] of counts.entries()) {
      total += count;
      const bound = bounds[bucket];
      const le = bound === undefined ? '+Inf' : String(Number(bound.toPrecision(6)));
      lines.push(`${full}_bucket{${label},le="${le}"} ${total}`);
    }
    lines.push(`${full}_sum{${label}} ${sum}`, `${full}_count{${label}} ${total}`);
  }
  return lines.map((line) => `${line}\n`).join('');
};

/** The sources of these pages. */
interface HealthSources {
  readonly client: Pick<ActorsClient, 'metrics' | 'histograms' | 'ready'>;
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
        return json(ready ? 200 : 503, { ready });
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
