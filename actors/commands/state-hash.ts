// The command state-hash: the hash of a running server's memory, for comparison with the hash of
// its log.

import type { Outcome } from '../../wire/base/codes.js';
import { callControl } from '../folder/control.js';
import { pathsOf } from '../folder/folder.js';

/** The newest event in the state and the state's hash, as `verify` prints them. */
interface StateHash {
  readonly seq: number;
  readonly state_hash: string;
}

/** Asks the server that runs on a data folder; refuses with `not_found` when none runs. */
export const stateHash = async (data: string): Promise<Outcome<StateHash>> =>
  (await callControl(pathsOf(data).control, 'state-hash')) as Outcome<StateHash>;
