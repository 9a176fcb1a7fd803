// Confirmations of staff in tests: a request that is refused without a code, and its code.

import type { Terminal } from './http-harness.js';

/**
 * Sends a request without a code, which must be refused for that, and asks for the code. Answers
 * the members that confirm the body.
 */
export const asksConfirmed = async (
  staff: Terminal,
  method: string,
  path: string,
  body: object,
): Promise<{ readonly confirm_token: string; readonly confirm_code: string }> => {
  const { code, message, data } = await staff.ask(method, path, { body });
  if (code !== 'confirmation_required') throw new Error(`${method} ${path}: ${code} ${message}`);
  const issued = await staff.post('/confirmations', data);
  const { confirm_token, confirm_code } = issued.data as Record<
    'confirm_token' | 'confirm_code',
    string
  >;
  return { confirm_token, confirm_code };
};
