// A refusal as views show it: the code chooses the sentence, the figures help to mend the request.

import { BrokerError, type ClientCode, type components } from '../../client/index.js';
import type { Code } from '../../wire/base/codes.js';

/** A fault of one field of a request. */
type FieldFault = components['schemas']['InputFault'];

/** The figures of a refusal, as far as they apply. */
export interface RefusalData {
  readonly min?: string;
  readonly max?: string;
  readonly step?: string;
  readonly allowed?: readonly string[];
  readonly used?: string;
  readonly required?: string;
  readonly free?: string;
  readonly currency?: string;
  readonly rule?: string;
  readonly symbol?: string;
  readonly opens_at?: string;
  readonly from?: string;
  readonly to?: string;
  readonly [name: string]: unknown;
}

/** A refusal by the server, or a failure of the client. */
export interface Refusal {
  readonly code: Code | ClientCode;
  /** The server's sentence in English. */
  readonly message: string;
  /** The path of the field at fault, such as `volume` or `tiers.0.value`; null = none is named. */
  readonly field: string | null;
  /** All faults of the input, at most 20. */
  readonly faults: readonly FieldFault[];
  readonly data: RefusalData;
  /** The id under which the server's log has the request; null = the answer had none. */
  readonly request_id: string | null;
}

const objectOf = (value: unknown): RefusalData =>
  typeof value === 'object' && value !== null ? (value as RefusalData) : {};

/** The message of an error of the client begins with its code. */
const sentenceOf = ({ code, message }: BrokerError): string =>
  message.startsWith(`${code}: `) ? message.slice(code.length + 2) : message;

/** The refusal that a caught error is. Throws the error again if it is a fault of the page. */
export const refusalOf = (error: unknown): Refusal => {
  if (!(error instanceof BrokerError)) throw error;
  const data = objectOf(error.data);
  const faults = Array.isArray(data.faults) ? (data.faults as readonly FieldFault[]) : [];
  const field = typeof data.field === 'string' ? data.field : (faults[0]?.field ?? null);
  return {
    code: error.code as Code | ClientCode,
    message: sentenceOf(error),
    field,
    faults,
    data,
    request_id: error.requestId ?? null,
  };
};

/** The faults of a field and of the fields within it, for the control that shows them. */
export const faultsOf = (refusal: Refusal | null, field: string): readonly FieldFault[] =>
  refusal?.faults.filter((one) => one.field === field || one.field.startsWith(`${field}.`)) ?? [];

/** The outcome of a call. */
export type Attempt<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: Refusal };

/** Waits for a call; a refusal is a value, and no exception. */
export const attempt = async <T>(call: Promise<T>): Promise<Attempt<T>> => {
  try {
    return { ok: true, value: await call };
  } catch (error) {
    return { ok: false, refusal: refusalOf(error) };
  }
};
