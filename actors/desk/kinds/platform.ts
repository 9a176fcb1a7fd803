// The platform: settings that there is one record of.

import type { Stamped } from '../../../wire/base/object.js';
import { PlatformRecord } from '../../../wire/settings/config.js';
import { API_SERVER, ServerAccess } from '../../../wire/settings/servers.js';

import { checkedBy, type Kind, SETTING } from './kind.js';

type Platform = Stamped<PlatformRecord>;

const { idsTo: _, ...single } = SETTING;

/** Whom the platform admits stood in this record before the api server had one. */
const isAccess = ([name]: readonly [string, unknown]): boolean =>
  Object.hasOwn(ServerAccess.properties, name);

/** The kind. */
export const PLATFORM: Kind<Platform> = {
  ...single,
  ...checkedBy(PlatformRecord),
  noun: 'settings of the platform',
  title: () => '',
  key: () => 'platform',
  earlier: (record) => {
    const fields = Object.entries(record);
    if (!fields.some(isAccess)) return record;
    return Object.fromEntries(fields.filter((field) => !isAccess(field))) as Platform;
  },
  parted: (record, draft) => {
    const given = Object.fromEntries(Object.entries(record).filter(isAccess));
    const access = { ...draft.get('logical_server', API_SERVER)?.record.access, ...given };
    draft.patch('logical_server', API_SERVER, { access: access as ServerAccess });
  },
};
