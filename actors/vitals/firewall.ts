// The firewall of this machine, from the file of its collector (limits:
// `wire/rest/settings/firewall.ts`).

import { readFile, stat } from 'node:fs/promises';
import { fileReason } from '../../wire/base/file-errors.js';
import { isFields } from '../../wire/base/object.js';
import { FIREWALL_STALE_MS, type FirewallView } from '../../wire/rest/settings/firewall.js';
import { LISTING_BYTES_MAX, type Observation } from './collector.js';
import { iptablesChains } from './iptables.js';
import { nftChains } from './nft.js';
import { shownRules } from './rules.js';

const NO_FIREWALL: FirewallView = {
  available: false,
  reason: '',
  backend: '',
  host: '',
  sampled_at: null,
  stale: false,
  read_only: true,
  truncated: false,
  rows: [],
};

/** The view of a firewall whose rules are not known. */
export const noFirewall = (reason: string): FirewallView => ({ ...NO_FIREWALL, reason });

const READERS = { nft: nftChains, iptables: iptablesChains } as const;

const isObservation = (value: unknown): value is Observation => {
  if (!isFields(value)) return false;
  const { backend, host, boot_id, sampled_at } = value;
  const texts = [backend, host, boot_id, sampled_at].every((one) => typeof one === 'string');
  return (
    texts &&
    Object.hasOwn(READERS, backend as string) &&
    Number.isFinite(Date.parse(String(sampled_at)))
  );
};

/** Reads the file. Rejects when it is not there, too large, or no JSON. */
const contentOf = async (file: string): Promise<unknown> => {
  const { size } = await stat(file);
  if (size > LISTING_BYTES_MAX) throw new Error(`${file} has more than ${LISTING_BYTES_MAX} bytes`);
  const text = await readFile(file, 'utf8');
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new Error(`${file} is no JSON`, { cause });
  }
};

/** The rows of a listing; undefined = it is none, or too deep to be one. */
const rulesOf = (backend: Observation['backend'], listing: unknown) => {
  try {
    const chains = READERS[backend](listing);
    return chains && shownRules(chains);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

/** The machine that the server runs on, and its time in ms. */
interface Here {
  readonly hostname: string;
  readonly host_boot_id: string;
  readonly now: number;
}

/** The firewall that the collector saw on this machine; an empty path = there is no collector. */
export const firewallView = async (file: string, here: Here): Promise<FirewallView> => {
  if (file === '') return noFirewall('no collector is set up: see --firewall');
  let seen: unknown;
  try {
    seen = await contentOf(file);
  } catch (error) {
    return noFirewall(`the collector's file cannot be read: ${fileReason(error)}`);
  }
  if (!isObservation(seen)) return noFirewall('the file is not one of the collector');
  const { backend, host, boot_id, sampled_at, listing } = seen;
  const known = { backend, host, sampled_at };
  if (host !== here.hostname || boot_id !== here.host_boot_id) {
    const reason = 'the rules belong to another machine, or are older than its start';
    return { ...NO_FIREWALL, ...known, reason };
  }
  const rules = rulesOf(backend, listing);
  if (rules === undefined) {
    return { ...NO_FIREWALL, ...known, reason: `the listing is not one of ${backend}` };
  }
  const stale = Math.abs(here.now - Date.parse(sampled_at)) > FIREWALL_STALE_MS;
  return { ...NO_FIREWALL, ...known, available: true, stale, ...rules };
};
