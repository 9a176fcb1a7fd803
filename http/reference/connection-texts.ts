// Texts of datafeeds, gateways, mail servers and logical servers.

import type { OperationTexts } from './operation-text.js';
import { settingTexts } from './setting-texts.js';

const OPS = ['list', 'create', 'read', 'change', 'delete'];
const NAME = 'the name is taken';
const UNKNOWN = 'there is no such record';
const SILENT = 'it does not show yet what the session was told';
const params = [
  { key: 'SenderCompID', value: 'BROKER' },
  { key: 'TargetCompID', value: 'PROVIDER' },
];

const offeredTexts = (name: string): OperationTexts => ({
  [`${name}.symbols`]: {
    says: 'Asks the provider, and waits for its answer for some seconds.',
    errors: { not_found: UNKNOWN, conflict: 'it is not connected, or the provider refuses' },
    example: { path: { id: 1 } },
  },
  [`${name}.import_symbols`]: {
    says:
      'New symbols have `trade_access` `disabled`; creating them takes `config.symbols`. ' +
      'Their names are those of the provider without characters that names may not have, and ' +
      'are translated where they differ. Existing symbols keep their settings. With ' +
      '`import_symbol_settings` digits, contract size and currency are those of the provider. ' +
      'A failing name does not stop the rest.',
    errors: {
      not_found: UNKNOWN,
      conflict: 'it is not connected, or the provider refuses',
      'auth.too_many_attempts': 'other imports are under way',
    },
    example: { path: { id: 1 }, body: { symbols: ['EUR/*'], folder: 'Forex', dry_run: true } },
  },
});

export const connectionTexts: OperationTexts = {
  ...settingTexts(
    {
      name: 'datafeeds',
      order: 'Datafeeds by priority.',
      taken: NAME,
      creates: 'It connects at once where it is enabled. The password is held sealed.',
      changes: 'It connects anew. Another server needs the password again; empty = none.',
      deletes: 'Symbols go on with the next feed that quotes them.',
      invalid: 'a parameter that the module needs is empty',
      id: 3,
      create: {
        name: 'Bank feed',
        module: 'fix44',
        enabled: false,
        server: 'quotes.example.com:9100',
        login: 'broker',
        password: 'secret',
        params,
        symbols: ['*', '!XAG*'],
        translates: [{ symbol_id: 1, source: 'EUR/USD', ask_markup_pts: 1 }],
      },
      patch: { version: 1, reconnect_sec: 10 },
      ids: [3, 1, 2],
    },
    [...OPS, 'order'],
  ),
  'datafeeds.modules': { says: 'Has the parameters of each, with the values of a new record.' },
  'datafeeds.statuses': { says: 'In the order of the list.' },
  'datafeeds.restart': {
    says: 'Counts as a fresh start: the wait after failures begins anew.',
    errors: { not_found: UNKNOWN, conflict: 'the datafeed is disabled' },
    example: { path: { id: 1 } },
  },
  ...offeredTexts('datafeeds'),
  ...offeredTexts('gateways'),
  'gateways.import_accounts': {
    says:
      'Asks the provider for its accounts (35=BB). Each gets an account in the group, by its ' +
      'name, with passwords that nobody knows, and is not opened again by a later import. With ' +
      '`allow_import_balances` its positive balance is paid in, once.',
    errors: { not_found: UNKNOWN, conflict: 'the gateway is not connected, or has no such list' },
    example: { path: { id: 1 }, body: { group: 'demo\\standard', dry_run: true } },
  },
  'gateways.transactions': {
    says: 'Messages of the last collect_transactions_days days; none are kept while that is 0.',
    errors: { not_found: UNKNOWN, conflict: 'no gateway is running' },
    example: { path: { id: 1 } },
  },
  'gateways.restart': {
    says: 'Logs out and in again; orders at the provider stay, and their state is asked for.',
    errors: { not_found: UNKNOWN, conflict: 'the gateway is disabled' },
    example: { path: { id: 1 } },
  },
  ...settingTexts(
    {
      name: 'gateways',
      order: 'Gateways by priority.',
      taken: NAME,
      used: 'a routing rule or an order names it',
      creates: 'Routing rules decide which orders it gets; its symbols do not.',
      changes: 'A sealed parameter sent back as its mask keeps its value.',
      invalid: 'a parameter that the module needs is empty',
      id: 2,
      create: {
        name: 'Bank gateway',
        enabled: false,
        server: 'orders.example.com:9200',
        login: 'broker',
        params,
        groups: [{ group: 'real\\*', symbols: ['Forex\\*'] }],
      },
      patch: { version: 1, reconnect_attempts: 5 },
      ids: [2, 1],
    },
    [...OPS, 'order'],
  ),
  'gateways.modules': { says: 'Has the parameters of each, with the values of a new record.' },
  'gateways.statuses': { says: 'In the order of the list; `stopped` while nothing reports it.' },
  ...settingTexts(
    {
      name: 'mail-servers',
      order: 'Servers by name.',
      taken: NAME,
      creates: 'The one with `is_default` takes the mark from the one before.',
      changes: 'Another server, login or security needs the password again; empty = none.',
      deletes: 'E-mails that wait for it go out by the default server.',
      invalid: '`server` is not `host:port`',
      id: 1,
      create: {
        name: 'Office',
        server: 'mail.example.com:587',
        login: 'platform',
        password: 'secret',
        sender_email: 'platform@example.com',
        sender_name: 'Demo Brokerage',
        is_default: true,
      },
      patch: { version: 1, server: 'mail.example.com:465', security: 'tls', password: 'secret' },
    },
    OPS,
  ),
  'mail-servers.test': {
    says: 'Waits for the answer of the server. The journal has a line of every try.',
    errors: {
      not_found: UNKNOWN,
      invalid_input: 'the server refused: the message has its first line',
    },
    example: { path: { id: 1 }, body: { to: 'admin@example.com' } },
  },
  ...settingTexts(
    {
      name: 'licence.brands',
      order: 'The default brand, then the others by company.',
      taken: 'the company has a brand, or a domain belongs to another brand',
      used: 'the licence has issued it',
      creates: 'The licence lists the companies; without a licence any may have a brand.',
      changes: 'A disabled brand loses the default mark.',
      deletes: 'Allocation rules that name it are offered no more.',
      invalid: 'the licence does not list the company',
      id: 1,
      create: {
        company: 'Example Brokerage',
        domains: ['trade.example.com'],
        default_symbols: ['EURUSD', 'XAUUSD'],
        program_name: 'Example Trader',
        links: { Support: 'https://example.com/support' },
        color_primary: '#1a5fb4',
      },
      patch: { version: 1, phone: '+1 202 555 0100' },
    },
    OPS,
  ),
  'licence.brands.default': {
    says: 'The former default loses the mark. A brand that is the default already does not change.',
    errors: { not_found: UNKNOWN, conflict: 'the brand is disabled' },
    example: { path: { id: 1 } },
  },
  'licence.brands.image': {
    says: 'The bytes of the image without an envelope. Its `ETag` tells whether it changed.',
    errors: { not_found: 'there is no such brand, or it has no such image', timeout: SILENT },
    example: { path: { id: 1, kind: 'logo' } },
    isFile: true,
  },
  'licence.brands.put_image': {
    says:
      'The file has 1 byte to 1 MiB and is a png, jpeg, gif, webp or ico by its first bytes. ' +
      'The version of the brand increases.',
    errors: { not_found: UNKNOWN, invalid_input: 'the file is no such image, or is too large' },
    example: { path: { id: 1, kind: 'logo' } },
  },
  'licence.brands.remove_image': {
    says: 'The version of the brand increases.',
    errors: { not_found: 'there is no such brand, or it has no such image' },
    example: { path: { id: 1, kind: 'logo' } },
  },
  'licence.read': {
    says:
      'Signature, end and server are checked at each read. `warnings` tells what is wrong or ' +
      'soon will be: no key, no public key of the vendor, an invalid licence, 30 days or less ' +
      'left, groups of companies that it does not issue. Without a licence nothing is limited; ' +
      'under one that ended or is invalid no accounts, groups and brands are added. The key is ' +
      'never answered.',
    example: {},
  },
  'licence.apply': {
    says:
      'The vendor must have signed the key for this server, with an end in the future, and not ' +
      'before the applied one. Then companies and brands become what it issues in one decision: ' +
      'the main company is renamed with its groups, and brands of companies that it does not ' +
      'issue are deleted. The key that is applied already changes nothing.',
    errors: {
      invalid_input: 'the key has a fault, which the message names; nothing has changed',
    },
    example: { body: { key: 'eyJhbGciOiJFZERTQSIsInR5cCI6IkpXVCJ9.e30.AA' } },
  },
  'brand.image': {
    says:
      'Of the brand that `GET /trader/v1/brand` answers, without an envelope. Its `ETag` tells ' +
      'whether it changed.',
    errors: { not_found: 'no brand serves the host, or it has no such image', timeout: SILENT },
    example: { path: { kind: 'logo' } },
    isFile: true,
  },
  'brand.read': {
    says:
      'The brand whose domain the `Host` header names, letter case and port aside, else the ' +
      'default brand. Disabled brands serve no host.',
    errors: { not_found: 'no brand serves the host' },
    example: {},
  },
  ...settingTexts(
    {
      name: 'network.servers',
      order: 'The servers that the platform is made of.',
      taken: '',
      changes:
        'Administrators stay admitted. `access` is of `api` alone, `history` of `quote`, ' +
        '`optimization_time` and `demo` of `trade`. Sessions and sockets follow within seconds.',
      invalid: '`allow_administrators` is false, or a field is of another server',
      id: 'api',
      patch: { version: 1, title: 'Front', access: { antiflood_enabled: true } },
    },
    ['list', 'read', 'change'],
  ),
  'network.servers.maintenance': {
    says: 'The runs of two years are kept. Servers other than `trade` have none.',
    errors: { not_found: UNKNOWN },
    example: { path: { id: 'trade' } },
  },
  'network.servers.monitor': {
    says:
      'Minutes are answered from `from` on, each row an average of `step` minutes. An instance ' +
      'that has ended has its minutes for 24 hours.',
    errors: {
      not_found: 'there is no such server, or no such instance in the last 24 hours',
      invalid_input: '`from` is after `to`, or more than 24 hours before',
    },
    example: { path: { id: 'trade', instance: '5f0c2a0e-7d39-4f0e-9a51-0c7a3f1d2b44' } },
  },
  'network.servers.firewall': {
    says:
      'The rules of input, ingress, prerouting and forward, with the policies of chains and the ' +
      'chains that rules lead to: at most 1,000 rows and 2 MiB. `brokerd firewall-collector` ' +
      'writes them to a file; rules of another machine or start, and a missing file, are not ' +
      'available. Rules older than 90 s are stale. Nothing changes rules.',
    errors: { not_found: 'there is no such server, or no such instance in the last 24 hours' },
    example: { path: { id: 'api', instance: '5f0c2a0e-7d39-4f0e-9a51-0c7a3f1d2b44' } },
  },
  'platform.read': {
    says:
      'The mode now, and what is planned. A data folder that was restored, copied or moved keeps ' +
      'gateways, datafeeds that dial out and e-mails off until it is released, because another ' +
      'server may act in its place.',
    example: {},
  },
  'platform.settings.read': {
    says:
      'The server clock, by which sessions, days and holidays are counted, the end of the ' +
      'trading day, the lifetime of demo accounts, and what brands leave open.',
  },
  'platform.settings.change': {
    says:
      'What is not sent stays. A new clock or end of the day counts at once: ends of days that ' +
      'are planned are planned anew.',
    errors: { conflict: '`version` is not the newest' },
    example: { body: { version: 2, utc_offset_min: 120, daylight_saving: 'europe' } },
  },
  'platform.mode': {
    says:
      'In `close_only` traders open and increase nothing; pending orders that would open are ' +
      'rejected when their price comes. In `closed` traders cannot trade; their sockets get ' +
      '`restart` with the text, then close, and connect again when it is open. Stops, stop-outs, ' +
      'expiries and ends of days go on, pending orders stay unfilled, and staff trade in every ' +
      'mode. `at` plans the mode, else it counts at once; at `until` the platform opens. It ' +
      'replaces everything that was planned from then on. A restart changes nothing.',
    errors: { conflict: 'there would be more than 16 changes' },
    example: { body: { mode: 'closed', at: '2050-01-01T20:00:00Z', text: 'Back at 22:00.' } },
  },
  'platform.release': {
    says:
      'Connections are made and waiting e-mails sent at once, so make sure that no other server ' +
      'acts for the platform. One that is released already stays so, without a journal line.',
    example: {},
  },
};
