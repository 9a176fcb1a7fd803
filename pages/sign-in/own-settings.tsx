// Own settings of the users of both apps: one tab for each part.

import { useLocation, useRoute } from 'preact-iso/router';
import { LookForm } from '../frame/look-form.js';
import type { Session } from '../live/session.js';
import { texts } from '../texts/language.js';
import { Tabs } from '../ui/tabs.js';
import { type CodesCalls, Security } from './security.js';

const words = texts({
  look: ['Look and keys', 'Aussehen und Tasten'],
  security: ['Password and codes', 'Passwort und Codes'],
});

interface OwnSettingsProps {
  readonly title: string;
  /** The address of a tab. */
  readonly hrefOfTab: (tab: string) => string;
  readonly session: Session<unknown>;
  readonly codes: CodesCalls;
}

/** Look and keys, password and one-time codes, with the tab that the address names. */
export const OwnSettings = ({ title, hrefOfTab, session, codes }: OwnSettingsProps) => {
  const { params } = useRoute();
  const { route } = useLocation();
  const isSecurity = params.tab === 'security';
  return (
    <div class="view">
      <h1>{title}</h1>
      <Tabs
        label={title}
        tabs={[
          { name: 'look', text: words().look },
          { name: 'security', text: words().security },
        ]}
        selected={isSecurity ? 'security' : 'look'}
        onSelect={(tab) => route(hrefOfTab(tab))}
      >
        <div class="panel">
          <div class="body">
            {isSecurity ? <Security session={session} codes={codes} /> : <LookForm />}
          </div>
        </div>
      </Tabs>
    </div>
  );
};
