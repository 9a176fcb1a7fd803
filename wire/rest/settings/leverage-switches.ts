// Leverage switches over REST.

import { LeverageSwitchRecord } from '../../settings/leverage.js';
import { setting } from '../../settings/setting.js';

/** The API form of leverage switches. */
export const LEVERAGE_SWITCHES = setting({
  kind: 'leverage_switch',
  read: ['config.leverage'],
  write: 'config.leverage',
  record: LeverageSwitchRecord,
  server: ['id', 'status', 'switched'],
  times: true,
});
