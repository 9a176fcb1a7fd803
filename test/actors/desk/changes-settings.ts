// Changes of settings and what is done with them, with the lines that the journal has of them.

import { ok } from '../../../wire/base/codes.js';
import type { Fields } from '../../../wire/base/object.js';
import type { SettingKind } from '../../../wire/settings/kinds.js';
import {
  fileOf,
  holiday,
  keyOfHoliday,
  profileBody,
  symbolBody,
} from '../../http/routes/settings/setting-bodies.js';
import { type DeskHarness, dataOf } from '../../support/desk-harness.js';
import { claimsFor, signed } from '../../support/licence-vendor.js';
import { bytesOf, type Change, type Changes, caller, line, MEMBER, PASSWORD } from './changes.js';

/** A setting; answers its id. */
const made = async (harness: DeskHarness, kind: SettingKind, fields: Fields): Promise<number> =>
  (await harness.create(kind, fields)).id;

const REPORT = { name: 'Open', module: 'exposure' };

/** A report job that waits. */
const requested = async (harness: DeskHarness): Promise<number> => {
  const config_id = await made(harness, 'report', REPORT);
  return dataOf(await harness.ask('reports.jobs.create', { body: { config_id } })).id;
};

const cancelled = async (harness: DeskHarness): Promise<number> => {
  const id = await requested(harness);
  dataOf(await harness.ask('reports.jobs.act', { id, act: 'cancel' }));
  return id;
};

const MAIL_SERVER = {
  name: 'Post',
  server: 'mail.example:25',
  sender_email: 'a@mail.example',
  password: 'Relay-1x',
};
/** A png, as far as its first bytes tell. */
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
/** When the licence of the tests ends. */
const ENDS = '2099-01-01T00:00:00Z';

/** The times of a planned platform mode. */
const [LATER, LATEST] = ['2099-01-01T00:00:00.000Z', '2099-01-02T00:00:00.000Z'];

const FEED = { name: 'Feed', module: 'fix44', server: 'feed.example:1', enabled: false };

const GATEWAY = { ...FEED, name: 'Bank' };

/** The import of the one symbol that a provider offers. */
const importOf = async (harness: DeskHarness, name: string) => {
  const offered = { name, exact: true, description: '', currency: '', digits: null };
  const sizes = { contract_size: null, volume_min: null, volume_max: null };
  harness.offered = ok([{ ...offered, ...sizes }]);
  const id = await made(harness, 'datafeed', FEED);
  const body = { symbols: ['*'], folder: 'Forex' };
  return { caller, kind: 'datafeed' as const, id, body };
};

const config = (...texts: readonly string[]): Change['lines'] =>
  texts.map((text) => ['config', 0, text]);

/** Settings, prices, and the server's own lines. */
export const SETTINGS = {
  'settings.create': {
    ...{ as: 'a mail server with its password', lines: config('mail server Post created') },
    input: () => ({ caller, kind: 'mail_server', fields: MAIL_SERVER }),
  },
  'settings.patch': {
    ...{ as: 'its password', lines: config('mail server Post changed: password') },
    input: async (harness) => {
      const id = await made(harness, 'mail_server', MAIL_SERVER);
      const fields = { password: PASSWORD };
      return { caller, kind: 'mail_server', id, version: 1, fields, whole: false };
    },
  },
  'brands.make_default': {
    ...{ as: 'a brand', lines: config('brand Own changed: is_default') },
    input: async (harness) => ({ caller, id: await made(harness, 'brand', { company: 'Own' }) }),
  },
  'brands.put_image': {
    // A piece of the content, and its use.
    ...{ as: 'a logo', events: 2, lines: config('brand Own logo stored') },
    input: async (harness) => {
      const id = await made(harness, 'brand', { company: 'Own' });
      return { caller, id, kind: 'logo', file: { name: 'a.png', bytes: PNG } };
    },
  },
  'brands.remove_image': {
    ...{ as: 'a logo', lines: config('brand Own logo deleted') },
    input: async (harness) => {
      const id = await made(harness, 'brand', { company: 'Own' });
      const file = { name: 'a.png', bytes: PNG };
      await harness.desk.handle('brands.put_image', { caller, id, kind: 'logo', file });
      return { caller, id, kind: 'logo' };
    },
  },
  'licence.apply': [
    {
      ...{ as: 'a key', events: 2 },
      lines: config(`licence L-1 applied: to ${ENDS}, for Main (main), White`),
      input: async (harness) => {
        await harness.desk.licences.identify();
        const { server_id = '' } =
          harness.desk.records.get('server_identity', 'server')?.record ?? {};
        return { caller, key: signed(claimsFor(server_id, harness.now, { expires_at: ENDS })) };
      },
    },
    {
      ...{ as: 'what is no key', code: 'invalid_input' },
      input: () => ({ caller, key: 'x' }),
      lines: config(
        'warning: a licence key was refused: key: must be three parts in base64url with dots ' +
          'between them, and nothing else',
      ),
    },
  ],
  'symbols.quick': {
    ...{ as: 'a spread', lines: config('symbol A changed: spread') },
    input: async (harness) => {
      const id = await made(harness, 'symbol', symbolBody('A'));
      return { caller, id, version: 1, fields: { spread: 3 } };
    },
  },
  'settings.remove': {
    ...{ as: 'a mail server', lines: config('mail server Post deleted') },
    input: async (harness) => {
      return { caller, kind: 'mail_server', id: await made(harness, 'mail_server', MAIL_SERVER) };
    },
  },
  'settings.order': {
    ...{ as: 'holidays', lines: config('holiday order changed') },
    input: async (harness) => {
      const first = await made(harness, 'holiday', holiday(1));
      return {
        caller,
        kind: 'holiday',
        ids: [await made(harness, 'holiday', holiday(2)), first],
      };
    },
  },
  'transfer.import': {
    ...{ as: 'a file', lines: config('holiday day 1 created', 'holiday day 2 created') },
    input: () => {
      const holidays = [holiday(1), holiday(2)];
      return { caller, bytes: bytesOf({ file: fileOf({ holidays }) }) };
    },
  },
  'transfer.delete': {
    ...{ as: 'by key', lines: config('holiday day 1 deleted') },
    input: async (harness) => {
      await made(harness, 'holiday', holiday(1));
      return { caller, kind: 'holidays', keys: [keyOfHoliday(1)], dry_run: false };
    },
  },
  'config.import': {
    ...{ as: 'a symbol', lines: config('symbol A created') },
    input: () => ({ caller, bytes: bytesOf({ kind: 'symbols', items: [symbolBody('A')] }) }),
  },
  'leverage.rules': {
    ...{ as: 'a rule taken out', lines: config('leverage profile Steps changed: rules') },
    input: async (harness) => {
      const id = await made(harness, 'leverage_profile', profileBody('Steps'));
      return { caller, id, version: 1, edit: { op: 'remove', number: 1 } };
    },
  },
  'routing.drop_dealer': {
    ...{ as: 'one of two', lines: config('routing rule Desk changed: dealers') },
    input: async (harness) => {
      const dealers = [1, await harness.hire()];
      const id = await made(harness, 'routing', { name: 'Desk', action: 'dealer', dealers });
      return { caller, id, dealer: MEMBER };
    },
  },
  'mail-servers.test': {
    ...{ as: 'an e-mail', lines: config('test of mail server Post sent to b@mail.example') },
    input: async (harness) => ({
      caller,
      id: await made(harness, 'mail_server', MAIL_SERVER),
      to: 'b@mail.example',
    }),
  },
  'platform.mode': [
    {
      ...{ as: 'a mode at once', lines: config('platform mode close_only now: Work tonight.') },
      input: () => ({ caller, mode: 'close_only', text: 'Work tonight.' }),
    },
    {
      as: 'a planned mode',
      input: () => ({ caller, mode: 'closed', at: LATER, until: LATEST }),
      lines: config(`platform mode closed from ${LATER} until ${LATEST}`),
    },
  ],
  'platform.release': {
    as: 'a copy',
    input: (harness) => {
      harness.unreleased = true;
      return { caller };
    },
    lines: config('the platform was released: gateways, datafeeds and e-mails are on'),
  },
  'datafeeds.restart': {
    ...{ as: 'a datafeed', lines: config('datafeed Feed restarted') },
    input: async (harness) => {
      harness.reconnect = () => true;
      return { caller, id: await made(harness, 'datafeed', FEED) };
    },
  },
  'gateways.restart': {
    ...{ as: 'a gateway', lines: config('gateway Bank restarted') },
    input: async (harness) => {
      harness.reconnect = () => true;
      return { caller, id: await made(harness, 'gateway', GATEWAY) };
    },
  },
  'connections.import': [
    {
      ...{ as: 'a new symbol', lines: config('symbol EURNOK created') },
      input: async (harness) => importOf(harness, 'EURNOK'),
    },
    {
      ...{ as: 'another name of a symbol', lines: config('datafeed Feed changed: translates') },
      input: async (harness) => {
        await made(harness, 'symbol', symbolBody('GBPNOK'));
        return importOf(harness, 'GBP/NOK');
      },
    },
  ],
  'email-templates.change': [
    {
      ...{ as: 'a subject', lines: config('e-mail template code.en changed: subject') },
      input: () => ({ caller, id: 'code.en', version: 1, fields: { subject: 'Code' } }),
    },
    {
      as: 'back to the built-in texts',
      input: async (harness) => {
        const fields = { subject: 'Code' };
        dataOf(await harness.ask('email-templates.change', { id: 'code.en', version: 1, fields }));
        return { caller, id: 'code.en', version: 2, fields: null };
      },
      lines: config('e-mail template code.en changed: subject'),
    },
  ],
  'quotes.publish': {
    ...{ as: 'a price', lines: line('trade', 0, 'manual quote of EURUSD: 1.1 / 1.2, none before') },
    input: () => ({ caller, symbol: 'EURUSD', bid: '1.1', ask: '1.2' }),
  },
  'bars.rebuild': {
    as: 'a minute by hand',
    input: (harness) => {
      const [from, to] = ['2025-01-06T00:00:00.000Z', '2025-01-06T00:01:00.000Z'] as const;
      const prices = { open: 1_100_000, high: 1_100_000, low: 1_100_000, close: 1_100_000 };
      const before = { time: Date.parse(from), ...prices, tick_volume: 1, spread: 2 };
      const after = { ...before, tick_volume: 2 };
      harness.correctBars = async () => ok([{ timeframe: 'm1', before, after }]);
      const given = { time: from, open: '1.1', high: '1.1', low: '1.1', close: '1.1' };
      return { caller, symbol: 'EURUSD', from, to, bars: [given] };
    },
    lines: [
      [
        'trade',
        0,
        'bars of EURUSD corrected by hand, 2025-01-06T00:00:00.000Z to 2025-01-06T00:01:00.000Z: 1',
      ],
    ],
  },
  'reports.jobs.create': {
    ...{ as: 'a report', lines: line('system', 1, 'report job 1 of Open requested') },
    input: async (harness) => ({
      caller,
      body: { config_id: await made(harness, 'report', REPORT) },
    }),
  },
  'reports.jobs.act': [
    {
      ...{ as: 'cancelled', lines: line('system', 1, 'report job 1 of Open: cancel') },
      input: async (harness) => ({ caller, id: await requested(harness), act: 'cancel' }),
    },
    {
      ...{ as: 'requested again', lines: line('system', 1, 'report job 1 of Open: retry') },
      input: async (harness) => ({ caller, id: await cancelled(harness), act: 'retry' }),
    },
    {
      ...{ as: 'deleted', lines: line('system', 1, 'report job 1 of Open: delete') },
      input: async (harness) => ({ caller, id: await cancelled(harness), act: 'delete' }),
    },
  ],
  'server.note': [
    {
      ...{ as: 'a line', lines: line('system', 0, 'The disk is full.') },
      input: () => ({ text: 'The disk is full.', login: 0 }),
    },
    {
      as: 'a line about an account',
      input: () => ({ text: 'A balance is not the sum of its deals.', login: 1001 }),
      lines: [['system', 1001, 'A balance is not the sum of its deals.']],
    },
  ],
} satisfies Changes;
