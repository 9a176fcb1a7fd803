// Leverage profiles over REST.

import { type TObject, Type } from '@sinclair/typebox';
import { Id, Named } from '../../base/schema.js';
import { section } from '../../fields/words.js';
import { LeverageProfileRecord } from '../../settings/leverage.js';
import { setting } from '../../settings/setting.js';

const usage = section('Usage');
const identity = section('Identity');
const rule = section('Rule');

/** The API form of leverage profiles. */
export const LEVERAGE_PROFILES = setting({
  kind: 'leverage_profile',
  read: ['config.leverage', 'config.groups'],
  write: 'config.leverage',
  record: LeverageProfileRecord,
  added: {
    groups: usage(
      'Groups',
      "Groups in the caller's scope that use the profile.",
      Type.Array(Type.String()),
    ),
  },
  times: false,
});

const Rule = LEVERAGE_PROFILES.create.schema.properties.rules?.items as TObject;

/** A rule of a profile by its position, from 1 on. */
export const RulePath = Named('RulePath', {
  id: identity('Profile', 'Id of the leverage profile.', Id()),
  n: identity('Number', 'Place of the rule, from 1 on.', Id(), 'number'),
});
/** A new rule and its position; 0, missing or past the end = last. */
export const RuleInsert = Named('RuleInsert', {
  rule: rule('Rule', 'The new rule.', Rule),
  position: rule(
    'Position',
    'Its place, from 1 on; 0, or left out = last.',
    Type.Optional(Type.Integer({ minimum: 0 })),
    'number',
  ),
  version: Id(),
});
/** Some fields of a rule. */
export const RulePatch = Named('RulePatch', { ...Type.Partial(Rule).properties, version: Id() });
/** The version that a request without a body is based on. */
export const RestsOn = Named('RestsOn', { version: Id() });
/** A new order of rules: the position of each rule, once. */
export const RuleOrder = Named('RuleOrder', {
  order: rule(
    'Order',
    'The number of each rule, once.',
    Type.Array(Id(), { maxItems: 1024 }),
    'number',
  ),
  version: Id(),
});
