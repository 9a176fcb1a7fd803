// The table of all that the server's threads keep in lists, maps and sets for as long as they live:
// what bounds each, and the test that fills it where it grows with what users do.

/** Collections of a file that the same thing bounds. */
export interface Kept {
  readonly file: string;
  readonly fields: readonly string[];
  /** What bounds them. */
  readonly bound: string;
  /** The test that fills them, and looks at what is left or at what is refused. */
  readonly shown: { readonly file: string; readonly title: string };
}

const kept = (
  file: string,
  fields: string,
  bound: string,
  test: readonly [file: string, title: string],
): Kept => ({
  file,
  fields: fields.split(' '),
  bound,
  shown: { file: test[0], title: test[1] },
});

const SOCKETS = ['http/socket/bounds.test', 'Of sockets that have closed nothing is kept'] as const;
const LISTS = [
  'http/socket/bounds.test',
  'Price lists go with the settings that they were',
] as const;
const STORE = ['http/socket/bounds.test', 'Of groups that none of the kept events is of'] as const;
const LIMITS = [
  'http/socket/bounds.test',
  'Of requests that are over no limit keeps anything',
] as const;
const FRONT = ['http/socket/bounds.test', 'Of sessions that have ended the front keeps'] as const;
const FENCES = ['actors/front/fences.test', 'A list is fenced by what its session'] as const;
const STALLED = [
  'http/socket/connection/slow.test',
  'Who stalls a resume and asks on is closed before',
] as const;
const UNREAD = [
  'http/socket/connection/slow.test',
  'A client that leaves a mebibyte of events unread',
] as const;
const STORM = ['faults/faults', 'A storm of broken connections ends no order and leaks'] as const;
const HELD = ['faults/faults', 'What is too much while a shard or the log is held is'] as const;
const QUEUE = [
  'actors/front/shard-link.test',
  'requests beyond the queue are refused at once',
] as const;
const ENDED = ['actors/desk/bounds.test', 'of sessions that have ended nothing is kept'] as const;
const FREE = [
  'actors/desk/bounds.test',
  'of locks that are free, and waits that are over',
] as const;
const BUSY = ['actors/desk/store/records.test', 'a desk with too much under way refuses'] as const;
const OWED = [
  'actors/shard/accounts/accounts.test',
  'a command that was not answered is sent again',
] as const;

/** What grows with what users do. */
export const KEPT: readonly Kept[] = [
  kept('http/server/head.ts', 'dotted', '4,096 addresses', [
    'http/socket/bounds.test',
    'Texts of addresses are kept of so many at most',
  ]),
  kept('http/server/limits.ts', '#open #last', 'requests and sockets that are open', LIMITS),
  kept('http/server/limits.ts', '#shares #idle', 'addresses of these, and of one turn', LIMITS),
  kept('http/server/turns.ts', '#waiting', 'open requests, and frames that wait', [
    'http/server/response.test',
    'Of bodies whose senders have gone none waits',
  ]),
  kept('http/server/limits.ts', '#sizes', 'bodies that are being read', LIMITS),
  kept('http/socket/connection/event-store.ts', '#newestOf', 'events that are kept', STORE),
  kept(
    'http/socket/connection/event-store.ts',
    '#groups #groupIndex',
    'groups of these events',
    STORE,
  ),
  kept(
    'http/socket/connection/event-store.ts',
    '#groupEvents #freeGroups',
    'groups of these events',
    STORE,
  ),
  kept('http/server/server.ts', '#pending', 'requests that are open', STORM),
  kept('http/session/sessions.ts', '#byId #byHash #byToken #tokens', 'sessions in force', FRONT),
  kept('http/session/sessions.ts', '#asked', '64 tokens', FRONT),
  kept('http/session/sessions.ts', '#active', 'sessions used within 10 s', FRONT),
  kept('http/session/sessions.ts', '#sockets', 'sockets', SOCKETS),
  kept('http/session/account-share.ts', '#byLogin', 'accounts with requests or sockets', [
    'http/session/account-share.test',
    'an account without requests and sockets is forgotten',
  ]),
  kept('http/socket/accounts.ts', 'connections #byLogin', 'sockets', SOCKETS),
  kept('http/socket/connection/connection.ts', '#unsent', 'what a socket may have unsent', UNREAD),
  kept('http/socket/connection/connection.ts', '#held #behind', 'the same', STALLED),
  kept('http/socket/connection/connection.ts', '#waiting #flushed', 'sockets', SOCKETS),
  kept('http/socket/connection/pictures.ts', '#frames', '10,000 rows a channel or mask', [
    'http/socket/channels/snapshots.test',
    'A mask of too many rows is refused with the figures',
  ]),
  kept(
    'http/socket/connection/replies.ts',
    '#waiting #open #owed',
    '10,000 requests and 4 MiB',
    STALLED,
  ),
  kept('http/socket/watch.ts', '#health #heavy', 'sockets', SOCKETS),
  kept('http/socket/connection/message-store.ts', '#messages', '10,000 messages and 16 MiB', [
    'http/socket/messages.test',
    'The newest messages are held, by number and by size',
  ]),
  kept('http/socket/messages.ts', '#due', 'messages of the desk that are not all sent yet', [
    'http/socket/messages.test',
    'A message to many is sent in slices of 1 ms',
  ]),
  kept('http/socket/socket.ts', '#byToken #byLogin', 'sockets', SOCKETS),
  kept('http/socket/socket.ts', '#run', 'events of one delivery', SOCKETS),
  kept('http/socket/channels/accounts.ts', 'masks logins', '32 masks, 1,000 logins a socket', [
    'http/socket/frames.test',
    'not by a login beyond their reach, nor by too many',
  ]),
  kept('http/socket/channels/accounts.ts', '#feeds', 'sockets', SOCKETS),
  kept('http/socket/channels/accounts.ts', '#rows', 'accounts that are followed', SOCKETS),
  kept('http/socket/channels/bars.ts', '#feeds #following', 'subscriptions', SOCKETS),
  kept('http/socket/channels/config.ts', '#followers', 'sockets', SOCKETS),
  kept('http/socket/channels/monitor.ts', '#followers', 'sockets', SOCKETS),
  kept('http/socket/channels/dealing.ts', '#dealers', 'sockets', SOCKETS),
  kept('http/socket/channels/exposure.ts', '#followers', 'sockets', SOCKETS),
  kept('http/socket/channels/events.ts', '#following', 'sockets', SOCKETS),
  kept('http/socket/channels/events.ts', '#powers', 'staff users', SOCKETS),
  kept('http/socket/channels/moves.ts', '#kept #places', '10,000 moves of accounts', [
    'http/socket/channels/snapshots.test',
    'Of moves the newest ten thousand are kept',
  ]),
  kept(
    'http/socket/connection/live-values.ts',
    'followers changed #waiting',
    'subscriptions',
    SOCKETS,
  ),
  kept('http/socket/channels/prices.ts', '#lists', 'groups since settings changed last', LISTS),
  kept('http/socket/channels/quotes.ts', '#rows', 'changes within 10 ms', SOCKETS),
  kept('http/socket/channels/positions.ts', '#feeds', 'sockets', SOCKETS),
  kept('http/socket/channels/quotes.ts', '#feeds #bySymbol #following', 'subscriptions', SOCKETS),
  kept('actors/shared/fair-queue.ts', '#waiting', '256 jobs of an audience', [
    'actors/shared/fair-queue.test',
    'in a full queue the busiest owner makes room',
  ]),
  kept('actors/shared/fair-queue.ts', '#byOwner', '10,000 owners', [
    'actors/shared/fair-queue.test',
    'the work of few owners is remembered',
  ]),
  kept('actors/shard/accounts/request-index.ts', '#blocks', '32 filters of 2^20 ids each', [
    'actors/shard/shard-parts.test',
    'older ids are in a file without a name, and none of them counts as new',
  ]),
  kept('actors/shard/accounts/filter-file.ts', '#groups', 'two numbers for 2^20 ids in the log', [
    'actors/shard/shard-parts.test',
    'older ids are in a file without a name, and none of them counts as new',
  ]),
  kept('actors/shared/allowance.ts', '#byName', '100,000 names', [
    'http/routes/accounts/write-allowances.test',
    'Names beyond the bound push out those that were used longest ago',
  ]),
  kept('actors/main/derivations.ts', '#open #retries', 'payments that are owed', OWED),
  kept('actors/providers/fix/endpoint.ts', '#outbox', '16 MiB', [
    'actors/providers/fix/endpoint.test',
    'What waits for a disk that stands still is bounded',
  ]),
  kept('actors/providers/fix/gap-queue.ts', '#waiting #numbers', '10,000 messages and 16 MiB', [
    'actors/providers/fix/session.test',
    'Messages that wait for a gap are bounded',
  ]),
  kept('actors/providers/fix/listener.ts', '#unknown', '64 connections', [
    'actors/providers/fix/endpoint.test',
    'Connections that do not say who they are are bounded',
  ]),
  kept('actors/providers/fix/provider-lists.ts', '#asked #entries', '20,000 entries', [
    'actors/providers/fix/security-list.test',
    'A list of too many symbols is refused',
  ]),
  kept('actors/providers/gateways/report-queue.ts', '#queues', '8,192 reports', [
    'actors/providers/gateways/gateway.test',
    'A flood of reports makes the provider wait',
  ]),
  kept('actors/providers/gateways/tickets.ts', '#open', '8,192 reports', [
    'actors/providers/gateways/gateway.test',
    'A flood of reports makes the provider wait',
  ]),
  kept('actors/providers/gateways/gateways-thread.ts', 'questions', '8,192 reports', [
    'actors/providers/gateways/gateway.test',
    'A flood of reports makes the provider wait',
  ]),
  kept('actors/providers/gateways/shard-ports.ts', '#waiting', '8,192 reports', [
    'actors/providers/gateways/gateway.test',
    'A flood of reports makes the provider wait',
  ]),
  kept('actors/providers/fix/kept-messages.ts', '#places', '65,536 messages', [
    'actors/providers/fix/session-store.test',
    'Messages that are kept are bounded in number',
  ]),
  kept('actors/providers/fix/read-rate.ts', '#waiting', 'connections of sessions', [
    'actors/providers/fix/read-rate.test',
    'Who waits has a turn after those before, and all else goes on between',
  ]),
  kept('actors/providers/demo/price-session.ts', '#subscriptions', '256 requests', [
    'actors/providers/demo/prices.test',
    'Subscriptions have a limit',
  ]),
  kept('actors/providers/demo/order-file.ts', '#working', '10,000 orders', [
    'actors/providers/demo/orders.test',
    'Orders that work have a limit',
  ]),
  kept(
    'actors/providers/demo/order-file.ts',
    '#orders #byClientId #ended #changed',
    'orders that work, and 10,000 that have ended',
    [
      'actors/providers/demo/order-file.test',
      'Orders that have ended are forgotten, the oldest first',
    ],
  ),
  kept(
    'actors/providers/demo/order-session.ts',
    '#sent',
    'reports of 16 MiB that wait for the disk',
    ['actors/providers/fix/endpoint.test', 'What waits for a disk that stands still is bounded'],
  ),
  kept('storage/files/record-file.ts', '#pending', 'what a session sends in one turn', [
    'actors/providers/fix/endpoint.test',
    'What waits for a disk that stands still is bounded',
  ]),
  kept('actors/readers/owner-turns.ts', '#owners', 'owners with queries; 32 of each wait', [
    'actors/readers/owner-turns.test',
    'too many of an owner are refused, and those that waited too long',
  ]),
  kept('actors/main/thread.ts', '#questions', 'requests that are under way', BUSY),
  kept('actors/desk/desk-thread.ts', 'questions operating', 'the same', BUSY),
  kept('actors/desk/store/desk-log.ts', '#waiting', 'the same', BUSY),
  kept('actors/desk/store/desk-log.ts', '#unwritten', 'the same', [
    'actors/shared/standing-readers.test',
    'What staff decide waits for a log that stands still',
  ]),
  kept('actors/main/request-freeze.ts', '#held', 'requests that are under way', [
    'actors/shard/accounts/accounts.test',
    'an account is held for as long as the desk decides',
  ]),
  kept('actors/desk/state/attempts.ts', '#floods', '100,000 addresses', [
    'actors/desk/bounds.test',
    'attempts are counted of so many addresses, and the oldest are forgotten',
  ]),
  kept('actors/desk/state/attempts.ts', '#unwritten', '1,000 pairs and addresses', [
    'actors/desk/bounds.test',
    'failures that wait to be written are so many at most',
  ]),
  kept('actors/desk/mail/mail-queue.ts', '#busy #unwritten', '100 results, and 64 connections', [
    'actors/desk/mail/mail-results.test',
    'A log that takes no results has few sent without one',
  ]),
  kept(
    'actors/desk/mail/tally.ts',
    '#counts',
    'mail servers, staff who send, 5,000 e-mails of mailings',
    ['actors/desk/mail/message-shares.test', 'Mailings whose e-mails wait are bounded together'],
  ),
  kept('actors/desk/projection/catch-up.ts', '#waiting', 'requests that are under way', FREE),
  kept('actors/front/shard-link.ts', '#sent', 'a queue of 256 KiB', [
    'actors/front/shard-link.test',
    'a login has a share of the queue, and others have the rest',
  ]),
  kept('actors/desk/store/locks.ts', '#queues', 'requests that are under way', FREE),
  kept('actors/desk/identity/confirmations.ts', '#open', '16 a session, for two minutes', [
    'actors/desk/bounds.test',
    'confirmations whose time is over are forgotten with the next one',
  ]),
  kept('actors/desk/transfer/transfer-turns.ts', '#users', '5 files, 2 of a user', [
    'actors/desk/transfer/transfer-turns.test',
    'a user has one file under way and one that waits, all have five',
  ]),
  kept('actors/desk/identity/online.ts', '#byId #inOrder #faces', 'sessions in force', ENDED),
  kept('actors/desk/state/sessions.ts', '#byAccess #byLogin', 'sessions in force', ENDED),
  kept('actors/desk/store/records.ts', '#tables', 'sessions: 64 of each kind a login', [
    'actors/desk/identity/sign-in.test',
    'a login has at most 64 sessions: one more ends the oldest',
  ]),
  kept('actors/desk/state/file-contents.ts', '#storing', 'operations of the desk under way', [
    'actors/desk/messaging/files.test',
    'what a refused decision leaves is deleted',
  ]),
  kept('actors/desk/store/records.ts', '#ahead', 'what the database does not show yet', [
    'actors/desk/store/records.test',
    'accounts changed above the checkpoint are seen before the database shows them',
  ]),
  kept('actors/shared/allowance.ts', '#logged', '64 texts of a connection', [
    'actors/shared/repeated-lines.test',
    'A peer that says another text each time leaves 64 of them remembered',
  ]),
  kept('actors/front/news-list.ts', '#kept #newest', '200 pieces of news', [
    'actors/front/news-list.test',
    'The newest news are kept, so many at most, by rising numbers',
  ]),
  kept('actors/front/fences.ts', '#told', 'sessions in force', FENCES),
  kept('actors/front/front-client.ts', '#connections #sessions', 'sockets, sessions', STORM),
  kept('actors/front/front-client.ts', '#calls', 'requests that are under way', QUEUE),
  kept('actors/front/shard-link.ts', '#urgent #held #unpublished', 'requests of a turn', QUEUE),
  kept('actors/shard/accounts/account-actor.ts', '#mailbox', '256 requests', [
    'actors/shard/shard.test',
    'a locked account keeps a bounded mailbox; one more is refused at once',
  ]),
  kept('actors/shard/io/executor.ts', '#unpaid', 'payments that are owed', [
    'actors/shard/accounts/accounts.test',
    'a payment in another currency waits for a rate, and is booked once',
  ]),
  kept('actors/shard/commit-queue.ts', '#items', 'what is on its way to the log', HELD),
  kept('actors/shard/shard-output.ts', '#unlogged #waiting', 'the same', HELD),
  kept('actors/shard/io/connections.ts', '#callers #sockets #graces #left', 'sockets, sessions', [
    'actors/shard/shard.test',
    'orders of a session are cancelled when its grace is over, unless it came back',
  ]),
  kept('actors/shard/io/account-locks.ts', '#asked #taken', 'decisions of the desk under way', [
    'actors/shard/accounts/accounts.test',
    'a shard that answers when nobody waits any more lets the account go at once',
  ]),
  kept('storage/projection/open-deals.ts', '#trades #spareDeals #spareTrades', '16,384 positions', [
    'storage/projection/closed-positions.test',
    'The deals of so many positions are kept, of the oldest no more',
  ]),
];

/** What does not grow with what users do, by what bounds it. */
export const FIXED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'parts of the program: its threads, kinds, channels, certificates, clocks and names': {
    'storage/projection/account-index.ts': '#moveOpen',
    'storage/projection/listed-rows.ts': '#names',
    'http/pages/health.ts': '#values',
    'http/pages/static-page.ts': '#packed',
    'http/reference/components.ts': '#held',
    'http/rest/router.ts': '#literal',
    'http/server/server.ts': '#apps',
    'http/session/sessions.ts': '#listeners',
    'http/socket/socket.ts': '#channels',
    'actors/main/restarts.ts': '#last #planned #underWay',
    'actors/main/runtime.ts': '#shards #loading',
    'actors/main/thread-watchdog.ts': '#untold',
    'actors/audit/alarms.ts': '#counts',
    'actors/main/log-host.ts': '#generations',
    'actors/log/log-thread.ts': 'sources',
    'actors/front/front-client.ts': '#links',
    'actors/front/order-times.ts': '#counts',
    'actors/desk/store/type-table.ts': '#unwritten',
    'actors/desk/settings/listing.ts': '#sorted #pages',
    'actors/desk/store/names.ts': 'NOBODY',
    'actors/desk/store/last-position.ts': '#last',
    'actors/desk/store/records.ts': '#watchers',
    'actors/desk/state/writer.ts': '#followers',
    'actors/market/feeds/demo-model.ts': '#assets',
    'actors/providers/gateways/shard-ports.ts': '#shards',
    'actors/audit/auditor.ts': '#waits',
    'actors/providers/demo/demo-provider.ts': '#endpoints',
    'actors/providers/demo/price-session.ts': '#told',
    'actors/providers/demo/order-session.ts': '#maybeTold',
    'actors/market/market.ts': '#timers',
    'actors/market/feeds/noise.ts': '#octaves',
    'actors/market/pricing/pricer.ts': 'NO_LINES',
    'actors/desk/transfer/item-run.ts': 'NO_LOGINS',
    'storage/log/carver.ts': '#logs',
    'storage/database/database.ts': 'held',
    'storage/log/log.ts': '#files',
    'storage/database/totals.ts': '#tables',
    'storage/read/rows/open-rows.ts': '#sources',
  },
  'the settings, staff among them: symbols, groups, connections, mail servers, names of a file': {
    'http/session/sessions.ts': '#groups #strict',
    'http/socket/channels/prices.ts': '#rows #newest',
    'http/socket/channels/own-settings.ts': '#symbols',
    'actors/shared/tick-ring.ts': '#waiting',
    'actors/front/group-view.ts': '#byId #byName #views #groups #made',
    'actors/desk/state/writer.ts': '#acted',
    'actors/desk/store/names.ts': '#keys #referrers',
    'actors/desk/messaging/mailings.ts': '#turns',
    'actors/desk/messaging/mail-values.ts': '#sending',
    'actors/market/pricing/bars.ts': '#symbols #strays #unsaved #untold',
    'actors/market/feeds/demo.ts': '#symbols',
    'actors/market/feeds/feed.ts': '#instruments',
    'actors/market/feeds/market-data.ts': '#books #requests',
    'actors/market/feeds/price-levels.ts': '#levels #before',
    'actors/market/feeds/provider-book.ts': 'lines',
    'actors/market/market.ts': '#feeds #symbols',
    'actors/market/pricing/pricer.ts': '#lines #dependants #ranks',
    'actors/market/feeds/replay.ts': '#instruments #unknown',
    'actors/shard/accounts/accounts.ts': '#members',
    'actors/shard/shard.ts': '#lastQuotes',
    'actors/shard/dealing.ts': '#views',
    'actors/shard/sending.ts': '#online',
    'actors/main/gateways-host.ts': '#online',
    'actors/shared/allowance.ts': '#byKey',
    'actors/providers/gateways/gateways.ts': '#gateways #unopened #ports #sources #stopping',
    'actors/main/runtime.ts': 'NO_DEALERS',
    'storage/projection/staff-activity.ts': '#noted',
    'storage/projection/account-index.ts': '#buckets #setters',
    'storage/projection/daily-logins.ts': '#groups',
    'storage/projection/symbol-numbers.ts': '#numbers',
    'actors/readers/sliced-reads.ts': '#open #free',
  },
  'the accounts with their open positions and orders, which is what the server is to hold': {
    'http/socket/channels/positions.ts': 'rows',
    'http/socket/channels/dealing.ts': '#shown',
    'actors/front/waiting-requests.ts': 'all',
    'actors/front/sent-requests.ts': 'all #shown #dropped #untold',
    'actors/providers/gateways/gateways.ts': '#requests',
    'actors/providers/gateways/order-sender.ts': '#unanswered',
    'actors/providers/gateways/sent-messages.ts': '#messages',
    'actors/providers/gateways/working-orders.ts': '#orders #byExternalId',
    'actors/providers/gateways/order-questions.ts': '#waiting',
    'actors/shard/dealing.ts': '#returning',
    'actors/audit/alarms.ts': '#standing',
    'actors/front/front-client.ts': '#hidden',
    'actors/shard/accounts/accounts.ts': '#actors #logins',
    'actors/shard/end-of-day.ts': '#due',
    'actors/shard/io/money-watch.ts': '#logins #positions #standing',
    'actors/shard/accounts/packed-accounts.ts': '#places #blocks #freeNumbers #closed',
    'actors/shard/thread/tail.ts': '#accounts #unused',
  },
  'one call, one decision, one unit or batch of the log, one start': {
    'actors/desk/settings/sealed-records.ts': '#ids',
    'http/socket/connection/missed-events.ts': '#logged',
    'http/server/multipart.ts': '#pieces',
    'actors/audit/account-audit.ts': 'findings',
    'actors/desk/store/transaction.ts': 'journal',
    'actors/desk/transfer/symbol-imports.ts': '#ids #sources',
    'actors/market/feeds/market-data.ts': '#touched',
    'actors/desk/accounts/maintenance.ts': '#batch',
    'actors/desk/store/overlay.ts': '#mine #latest #added',
    'actors/desk/transfer/kinds.ts': '#keys',
    'actors/desk/store/usage.ts': '#known',
    'actors/log/units.ts': 'events #begun',
    'storage/read/lists/mail-recipients.ts': 'logins',
    'storage/read/lists/payments-preview.ts': '#currencies #needed #pricings',
    'actors/market/pricing/bars.ts': 'finished #over',
    'actors/market/market-thread.ts': 'changed',
    'actors/shard/thread/shard-thread.ts': 'early frozenWork',
    'actors/shard/settling.ts': '#logins',
    'actors/providers/gateways/transactions.ts': '#lines',
    'storage/projection/account-rows.ts': '#owed',
    'storage/projection/listed-rows.ts': '#counts',
    'storage/projection/daily-logins.ts': '#waiting',
    'storage/read/lists/dailies.ts': 'ids',
    'storage/read/lists/scan.ts': '#values found',
    'storage/read/lists/walk.ts': '#ranges #rows #values',
    'storage/projection/entries.ts': '#entries',
    'storage/projection/row-writers.ts': '#values #columns #waiting',
    'storage/projection/event-facts.ts': 'rows #spare',
  },
};
