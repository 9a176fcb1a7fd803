// Settings as files: records taken out or deleted, and a file put in.

import { useQuery } from '../../frame/routes.js';
import { Tabs } from '../../ui/tabs.js';
import { PutIn } from './put-in.js';
import { TakeOut } from './take-out.js';
import { words } from './words.js';

/** The view of the transfer of settings, with the tab of the address. */
const Transfer = () => {
  const { query, change } = useQuery();
  const tab = query.tab === 'in' ? 'in' : 'out';
  return (
    <div class="fill transfer">
      <h1 class="visually-hidden">{words().title}</h1>
      <Tabs
        label={words().title}
        tabs={[
          { name: 'out', text: words().out },
          { name: 'in', text: words().in },
        ]}
        selected={tab}
        onSelect={(name) => change({ tab: name === 'out' ? undefined : name })}
      >
        {tab === 'in' ? <PutIn /> : <TakeOut />}
      </Tabs>
    </div>
  );
};

export default Transfer;
