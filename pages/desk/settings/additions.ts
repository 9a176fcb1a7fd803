// Parts of some kinds of settings beside their form and their list.

import type { RecordPart } from '../../forms/record.js';
import { later } from '../../frame/later.js';
import type { StaffOperation } from '../../made/rights.js';
import { texts } from '../../texts/language.js';

const words = texts({
  status: ['Status', 'Zustand'],
  symbols: ["Provider's symbols", 'Symbole der Quelle'],
  accounts: ["Provider's accounts", 'Konten der Quelle'],
  messages: ['Messages', 'Meldungen'],
  images: ['Images', 'Bilder'],
  mode: ['Mode', 'Betriebsart'],
});

const part = (
  name: keyof ReturnType<typeof words>,
  icon: RecordPart['icon'],
  needs: StaffOperation,
  load: () => Promise<RecordPart['Part']>,
): RecordPart => ({ name, icon, needs, Part: later(load), text: () => words()[name] });

const status = async () => (await import('./connections.js')).ConnectionStatus;
const messages = async () => (await import('./gateway-messages.js')).GatewayMessages;
const symbols = async () => (await import('./provider-symbols.js')).ProviderSymbols;
const accounts = async () => (await import('./provider-accounts.js')).ProviderAccounts;
const images = async () => (await import('./brand-images.js')).BrandImages;
const mode = async () => (await import('./platform-mode.js')).PlatformMode;

/** The parts that a record of a kind has beside its form. A tab opens each part. */
export const PARTS: Readonly<Record<string, readonly RecordPart[]>> = {
  datafeeds: [
    part('status', 'gauge', 'datafeeds.statuses', status),
    part('symbols', 'list', 'datafeeds.symbols', symbols),
  ],
  gateways: [
    part('status', 'gauge', 'gateways.statuses', status),
    part('messages', 'mail', 'gateways.transactions', messages),
    part('symbols', 'list', 'gateways.symbols', symbols),
    part('accounts', 'users', 'gateways.import_accounts', accounts),
  ],
  'licence.brands': [part('images', 'eye', 'licence.brands.image', images)],
  'platform.settings': [part('mode', 'lock', 'platform.read', mode)],
};

/** Controls of single fields, by kind. */
export const CONTROLS = {
  datafeeds: { params: later(async () => (await import('./connection-params.js')).FeedParams) },
  gateways: { params: later(async () => (await import('./connection-params.js')).GatewayParams) },
} as const;

/** Acts beside the list of a kind. */
export const LIST_ACTS = {
  'account-allocations': later(async () => (await import('./sign-up-offers.js')).SignUpOffers),
  holidays: later(async () => (await import('./holiday-check.js')).HolidayCheck),
  routing: later(async () => (await import('./routing-test.js')).RoutingTest),
} as const;

/** The acts of a record. */
export const Acts = later(async () => (await import('./acts.js')).Acts);
/** The lists of datafeeds and gateways, which have their states. */
export const ConnectionList = later(async () => (await import('./connections.js')).ConnectionList);
/** The licence of the server. */
export const Licence = later(async () => (await import('./licence.js')).Licence);
