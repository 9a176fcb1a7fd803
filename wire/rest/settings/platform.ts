// The platform over REST: its settings, and whether it may act.

import { type Static, Type } from '@sinclair/typebox';
import { Named } from '../../base/schema.js';
import { PlatformRecord } from '../../settings/config.js';
import { setting } from '../../settings/setting.js';

/** The API form of the settings: the server clock, the end of the day, and the like. */
export const PLATFORM = setting({
  kind: 'platform',
  read: ['config.servers'],
  write: 'config.servers',
  record: PlatformRecord,
  server: [],
  times: 'changed',
});

/** Whether the platform may act outside: log on to providers, and send e-mails. */
export const PlatformState = Named('PlatformState', {
  /** False on a copy until it is released. */
  released: Type.Boolean(),
  /** Why it is not released; empty = it is. */
  unreleased_because: Type.String(),
});
export type PlatformState = Static<typeof PlatformState>;
