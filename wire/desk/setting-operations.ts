// Desk operations of settings.

import type { Fields, Json } from '../base/object.js';
import type { RoutingSample } from '../rest/settings/routing.js';
import type { QuickFields } from '../rest/settings/symbols.js';
import type { SettingKind } from '../settings/kinds.js';
import type { RuleEdit } from '../settings/leverage.js';
import type { Caller } from './caller.js';

/** The operations of settings, with inputs and answers. */
export interface SettingOps {
  /** Lists the settings of a type that the caller may see, in list order. */
  'settings.list': {
    input: { caller: Caller; kind: SettingKind; query: Readonly<Record<string, unknown>> };
    output: Json;
  };
  /** Reads one setting. A type with a single record takes no id. */
  'settings.read': {
    input: { caller: Caller; kind: SettingKind; id?: number | string };
    output: Fields;
  };
  'settings.create': {
    input: { caller: Caller; kind: SettingKind; fields: Fields };
    output: Fields;
  };
  /**
   * Changes a setting. With `whole`, missing fields get the value that the type declares for them;
   * else they keep their value.
   */
  'settings.patch': {
    input: {
      caller: Caller;
      kind: SettingKind;
      id?: number | string;
      version: number;
      fields: Fields;
      whole: boolean;
    };
    output: Fields;
  };
  /** Changes fields of a symbol that change daily. */
  'symbols.quick': {
    input: { caller: Caller; id: number; version: number; fields: QuickFields };
    output: Fields;
  };
  'settings.remove': {
    input: { caller: Caller; kind: SettingKind; id: number; version?: number };
    output: null;
  };
  'settings.order': {
    input: { caller: Caller; kind: SettingKind; ids: readonly number[] };
    output: Json;
  };
  /**
   * Changes the rules of a leverage profile; `version` is the version that the change is based on.
   */
  'leverage.rules': {
    input: { caller: Caller; id: number; version: number; edit: RuleEdit };
    output: Fields;
  };
  /** Finds the routing rule that would decide a request, and the reasons. */
  'routing.test': { input: { caller: Caller; sample: RoutingSample }; output: Fields };
  'routing.drop_dealer': { input: { caller: Caller; id: number; dealer: number }; output: Fields };
  /** The enabled holidays that close a symbol on a day, `YYYY-MM-DD`; default: today. */
  'holidays.check': {
    input: { caller: Caller; symbol: string; date?: string };
    output: Fields;
  };
}
