// Online sessions: which sessions are in use, and how they are listed.

import { isStaffGroup } from '../../../wire/accounts/group-kinds.js';
import type { SessionRecord } from '../../../wire/accounts/identity.js';
import { viewOf } from '../../../wire/accounts/scope.js';
import { osOf } from '../../../wire/accounts/user-agent.js';
import { ok } from '../../../wire/base/codes.js';
import type { Caller } from '../../../wire/desk/caller.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import type { OnlineRows } from '../../../wire/rest/accounts/online.js';
import { mapInSlices } from '../../shared/time-slices.js';
import { powersOf } from '../access/authority.js';
import type { DeskContext } from '../state/desk-context.js';

/** Time after its last request or socket activity during which a session counts as in use. */
const SESSION_IN_USE_MS = 90_000;

/** The sort key of a session: the time of its opening, then its id. */
export interface SessionOrder {
  readonly since: number;
  readonly id: string;
}

/** An open session. */
export interface OnlineSession extends SessionOrder {
  readonly login: number;
  readonly until: number;
  usedAt: number;
  hasEnded: boolean;
}

/** The account's fields in rows. */
interface OnlineAccountFields {
  readonly group: string;
  readonly hidden: boolean;
  readonly staff: boolean;
  readonly name: string;
  readonly last_name: string;
}

/** The order of sessions. */
export const byPlace = (a: SessionOrder, b: SessionOrder): number => {
  if (a.since !== b.since) return a.since - b.since;
  if (a.id === b.id) return 0;
  return a.id < b.id ? -1 : 1;
};

/** All open sessions with their newest activity, which is kept in memory only. */
export class Online {
  readonly #byId = new Map<string, OnlineSession>();
  /** The sessions in order; undefined after one was opened or ended. */
  #inOrder: readonly OnlineSession[] | undefined;
  /** Account fields of logins that have sessions. */
  readonly #faces = new Map<number, OnlineAccountFields>();

  constructor(private readonly context: DeskContext) {
    context.records.watch('session', (after, before) => {
      if (after !== null) this.#seen(after.record);
      else if (before !== null) this.#ended(before.record);
    });
    context.records.watch('account', (_after, _before, key) => this.#faces.delete(Number(key)));
  }

  /** Stores the requests and sockets that a front reports. */
  active({ sessions, at }: DeskOps['auth.activity']['input']): DeskAnswer<'auth.activity'> {
    for (const [n, id] of sessions.entries()) this.#use(id, at[n] ?? 0);
    return ok(null);
  }

  get count(): number {
    const since = this.context.deps.now() - SESSION_IN_USE_MS;
    let count = 0;
    for (const { usedAt } of this.#byId.values()) if (usedAt >= since) count += 1;
    return count;
  }

  /** Lists the sessions in use that the caller sees, oldest first. */
  async list({ caller }: DeskOps['online.list']['input']): Promise<DeskAnswer<'online.list'>> {
    return ok(await this.rows(await this.seenBy(caller), caller));
  }

  /** The sessions in use that a caller sees, in order. */
  async seenBy(caller: Caller): Promise<OnlineSession[]> {
    const { deps, records } = this.context;
    const sees = viewOf(powersOf(records, caller.login));
    const now = deps.now();
    const inUse = (member: OnlineSession): boolean => {
      const { hasEnded, until, usedAt } = member;
      if (hasEnded || until <= now || usedAt < now - SESSION_IN_USE_MS) return false;
      const face = this.#faceOf(member.login);
      return face !== undefined && sees(face.group, face.hidden);
    };
    const all = this.#sorted();
    const found = await mapInSlices(all, inUse);
    return all.filter((_, at) => found[at]);
  }

  /** The rows of sessions that are still open. */
  async rows(members: readonly OnlineSession[], caller: Caller): Promise<OnlineRows> {
    const { rights } = powersOf(this.context.records, caller.login);
    const named = rights.includes('fields.name');
    const rows = await mapInSlices(members, (member) => this.#rowOf(member, named));
    const open = rows.filter((row) => row !== undefined);
    let end = 0;
    return {
      sessions: open.map(({ id }) => id),
      logins: open.map(({ login }) => login),
      ends: open.map(({ text }) => {
        end += text.length;
        return end;
      }),
      json: new Uint8Array(Buffer.concat(open.map(({ text }) => text))),
    };
  }

  #rowOf({ id, login }: OnlineSession, named: boolean) {
    const session = this.context.sessions.get(id);
    const face = this.#faceOf(login);
    if (session === undefined || face === undefined) return undefined;
    const row = {
      group: face.group,
      ip: session.ip,
      last_name: named ? face.last_name : '',
      login,
      name: named ? face.name : '',
      os: osOf(session.user_agent),
      read_only: session.read_only,
      session: id,
      since: session.created_at,
      staff: face.staff,
      terminal: session.terminal,
    };
    const text = Buffer.from(JSON.stringify(row).slice(1));
    return { id, login: face.staff ? 0 : login, text };
  }

  #faceOf(login: number): OnlineAccountFields | undefined {
    const known = this.#faces.get(login);
    if (known !== undefined) return known;
    const account = this.context.records.get('account', String(login))?.record;
    if (account === undefined) return undefined;
    const { group, hidden = false, name, last_name } = account;
    const face = { group, hidden, staff: isStaffGroup(group), name, last_name };
    this.#faces.set(login, face);
    return face;
  }

  /** Sorting nearly sorted rows takes one comparison a row. */
  #sorted(): readonly OnlineSession[] {
    this.#inOrder ??= [...this.#byId.values()].sort(byPlace);
    return this.#inOrder;
  }

  /** A session was opened or got new tokens, which counts as activity. */
  #seen(session: SessionRecord): void {
    if (!this.#byId.has(session.id)) {
      const member = {
        id: session.id,
        login: session.login,
        since: Date.parse(session.created_at),
        until: Date.parse(session.expires_at),
        usedAt: 0,
        hasEnded: false,
      };
      this.#byId.set(session.id, member);
      this.#inOrder = undefined;
    }
    this.#use(session.id, Date.parse(session.refreshed_at));
  }

  #use(id: string, at: number): void {
    const member = this.#byId.get(id);
    if (member !== undefined) member.usedAt = Math.max(member.usedAt, at);
  }

  #ended({ id, login }: SessionRecord): void {
    const member = this.#byId.get(id);
    if (member === undefined) return;
    member.hasEnded = true;
    this.#byId.delete(id);
    this.#inOrder = undefined;
    const [another] = this.context.sessions.of(login);
    if (another === undefined) this.#faces.delete(login);
  }
}
