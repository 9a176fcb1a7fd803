// Settings of the desk that a staff user chooses.

import { unwrap } from '../../../client/index.js';
import { hrefOf } from '../../frame/routes.js';
import { useStaff, useStaffStore } from '../../frame/store.js';
import { OwnSettings } from '../../sign-in/own-settings.js';
import { texts } from '../../texts/language.js';

const words = texts({
  title: ['Me', 'Ich'],
});

/** The user's own settings, with the tab of the address. */
const Me = () => {
  const { session } = useStaffStore();
  const { rest } = useStaff();
  return (
    <OwnSettings
      title={words().title}
      hrefOfTab={(tab) => hrefOf('/desk/', 'me/:tab', { tab })}
      session={session}
      codes={{
        status: () => unwrap(rest.GET('/admin/v1/auth/otp')),
        disable: (code) => unwrap(rest.POST('/admin/v1/auth/otp/disable', { body: { code } })),
      }}
    />
  );
};

export default Me;
