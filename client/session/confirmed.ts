// Acts of staff that the server wants to be confirmed by a code.

import type { components } from '../types/openapi.js';
import { BrokerError } from './errors.js';
import { type Rest, unwrap } from './rest.js';

/** The members of a body by which it is confirmed. */
export interface Confirmed {
  readonly confirm_token?: string;
  readonly confirm_code?: string;
}

/** Shows a code to a person, with the action that it confirms; returns what the person types. */
export type TypeCode = (code: string, action: string) => Promise<string>;

/**
 * Makes a call of staff, and confirms it if the server demands that. `call` gets the members that
 * its body takes: none at first, then the members of the confirmation. Without `type` the program
 * confirms by itself what it was started to do.
 */
export const confirmed = async <T>(
  rest: Rest,
  call: (given: Confirmed) => Promise<T>,
  type: TypeCode = async (code) => code,
): Promise<T> => {
  try {
    return await call({});
  } catch (error) {
    if (!(error instanceof BrokerError) || error.code !== 'confirmation_required') throw error;
    const body = error.data as components['schemas']['ConfirmationBody'];
    const issued = await unwrap(rest.POST('/admin/v1/confirmations', { body }));
    const confirm_code = await type(issued.confirm_code, body.action);
    return call({ confirm_token: issued.confirm_token, confirm_code });
  }
};
