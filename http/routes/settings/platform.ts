// The platform: its settings, whether a copy may act, and its release.

import type { ActorsClient } from '../../../actors/client.js';
import type { Right } from '../../../wire/accounts/rights.js';
import { done } from '../../../wire/base/codes.js';
import { PLATFORM, PlatformState } from '../../../wire/rest/settings/platform.js';
import { route } from '../../rest/route.js';
import { singleRoutes } from '../../rest/setting-routes.js';

const rights: readonly Right[] = ['config.servers'];

const platformOf = ({ unreleased }: Pick<ActorsClient, 'unreleased'>): PlatformState => {
  const unreleased_because = unreleased();
  return { released: unreleased_because === '', unreleased_because };
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
    says: 'Reads whether the platform is a copy that waits for its release.',
    rights,
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
];
