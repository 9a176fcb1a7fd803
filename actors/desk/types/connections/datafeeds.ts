// Datafeeds: sources of prices.

import { refuse } from '../../../../wire/base/codes.js';
import type { Stamped } from '../../../../wire/base/object.js';
import { DATAFEEDS } from '../../../../wire/rest/settings/connections.js';
import {
  type ConnectionModule,
  FEED_MODULES,
} from '../../../../wire/settings/connection-modules.js';
import { DatafeedRecord } from '../../../../wire/settings/connections.js';
import { checkedBy, type RecordType, SETTING } from '../../store/record-type.js';
import {
  byPriority,
  connectionFault,
  connectionForm,
  enterConnection,
  isLocal,
  placedLast,
  renewedParams,
} from './connections.js';
import { shownParams } from './params.js';

type Datafeed = Stamped<DatafeedRecord>;

const moduleOf = (name: string): ConnectionModule =>
  FEED_MODULES[name as keyof typeof FEED_MODULES];

/** The record type of datafeeds. */
export const DATAFEED: RecordType<Datafeed> = {
  ...SETTING,
  ...checkedBy(DatafeedRecord),
  noun: 'datafeed',
  label: (record) => record.name,
  key: (record) => String(record.id),
  unique: { name: (record) => record.name },
  check: (record, _before, reader) => connectionFault(record, moduleOf(record.module), reader),
  reencrypt: renewedParams(FEED_MODULES, 'datafeed'),
  settingType: {
    setting: DATAFEEDS,
    transfer: { name: 'datafeeds', sets: ['translates'], ...connectionForm(FEED_MODULES) },
    order: byPriority,
    enter: (fields, before, entry) => {
      const module = (fields.module as string | undefined) ?? before?.module ?? '';
      if (isLocal(module) !== isLocal(before?.module ?? '')) {
        return refuse('invalid_input', 'module: the sources of the server are made at its start');
      }
      return enterConnection(fields, before, moduleOf(module), 'datafeed', entry);
    },
    show: (record) => ({ params: shownParams(moduleOf(record.module), record.params) }),
    showsUntil: () => Number.POSITIVE_INFINITY,
    inserted: placedLast('datafeed'),
    arranged: { by: 'priority', raises: false },
  },
};
