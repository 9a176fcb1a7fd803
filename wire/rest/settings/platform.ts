// The platform over REST.

import { type Static, Type } from '@sinclair/typebox';
import { Named } from '../../base/schema.js';

/** Whether the platform may act outside: log on to providers, and send e-mails. */
export const PlatformState = Named('PlatformState', {
  /** False on a copy until it is released. */
  released: Type.Boolean(),
  /** Why it is not released; empty = it is. */
  unreleased_because: Type.String(),
});
export type PlatformState = Static<typeof PlatformState>;
