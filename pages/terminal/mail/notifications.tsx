// Notifications from the broker to the account, the newest first.

import { useEffect, useMemo } from 'preact/hooks';
import { type components, unwrap } from '../../../client/index.js';
import { useTrader } from '../../frame/store.js';
import { makeList } from '../../live/lists.js';
import { texts } from '../../texts/language.js';
import { LoadedList } from '../../ui/loaded.js';
import { Time, UserText } from '../../ui/values.js';

const words = texts({
  title: ['Notifications', 'Mitteilungen'],
  nothing: [
    'The broker has sent this account no notification.',
    'Der Broker hat diesem Konto noch keine Mitteilung gesandt.',
  ],
});

type Notification = components['schemas']['Notification'];
/** The newest that the server keeps to read. */
const MOST = 200;

/** The notifications of the account; new ones are read as they come. */
const Notifications = () => {
  const live = useTrader();
  const list = useMemo(() => {
    const read = async (query: { limit: number }) => ({
      items: await unwrap(live.rest.GET('/trader/v1/notifications', { params: { query } })),
    });
    return makeList(read, ({ id }: Notification) => id, live.clock);
  }, [live]);
  useEffect(() => {
    void list.load({ limit: MOST });
    return live.connection.listen((socket) => socket.on('notification', () => void list.reload()));
  }, [list]);
  return (
    <div class="view">
      <h1>{words().title}</h1>
      <LoadedList list={list} empty={{ text: words().nothing }}>
        {(rows) => (
          <ul class="stack">
            {rows.map(({ id, sender, company, created_at, message }) => (
              <li key={id} class="panel">
                <header>
                  <b class="grow">
                    <UserText>{sender || company}</UserText>
                  </b>
                  <span class="muted">
                    <Time at={created_at} />
                  </span>
                </header>
                <p class="body mail-body" dir="auto">
                  {message}
                </p>
              </li>
            ))}
          </ul>
        )}
      </LoadedList>
    </div>
  );
};

export default Notifications;
