// Subscriptions of staff: rows of a mask, accounts by login, waiting requests, exposure.

import { type ReadonlySignal, signal } from '@preact/signals';
import type {
  ExposureFilter,
  ExposureRow,
  MoneyRow,
  StaffSocket,
  WaitingRequest,
} from '../../client/index.js';
import type { Connection } from './connection.js';
import { type Frames, makeKeyed } from './frame.js';
import { attempt, type Refusal, refusalOf } from './refusal.js';
import {
  compileMask,
  foldChanged,
  foldDeals,
  foldRows,
  type MaskRows,
  noRows,
  type RowChannelName,
  type RowOf,
  type StaffDealRow,
  type StaffFrame,
} from './rows.js';

/** Rows that a view follows. */
export interface Followed<Key, Row> {
  readonly rows: ReadonlySignal<ReadonlyMap<Key, Row>>;
  /** Have all rows come? */
  readonly isWhole: ReadonlySignal<boolean>;
  /** Why they cannot be followed, for instance a mask with over 10,000 rows; null = they are. */
  readonly refusal: ReadonlySignal<Refusal | null>;
  /** Ends it. */
  readonly stop: () => void;
}

/** The subjects that staff can follow. */
export interface Followable {
  /** Positions, orders or money of the accounts in a mask of groups. */
  readonly rows: <Name extends RowChannelName>(
    channel: Name,
    mask: string,
  ) => Followed<number, RowOf<Name>>;
  /** The newest 500 deals of a mask since it was followed, oldest first. */
  readonly deals: (mask: string) => Followed<number, StaffDealRow>;
  /** Follows live money of the drawn accounts, at most 1,000; the returned function ends that. */
  readonly accounts: (logins: readonly number[]) => () => void;
  /** Live money of an account that is followed; undefined = it is not known yet. */
  readonly moneyOf: (login: number) => ReadonlySignal<MoneyRow | undefined>;
  /** Comes on line as a dealer, until it is stopped: requests that wait, by their id. */
  readonly dealing: () => Followed<number, WaitingRequest>;
  /** Open volume by symbol. */
  readonly exposure: (filter?: ExposureFilter) => Followed<string, ExposureRow>;
}

/** Frames of a hidden tab are folded when so many wait. */
const WAITING_MAX = 1_000;

const nothing = (): void => undefined;

/** Signals of followed rows, and how they end. */
const makeFollowed = <Key, Row>() => ({
  rows: signal<ReadonlyMap<Key, Row>>(new Map()),
  isWhole: signal(false),
  refusal: signal<Refusal | null>(null),
});

/** A channel that is followed by a mask of groups. */
interface MaskChannel<Row> {
  readonly name: RowChannelName | 'deals';
  readonly mask: string;
  readonly fold: (state: MaskRows<Row>, frames: readonly StaffFrame[]) => MaskRows<Row>;
}

type MaskName = Pick<MaskChannel<unknown>, 'name' | 'mask'>;

const beginMask = (socket: StaffSocket, { name, mask }: MaskName): Promise<unknown> =>
  name === 'accounts' ? socket.accounts({ group: mask }) : socket.events(name, mask);

const endMask = (socket: StaffSocket, { name, mask }: MaskName): Promise<void> =>
  name === 'accounts' ? socket.endAccounts({ group: mask }) : socket.endEvents(name, mask);

/** Follows the rows of a mask by frames. */
const followMask = <Row>(
  connection: Connection<StaffSocket>,
  frames: Frames,
  channel: MaskChannel<Row>,
): Followed<number, Row> => {
  const followed = makeFollowed<number, Row>();
  const { rows, isWhole, refusal } = followed;
  let state: MaskRows<Row> = noRows();
  let waiting: StaffFrame[] = [];
  let isOver = false;
  const stops: (() => void)[] = [];
  const fold = (): void => {
    state = channel.fold(state, waiting);
    waiting = [];
  };
  const draw = (): void => {
    if (isOver) return;
    fold();
    // Old rows stay until the new ones are whole.
    if (state.isWhole) rows.value = state.rows;
    isWhole.value = state.isWhole;
  };
  const start = async (): Promise<void> => {
    const socket = await connection.ready;
    if (isOver) return;
    stops.push(
      socket.on('event', (frame) => {
        waiting.push(frame);
        if (waiting.length >= WAITING_MAX) fold();
        frames.want(draw);
      }),
      socket.on('unsubscribed', ({ channel: name, filter, error }) => {
        if (name === channel.name && filter.group === channel.mask) {
          refusal.value = refusalOf(error);
        }
      }),
    );
    await beginMask(socket, channel);
    // All parts of the snapshot have come before the answer.
    fold();
    state = { ...state, isWhole: true };
    frames.want(draw);
  };
  void attempt(start()).then((answer) => {
    if (!isOver && !answer.ok) refusal.value = answer.refusal;
  });
  const stop = (): void => {
    isOver = true;
    for (const one of stops) one();
    connection.ready.then((socket) => endMask(socket, channel)).catch(nothing);
  };
  return { ...followed, stop };
};

/** A channel that answers a subscription with all rows, and sends changed rows as events. */
interface ChangedChannel<Key, Row> {
  readonly name: 'dealing' | 'exposure';
  readonly follow: (socket: StaffSocket) => Promise<readonly Row[]>;
  readonly end: (socket: StaffSocket) => Promise<void>;
  readonly keyOf: (row: Row) => Key;
  readonly isOver: (row: Row) => boolean;
}

const followChanged = <Key, Row>(
  connection: Connection<StaffSocket>,
  frames: Frames,
  { name, follow, end, keyOf, isOver }: ChangedChannel<Key, Row>,
): Followed<Key, Row> => {
  const followed = makeFollowed<Key, Row>();
  const { rows, isWhole, refusal } = followed;
  let newest: ReadonlyMap<Key, Row> = new Map();
  let isEnded = false;
  const stops: (() => void)[] = [];
  const draw = (): void => {
    rows.value = newest;
  };
  const change = (changed: readonly Row[]): void => {
    newest = foldChanged(newest, changed, keyOf, isOver);
    frames.want(draw);
  };
  const replace = (all: readonly Row[]): void => {
    newest = new Map();
    change(all);
    isWhole.value = true;
  };
  const start = async (): Promise<void> => {
    const socket = await connection.ready;
    if (isEnded) return;
    stops.push(
      socket.on(name, (data) => change(data.rows as readonly unknown[] as readonly Row[])),
      socket.on('resubscribed', ({ channel, snapshot }) => {
        if (channel === name) replace(snapshot as readonly Row[]);
      }),
    );
    replace(await follow(socket));
  };
  void attempt(start()).then((answer) => {
    if (!answer.ok) refusal.value = answer.refusal;
  });
  const stop = (): void => {
    isEnded = true;
    for (const one of stops) one();
    connection.ready.then(end).catch(nothing);
  };
  return { ...followed, stop };
};

/** Follows live money of logins that are drawn. */
const makeMoney = (connection: Connection<StaffSocket>, frames: Frames) => {
  const money = makeKeyed<number, MoneyRow>(frames);
  const drawn = new Map<number, number>();
  const take = (rows: unknown): void => {
    for (const row of rows as readonly MoneyRow[]) {
      if (drawn.has(row.login)) money.put(row.login, row);
    }
  };
  connection.use((socket) => {
    socket.on('account_money', ({ rows }) => take(rows));
    socket.on('resubscribed', ({ channel, filter, snapshot }) => {
      if (channel === 'accounts' && filter.logins !== undefined) take(snapshot);
    });
  });
  const send = (run: (socket: StaffSocket) => Promise<unknown>): void => {
    connection.ready.then(run).catch(nothing);
  };
  const follow = (logins: readonly number[]): (() => void) => {
    const missing = logins.filter((login) => !drawn.has(login));
    for (const login of logins) drawn.set(login, (drawn.get(login) ?? 0) + 1);
    if (missing.length > 0) send((socket) => socket.accounts({ logins: missing }).then(take));
    let isEnded = false;
    return () => {
      if (isEnded) return;
      isEnded = true;
      for (const login of logins) drawn.set(login, (drawn.get(login) ?? 0) - 1);
      const gone = logins.filter((login) => drawn.get(login) === 0);
      for (const login of gone) drawn.delete(login);
      if (gone.length > 0) send((socket) => socket.endAccounts({ logins: gone }));
    };
  };
  return { follow, of: money.of };
};

/** Views that follow the same share it: it ends with the last of them. */
const makeShared = () => {
  const shared = new Map<string, { count: number; readonly followed: Followed<never, never> }>();
  return <Key, Row>(name: string, make: () => Followed<Key, Row>): Followed<Key, Row> => {
    const held = shared.get(name) ?? { count: 0, followed: make() as Followed<never, never> };
    held.count += 1;
    shared.set(name, held);
    let isOver = false;
    const stop = (): void => {
      if (isOver) return;
      isOver = true;
      held.count -= 1;
      if (held.count > 0) return;
      shared.delete(name);
      held.followed.stop();
    };
    return { ...(held.followed as unknown as Followed<Key, Row>), stop };
  };
};

const DEALING: ChangedChannel<number, WaitingRequest> = {
  name: 'dealing',
  follow: (socket) => socket.dealing(),
  end: (socket) => socket.endDealing(),
  keyOf: ({ id }) => id,
  isOver: ({ state }) => state === 'gone',
};

const exposureOf = (filter: ExposureFilter): ChangedChannel<string, ExposureRow> => ({
  name: 'exposure',
  follow: (socket) => socket.exposure(filter),
  end: (socket) => socket.endExposure(),
  keyOf: ({ symbol }) => symbol,
  isOver: ({ positions }) => positions === 0,
});

/** Makes what a staff user can follow. */
export const makeFollowable = (connection: Connection<StaffSocket>, frames: Frames): Followable => {
  const money = makeMoney(connection, frames);
  const share = makeShared();
  return {
    rows: (name, mask) => {
      const inMask = compileMask(mask);
      return share(`${name} ${mask}`, () =>
        followMask<RowOf<typeof name>>(connection, frames, {
          name,
          mask,
          fold: (state, came) => foldRows(name, mask, inMask, state, came),
        }),
      );
    },
    deals: (mask) => {
      const inMask = compileMask(mask);
      return share(`deals ${mask}`, () =>
        followMask<StaffDealRow>(connection, frames, {
          name: 'deals',
          mask,
          fold: ({ rows, isWhole }, came) => ({ rows: foldDeals(inMask, rows, came), isWhole }),
        }),
      );
    },
    accounts: money.follow,
    moneyOf: money.of,
    dealing: () => share('dealing', () => followChanged(connection, frames, DEALING)),
    exposure: (filter = {}) =>
      share(`exposure ${JSON.stringify(filter)}`, () =>
        followChanged(connection, frames, exposureOf(filter)),
      ),
  };
};
