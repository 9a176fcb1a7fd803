// The entry for browsers: cookies and WebSockets are the browser's own.

import {
  type RestoreOptions,
  restoreStaff as restoreStaffOn,
  restoreTrader as restoreTraderOn,
  type SignInOptions,
  type StaffClient,
  signInStaff as signInStaffOn,
  signInTrader as signInTraderOn,
  type TraderClient,
} from './client.js';
import { browserPlatform } from './session/platform.js';

export * from './shared.js';

/** Signs a trader in. Throws a `BrokerError` with the server's code when it refuses. */
export const signInTrader = (options: SignInOptions): Promise<TraderClient> =>
  signInTraderOn(browserPlatform(), options);

/** Signs a staff user in. Throws a `BrokerError` with the server's code when it refuses. */
export const signInStaff = (options: SignInOptions): Promise<StaffClient> =>
  signInStaffOn(browserPlatform(), options);

/** Restores the trader's session of this browser. Throws `auth.session_expired` without one. */
export const restoreTrader = (options: RestoreOptions): Promise<TraderClient> =>
  restoreTraderOn(browserPlatform(), options);

/** Restores the staff session of this browser. Throws `auth.session_expired` without one. */
export const restoreStaff = (options: RestoreOptions): Promise<StaffClient> =>
  restoreStaffOn(browserPlatform(), options);
