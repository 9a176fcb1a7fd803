// Queries of logged events.

/** A numbered event that was read from the log. */
export interface LoggedEvent {
  readonly login: number;
  readonly group: string;
  readonly account_seq: number;
  readonly seq: number;
  /** Which of its lists are not empty. */
  readonly parts: readonly ('deals' | 'orders' | 'positions')[];
  /** The event as the log has it. */
  readonly packed: Uint8Array;
}

/** Events that one query has found; none = ask again, because it has only searched. */
export interface LoggedPart {
  readonly events: readonly LoggedEvent[];
  /** Was an account made or changed meanwhile? Only where events of all accounts are read. */
  readonly hasChanges?: boolean;
  /** Seq of the last event that was looked at. */
  readonly read: number;
  /** The log does not have the next event, or not among the newest. */
  readonly isGone: boolean;
}

/** The queries of logged events, with inputs and answers. */
export interface EventQueries {
  /** Events of an account after the number `after`, those up to the seq `until`, oldest first. */
  'events.account': {
    input: { login: number; after: number; until: number };
    output: LoggedPart;
  };
  /** Events of all accounts after the seq `after`, up to the seq `until`, oldest first. */
  'events.all': { input: { after: number; until: number }; output: LoggedPart };
}
