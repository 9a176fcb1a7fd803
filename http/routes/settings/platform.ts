// The platform: its settings, its mode, whether a copy may act, and its release.

import type { ActorsClient } from '../../../actors/client.js';
import type { Right } from '../../../wire/accounts/rights.js';
import { ok } from '../../../wire/base/codes.js';
import { parseTime } from '../../../wire/base/time.js';
import { PLATFORM, PlatformModeBody, PlatformState } from '../../../wire/rest/settings/platform.js';
import { modeStepAt, modeStepsAfter } from '../../../wire/settings/config.js';
import { route } from '../../rest/route.js';
import { readable, singleRoutes } from '../../rest/setting-routes.js';

const rights: readonly Right[] = ['config.servers'];

const platformOf = ({
  unreleased,
  settings,
  now,
}: Pick<ActorsClient, 'unreleased' | 'settings' | 'now'>): PlatformState => {
  const unreleased_because = unreleased();
  const modes = settings().platform[0]?.modes;
  const { mode, at, text } = modeStepAt(modes, now());
  return {
    released: unreleased_because === '',
    unreleased_because,
    mode,
    mode_since: parseTime(at) === 0 ? null : at,
    mode_text: text,
    planned: [...modeStepsAfter(modes, now())],
  };
};

export const platform = [
  ...singleRoutes(
    PLATFORM,
    {
      name: 'platform.settings',
      path: 'platform/settings',
      one: 'the settings of the platform',
      reads:
        'The server clock, by which sessions, days and holidays are counted, the end of the ' +
        'trading day, the lifetime of demo accounts, and values for fields that brands leave ' +
        'empty.',
      changes:
        'A field that is not sent stays. A new clock or end of the day counts at once: ends of ' +
        'days that are planned are planned again.',
      example: { version: 2, utc_offset_min: 120, daylight_saving: 'europe' },
    },
    ['read', 'patch'],
  ),
  route({
    name: 'platform.read',
    method: 'GET',
    path: '/admin/v1/platform',
    says:
      'Answers the mode of the platform, and whether the platform is a copy that waits for ' +
      'its release.',
    details:
      'The answer has the present mode and the planned changes. A data folder that was ' +
      'restored, copied or moved keeps gateways, datafeeds that dial out and e-mails off ' +
      'until it is released, because another server may act for the platform.',
    ...readable(PLATFORM.read),
    reply: PlatformState,
    example: {},
    handle: (_input, context) => ok(platformOf(context)),
  }),
  route({
    name: 'platform.release',
    method: 'POST',
    path: '/admin/v1/platform/release',
    says: 'Releases a copy: the gateways, datafeeds and e-mails of the copy start.',
    details:
      'Connections are made and waiting e-mails sent at once, so make sure that no other ' +
      'server acts for the platform. A platform that is already released stays released, ' +
      'without a journal line.',
    rights,
    reply: PlatformState,
    example: {},
    handle: async ({ caller }, context) => {
      const released = await context.desk('platform.release', { caller });
      return released.ok ? ok(platformOf(context)) : released;
    },
  }),
  route({
    name: 'platform.mode',
    method: 'POST',
    path: '/admin/v1/platform/mode',
    says:
      'Opens the platform for traders, closes the platform, or lets traders only close ' +
      'positions.',
    details:
      'In `close_only` traders open and increase nothing; pending orders that would open ' +
      'are rejected when their price comes. In `closed` traders cannot trade; their ' +
      'sockets get `restart` with the text, are closed, and may connect again when the ' +
      'platform is open. Stops, stop-outs, expiries and ends of days go on, pending orders ' +
      'stay unfilled, and staff trade in every mode. `at` plans the mode; without `at` the ' +
      'mode begins at once; at `until` the platform opens. It replaces everything that was ' +
      'planned from then on. A restart changes nothing.',
    rights,
    body: PlatformModeBody,
    reply: PlatformState,
    errors: { conflict: 'there would be more than 16 changes' },
    example: { body: { mode: 'closed', at: '2050-01-01T20:00:00Z', text: 'Back at 22:00.' } },
    handle: async ({ caller, body }, context) => {
      const { confirm_token: _token, confirm_code: _code, ...mode } = body;
      const set = await context.desk('platform.mode', { caller, ...mode });
      return set.ok ? ok(platformOf(context)) : set;
    },
  }),
];
