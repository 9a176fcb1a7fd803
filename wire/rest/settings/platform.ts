// The platform over REST: its settings, its mode, and whether it may act.

import { type Static, Type } from '@sinclair/typebox';
import { Named, Time, TimeOrNull, Words } from '../../base/schema.js';
import { confirmFields } from '../../fields/confirm-fields.js';
import { PLATFORM_MODES, PlatformModeStep, PlatformRecord } from '../../settings/config.js';
import { setting } from '../../settings/setting.js';

/** The API form of the settings: the server clock, the end of the day, and the like. */
export const PLATFORM = setting({
  kind: 'platform',
  read: ['config.servers'],
  write: 'config.servers',
  record: PlatformRecord,
  server: ['modes'],
  times: 'changed',
});

/** A new mode: at once, or from `at` on; back to `open` at `until`. */
export const PlatformModeBody = Named('PlatformModeBody', {
  mode: Words(PLATFORM_MODES),
  at: Type.Optional(Time()),
  until: Type.Optional(Time()),
  text: Type.Optional(PlatformModeStep.properties.text),
  ...confirmFields,
});
export type PlatformModeBody = Omit<Static<typeof PlatformModeBody>, keyof typeof confirmFields>;

/** The mode of the platform, and whether it may log on to providers and send e-mails. */
export const PlatformState = Named('PlatformState', {
  /** False on a copy until it is released. */
  released: Type.Boolean(),
  /** Why it is not released; empty = it is. */
  unreleased_because: Type.String(),
  /** The mode now, since when, and the text of it that terminals show; null = since ever. */
  mode: Words(PLATFORM_MODES),
  mode_since: TimeOrNull(),
  mode_text: Type.String(),
  /** The changes of the mode that are planned, the next one first. */
  planned: Type.Array(PlatformModeStep),
});
export type PlatformState = Static<typeof PlatformState>;
