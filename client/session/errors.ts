// The one error of the client: the server's code, or one of the client's own.

/**
 * Codes of the client itself, beside the server's. After `client.outcome_unknown` the request may
 * have been carried out; after the others it was not.
 */
export type ClientCode =
  | 'client.busy'
  | 'client.closed'
  | 'client.outcome_unknown'
  | 'client.pending'
  | 'client.protocol'
  | 'client.unreachable';

/** More about an error than its code and sentence. */
interface ErrorDetails {
  /** What the server answered beside the code, for instance a trade result. */
  readonly data?: unknown;
  /** The HTTP status, where it was an HTTP answer. */
  readonly status?: number;
  /** The id under which the server's log knows the request. */
  readonly requestId?: string;
  readonly cause?: unknown;
}

/** A refusal by the server or a failure of the client. */
export class BrokerError extends Error {
  override readonly name = 'BrokerError';
  /** One of the server's result codes, or a `ClientCode`. */
  readonly code: string;
  readonly data: unknown;
  readonly status: number | undefined;
  readonly requestId: string | undefined;

  constructor(code: string, message: string, details: ErrorDetails = {}) {
    super(`${code}: ${message}`, details.cause === undefined ? {} : { cause: details.cause });
    this.code = code;
    this.data = details.data ?? null;
    this.status = details.status;
    this.requestId = details.requestId;
  }
}

/** An error with one of the client's own codes. */
export const clientError = (
  code: ClientCode,
  message: string,
  details: ErrorDetails = {},
): BrokerError => new BrokerError(code, message, details);
