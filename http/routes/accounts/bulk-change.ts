// One change of many accounts: group, leverage, sign-in and trading.

import { type Code, type Outcome, ok, refuse } from '../../../wire/base/codes.js';
import type { Caller } from '../../../wire/desk/caller.js';
import {
  BULK_FIELDS,
  BulkChangeBody,
  BulkChangeResult,
  type BulkField,
} from '../../../wire/rest/accounts/accounts.js';
import { inLanes } from '../../rest/actor-call.js';
import { type CommonCode, type HandlerContext, route } from '../../rest/route.js';
import { BATCH_ANSWER_MS } from '../../rest/trade-batch.js';

/** Most bytes of a body: a list of a thousand logins. */
const BODY_BYTES_MAX = 1 << 16;

type DeskCall = HandlerContext<CommonCode>['desk'];
type AccountAsked = { readonly caller: Caller; readonly login: number };
type FieldChange = (
  desk: DeskCall,
  target: AccountAsked,
  body: BulkChangeBody,
) => Promise<Outcome<unknown, Code>>;

/** The operation of a single account that makes each change. */
const CHANGES: Readonly<Record<BulkField, FieldChange>> = {
  enabled: (desk, target, { enabled }) =>
    desk('accounts.step', { ...target, step: enabled === true ? 'enable' : 'disable' }),
  trading_enabled: (desk, target, { trading_enabled = false }) =>
    desk('accounts.change', { ...target, body: { trading_enabled } }),
  leverage: (desk, target, { leverage = 0 }) => desk('accounts.leverage', { ...target, leverage }),
  group: (desk, target, { group = '' }) => desk('accounts.move', { ...target, group }),
};

/** Makes the changes of an account one after the other, up to the first that is refused. */
const changed = async (
  desk: DeskCall,
  target: AccountAsked,
  body: BulkChangeBody,
  fields: readonly BulkField[],
): Promise<BulkChangeResult> => {
  const { login } = target;
  const made: BulkField[] = [];
  for (const field of fields) {
    const outcome = await CHANGES[field](desk, target, body);
    if (!outcome.ok) {
      const { code, message } = outcome;
      return { code, login, made, message, status: 'rejected' };
    }
    made.push(field);
  }
  return { code: 'ok', login, made, message: '', status: 'done' };
};

export const bulkChange = [
  route({
    name: 'accounts.bulk_change',
    method: 'POST',
    path: '/admin/v1/accounts/bulk-change',
    says:
      'Changes group, leverage and switches of accounts, each like a change of a single ' +
      'account.',
    details:
      'Each account has its own row, and a journal line for each change. The changes of an ' +
      'account are made in the order `enabled`, `trading_enabled`, `leverage`, `group`; ' +
      'after a refused change no later change of the account is made.',
    rights: ['accounts.view', 'accounts.edit'],
    body: BulkChangeBody,
    bodyBytesMax: BODY_BYTES_MAX,
    answerMs: BATCH_ANSWER_MS,
    inTurn: 'bulk changes',
    reply: [BulkChangeResult],
    example: { body: { logins: [1001], leverage: 100, trading_enabled: true } },
    handle: async ({ caller, body }, context) => {
      const fields = BULK_FIELDS.filter((field) => body[field] !== undefined);
      if (fields.length === 0)
        return refuse('invalid_input', 'group: at least one change is required');
      const rows: BulkChangeResult[] = new Array(body.logins.length);
      await inLanes(body.logins.entries(), async ([at, login]) => {
        rows[at] = await changed(context.desk, { caller, login }, body, fields);
      });
      return ok(rows);
    },
  }),
];
