// The trader's settings: a tab a part. A new tab is a line in `TABS`.

import type { ComponentType } from 'preact';
import { useLocation, useRoute } from 'preact-iso/router';
import { unwrap } from '../../../client/index.js';
import { LookForm } from '../../frame/look-form.js';
import { hrefOf } from '../../frame/routes.js';
import { useTrader, useTraderStore } from '../../frame/store.js';
import { Security } from '../../sign-in/security.js';
import { texts } from '../../texts/language.js';
import { Tabs } from '../../ui/tabs.js';

const words = texts({
  title: ['Settings', 'Einstellungen'],
  look: ['Look and keys', 'Aussehen und Tasten'],
  security: ['Password and codes', 'Passwort und Codes'],
});

const OwnSecurity = () => {
  const { session } = useTraderStore();
  const { rest } = useTrader();
  return (
    <Security
      session={session}
      codes={{
        status: () => unwrap(rest.GET('/trader/v1/auth/otp')),
        disable: (code) => unwrap(rest.POST('/trader/v1/auth/otp/disable', { body: { code } })),
      }}
    />
  );
};

interface SettingsTab {
  readonly name: string;
  readonly text: () => string;
  readonly part: ComponentType;
}

const TABS: readonly [SettingsTab, ...SettingsTab[]] = [
  { name: 'look', text: () => words().look, part: LookForm },
  { name: 'security', text: () => words().security, part: OwnSecurity },
];

/** The settings, with the tab of the address. */
const Settings = () => {
  const { params } = useRoute();
  const { route } = useLocation();
  const shown = TABS.find(({ name }) => name === params.tab) ?? TABS[0];
  const Part = shown.part;
  return (
    <div class="view">
      <h1>{words().title}</h1>
      <Tabs
        label={words().title}
        tabs={TABS.map(({ name, text }) => ({ name, text: text() }))}
        selected={shown.name}
        onSelect={(tab) => route(hrefOf('/terminal/', 'settings/:tab', { tab }))}
      >
        <div class="panel">
          <div class="body">
            <Part />
          </div>
        </div>
      </Tabs>
    </div>
  );
};

export default Settings;
