// What happened to the account since the page was opened: outcomes of trades, margin calls, news,
// and breaks of the connection.

import { effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { MarginAlarm } from '../../live/account-store.js';
import type { Intent } from '../../live/intent.js';
import type { TraderLive } from '../../live/trader.js';
import { outcomeText } from '../../ticket/outcome.js';
import { Loaded } from '../../ui/loaded.js';
import { type Column, Table } from '../../ui/table.js';
import { Time, UserText } from '../../ui/values.js';
import { words } from './words.js';

/** What a message says; its text is made when it is drawn, in the language of the pages. */
type MessageContent =
  | { readonly kind: 'trade'; readonly intent: Intent }
  | { readonly kind: 'alarm'; readonly alarm: MarginAlarm | null }
  | { readonly kind: 'news'; readonly headline: string }
  | { readonly kind: 'lost' | 'back' };
/** A message with its number and the server's time in ms. */
export type TradeMessage = MessageContent & { readonly id: number; readonly at: number };

/** Most messages that are held. */
const MESSAGES_MAX = 200;

/** Gathers the messages of a sign-in, newest first. */
export const gatherMessages = ({
  connection,
  intents,
  account,
}: TraderLive): ReadonlySignal<readonly TradeMessage[]> => {
  const messages = signal<readonly TradeMessage[]>([]);
  let count = 0;
  const add = (content: MessageContent): void => {
    count += 1;
    const message: TradeMessage = { ...content, id: count, at: connection.serverNow() };
    messages.value = [message, ...messages.peek()].slice(0, MESSAGES_MAX);
  };
  effect(() => {
    const intent = intents.settled.value;
    if (intent !== null) untracked(() => add({ kind: 'trade', intent }));
  });
  let hadAlarm = false;
  effect(() => {
    const alarm = account.alarm.value;
    if (alarm === null && !hadAlarm) return;
    hadAlarm = alarm !== null;
    untracked(() => add({ kind: 'alarm', alarm }));
  });
  let wasLive: boolean | null = null;
  effect(() => {
    const isLive = connection.isLive.value;
    const isFirst = wasLive === null && !isLive;
    if (wasLive !== null && wasLive !== isLive) {
      untracked(() => add({ kind: isLive ? 'back' : 'lost' }));
    }
    if (!isFirst) wasLive = isLive;
  });
  connection.use((socket) => {
    socket.on('news', ({ headline }) => add({ kind: 'news', headline }));
  });
  return messages;
};

const textOf = (message: TradeMessage) => {
  switch (message.kind) {
    case 'trade': {
      const outcome = outcomeText(message.intent);
      return <span class={outcome?.tone === 'bad' ? 'down' : ''}>{outcome?.text}</span>;
    }
    case 'alarm':
      if (message.alarm === null) return words().callEnded;
      return (
        <span class="down">
          {message.alarm.event === 'stop_out' ? words().stopOutBegan : words().callBegan}
        </span>
      );
    case 'news':
      return <UserText>{message.headline}</UserText>;
    default:
      return message.kind === 'lost' ? words().connectionLost : words().connectionBack;
  }
};

const columns = (): readonly Column<TradeMessage>[] => [
  { key: 'at', title: words().time, width: 160, cell: ({ at }) => <Time at={at} /> },
  { key: 'text', title: words().message, cell: textOf },
];

/** The table of messages. */
export const Messages = ({ messages }: { readonly messages: readonly TradeMessage[] }) => (
  <div class="rows">
    <Loaded
      status="ready"
      refusal={null}
      hasContent={messages.length > 0}
      empty={{ text: words().noMessages }}
    >
      <Table
        label={words().messages}
        columns={columns()}
        rows={messages}
        keyOf={({ id }) => id}
        narrow={(row) => (
          <div class="message-row">
            <span class="muted small">
              <Time at={row.at} style="time" />
            </span>
            <span>{textOf(row)}</span>
          </div>
        )}
      />
    </Loaded>
  </div>
);
