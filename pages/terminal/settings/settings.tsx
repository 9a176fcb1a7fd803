// Settings of the terminal that a trader chooses.

import { unwrap } from '../../../client/index.js';
import { hrefOf } from '../../frame/routes.js';
import { useTrader, useTraderStore } from '../../frame/store.js';
import { OwnSettings } from '../../sign-in/own-settings.js';
import { texts } from '../../texts/language.js';

const words = texts({
  title: ['Settings', 'Einstellungen'],
});

/** The trader's settings, with the tab of the address. */
const Settings = () => {
  const { session } = useTraderStore();
  const { rest } = useTrader();
  return (
    <OwnSettings
      title={words().title}
      hrefOfTab={(tab) => hrefOf('/terminal/', 'settings/:tab', { tab })}
      session={session}
      codes={{
        status: () => unwrap(rest.GET('/trader/v1/auth/otp')),
        disable: (code) => unwrap(rest.POST('/trader/v1/auth/otp/disable', { body: { code } })),
      }}
    />
  );
};

export default Settings;
