// Transfer of settings between servers: types, file format, and results.

import { type Static, Type } from '@sinclair/typebox';
import { PROFILE, SentLines } from '../../accounts/staff.js';
import { refuse } from '../../base/codes.js';
import {
  compile,
  Email,
  Id,
  Named,
  Strict,
  Time,
  WholeText,
  Words,
  wantedBy,
} from '../../base/schema.js';
import { Bool, Choice } from '../../base/setting-fields.js';
import { confirmFields } from '../../fields/confirm-fields.js';
import { type InputCheck, inputCheck } from '../../fields/input-faults.js';
import { LOGIN_MAX } from '../../trading/daily.js';

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

/** Items are checked by their type. */
const Items = Type.Array(Type.Unknown());
/** For each type the keys of some of its items, or null for all. */
const Keys = Type.Union([Type.Array(WholeText(512)), Type.Null()]);

/** Of each kind the keys of its items. */
const ChosenKeys = Type.Partial(
  Named('TransferSelection', Object.fromEntries(TRANSFER_KINDS.map((kind) => [kind, Keys]))),
);

const LOGIN_KEY = wantedBy('^[1-9]\\d{0,9}$', 'must be a login');
/** By login of the file's server, the login here; null = nobody. */
const Logins = Type.Record(
  Type.String({ pattern: LOGIN_KEY }),
  Type.Union([Type.Integer({ minimum: 1, maximum: LOGIN_MAX }), Type.Null()]),
  { additionalProperties: false },
);

const Envelope = Named('TransferUpload', {
  format: Words([TRANSFER_FORMAT] as const),
  version: Type.Integer({ minimum: TRANSFER_VERSION, maximum: TRANSFER_VERSION }),
  exported_at: Type.Optional(Type.String({ maxLength: 64 })),
  source: Type.Optional(Type.String({ maxLength: 256 })),
  key_fields: Type.Optional(Type.Record(Type.String(), Type.String())),
  logins: Type.Optional(Logins),
  kinds: Type.Partial(
    Named('TransferKinds', Object.fromEntries(TRANSFER_KINDS.map((kind) => [kind, Items]))),
  ),
  denied: Type.Optional(Type.Array(Type.String())),
});

/** The options that keep new items off. */
export type TransferOption = 'new_symbols_trading_disabled' | 'new_connections_disabled';

/** Treatment of keys that exist or do not exist. */
const TRANSFER_MODES = ['upsert', 'create_only', 'update_only'] as const;

/** A file with import options. */
export const TransferBody = Named('TransferBody', {
  file: Envelope,
  options: Type.Optional(
    Named('TransferOptions', {
      mode: Type.Optional(Choice(TRANSFER_MODES, 'upsert')),
      new_symbols_trading_disabled: Type.Optional(Bool(true)),
      new_connections_disabled: Type.Optional(Bool(false)),
    }),
  ),
  select: Type.Optional(ChosenKeys),
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
  kinds: ChosenKeys,
});

/** The keys of a type to delete; nothing is deleted unless `dry_run` is false. */
export const DeleteBody = Named('DeleteBody', {
  kind: Words(DELETABLE),
  keys: Type.Array(WholeText(512), { maxItems: TRANSFER_ITEMS_MAX }),
  dry_run: Type.Optional(Bool(true)),
  ...confirmFields,
});

/** The type of an older export. */
export const OlderExportQuery = Named('SettingsExportQuery', { kind: Words(OLDER_KINDS) });
/** Items in the form of the list route of their type. */
export const OlderImportBody = Named('SettingsImportBody', {
  kind: Words(OLDER_KINDS),
  items: Items,
});
/** The faults of the body of an older import. */
export const olderImportCheck: InputCheck = inputCheck(OlderImportBody);

const Item = Type.Record(Type.String(), Type.Unknown());

/** An exported file; each item names the fields that were removed from it in `export_removed`. */
export const TransferFile = Named('TransferFile', {
  format: Type.String(),
  version: Type.Integer(),
  exported_at: Time(),
  source: Type.String(),
  key_fields: Type.Record(Type.String(), Type.String()),
  /** Only in a file with staff: the logins of staff that it names. */
  logins: Type.Optional(Type.Record(Type.String(), Type.Integer())),
  kinds: Type.Record(Type.String(), Type.Array(Item)),
  denied: Type.Array(Type.String()),
});

/** The types and items that can be exported. */
export const TransferCatalog = Named('TransferCatalog', {
  kinds: Type.Array(
    Named('TransferCatalogKind', {
      kind: Words(TRANSFER_KINDS),
      key_field: Type.String(),
      count: Type.Integer(),
      can_read: Type.Boolean(),
      can_write: Type.Boolean(),
      items: Type.Array(Named('TransferCatalogItem', { key: Type.String(), name: Type.String() })),
    }),
  ),
});

/** The actual or expected result of one item; `error` is empty on success. */
export const TransferItem = Named('TransferItem', {
  kind: Words(TRANSFER_KINDS),
  key: Type.String(),
  action: Type.String(),
  /** Fields that an update changes. */
  changes: Type.Array(Type.String()),
  error: Type.String(),
  warnings: Type.Array(Type.String()),
});
export type TransferItem = Static<typeof TransferItem>;

/** The result of a file, with the number of items for each action. */
export const TransferResult = Named('TransferResult', {
  items: Type.Array(TransferItem),
  summary: Type.Record(Type.String(), Type.Integer()),
});

/** The actual or expected result of a delete. */
export const DeleteResult = Named('DeleteResult', {
  items: Type.Array(
    Named('TransferDeleteItem', {
      key: Type.String(),
      action: Words(['delete', 'deleted', 'refused', 'not_found'] as const),
      error: Type.String(),
      warning: Type.String(),
    }),
  ),
});
export type DeleteItem = Static<typeof DeleteResult>['items'][number];

/** The older export. */
export const OlderExport = Named('SettingsExport', {
  kind: Type.String(),
  items: Type.Array(Item),
});
/** The older import: the result of each item; `identity` is its path. */
export const ImportOutcome = Named('ImportOutcome', {
  action: Words(['created', 'updated', 'unchanged', 'error'] as const),
  error: Type.String(),
  identity: Type.String(),
});
export type ImportOutcome = Static<typeof ImportOutcome>;
