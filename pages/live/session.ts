// The session of the tab: signing in step by step, staying signed in over reloads, and the end.

import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import {
  BrokerError,
  type components,
  type RestoreOptions,
  type SessionView,
  type SignInOptions,
  type StaffClient,
  type TraderClient,
  unwrap,
} from '../../client/index.js';
import type { Right } from '../../wire/accounts/rights.js';
import { NEEDED_RIGHTS, type StaffOperation } from '../made/rights.js';
import { serverClock } from './clock.js';
import type { LiveParts } from './parts.js';
import { type Attempt, attempt, type Refusal, refusalOf } from './refusal.js';

/** Why a session is over: the server's reasons, and those that the client finds. */
export type Ending =
  | 'ended'
  | 'kick'
  | 'logout'
  | 'password'
  | 'refresh_reused'
  | 'replaced'
  /** Its time is over, or another tab signed out. */
  | 'expired'
  /** Another account signed in in this browser. */
  | 'account_changed'
  | 'account_disabled'
  /** This address, or this kind of terminal, may not sign in any more. */
  | 'not_allowed';

/** The step at which the tab is. */
export type SessionState =
  /** A kept session is asked for; `refusal`: the server does not answer, it is asked again. */
  | { readonly kind: 'restoring'; readonly refusal: Refusal | null }
  /** Nobody is signed in. `ending` and `login` belong to a session that has just ended. */
  | { readonly kind: 'signed_out'; readonly login: number | null; readonly ending: Ending | null }
  /** The password was right; the server wants a one-time code: `sendCode`. */
  | { readonly kind: 'code'; readonly login: number }
  /** Signed in, and the password must be changed first: `changePassword`. */
  | { readonly kind: 'new_password'; readonly login: number }
  /** Signed in, and one-time codes must be set up first: `enrolCodes`, `confirmCodes`. */
  | { readonly kind: 'set_up_codes'; readonly login: number }
  | { readonly kind: 'signed_in'; readonly login: number };

/** Entries of a user who signs in. */
interface Credentials {
  readonly login: number;
  readonly password: string;
  readonly keepSignedIn?: boolean;
  /** Staff: `manager` or `admin`. */
  readonly terminal?: string;
}

/** A new password, and the present one as proof. */
type NewPassword = components['schemas']['ChangePasswordBody'];
/** The secret of new one-time codes, and the address that a QR code shows. */
export type CodesSecret = components['schemas']['OtpEnrolment'];

/** The calls by which one audience signs in. */
interface Audience<Client> {
  /** Names what is kept: `trader` or `staff`. */
  readonly name: string;
  readonly signIn: (options: SignInOptions) => Promise<Client>;
  readonly restore: (options: RestoreOptions) => Promise<Client>;
  readonly changePassword: (client: Client, body: NewPassword) => Promise<unknown>;
  readonly enrolCodes: (client: Client) => Promise<CodesSecret>;
  readonly confirmCodes: (client: Client, code: string) => Promise<SessionView>;
  /** The session as the server has it now. */
  readonly me: (client: Client) => Promise<Omit<SessionView, 'terminal'>>;
}

/** The part of a client that the session needs. */
type AnyClient = Pick<TraderClient, 'session' | 'csrfToken' | 'onEnd' | 'signOut' | 'close'>;

/** The session of the tab. Acts answer a refusal, or null when they are done. */
export interface Session<Client> {
  readonly state: ReadonlySignal<SessionState>;
  /** The signed-in user: login, group, rights, scope, read-only; null = nobody. */
  readonly who: ReadonlySignal<SessionView | null>;
  /** The client of the session; it stays after the end, until the next sign-in. */
  readonly client: ReadonlySignal<Client | null>;
  /** Is an act under way? */
  readonly isBusy: ReadonlySignal<boolean>;
  /** Was the session opened with the investor password? */
  readonly isReadOnly: ReadonlySignal<boolean>;
  readonly signIn: (credentials: Credentials) => Promise<Refusal | null>;
  /** Sends the one-time code of the step `code`. */
  readonly sendCode: (code: string) => Promise<Refusal | null>;
  /** Leaves the step `code`. */
  readonly cancel: () => void;
  /** Changes the password, which ends all sessions of the login, and signs in again with it. */
  readonly changePassword: (body: NewPassword) => Promise<Refusal | null>;
  readonly enrolCodes: () => Promise<Attempt<CodesSecret>>;
  /** Turns codes on with the first one. */
  readonly confirmCodes: (code: string) => Promise<Refusal | null>;
  readonly signOut: () => Promise<Refusal | null>;
  /** Takes up the kept session; asks the server only when there is one. */
  readonly restore: () => Promise<void>;
  /** Remembers the reason of `session_ended`, before the client finds the session over. */
  readonly noteEnding: (reason: string) => void;
  /** Reads rights, scope and the server's clock again, because staff may have changed them. */
  readonly reread: () => Promise<void>;
  /** May the signed-in staff user use an operation, or does the user hold a right? */
  readonly can: (name: Right | StaffOperation) => boolean;
  /** The rights that are missing for an operation, for the sentence of a deep link; null = none. */
  readonly lackedFor: (name: Right | StaffOperation) => LackedRights | null;
}

/** Codes of a server that is not there at the moment. */
const UNREACHED: readonly string[] = ['client.unreachable', 'client.protocol'];
/** Time in ms after which an unreachable server is asked for the kept session again. */
const RESTORE_AGAIN_MS = 2_000;

const ENDINGS: Readonly<Record<string, Ending>> = {
  'auth.account_changed': 'account_changed',
  'auth.account_disabled': 'account_disabled',
  'auth.refresh_reused': 'refresh_reused',
  'auth.ip_not_allowed': 'not_allowed',
  'auth.terminal_not_allowed': 'not_allowed',
  'auth.invalid_terminal': 'not_allowed',
};

const REASONS: readonly string[] = [
  'ended',
  'kick',
  'logout',
  'password',
  'refresh_reused',
  'replaced',
] satisfies readonly Ending[];

/** A session that is kept for reloads; the cookies hold its tokens. */
interface KeptSession {
  readonly login: number;
  readonly csrf: string;
}

/** Keeps the session of an audience in the browser. */
const keeper = (parts: LiveParts, audience: string) => {
  const name = `brokerd.session.${audience}`;
  const read = (): KeptSession | null => {
    try {
      return JSON.parse(parts.kept.getItem(name) ?? 'null') as KeptSession | null;
    } catch {
      return null;
    }
  };
  return {
    read,
    write: (kept: KeptSession): void => parts.kept.setItem(name, JSON.stringify(kept)),
    /** Another tab may have signed in meanwhile: its session stays. */
    remove: ({ csrf }: Pick<KeptSession, 'csrf'>): void => {
      if (read()?.csrf === csrf) parts.kept.removeItem(name);
    },
  };
};

/** Rights that a staff user lacks: all of `all`, and one of `any` unless it is empty. */
export interface LackedRights {
  readonly all: readonly Right[];
  readonly any: readonly Right[];
}

/** The rights that an operation needs, or the right itself, as far as `held` lacks them. */
const lackedRights = (
  held: ReadonlySet<string>,
  name: Right | StaffOperation,
): LackedRights | null => {
  const needed = NEEDED_RIGHTS[name as StaffOperation] ?? { all: [name as Right], any: [] };
  const all = needed.all.filter((right) => !held.has(right));
  const any = needed.any.some((right) => held.has(right)) ? [] : needed.any;
  return all.length + any.length === 0 ? null : { all, any };
};

/** The state of a signed-in user, who may have to change something first. */
const stateOf = ({ login, must_change_password, must_enrol_otp }: SessionView): SessionState => {
  if (must_change_password) return { kind: 'new_password', login };
  return must_enrol_otp ? { kind: 'set_up_codes', login } : { kind: 'signed_in', login };
};

/** The session, with the acts as functions that views may take out of it. */
class TabSession<Client extends AnyClient> implements Session<Client> {
  readonly state = signal<SessionState>({ kind: 'restoring', refusal: null });
  readonly who = signal<SessionView | null>(null);
  readonly client = signal<Client | null>(null);
  readonly isBusy = signal(false);
  readonly isReadOnly = computed(() => this.who.value?.read_only ?? false);
  readonly #kept: ReturnType<typeof keeper>;
  readonly #rights = computed(() => new Set(this.who.value?.rights ?? []));
  /** The entries of the user, until the sign-in is done. */
  #typed: Credentials | undefined;
  #noted: Ending | undefined;

  constructor(
    private readonly audience: Audience<Client>,
    private readonly parts: LiveParts,
  ) {
    this.#kept = keeper(parts, audience.name);
    parts.onKept(() => this.#keptElsewhere());
  }

  readonly signIn = (credentials: Credentials): Promise<Refusal | null> =>
    this.#act(() => this.#open(credentials));

  readonly sendCode = async (code: string): Promise<Refusal | null> => {
    const typed = this.#typed;
    if (typed === undefined) return null;
    const refusal = await this.#act(() => this.#open(typed, code));
    // After too many wrong codes the password is wanted again.
    if (refusal?.code === 'auth.invalid_credentials') this.cancel();
    return refusal;
  };

  readonly cancel = (): void => {
    this.#typed = undefined;
    const { login } = { login: null, ...this.state.peek() };
    this.state.value = { kind: 'signed_out', login, ending: null };
  };

  readonly changePassword = (body: NewPassword): Promise<Refusal | null> =>
    this.#act(async () => {
      const { login, terminal, keep_signed_in: keepSignedIn } = this.#signedIn().session;
      await this.audience.changePassword(this.#signedIn(), body);
      const again = { login, password: body.new_password, keepSignedIn };
      await this.#open(terminal === '' ? again : { ...again, terminal });
    });

  readonly enrolCodes = (): Promise<Attempt<CodesSecret>> =>
    attempt(this.#busy(async () => this.audience.enrolCodes(this.#signedIn())));

  readonly confirmCodes = (code: string): Promise<Refusal | null> =>
    this.#act(async () => {
      const view = await this.audience.confirmCodes(this.#signedIn(), code);
      batch(() => {
        this.#view(view);
        this.state.value = stateOf(view);
      });
    });

  readonly signOut = (): Promise<Refusal | null> =>
    this.#act(async () => {
      await this.#signedIn().signOut();
      this.#noted = undefined;
    });

  readonly restore = async (): Promise<void> => {
    const kept = this.#kept.read();
    if (kept === null) {
      this.state.value = { kind: 'signed_out', login: null, ending: null };
      return;
    }
    try {
      const { csrf: csrfToken } = kept;
      this.#enter(await this.audience.restore({ ...this.parts.connect, csrfToken }));
    } catch (error) {
      const refusal = refusalOf(error);
      if (UNREACHED.includes(refusal.code)) return this.#restoreLater(refusal);
      this.#kept.remove(kept);
      const ending = ENDINGS[refusal.code] ?? 'expired';
      this.state.value = { kind: 'signed_out', login: kept.login, ending };
    }
  };

  readonly noteEnding = (reason: string): void => {
    this.#noted = REASONS.includes(reason) ? (reason as Ending) : 'ended';
  };

  readonly reread = async (): Promise<void> => {
    const client = this.#signedIn();
    const me = await attempt(this.audience.me(client));
    const known = this.who.peek();
    if (me.ok && known !== null && client === this.client.peek()) {
      this.#view({ ...known, ...me.value });
    }
  };

  readonly can = (name: Right | StaffOperation): boolean => this.lackedFor(name) === null;

  readonly lackedFor = (name: Right | StaffOperation): LackedRights | null =>
    lackedRights(this.#rights.value, name);

  /** Takes what the server says of the session; pages show times by the clock in it. */
  #view(view: SessionView): void {
    this.who.value = view;
    serverClock.value = view.server_clock;
  }

  #signedIn(): Client {
    const client = this.client.peek();
    if (client === null) throw new BrokerError('client.closed', 'nobody is signed in');
    return client;
  }

  async #busy<T>(act: () => Promise<T>): Promise<T> {
    this.isBusy.value = true;
    try {
      return await act();
    } finally {
      this.isBusy.value = false;
    }
  }

  async #act(act: () => Promise<unknown>): Promise<Refusal | null> {
    const done = await attempt(this.#busy(act));
    return done.ok ? null : done.refusal;
  }

  async #open(credentials: Credentials, otp?: string): Promise<void> {
    const { login, password, terminal, keepSignedIn } = credentials;
    const options = {
      ...this.parts.connect,
      ...{ login, password },
      ...(terminal !== undefined && { terminal }),
      ...(keepSignedIn !== undefined && { keepSignedIn }),
      ...(otp !== undefined && { otp }),
    };
    try {
      this.#enter(await this.audience.signIn(options));
    } catch (error) {
      const isAsked = error instanceof BrokerError && error.code === 'auth.otp_required';
      if (!isAsked) throw error;
      this.#typed = credentials;
      this.state.value = { kind: 'code', login };
    }
  }

  #enter(client: Client): void {
    const view = client.session;
    const csrf = client.csrfToken;
    const before = this.client.peek();
    this.#noted = undefined;
    this.#typed = undefined;
    this.#kept.write({ login: view.login, csrf });
    batch(() => {
      this.client.value = client;
      this.#view(view);
      this.state.value = stateOf(view);
    });
    before?.close();
    client.onEnd((error) => this.#ended(client, csrf, error));
  }

  #ended(client: Client, csrf: string, { code }: BrokerError): void {
    this.#kept.remove({ csrf });
    if (this.client.peek() !== client) return;
    const isOwn = code === 'client.closed';
    const found = this.#noted ?? ENDINGS[code] ?? 'expired';
    const ending = isOwn && this.#noted !== 'account_changed' ? null : found;
    const login = this.who.peek()?.login ?? null;
    this.state.value = { kind: 'signed_out', login, ending };
  }

  /**
   * Another tab has signed in, and the browser's cookies are those of that session: the same login
   * goes on with it, another login ends this tab's session.
   */
  #keptElsewhere(): void {
    const kept = this.#kept.read();
    const client = this.client.peek();
    const { kind } = this.state.peek();
    if (kept === null || client === null || kind === 'signed_out') return;
    if (kept.csrf === client.csrfToken) return;
    if (kept.login === client.session.login) {
      void this.restore();
      return;
    }
    this.#noted = 'account_changed';
    client.close();
  }

  async #restoreLater(refusal: Refusal): Promise<void> {
    this.state.value = { kind: 'restoring', refusal };
    const { clock } = this.parts;
    await new Promise<void>((resolve) => void clock.after(RESTORE_AGAIN_MS, resolve));
    return this.restore();
  }
}

/** Makes the session of the tab. `restore` starts it. */
export const makeSession = <Client extends AnyClient>(
  audience: Audience<Client>,
  parts: LiveParts,
): Session<Client> => new TabSession(audience, parts);

/** How traders sign in, by the functions of an entry of the client. */
export const traderAudience = (
  entry: Pick<Audience<TraderClient>, 'signIn' | 'restore'>,
): Audience<TraderClient> => ({
  name: 'trader',
  ...entry,
  changePassword: ({ rest }, body) =>
    unwrap(rest.POST('/trader/v1/auth/change-password', { body })),
  enrolCodes: ({ rest }) => unwrap(rest.POST('/trader/v1/auth/otp/enrol')),
  confirmCodes: ({ rest }, code) =>
    unwrap(rest.POST('/trader/v1/auth/otp/confirm', { body: { code } })),
  me: ({ rest }) => unwrap(rest.GET('/trader/v1/auth/me')),
});

/** How staff sign in, by the functions of an entry of the client. */
export const staffAudience = (
  entry: Pick<Audience<StaffClient>, 'signIn' | 'restore'>,
): Audience<StaffClient> => ({
  name: 'staff',
  ...entry,
  changePassword: ({ rest }, body) => unwrap(rest.POST('/admin/v1/auth/change-password', { body })),
  enrolCodes: ({ rest }) => unwrap(rest.POST('/admin/v1/auth/otp/enrol')),
  confirmCodes: ({ rest }, code) =>
    unwrap(rest.POST('/admin/v1/auth/otp/confirm', { body: { code } })),
  me: ({ rest }) => unwrap(rest.GET('/admin/v1/auth/me')),
});
