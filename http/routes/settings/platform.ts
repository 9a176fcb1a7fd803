// The platform: its settings, its mode, whether a copy may act, and its release.

import type { ActorsClient } from '../../../actors/client.js';
import type { Right } from '../../../wire/accounts/rights.js';
import { done } from '../../../wire/base/codes.js';
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
    { name: 'platform.settings', path: 'platform/settings', one: 'the settings of the platform' },
    ['read', 'patch'],
  ),
  route({
    name: 'platform.read',
    method: 'GET',
    path: '/admin/v1/platform',
    says: 'Reads the mode of the platform, and whether it is a copy that waits for its release.',
    ...readable(PLATFORM.read),
    reply: PlatformState,
    handle: (_input, context) => done(platformOf(context)),
  }),
  route({
    name: 'platform.release',
    method: 'POST',
    path: '/admin/v1/platform/release',
    says: 'Releases a copy: its gateways, datafeeds and e-mails go on.',
    rights,
    reply: PlatformState,
    handle: async ({ caller }, context) => {
      const released = await context.desk('platform.release', { caller });
      return released.ok ? done(platformOf(context)) : released;
    },
  }),
  route({
    name: 'platform.mode',
    method: 'POST',
    path: '/admin/v1/platform/mode',
    says: 'Opens the platform for traders, closes it, or lets them close positions only.',
    rights,
    body: PlatformModeBody,
    reply: PlatformState,
    errors: ['conflict'],
    handle: async ({ caller, body }, context) => {
      const { confirm_token: _token, confirm_code: _code, ...mode } = body;
      const set = await context.desk('platform.mode', { caller, ...mode });
      return set.ok ? done(platformOf(context)) : set;
    },
  }),
];
