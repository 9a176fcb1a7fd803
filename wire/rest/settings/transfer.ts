// Transfer of settings between servers: types, file format, and results.

import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { PROFILE, SentLines } from '../../accounts/staff.js';
import { refuse } from '../../base/codes.js';
import {
  compile,
  Email,
  Id,
  Named,
  OrNull,
  Strict,
  Time,
  WholeText,
  Words,
  wantedBy,
} from '../../base/schema.js';
import { Bool, Choice } from '../../base/setting-fields.js';
import { confirmFields } from '../../fields/confirm-fields.js';
import { type InputCheck, inputCheck } from '../../fields/input-faults.js';
import { section, wordedAs } from '../../fields/words.js';
import { LOGIN_MAX } from '../../trading/daily.js';

const file = section('File');
const selection = section('Selection');
const options = section('Options');
const kinds = section('Kinds');
const kindField = section('Kind');
const item = section('Item');
const result = section('Result');

/** The types that a file may hold, in the order in which they are imported. */
export const TRANSFER_KINDS = [
  'symbols',
  'leverage_profiles',
  'groups',
  'staff',
  'datafeeds',
  'gateways',
  'routing',
  'holidays',
  'reports',
  'brands',
  'allocations',
  'allocation_settings',
  'sign_up',
  'email_templates',
  'mail_servers',
  'platform',
  'logical_servers',
] as const;
export type TransferKind = (typeof TRANSFER_KINDS)[number];
/** The types that are settings, which have natural keys; staff users are known by their login. */
export type SettingTransferKind = Exclude<TransferKind, 'staff'>;
const DELETABLE = TRANSFER_KINDS.filter((kind): kind is SettingTransferKind => kind !== 'staff');

/** A staff user in a file: without secrets, under the login of the server it comes from. */
const StaffItem = Named('StaffItem', {
  login: Id(),
  group: WholeText(128, 1),
  active: Type.Optional(Type.Boolean()),
  ...Type.Partial(Strict({ name: WholeText(128), email: Email(), ...PROFILE })).properties,
  reports: Type.Optional(SentLines()),
});
export type StaffItem = Readonly<Static<typeof StaffItem>>;
/** The first fault of a staff item, in words. */
export const staffItemFault = compile(StaffItem);

export const TRANSFER_FORMAT = 'app-config';
export const TRANSFER_VERSION = 1;
/** Most items in a file, and most bytes in a body. */
export const TRANSFER_ITEMS_MAX = 20_000;
export const TRANSFER_BYTES_MAX = 10 << 20;

/** Types with an older export and import, without files. */
const OLDER_KINDS = ['symbols', 'groups'] as const;
export type OlderKind = (typeof OLDER_KINDS)[number];

/** The kinds as titles, and in sentences. */
const KIND_WORDS: Readonly<Record<TransferKind, readonly [title: string, what: string]>> = {
  symbols: ['Symbols', 'symbols'],
  leverage_profiles: ['Leverage profiles', 'leverage profiles'],
  groups: ['Groups', 'groups'],
  staff: ['Staff', 'staff users, by login'],
  datafeeds: ['Datafeeds', 'datafeeds'],
  gateways: ['Gateways', 'gateways'],
  routing: ['Routing', 'routing rules'],
  holidays: ['Holidays', 'holidays'],
  reports: ['Reports', 'report configurations'],
  brands: ['Brands', 'brands'],
  allocations: ['Allocation rules', 'allocation rules'],
  allocation_settings: ['Allocation settings', 'the settings of allocation'],
  sign_up: ['Sign-up', 'the settings of sign-up'],
  email_templates: ['E-mail templates', 'e-mail templates'],
  mail_servers: ['Mail servers', 'mail servers'],
  platform: ['Platform', 'the settings of the platform'],
  logical_servers: ['Logical servers', 'logical servers'],
};

/** A field for each kind that a request may leave out; `describe` makes its description. */
const eachKind = <T extends TSchema>(
  title: string,
  describe: (items: string) => string,
  schema: T,
) =>
  Type.Partial(
    Named(
      title,
      Object.fromEntries(
        TRANSFER_KINDS.map((kind) => {
          const [name, items] = KIND_WORDS[kind];
          return [kind, kinds(name, describe(items), schema)];
        }),
      ),
    ),
  );

/** Items are checked by their type. */
const Items = Type.Array(Type.Unknown());
/** For each type the keys of some of its items, or null for all. */
const Keys = OrNull(Type.Array(WholeText(512)));

/** Of each kind the keys of its items. */
const ChosenKeys = eachKind(
  'TransferSelection',
  (items) => `Chosen keys of ${items}; null = all.`,
  Keys,
);

const LOGIN_KEY = wantedBy('^[1-9]\\d{0,9}$', 'must be a login');
/** By login of the file's server, the login here; null = nobody. */
const Logins = Type.Record(
  Type.String({ pattern: LOGIN_KEY }),
  OrNull(Type.Integer({ minimum: 1, maximum: LOGIN_MAX })),
  { additionalProperties: false },
);

const Envelope = Named('TransferUpload', {
  format: file('Format', 'Always `app-config`.', Words([TRANSFER_FORMAT] as const)),
  version: file(
    'Format version',
    'Version of the format.',
    Type.Integer({ minimum: TRANSFER_VERSION, maximum: TRANSFER_VERSION }),
    'number',
  ),
  exported_at: file(
    'Exported',
    'Time at which the file was made.',
    Type.Optional(Type.String({ maxLength: 64 })),
  ),
  source: file(
    'Source',
    'Server that the file comes from.',
    Type.Optional(Type.String({ maxLength: 256 })),
  ),
  key_fields: file(
    'Key fields',
    'Field that identifies the items of a kind; empty = the kind has one item.',
    Type.Optional(Type.Record(Type.String(), Type.String())),
  ),
  logins: file(
    'Logins',
    'Staff login here by login of the server of the file; null = nobody.',
    Type.Optional(Logins),
  ),
  kinds: file(
    'Kinds',
    'Items by kind.',
    eachKind('TransferKinds', (items) => `Items of ${items}.`, Items),
  ),
  denied: file(
    'Denied',
    'Kinds that the caller may not read.',
    Type.Optional(Type.Array(Type.String())),
  ),
});

/** The options that keep new items off. */
export type TransferOption = 'new_symbols_trading_disabled' | 'new_connections_disabled';

/** Treatment of keys that exist or do not exist. */
const TRANSFER_MODES = ['upsert', 'create_only', 'update_only'] as const;

/** A file with import options. */
export const TransferBody = Named('TransferBody', {
  file: file('File', 'The exported file.', Envelope),
  options: selection(
    'Options',
    'Treatment of items that exist, and of items that do not exist.',
    Type.Optional(
      Named('TransferOptions', {
        mode: options(
          'Mode',
          'Create and change, create alone, or change alone.',
          Type.Optional(Choice(TRANSFER_MODES, 'upsert')),
        ),
        new_symbols_trading_disabled: options(
          'New symbols closed',
          'Are new symbols made untradable?',
          Type.Optional(Bool(true)),
        ),
        new_connections_disabled: options(
          'New connections off',
          'Do datafeeds, gateways and mail servers that are new or disabled here stay ' +
            'disabled? A new record without its secrets always stays disabled.',
          Type.Optional(Bool(false)),
        ),
      }),
    ),
  ),
  select: selection(
    'Selection',
    'Items to import; omitted = all items of the file.',
    Type.Optional(ChosenKeys),
  ),
});

/** The requested part of a file. */
export interface TransferRequest {
  readonly file: {
    readonly kinds: Readonly<Partial<Record<TransferKind, readonly unknown[]>>>;
    readonly logins?: Readonly<Record<string, number | null>>;
  };
  readonly options?: {
    readonly mode?: (typeof TRANSFER_MODES)[number];
    readonly new_symbols_trading_disabled?: boolean;
    readonly new_connections_disabled?: boolean;
  };
  readonly select?: Readonly<Partial<Record<TransferKind, readonly string[] | null>>>;
}

/** Two logins of a file that lead to one login here: two persons would become one. */
const mergedLogins = ({ logins = {} }: TransferRequest['file']): string | undefined => {
  const leading = new Map<number, string>();
  for (const [login, here] of Object.entries(logins)) {
    if (here === null) continue;
    const other = leading.get(here);
    if (other !== undefined) return `file.logins: ${other} and ${login} both lead to ${here}`;
    leading.set(here, login);
  }
  return undefined;
};

const formCheck = inputCheck(TransferBody);

/** The faults of a body; items are checked later by their type. */
export const transferCheck: InputCheck = (body) => {
  const refused = formCheck(body);
  if (refused !== undefined) return refused;
  const merged = mergedLogins((body as TransferRequest).file);
  return merged === undefined ? undefined : refuse('invalid_input', merged);
};

/** The types and items to export. */
export const ExportBody = Named('ExportBody', {
  kinds: selection('Kinds', 'Kinds with keys of items, or null for all.', ChosenKeys),
});

/** The keys of a type to delete; nothing is deleted unless `dry_run` is false. */
export const DeleteBody = Named('DeleteBody', {
  kind: selection('Kind', 'Kind of settings.', Words(DELETABLE)),
  keys: selection(
    'Keys',
    'Keys of the items.',
    Type.Array(WholeText(512), { maxItems: TRANSFER_ITEMS_MAX }),
  ),
  dry_run: selection(
    'Dry run',
    'Does the request only report what would be deleted? Send false to delete.',
    Type.Optional(Bool(true)),
  ),
  ...confirmFields,
});

/** The type of an older export. */
export const OlderExportQuery = Named('SettingsExportQuery', {
  kind: selection('Kind', 'Kind of settings.', Words(OLDER_KINDS)),
});
/** Items in the form of the list route of their type. */
export const OlderImportBody = Named('SettingsImportBody', {
  kind: selection('Kind', 'Kind of settings.', Words(OLDER_KINDS)),
  items: selection('Items', 'Records with the fields of their list.', Items),
});
/** The faults of the body of an older import. */
export const olderImportCheck: InputCheck = inputCheck(OlderImportBody);

const Item = Type.Record(Type.String(), Type.Unknown());

/** An exported file; each item names the fields that were removed from it in `export_removed`. */
export const TransferFile = Named(
  'TransferFile',
  wordedAs(Envelope.properties, {
    format: Type.String(),
    version: Type.Integer(),
    exported_at: Time(),
    source: Type.String(),
    key_fields: Type.Record(Type.String(), Type.String()),
    logins: Type.Optional(Type.Record(Type.String(), Type.Integer())),
    kinds: Type.Record(Type.String(), Type.Array(Item)),
    denied: Type.Array(Type.String()),
  }),
);

/** The types and items that can be exported. */
export const TransferCatalog = Named('TransferCatalog', {
  kinds: kinds(
    'Kinds',
    'Every kind of settings with the items of the kind.',
    Type.Array(
      Named('TransferCatalogKind', {
        kind: kindField('Kind', 'Kind of settings.', Words(TRANSFER_KINDS)),
        key_field: kindField(
          'Key field',
          'Field that identifies the items of the kind.',
          Type.String(),
        ),
        count: kindField('Count', 'Number of items of the kind.', Type.Integer(), 'count'),
        can_read: kindField('Readable', 'May the caller export the kind?', Type.Boolean()),
        can_write: kindField('Writable', 'May the caller import the kind?', Type.Boolean()),
        items: kindField(
          'Items',
          'Items of the kind by key.',
          Type.Array(
            Named('TransferCatalogItem', {
              key: item('Key', 'Key of the item, unique within its kind.', Type.String()),
              name: item('Name', 'Name for people.', Type.String()),
            }),
          ),
        ),
      }),
    ),
  ),
});

/** The actual or expected result of one item; `error` is empty on success. */
export const TransferItem = Named('TransferItem', {
  kind: result('Kind', 'Kind of settings.', Words(TRANSFER_KINDS)),
  key: result('Key', 'Key of the item, unique within its kind.', Type.String()),
  action: result('Action', 'Action that was, or would be, done.', Type.String()),
  changes: result('Changes', 'Fields that change.', Type.Array(Type.String())),
  error: Type.String(),
  warnings: result(
    'Warnings',
    'Points that staff should check after the import.',
    Type.Array(Type.String()),
  ),
});
export type TransferItem = Static<typeof TransferItem>;

/** The result of a file, with the number of items for each action. */
export const TransferResult = Named('TransferResult', {
  items: result('Items', 'Result, or expected result, of each item.', Type.Array(TransferItem)),
  summary: result(
    'Summary',
    'Number of items by action.',
    Type.Record(Type.String(), Type.Integer()),
    'count',
  ),
});

/** The actual or expected result of a delete. */
export const DeleteResult = Named('DeleteResult', {
  items: result(
    'Items',
    'Result for each key.',
    Type.Array(
      Named(
        'TransferDeleteItem',
        wordedAs(TransferItem.properties, {
          key: Type.String(),
          action: Words(['delete', 'deleted', 'refused', 'not_found'] as const),
          error: Type.String(),
          warning: result('Warning', 'Subject to look at afterwards; empty = none.', Type.String()),
        }),
      ),
    ),
  ),
});
export type DeleteItem = Static<typeof DeleteResult>['items'][number];

/** The older export. */
export const OlderExport = Named('SettingsExport', {
  kind: result('Kind', 'Kind of settings.', Type.String()),
  items: result('Items', 'Records with the fields of their list.', Type.Array(Item)),
});
/** The older import: the result of each item; `identity` is its path. */
export const ImportOutcome = Named('ImportOutcome', {
  action: result(
    'Action',
    'Action on the record.',
    Words(['created', 'updated', 'unchanged', 'error'] as const),
  ),
  error: Type.String(),
  identity: result('Identity', 'Path of the record.', Type.String()),
});
export type ImportOutcome = Static<typeof ImportOutcome>;
