// Kinds of settings in tests: each is asked over REST by an administrator, at a desk of its own.

import type { Test } from 'tap';
import type { Right } from '../../../../wire/accounts/rights.js';
import {
  type Answer,
  Below,
  type Fields,
  type HttpHarness,
  httpFor,
  type Terminal,
} from '../../../support/http-harness.js';
import type { Peer } from '../../../support/socket-harness.js';
import { socketOf } from '../accounts/online-harness.js';
import { testsWith } from '../tags.js';

/** A setting as it is answered. */
export type Made = Fields & { readonly id: number; readonly version: number };

/** What a service does by the settings that it is told. */
export interface Service {
  /** Opens it; answers what it does, with those that were made here, deleted ones too, in words. */
  readonly open: (kind: Kind) => Promise<(made: readonly Made[]) => string | Promise<string>>;
  /** Fields of one that it goes by, and of a change of that. */
  readonly create: Fields;
  readonly change: Fields;
  /** What it does without one, with it, and after the change. */
  readonly does: readonly [before: string, created: string, changed: string];
  /** What it does with two of them, and when the whole list is turned round. */
  readonly ordered?: readonly [string, string];
  /** Has nobody use one any more, which could not be deleted else. */
  readonly release?: (kind: Kind) => Promise<void>;
}

/** What a family tells about itself. */
export interface Family {
  /** Path below `/admin/v1`. */
  readonly path: string;
  /** A valid body of a create; `n` makes what is unique another. */
  readonly body: (n: number) => Fields;
  /** Fields of a change that is always one. */
  readonly change: Fields;
  /** Fields that a patch refuses. */
  readonly readOnly: readonly string[];
  /** A change that breaks a rule of a create, and the field at fault. */
  readonly broken: readonly [Fields, string];
  /**
   * Fields of a create, a change that breaks a rule only together with them, and the field at
   * fault; absent = no rule of the family is about two fields.
   */
  readonly brokenByStored?: readonly [stored: Fields, sent: Fields, field: string];
  /** Fields that a create needs. */
  readonly required: readonly string[];
  /** Is it changed by being replaced whole? */
  readonly replaces?: boolean;
  /** What goes by it, beside what every thread holds and live sockets are told. */
  readonly service?: Service;
}

/** A kind of settings at a desk of its own. */
export interface Kind extends Below {
  readonly http: HttpHarness;
  readonly harness: HttpHarness['harness'];
  readonly staff: Terminal;
  /** Creates one with some fields more or otherwise. */
  create(more?: Fields): Promise<Made>;
  /** The whole list. */
  list<T = Made>(): Promise<readonly T[]>;
  /** Asks to change one: some fields, or the whole of it where the family is replaced. */
  change(id: number, version: number, fields: Fields): Promise<Answer>;
  /** Asks with these fields in both ways: in a create, and in a change of a new one. */
  askBoth(fields: Fields): Promise<readonly Answer[]>;
  /** Shows that each of some fields is taken in both ways. */
  takes(t: Test, ...right: readonly Fields[]): Promise<void>;
  /** Shows that each of some wrong fields is refused in both ways, and named. */
  refuses(t: Test, ...wrong: readonly (readonly [Fields, named: string])[]): Promise<void>;
  /** Somebody else of the staff, with these rights and this scope. */
  colleague(rights: readonly Right[], group_scope?: readonly string[]): Promise<Terminal>;
  /** The changes that a live socket of staff was told since it was asked last. */
  heard(): Promise<readonly Fields[]>;
}

const REFUSED = { code: 'invalid_input' };

/** A live socket that follows the settings. */
const follower = async (http: HttpHarness, staff: Terminal): Promise<Peer> => {
  const peer = await socketOf(http, staff);
  await peer.request('subscribe', { channel: 'config' });
  return peer;
};

/** Opens a desk for a test of a family. */
export const openKind = async (
  t: Pick<Test, 'teardown'>,
  { path, body, replaces }: Pick<Family, 'path'> & Partial<Family>,
): Promise<Kind> => {
  const http = await httpFor(t);
  const staff = await http.signedIn('staff', { terminal: 'manager' });
  let made = 0;
  let peer: Peer | undefined;
  const below = new Below(staff, `/${path}`);
  const another = (): Fields => {
    made += 1;
    return body?.(made) ?? {};
  };
  const kind: Kind = Object.assign(below, {
    http,
    harness: http.harness,
    staff,
    create: (more: Fields = {}) => below.made<Made>('', { ...another(), ...more }),
    list: <T>() => below.read<readonly T[]>(),
    change: (id: number, version: number, fields: Fields) =>
      replaces
        ? below.put(`/${id}`, { ...body?.(1), version, ...fields })
        : below.patch(`/${id}`, { version, ...fields }),
    askBoth: async (fields: Fields) => {
      const { id } = await kind.create();
      return [await below.post('', { ...another(), ...fields }), await kind.change(id, 1, fields)];
    },
    takes: async (t: Test, ...right: readonly Fields[]) => {
      for (const fields of right) {
        for (const { code, data, message } of await kind.askBoth(fields)) {
          t.equal(code, 'ok', message);
          t.match(data, fields);
        }
      }
    },
    refuses: async (t: Test, ...wrong: Parameters<Kind['refuses']>[1][]) => {
      const { id } = await kind.create();
      for (const [fields, named] of wrong) {
        const said = JSON.stringify(fields)?.slice(0, 99);
        for (const refused of [
          await below.post('', { ...another(), ...fields }),
          await kind.change(id, 1, fields),
        ]) {
          t.match(refused, REFUSED, said);
          t.ok(refused.message.includes(named), `${refused.message} names ${named}`);
        }
      }
    },
    colleague: (rights: readonly Right[], group_scope: readonly string[] = ['*']) =>
      http.staff({ rights, group_scope }),
    heard: async () => {
      peer ??= await follower(http, staff);
      await peer.pong();
      const frames = peer.frames.splice(0).filter(({ event }) => event === 'config_changed');
      return frames.map(({ data }) => data as Fields);
    },
  });
  return kind;
};

/** Fields of a body, and the beginning of the message that refuses them. */
export type Broken = readonly (readonly [Fields, string])[];

/** Wrong values by the names of their fields, each a body that its field's name refuses. */
export const broken = (values: Readonly<Record<string, readonly unknown[]>>): Broken =>
  Object.entries(values).flatMap(([name, all]) => all.map((value) => [{ [name]: value }, name]));

/** Shows that a create with any of these is refused by the field's name, and does nothing. */
export const refusesBroken = async (t: Test, kind: Kind, { body }: Family, all: Broken) => {
  const before = traceOf(kind);
  for (const [fields, name] of all) {
    const refused = await kind.post('', { ...body(1), ...fields });
    t.match(refused, { code: 'invalid_input' }, JSON.stringify(fields));
    t.ok(refused.message.startsWith(`${name}:`), refused.message);
  }
  t.same(traceOf(kind), before, 'nothing was done');
};

/** What a change leaves: its version of the settings, its journal lines, what others were told. */
export const traceOf = ({ harness }: Kind) => ({
  version: harness.desk.settings().version,
  events: harness.log.length,
  journal: harness.log.findLast(({ journal }) => journal.length > 0)?.journal ?? [],
});

/**
 * Makes a change, and shows that it is one event that raises the version with lines of kind
 * `config`, and that by then live sockets have heard of it and every other thread goes by it.
 */
export const followed = async <T>(t: Test, kind: Kind, change: () => Promise<T>): Promise<T> => {
  const { harness } = kind;
  await kind.heard();
  const before = traceOf(kind);
  const result = await change();
  const { version } = traceOf(kind);
  t.equal(version, before.version + 1, 'the version of the settings rises by one');
  const written = harness.log.slice(before.events).filter((event) => event.journal.length > 0);
  t.equal(written.length, 1, 'in one event with its journal lines');
  const journal = written.flatMap((event) => event.journal);
  for (const line of journal) t.equal(line.kind, 'config');
  const heard = await kind.heard();
  t.ok(heard.length > 0, 'live sockets are told');
  for (const one of heard) t.equal(one.config_version, version, 'of this version alone');
  t.same(harness.copied, harness.desk.settings(), 'other threads hold what was decided');
  return result;
};

/** Tests of a family, each at a desk of its own. */
export const testsOf = (family: Pick<Family, 'path'> & Partial<Family>) =>
  testsWith(family.path, (t) => openKind(t, family));
