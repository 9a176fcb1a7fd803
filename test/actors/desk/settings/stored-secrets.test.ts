// Stored secrets: each one's declaration says where it is sent.

import t from 'tap';
import { RECORD_TYPES } from '../../../../actors/desk/types/record-types.js';
import { FEED_MODULES, GATEWAY_MODULES } from '../../../../wire/settings/connection-modules.js';

t.test('every stored secret of a setting says where it is sent', async (t) => {
  let found = 0;
  for (const { settingType } of Object.values(RECORD_TYPES)) {
    if (settingType === undefined) continue;
    const { secrets, sentTo, kind } = settingType.setting;
    for (const secret of secrets) t.ok(sentTo[secret]?.length, `${kind} ${secret}`);
    found += secrets.length;
  }
  t.ok(found > 0);
  const types = { datafeed: FEED_MODULES, gateway: GATEWAY_MODULES };
  for (const [kind, modules] of Object.entries(types)) {
    const { sentTo } = RECORD_TYPES[kind as keyof typeof types].settingType?.setting ?? {};
    const sealed = Object.values(modules).flatMap(({ params }) =>
      params.flatMap((one: { readonly key: string }) => ('sealed' in one ? [one.key] : [])),
    );
    for (const key of sealed) t.ok(sentTo?.[`params.${key}`]?.length, `${kind} ${key}`);
  }
});
