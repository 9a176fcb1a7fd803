// Gateway reports: execution's reports about the sessions with providers; the newest of each.
// Nothing reports yet: that needs the gateway actor.

import type { GatewayReport } from '../../messages.js';

/** The newest report of each gateway. */
export class GatewayReports {
  readonly #reports = new Map<number, GatewayReport>();

  /** Takes a report; it replaces the one before. */
  take(report: GatewayReport): void {
    this.#reports.set(report.gateway_id, report);
  }

  /** The newest ones. */
  all(): GatewayReport[] {
    return [...this.#reports.values()];
  }

  /** Forgets the reports of deleted gateways. */
  keep(ids: ReadonlySet<number>): void {
    for (const id of this.#reports.keys()) if (!ids.has(id)) this.#reports.delete(id);
  }
}
