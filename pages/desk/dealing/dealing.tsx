// The dealing desk: requests that wait for a dealer, those that end first on top. The dealer is on
// line while this view is open.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { WaitingRequest } from '../../../client/index.js';
import { hrefOf } from '../../frame/routes.js';
import { useStaff } from '../../frame/store.js';
import { useFollowed } from '../../lists/followed.js';
import { useServerSeconds } from '../../lists/seconds.js';
import { noteRequests } from '../../lists/waiting.js';
import { attempt } from '../../live/refusal.js';
import type { StaffLive } from '../../live/staff.js';
import { Button } from '../../ui/button.js';
import { useKeys } from '../../ui/keys.js';
import { Loaded } from '../../ui/loaded.js';
import type { MenuItem } from '../../ui/menu.js';
import { Table } from '../../ui/table.js';
import { toast, toastRefusal } from '../../ui/toast.js';
import { Answer } from './answer.js';
import { narrowRequest, queueColumns } from './columns.js';
import { byTimeLeft, mayTake } from './request.js';
import { ring } from './sound.js';
import { words } from './words.js';

/** The preference of the sound. */
const SOUND = 'dealing.sound';

/** Prices and money of the requests, while they are shown. */
const useFigures = (live: StaffLive, requests: readonly WaitingRequest[]): void => {
  const symbols = [...new Set(requests.map(({ symbol }) => symbol))].sort();
  const logins = [...new Set(requests.map(({ login }) => login))].sort((a, b) => a - b);
  useEffect(() => live.quotes.follow(symbols), [symbols.join()]);
  useEffect(() => live.follow.accounts(logins.slice(0, 1_000)), [logins.join()]);
};

/** Rings for requests that are new since the view was opened. */
const useSound = (requests: readonly WaitingRequest[], isWhole: boolean, isOn: boolean): void => {
  const known = useRef<ReadonlySet<number> | null>(null);
  useEffect(() => {
    if (!isWhole) return;
    const before = known.current;
    known.current = new Set(requests.map(({ id }) => id));
    if (isOn && before !== null && requests.some(({ id }) => !before.has(id))) ring();
  }, [requests, isWhole]);
};

/** Says so when this dealer has a request no longer without having answered it. */
const useEndings = ({ requests, mine }: Pick<Queue, 'requests' | 'mine'>) => {
  const answered = useRef(new Set<number>());
  const before = useRef<readonly number[]>([]);
  const ids = mine.map(({ id }) => id);
  useEffect(() => {
    for (const id of before.current) {
      if (ids.includes(id) || answered.current.has(id)) continue;
      const isWaiting = requests.some((row) => row.id === id);
      toast({ text: isWaiting ? words().lost(id) : words().gone(id), tone: 'bad' });
    }
    before.current = ids;
  }, [ids.join()]);
  return (id: number, isTaken: boolean): void => {
    if (isTaken) answered.current.add(id);
    else answered.current.delete(id);
  };
};

const SoundButton = ({ live }: { readonly live: StaffLive }) => {
  const isOn = live.preferences.of(SOUND, true).value;
  return (
    <Button
      icon="bell"
      isPressed={isOn}
      onClick={() => {
        live.preferences.set(SOUND, !isOn);
        if (!isOn) ring();
      }}
    >
      {isOn ? words().soundOn : words().soundOff}
    </Button>
  );
};

/** The requests, and which of them this dealer has, may take, and has chosen. */
const useQueue = (live: StaffLive) => {
  const followed = useFollowed(() => live.follow.dealing(), [live]);
  const [selected, setSelected] = useState<number | null>(null);
  const rows = followed?.rows.value;
  const requests = useMemo(() => byTimeLeft(rows?.values() ?? []), [rows]);
  const isWhole = followed?.isWhole.value ?? false;
  const refusal = followed?.refusal.value ?? null;
  const isOnLine = isWhole && refusal === null && live.connection.isLive.value;
  const mine = requests.filter(({ taken_by }) => taken_by === live.login);
  const waiting = requests.filter(({ state }) => state === 'queued').length;
  const current = mine.find(({ id }) => id === selected) ?? mine[0];
  const mayBeTaken = (row: WaitingRequest): boolean => isOnLine && mayTake(row, live.login);
  const chosen = requests.find((row) => row.id === selected && mayBeTaken(row));
  const wanted = chosen ?? requests.find(mayBeTaken);
  useFigures(live, requests);
  useEffect(() => {
    if (isWhole) noteRequests(waiting);
  }, [isWhole, waiting]);
  useEffect(() => () => noteRequests(null), []);
  useSound(requests, isWhole, live.preferences.of(SOUND, true).value);
  const take = async (row: WaitingRequest): Promise<void> => {
    setSelected(row.id);
    const socket = await live.connection.ready;
    const taken = await attempt(socket.dealerTake(row.id));
    if (!taken.ok) toastRefusal(taken.refusal);
  };
  const takeWanted = (): void => {
    if (wanted !== undefined) void take(wanted);
  };
  useKeys(words().title, [
    { key: 'T', text: words().takeFirst, run: takeWanted, isOff: wanted === undefined },
  ]);
  return {
    ...{ requests, waiting, isWhole, refusal, isOnLine, mine, current, wanted },
    ...{ mayBeTaken, take, takeWanted, setSelected },
  };
};

type Queue = ReturnType<typeof useQueue>;

interface QueueProps {
  readonly live: StaffLive;
  readonly queue: Queue;
}

/** Is the dealer on line, how much waits, and the sound. */
const Head = ({ live, queue }: QueueProps) => {
  const { waiting, mine, isOnLine, wanted, takeWanted } = queue;
  return (
    <div class="line">
      <h1>{words().title}</h1>
      <span class={`connection ${isOnLine ? 'live' : 'offline'}`} role="status">
        <span class="dot" />
        {isOnLine ? words().onLine : words().offLine}
      </span>
      <span>{words().waiting(waiting)}</span>
      <span>{words().mine(mine.length)}</span>
      <span class="grow" />
      <SoundButton live={live} />
      <Button tone="main" isOff={wanted === undefined} onClick={takeWanted}>
        <kbd>T</kbd> {words().take}
      </Button>
    </div>
  );
};

const Requests = ({ live, queue }: QueueProps) => {
  const { requests, isWhole, refusal, current, wanted, mayBeTaken, take, setSelected } = queue;
  const { route } = useLocation();
  const needs = { live, nowMs: useServerSeconds() };
  const openAccount = ({ login }: WaitingRequest): void =>
    route(hrefOf('/desk/', 'accounts/:login', { login }));
  const menuOf = (row: WaitingRequest): readonly MenuItem[] => [
    {
      text: words().take,
      key: 'T',
      icon: 'hand',
      isOff: !mayBeTaken(row),
      run: () => void take(row),
    },
    { text: `${words().account} ${row.login}`, icon: 'user', run: () => openAccount(row) },
  ];
  return (
    <div class="panel list-part">
      <Loaded
        status={refusal !== null ? 'failed' : isWhole ? 'ready' : 'loading'}
        refusal={refusal}
        hasContent={requests.length > 0}
        empty={{ text: words().nothing }}
      >
        <Table
          label={words().title}
          columns={queueColumns(needs)}
          rows={requests}
          keyOf={({ id }) => id}
          selected={current?.id ?? wanted?.id ?? null}
          onSelect={({ id }) => setSelected(id)}
          onOpen={(row) => (mayBeTaken(row) ? void take(row) : openAccount(row))}
          menuOf={menuOf}
          narrow={narrowRequest(needs)}
          classOf={({ taken_by }) => (taken_by === live.login ? 'mine' : '')}
        />
      </Loaded>
    </div>
  );
};

/** The dealing desk. */
const Dealing = () => {
  const live = useStaff();
  const queue = useQueue(live);
  const onAnswer = useEndings(queue);
  const { current } = queue;
  return (
    <div class="fill dealing">
      <Head live={live} queue={queue} />
      <Requests live={live} queue={queue} />
      {current === undefined ? null : (
        <Answer key={current.id} live={live} request={current} onAnswer={onAnswer} />
      )}
    </div>
  );
};

export default Dealing;
