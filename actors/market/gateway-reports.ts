// Gateway reports: what execution tells of the sessions with providers; the newest of each.

/** What a copy of execution reports of one gateway; times in ms since 1970, 0 = never. */
export interface GatewayReport {
  readonly gateway_id: number;
  /** Version of the record that the session was opened with. */
  readonly version: number;
  /** Which copy of execution. */
  readonly instance: string;
  readonly online: boolean;
  /** Since when it is so. */
  readonly since: number;
  /** When the provider answered last, and how long that took, ms. */
  readonly answered_at: number;
  readonly latency: number;
  readonly last_error: string;
  readonly last_logon: number;
  readonly logons: number;
  readonly bytes_in: number;
  readonly bytes_out: number;
  readonly instruments: number;
  readonly orders: number;
  readonly fills: number;
  readonly rejects: number;
  readonly outbox: number;
}

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

  /** Forgets those of gateways that are no more. */
  keep(ids: ReadonlySet<number>): void {
    for (const id of this.#reports.keys()) if (!ids.has(id)) this.#reports.delete(id);
  }
}
