// Gateway reports: execution's reports about the sessions with providers; the newest of each.
// Nothing reports yet: that needs the gateway actor.

import type { GatewayReport } from '../../messages.js';

/** The newest report of each gateway. */
export class GatewayReports {
  readonly #reports = new Map<number, GatewayReport>();

  /** Stores a report, which replaces the one before. */
  take(report: GatewayReport): void {
    this.#reports.set(report.gateway_id, report);
  }

  /** The newest report of each gateway. */
  all(): GatewayReport[] {
    return [...this.#reports.values()];
  }

  /** Drops the reports of deleted gateways. */
  keep(ids: ReadonlySet<number>): void {
    for (const id of this.#reports.keys()) if (!ids.has(id)) this.#reports.delete(id);
  }
}
