// The error of the client: it has a code of the server, or a code of the client itself.

/**
 * Codes of the client itself, besides the server's. After `client.outcome_unknown` the request may
 * have been executed. The same is possible after `client.unreachable` and `client.protocol`, when
 * the request was sent and its answer was lost. After the other codes it was not executed.
 */
export type ClientCode =
  | 'client.busy'
  | 'client.closed'
  | 'client.outcome_unknown'
  | 'client.pending'
  | 'client.protocol'
  | 'client.unreachable';

/** Further facts of an error, besides code and sentence. */
interface ErrorDetails {
  /** The data of the server's answer, for instance a trade result. */
  readonly data?: unknown;
  /** The HTTP status, if there was an HTTP answer. */
  readonly status?: number;
  /** The request id, under which the server's log has the request. */
  readonly requestId?: string;
  readonly cause?: unknown;
}

/** A refusal by the server or a failure of the client. */
export class BrokerError extends Error {
  override readonly name = 'BrokerError';
  readonly data: unknown;
  readonly status: number | undefined;
  readonly requestId: string | undefined;

  constructor(
    /** One of the server's result codes, or a `ClientCode`. */
    readonly code: string,
    message: string,
    details: ErrorDetails = {},
  ) {
    super(`${code}: ${message}`, details.cause === undefined ? {} : { cause: details.cause });
    this.data = details.data ?? null;
    this.status = details.status;
    this.requestId = details.requestId;
  }
}

/** An error with a code of the client itself. */
export const clientError = (
  code: ClientCode,
  message: string,
  details: ErrorDetails = {},
): BrokerError => new BrokerError(code, message, details);
