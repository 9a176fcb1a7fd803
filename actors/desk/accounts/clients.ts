// Clients: persons and companies, and the accounts that staff link to them.

import {
  type AccountRecord,
  CLIENT_TEXTS,
  type ClientText,
} from '../../../wire/accounts/account.js';
import {
  CLIENT_ACCOUNTS_MAX,
  type ClientRecord,
  seesUnlinked,
  shownClient,
} from '../../../wire/accounts/client.js';
import type { Right } from '../../../wire/accounts/rights.js';
import { viewOf } from '../../../wire/accounts/scope.js';
import { type Outcome, ok, refuse } from '../../../wire/base/codes.js';
import type { Caller } from '../../../wire/desk/caller.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import { reachedAccount } from '../access/account-scope.js';
import { powersOf, rightFault } from '../access/authority.js';
import { STALE } from '../settings/setting-write.js';
import type { DeskContext, Handlers } from '../state/desk-context.js';
import { whoOf } from '../state/writer.js';
import { CREATED, changed, DELETED, type RecordDifference } from '../store/changed-fields.js';
import { clientLock, loginLock, SEQUENCE_LOCK } from '../store/record-locks.js';
import type { RecordReader } from '../store/record-type.js';
import type { Transaction } from '../store/transaction.js';
import { fieldFault } from './accounts.js';

const EDITS: readonly Right[] = ['clients.view', 'accounts.edit'];

const shownTo = (reader: RecordReader, { login }: Caller, client: ClientRecord): ClientRecord => {
  const powers = powersOf(reader, login);
  const sees = viewOf(powers);
  const accounts = client.accounts.filter((one) => {
    const account = reader.get('account', String(one))?.record;
    return account !== undefined && sees(account.group, account.hidden);
  });
  return shownClient(client, accounts, powers);
};

/** A client that the caller sees: through one of its accounts, or as `seesUnlinked` says. */
const reachedClient = (reader: RecordReader, caller: Caller, id: number): Outcome<ClientRecord> => {
  const client = reader.get('client', String(id))?.record;
  if (client === undefined) return refuse('not_found');
  const { login } = caller;
  const isSeen =
    client.accounts.length === 0
      ? seesUnlinked({ ...powersOf(reader, login), login }, client.owner)
      : shownTo(reader, caller, client).accounts.length > 0;
  return isSeen ? ok(client) : refuse('not_found');
};

/**
 * Adds a line about each account of a client, so that staff who see the account can read it; about
 * the author if it has no accounts.
 */
const note = (
  tx: Transaction,
  { id, accounts }: ClientRecord,
  { what, fields }: RecordDifference,
): void => {
  const subjects = accounts.length === 0 ? [tx.by] : accounts;
  for (const login of subjects) tx.note('account', login, `client ${id} ${what}`, fields);
};

/** Links an account to a client, or unlinks it (null); both records say so. */
const relink = (
  tx: Transaction,
  account: AccountRecord,
  client: ClientRecord,
  to: number | null,
) => {
  const { login } = account;
  const others = client.accounts.filter((one) => one !== login);
  const accounts = to === null ? others : [...others, login].sort((a, b) => a - b);
  const owner = accounts.length === 0 ? tx.by : client.owner;
  const updated_at = new Date(tx.now).toISOString();
  tx.quietly((inner) => inner.patch('account', String(login), { client_id: to, updated_at }));
  const step = to === null ? 'unlinked from' : 'linked to';
  tx.note('account', login, `account ${login} ${step} client ${client.id}`);
  return tx.patch('client', String(client.id), { accounts, owner });
};

/** Unlinks an account that is about to be deleted. The caller holds the lock of its client. */
export const unlinkDeleted = (tx: Transaction, account: AccountRecord): void => {
  const client = tx.get('client', String(account.client_id))?.record;
  if (client !== undefined) relink(tx, account, client, null);
};

/** Creates, reads and changes clients. */
class Clients {
  constructor(private readonly context: DeskContext) {}

  read({ caller, id }: DeskOps['clients.read']['input']): DeskAnswer<'clients.read'> {
    const { records } = this.context;
    const reached = reachedClient(records, caller, id);
    return reached.ok ? ok(shownTo(records, caller, reached.data)) : reached;
  }

  create({ caller, body }: DeskOps['clients.create']['input']) {
    return this.context.writer.change([SEQUENCE_LOCK], whoOf(caller), (tx) => {
      const { rights } = powersOf(tx, caller.login);
      const fault = rightFault(tx, caller.login, ...EDITS) ?? fieldFault(Object.keys(body), rights);
      if (fault !== undefined) return fault;
      const texts = Object.fromEntries(CLIENT_TEXTS.map((name) => [name, body[name] ?? '']));
      const created = tx.create('client', {
        kind: body.kind,
        ...(texts as Record<ClientText, string>),
        accounts: [],
        owner: caller.login,
      });
      if (!created.ok) return created;
      note(tx, created.data, CREATED);
      return ok(shownTo(tx, caller, created.data));
    });
  }

  change({ caller, id, body }: DeskOps['clients.change']['input']) {
    return this.#change(caller, id, [], (tx, client): Outcome<ClientRecord> => {
      const { version, ...given } = body;
      if (version !== client.version) return refuse('conflict', STALE);
      const fault = fieldFault(Object.keys(given), powersOf(tx, caller.login).rights);
      if (fault !== undefined) return fault;
      const difference = changed(client, { ...client, ...given });
      if (difference.fields.length > 0) note(tx, client, difference);
      return tx.patch('client', String(id), given);
    });
  }

  async remove({ caller, id }: DeskOps['clients.delete']['input']): Promise<Outcome<null>> {
    const removed = await this.#change(caller, id, [], (tx, client) => {
      const outcome = tx.remove('client', String(id));
      if (outcome.ok) note(tx, client, DELETED);
      return outcome.ok ? ok(client) : outcome;
    });
    return removed.ok ? ok(null) : removed;
  }

  link({ caller, id, login }: DeskOps['clients.link']['input'], to: number | null) {
    return this.#change(caller, id, [loginLock(login)], (tx, client): Outcome<ClientRecord> => {
      const lacking = rightFault(tx, caller.login, 'accounts.view');
      if (lacking !== undefined) return lacking;
      const account = reachedAccount(tx, caller, login);
      if (!account.ok) return account;
      const { client_id } = account.data;
      if (to === null && client_id !== id) return refuse('not_found', 'The account is not linked.');
      if (to !== null && client_id === id) return ok(client);
      if (to !== null && client_id !== null) {
        return refuse('conflict', 'The account is linked to another client; unlink it first.');
      }
      if (to !== null && client.accounts.length >= CLIENT_ACCOUNTS_MAX) {
        return refuse('conflict', `A client has at most ${CLIENT_ACCOUNTS_MAX} accounts.`);
      }
      return relink(tx, account.data, client, to);
    });
  }

  /** Changes a client that the caller sees. */
  #change(
    caller: Caller,
    id: number,
    locks: readonly string[],
    decide: (tx: Transaction, client: ClientRecord) => Outcome<ClientRecord>,
  ): Promise<Outcome<ClientRecord>> {
    const { writer } = this.context;
    return writer.change([clientLock(id), ...locks], whoOf(caller), (tx): Outcome<ClientRecord> => {
      const lacking = rightFault(tx, caller.login, ...EDITS);
      if (lacking !== undefined) return lacking;
      const reached = reachedClient(tx, caller, id);
      if (!reached.ok) return reached;
      const decided = decide(tx, reached.data);
      return decided.ok ? ok(shownTo(tx, caller, decided.data)) : decided;
    });
  }
}

/** The desk's operations on clients. */
export const clientOps = (context: DeskContext) => {
  const clients = new Clients(context);
  return {
    'clients.read': async (input) => clients.read(input),
    'clients.create': (input) => clients.create(input),
    'clients.change': (input) => clients.change(input),
    'clients.delete': (input) => clients.remove(input),
    'clients.link': (input) => clients.link(input, input.id),
    'clients.unlink': (input) => clients.link(input, null),
  } satisfies Partial<Handlers>;
};
