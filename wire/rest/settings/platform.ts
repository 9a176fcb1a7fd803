// The platform over REST: its settings, its mode, and whether it may act.

import { type Static, Type } from '@sinclair/typebox';
import { Named, Time, TimeOrNull, Words } from '../../base/schema.js';
import { confirmFields } from '../../fields/confirm-fields.js';
import { section, wordedAs } from '../../fields/words.js';
import { PLATFORM_MODES, PlatformModeStep, PlatformRecord } from '../../settings/config.js';
import { setting } from '../../settings/setting.js';

const mode = section('Mode');
const state = section('State');

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
export const PlatformModeBody = Named(
  'PlatformModeBody',
  wordedAs(PlatformModeStep.properties, {
    mode: Words(PLATFORM_MODES),
    at: mode('From', 'Beginning; left out = now.', Type.Optional(Time())),
    until: mode(
      'Until',
      'Planned opening of the platform; left out = none is planned.',
      Type.Optional(Time()),
    ),
    text: Type.Optional(PlatformModeStep.properties.text),
    ...confirmFields,
  }),
);
export type PlatformModeBody = Omit<Static<typeof PlatformModeBody>, keyof typeof confirmFields>;

/** The mode of the platform, and whether it may log on to providers and send e-mails. */
export const PlatformState = Named(
  'PlatformState',
  wordedAs(PlatformModeStep.properties, {
    /** False on a copy until it is released. */
    released: state(
      'Released',
      'May the platform log on to providers and send e-mails?',
      Type.Boolean(),
    ),
    unreleased_because: state(
      'Reason',
      'Reason why the platform is not released; empty = the platform is released.',
      Type.String(),
    ),
    mode: Words(PLATFORM_MODES),
    mode_since: mode('Since', 'Begin of the mode; null where none was ever set.', TimeOrNull()),
    mode_text: mode('Text', 'Text that terminals show; empty = none.', Type.String()),
    planned: mode('Planned', 'Changes of the mode that are to come.', Type.Array(PlatformModeStep)),
  }),
);
export type PlatformState = Static<typeof PlatformState>;
