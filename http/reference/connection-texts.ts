// Texts of datafeeds, gateways, mail servers and logical servers.

import type { OperationTexts } from './operation-text.js';
import { settingTexts } from './setting-texts.js';

const OPS = ['list', 'create', 'read', 'change', 'delete'];
const NAME = 'the name is taken';
const UNKNOWN = 'there is no such record';
const params = [
  { key: 'SenderCompID', value: 'BROKER' },
  { key: 'TargetCompID', value: 'PROVIDER' },
];

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
      name: 'network.servers',
      order: 'The servers that the platform is made of.',
      taken: '',
      changes: 'Administrators stay admitted. Sessions and sockets follow within seconds.',
      invalid: '`allow_administrators` is false',
      id: 'api',
      patch: { version: 1, title: 'Front', access: { antiflood_enabled: true } },
    },
    ['list', 'read', 'change'],
  ),
};
