// Desk operations of datafeeds and gateways.

import type { Fields, Json } from '../base/object.js';
import type {
  DatafeedStatus,
  GatewayStatus,
  GatewayTransaction,
} from '../rest/settings/connections.js';
import type { SymbolImportBody } from '../rest/settings/offered-symbols.js';
import type { ReportedAccount } from '../rest/settings/provider-accounts.js';
import type { ConnectionKind } from '../settings/connections.js';
import type { Caller } from './caller.js';
import type { Payment } from './payment-operations.js';

/** The operations of datafeeds and gateways, with inputs and answers. */
export interface ConnectionOps {
  /** The state of each datafeed and gateway, in list order. */
  'datafeeds.statuses': { input: Fields; output: readonly DatafeedStatus[] };
  'gateways.statuses': { input: Fields; output: readonly GatewayStatus[] };
  /** Restarts the connection of a datafeed; journaled. */
  'datafeeds.restart': { input: { caller: Caller; id: number }; output: null };
  'gateways.restart': { input: { caller: Caller; id: number }; output: null };
  /** The accounts that a provider keeps; refused when there are too many for one import. */
  'gateways.accounts': {
    input: { caller: Caller; id: number };
    output: readonly ReportedAccount[];
  };
  /**
   * Opens an account for one of a provider, once; login 0 = a dry run, and it is not open yet.
   * `owed` is the payment of its balance; null = there is nothing to pay.
   */
  'gateways.open_account': {
    input: {
      caller: Caller;
      id: number;
      reported: ReportedAccount;
      group: string;
      dry_run: boolean;
    };
    output: { login: number; owed: Payment | null };
  };
  /** Messages that a gateway has kept, the newest first. */
  'gateways.transactions': {
    input: { caller: Caller; id: number; before: string; limit: number };
    output: readonly GatewayTransaction[];
  };
  /** The symbols that the provider of a connection offers. */
  'connections.offered': {
    input: { caller: Caller; kind: ConnectionKind; id: number };
    output: Json;
  };
  /** Creates symbols that the provider offers, disabled, and translates their names; journaled. */
  'connections.import': {
    input: { caller: Caller; kind: ConnectionKind; id: number; body: SymbolImportBody };
    output: Json;
  };
}
