// The routes of a type of settings: list, create, read, change, delete and reorder, from its
// declaration.

import { type TObject, type TString, Type } from '@sinclair/typebox';
import type { Right } from '../../wire/accounts/rights.js';
import type { Code, Outcome } from '../../wire/base/codes.js';
import type { Fields, Json } from '../../wire/base/object.js';
import { Id, Named } from '../../wire/base/schema.js';
import { confirmFields } from '../../wire/fields/confirm-fields.js';
import { section } from '../../wire/fields/words.js';
import { confirmedActOf } from '../../wire/rest/accounts/confirmed-acts.js';
import type { Setting } from '../../wire/settings/kinds.js';
import { type ConfirmMembers, unconfirmed } from './confirm.js';
import { type ExampleRequest, type Route, type RoutePath, route } from './route.js';

/** Most bytes of a body: a setting may have lists of a thousand rows. */
export const SETTING_BYTES_MAX = 4 << 20;

/** The texts about a type in the descriptions of its routes, and the requests of their examples. */
interface SettingTexts {
  /** The order of its list. */
  readonly order: string;
  /** The reason why a create is refused as a conflict; empty = there is none. */
  readonly taken: string;
  /** The reason why a delete is refused as a conflict; absent = there is none. */
  readonly used?: string;
  /** Further sentences about a create, a change and a delete. */
  readonly creates?: string;
  readonly changes?: string;
  readonly deletes?: string;
  /** The reason, beyond its form, why a record is refused. */
  readonly invalid?: string;
  /** The id of the record that the example makes on the demo platform. */
  readonly id?: number | string;
  /** Bodies of a create, a change of fields, and a replacement. */
  readonly create?: ExampleBody;
  readonly patch?: ExampleBody;
  readonly replace?: ExampleBody;
  /** The query of the list. */
  readonly query?: Readonly<Record<string, string | number>>;
  /** The ids of every record, in another order. */
  readonly ids?: readonly number[];
}
type ExampleBody = NonNullable<ExampleRequest['body']>;

/** The trigger of `not_found` where a record is named by its id. */
export const NO_RECORD = 'there is no such record';
/** The trigger of `conflict` where a version is sent. */
export const STALE = '`version` is not the newest';

const OUT_OF_REACH = `${NO_RECORD}, or the record lies outside the scope`;

const sentences = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join(' ');
const either = (...triggers: readonly (string | undefined)[]): string =>
  triggers.filter((trigger) => trigger !== undefined && trigger !== '').join(', or ');

/** Behaviour, triggers and example of each of the usual routes of a type. */
export const settingTexts = (texts: SettingTexts) => {
  const { order, taken, used, invalid, query, ids } = texts;
  const path = { id: texts.id ?? 0 };
  const invalid_input =
    invalid === undefined ? undefined : `a field is malformed or unknown, or ${invalid}`;
  const refused = { invalid_input, not_found: OUT_OF_REACH, conflict: either(STALE, taken) };
  return {
    list: { details: `${order} Nothing is paged.`, ...(query && { example: { query } }) },
    create: {
      details: sentences('An omitted field takes its default.', texts.creates),
      errors: { invalid_input, conflict: taken },
      ...(texts.create && { example: { body: texts.create } }),
    },
    read: {
      details: 'Has the version that a change sends back.',
      errors: { not_found: OUT_OF_REACH },
      example: { path },
    },
    change: {
      details: sentences(
        'A field that is not sent stays; a list that is sent takes the place of the whole list. ' +
          'A change that changes nothing keeps the version. Read-only fields cannot be sent.',
        texts.changes,
      ),
      errors: refused,
      ...(texts.patch && { example: { path, body: texts.patch } }),
    },
    replace: {
      details: sentences('An omitted field takes its default, not its old value.', texts.changes),
      errors: refused,
      ...(texts.replace && { example: { path, body: texts.replace } }),
    },
    delete: {
      details: sentences(
        'A deletion cannot be undone. With `version` the record is deleted only if this is ' +
          'its version.',
        texts.deletes,
      ),
      errors: { not_found: OUT_OF_REACH, conflict: either(STALE, used) },
      example: { path },
    },
    order: {
      details: 'Answers the whole list after the change. New positions count at once.',
      errors: { invalid_input: '`ids` does not name each record exactly once' },
      ...(ids && { example: { body: { ids } } }),
    },
  };
};

/** The usual routes of a type, and its name in their descriptions. */
interface SettingRoutes {
  /** Prefix of the operation names, such as `holidays`. */
  readonly name: string;
  /** Path below `/admin/v1`. */
  readonly path: string;
  /** The name with its article, such as `a holiday`. */
  readonly one: string;
  readonly many: string;
  /** The query parameters of its list. */
  readonly query?: TObject;
  /** The path parameters, if the id is not a number. */
  readonly params?: typeof IdPath | TObject<{ id: TString }>;
  readonly ops: readonly SettingRoute[];
  readonly texts: SettingTexts;
}
type SettingRoute = 'list' | 'create' | 'read' | 'patch' | 'replace' | 'remove' | 'order';

/** The id in a path. */
export const IdPath = Named('IdPath', { id: Id() });
/** The version that is deleted; left out = whatever it is. */
const DeleteQuery = Named('DeleteQuery', { version: Type.Optional(Id()) });
/** The body of a delete that is confirmed. */
const ConfirmedDelete = Named('ConfirmedDelete', confirmFields);
/** A new order: every id once. */
const OrderBody = Named('OrderBody', {
  ids: section('Record')(
    'Ids',
    'Every record once, in the new order.',
    Type.Array(Id(), { maxItems: 100_000 }),
  ),
});

/** The rights of which one is required. */
export const readable = (anyRights: readonly Right[]) => ({ anyRights });

/** All rights that a write needs. */
const writable = ({ write, alsoWrite }: Setting) => ({ rights: [write, ...alsoWrite] });

/** Casts the desk's answer to the type of the schema by which the desk made it. */
export const typed = <C extends Code>(outcome: Outcome<unknown, C>) => outcome as Outcome<never, C>;

/** Casts a large answer that is already JSON. */
export const large = <C extends Code>(outcome: Outcome<Json, C>) =>
  outcome.ok ? outcome.data : outcome;

type Maker = (setting: Setting, given: SettingRoutes, path: RoutePath) => Route;

const listing: Maker = ({ kind, shown, read }, { name, many, query, texts }, path) =>
  route({
    ...settingTexts(texts).list,
    name: `${name}.list`,
    method: 'GET',
    path,
    says: `Lists ${many}.`,
    ...readable(read),
    ...(query && { query }),
    reply: [shown],
    handle: async ({ caller, query: asked }, context) =>
      large(await context.desk('settings.list', { caller, kind, query: asked as Fields })),
  });

/** The body of a write; the body of a confirmed write has the confirmation, too. */
const bodyOf = <T extends TObject>(name: string, schema: T): T =>
  confirmedActOf(name) === undefined
    ? schema
    : { ...schema, properties: { ...schema.properties, ...confirmFields } };

const creating: Maker = (setting, { name, one, texts }, path) => {
  const { kind, shown, create } = setting;
  return route({
    ...settingTexts(texts).create,
    name: `${name}.create`,
    method: 'POST',
    path,
    says: `Creates ${one}.`,
    ...writable(setting),
    body: bodyOf(`${name}.create`, create.schema),
    bodyBytesMax: SETTING_BYTES_MAX,
    reply: shown,
    handle: async ({ caller, body }, context) => {
      const fields: Fields = unconfirmed(body as ConfirmMembers);
      return typed(await context.desk('settings.create', { caller, kind, fields }));
    },
  });
};

const reading: Maker = ({ kind, shown, read }, { name, one, params = IdPath, texts }, path) =>
  route({
    ...settingTexts(texts).read,
    name: `${name}.read`,
    method: 'GET',
    path: `${path}/{id}`,
    says: `Answers ${one}.`,
    ...readable(read),
    params,
    reply: shown,
    handle: async ({ caller, path: { id } }, context) =>
      typed(await context.desk('settings.read', { caller, kind, id })),
  });

type ChangeBody = Fields & { readonly version: number };

const changing =
  (whole: boolean): Maker =>
  (setting, { name, one, params = IdPath, texts }, path) => {
    const { kind, shown, patch, replace } = setting;
    return route({
      ...settingTexts(texts)[whole ? 'replace' : 'change'],
      name: `${name}.${whole ? 'replace' : 'change'}`,
      method: whole ? 'PUT' : 'PATCH',
      path: `${path}/{id}`,
      says: whole ? `Replaces all fields of ${one}.` : `Changes fields of ${one}.`,
      ...writable(setting),
      params,
      body: bodyOf(`${name}.${whole ? 'replace' : 'change'}`, (whole ? replace : patch).schema),
      bodyBytesMax: SETTING_BYTES_MAX,
      reply: shown,
      handle: async ({ caller, path: { id }, body }, context) => {
        const { version, ...fields } = unconfirmed(body as ConfirmMembers) as ChangeBody;
        const input = { caller, kind, id, version, fields, whole };
        return typed(await context.desk('settings.patch', input));
      },
    });
  };

const deleting: Maker = (setting, { name, one, texts }, path) =>
  route({
    ...settingTexts(texts).delete,
    name: `${name}.delete`,
    method: 'DELETE',
    path: `${path}/{id}`,
    says: `Deletes ${one}.`,
    ...writable(setting),
    params: IdPath,
    query: DeleteQuery,
    ...(confirmedActOf(`${name}.delete`) && { body: ConfirmedDelete }),
    reply: null,
    handle: ({ caller, path: { id }, query: { version } }, context) => {
      const input = { caller, kind: setting.kind, id };
      return context.desk('settings.remove', version === undefined ? input : { ...input, version });
    },
  });

const ordering: Maker = (setting, { name, many, texts }, path) =>
  route({
    ...settingTexts(texts).order,
    name: `${name}.order`,
    method: 'PUT',
    path: `${path}/order`,
    says: `Puts ${many} in another order.`,
    ...writable(setting),
    body: bodyOf(`${name}.order`, OrderBody),
    bodyBytesMax: SETTING_BYTES_MAX,
    reply: [setting.shown],
    handle: async ({ caller, body }, context) =>
      large(await context.desk('settings.order', { caller, kind: setting.kind, ids: body.ids })),
  });

const MAKERS: Readonly<Record<SettingRoute, Maker>> = {
  list: listing,
  create: creating,
  read: reading,
  patch: changing(false),
  replace: changing(true),
  remove: deleting,
  order: ordering,
};

type SingleRoute = 'read' | 'replace' | 'patch';

/** The routes of a single record, its name in their descriptions, and what these say of it. */
interface SingleRoutes extends Pick<SettingRoutes, 'name' | 'path' | 'one'> {
  /** How the record is read. */
  readonly reads: string;
  /** How it is changed. */
  readonly changes: string;
  /** The reason, beyond its form, why a change is refused. */
  readonly invalid?: string;
  /** The body of a change that succeeds on the demo platform. */
  readonly example: ExampleBody;
}
type SingleMaker = (setting: Setting, given: SingleRoutes) => Route;

/** A change of the only record: of given fields, or of all. */
const changingSingle =
  (whole: boolean): SingleMaker =>
  (setting, { name: of, path, one, changes, invalid, example }) => {
    const name = `${of}.${whole ? 'replace' : 'change'}`;
    return route({
      name,
      method: whole ? 'PUT' : 'PATCH',
      path: `/admin/v1/${path}`,
      says: whole ? `Replaces all fields of ${one}.` : `Changes fields of ${one}.`,
      details: changes,
      example: { body: example },
      ...writable(setting),
      body: bodyOf(name, (whole ? setting.replace : setting.patch).schema),
      bodyBytesMax: SETTING_BYTES_MAX,
      reply: setting.shown,
      errors: { invalid_input: invalid, conflict: STALE },
      handle: async ({ caller, body }, context) => {
        const { version, ...fields } = unconfirmed(body as ConfirmMembers) as ChangeBody;
        const input = { caller, kind: setting.kind, version, fields, whole };
        return typed(await context.desk('settings.patch', input));
      },
    });
  };

const SINGLE_MAKERS: Readonly<Record<SingleRoute, SingleMaker>> = {
  read: ({ kind, shown, read }, { name, path, one, reads }) =>
    route({
      name: `${name}.read`,
      method: 'GET',
      path: `/admin/v1/${path}`,
      says: `Answers ${one}.`,
      details: reads,
      ...readable(read),
      reply: shown,
      handle: async ({ caller }, context) =>
        typed(await context.desk('settings.read', { caller, kind })),
    }),
  replace: changingSingle(true),
  patch: changingSingle(false),
};

/** The routes of a type of settings with a single record. */
export const singleRoutes = (
  setting: Setting,
  given: SingleRoutes,
  ops: readonly SingleRoute[],
): Route[] => ops.map((op) => SINGLE_MAKERS[op](setting, given));

/** The routes of a type of settings. */
export const settingRoutes = (setting: Setting, given: SettingRoutes): Route[] =>
  given.ops.map((op) => MAKERS[op](setting, given, `/admin/v1/${given.path}`));
