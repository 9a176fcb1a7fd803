// Desk operations of clients.

import type { ClientRecord } from '../accounts/client.js';
import type { ClientCreate, ClientPatch } from '../rest/accounts/clients.js';
import type { Caller } from './caller.js';

/** The operations of clients, with inputs and answers. */
export interface ClientOps {
  /** Here and below a client has the linked accounts that the caller sees. */
  'clients.read': { input: { caller: Caller; id: number }; output: ClientRecord };
  'clients.create': { input: { caller: Caller; body: ClientCreate }; output: ClientRecord };
  'clients.change': {
    input: { caller: Caller; id: number; body: ClientPatch };
    output: ClientRecord;
  };
  /** Deletes a client without accounts. */
  'clients.delete': { input: { caller: Caller; id: number }; output: null };
  /** Links an account of no client, or unlinks one of this client. */
  'clients.link': {
    input: { caller: Caller; id: number; login: number };
    output: ClientRecord;
  };
  'clients.unlink': {
    input: { caller: Caller; id: number; login: number };
    output: ClientRecord;
  };
}
