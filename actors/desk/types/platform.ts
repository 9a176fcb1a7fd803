// The platform settings, a single record.

import type { Fields, Stamped } from '../../../wire/base/object.js';
import { PLATFORM as SETTINGS } from '../../../wire/rest/settings/platform.js';
import { PlatformRecord } from '../../../wire/settings/config.js';

import { checkedBy, type RecordReader, type RecordType, SETTING } from '../store/record-type.js';

type Platform = Stamped<PlatformRecord>;

const { idsTo: _, ...single } = SETTING;

/** The key of the settings. */
export const PLATFORM_KEY = 'platform';

/** The fields of logical servers that stood in the platform settings at first. */
const OLDER_FIELDS = ['optimization_time', 'demo', 'datafeeds_timeout_sec'] as const;

/** Platform settings in the first form: the rest, and of each server the fields that it has now. */
export const splitOlder = (record: Fields) => {
  const { optimization_time, demo, datafeeds_timeout_sec, ...rest } = record;
  const trade: Record<string, unknown> = {};
  const quote: Record<string, unknown> = {};
  if (optimization_time !== undefined) trade.optimization_time = optimization_time;
  if (demo !== undefined && demo !== null) trade.demo = demo;
  if (datafeeds_timeout_sec !== undefined) quote.history = { datafeeds_timeout_sec };
  return { rest, trade, quote } satisfies Readonly<Record<string, Fields>>;
};

/** Has the record fields that belong to logical servers now? */
export const isOlder = (record: Fields): boolean => OLDER_FIELDS.some((name) => name in record);

/** The fields of servers that the stored platform settings still have. */
export const olderServerFields = (reader: RecordReader): { readonly trade: Fields } =>
  splitOlder((reader.get('platform', PLATFORM_KEY)?.record ?? {}) as Fields);

/** The record type of the platform settings. */
export const PLATFORM: RecordType<Platform> = {
  ...single,
  ...checkedBy(PlatformRecord),
  noun: 'settings of the platform',
  label: () => '',
  key: () => PLATFORM_KEY,
  defaults: { [PLATFORM_KEY]: {} },
  settingType: { setting: SETTINGS, order: () => 0, transfer: { name: 'platform', keys: [] } },
};
