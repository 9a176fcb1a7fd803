// The filters of lists and reports by groups of accounts.

import { Type } from '@sinclair/typebox';
import { GroupFilter } from '../../base/setting-fields.js';
import { section } from '../../fields/words.js';

const filters = section('Filters');

/** The filters `group` and `company`; a filter that is omitted or empty covers all. */
export const GROUP_FILTERS = {
  group: filters(
    'Groups',
    'Mask of group paths; empty = all in scope.',
    Type.Optional(GroupFilter()),
  ),
  company: filters(
    'Company',
    'Company of the groups of the accounts, in any letter case; empty = any.',
    Type.Optional(Type.String({ maxLength: 128 })),
  ),
};
