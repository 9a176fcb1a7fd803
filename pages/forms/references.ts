// Targets of references: groups, symbols, staff and records of settings, read once a form.

import { useState } from 'preact/hooks';
import { unwrap } from '../../client/index.js';
import type { StaffLive } from '../live/staff.js';
import { type FindOptions, fitting, type Option } from '../ui/combobox.js';

/** Where the records of a kind are listed; accounts are too many for a list. */
const PATHS: Readonly<Record<string, string>> = {
  brand: '/admin/v1/licence/brands',
  group: '/admin/v1/groups',
  leverage_profile: '/admin/v1/leverage-profiles',
  staff: '/admin/v1/staff',
  symbol: '/admin/v1/symbols',
};

type Named = Readonly<Record<string, unknown>>;

const nameOf = (row: Named): string =>
  String(row.path ?? row.name ?? row.company_name ?? row.description ?? row.login ?? row.id);

/** Options of the records by the member that a field names them by. */
export interface References {
  readonly options: (kind: string, by: string) => Promise<readonly Option[]>;
  readonly find: (kind: string, by: string) => FindOptions;
}

const optionOf = (row: Named, by: string): Option => {
  const name = nameOf(row);
  if (by === 'name') return { value: String(row.name ?? name), text: String(row.name ?? name) };
  if (by === 'mask' || by === 'path') {
    const alias = row.name === undefined ? undefined : String(row.name);
    return { value: name, text: name, ...(alias !== undefined && { hint: alias }) };
  }
  return { value: String(row[by] ?? row.id), text: String(row[by] ?? row.id), hint: name };
};

const makeReferences = (rest: StaffLive['rest']): References => {
  const lists = new Map<string, Promise<readonly Named[]>>();
  const read = (kind: string): Promise<readonly Named[]> => {
    const path = PATHS[kind];
    if (path === undefined) return Promise.resolve([]);
    const known = lists.get(kind);
    if (known !== undefined) return known;
    const answer = unwrap(rest.GET(path as never, {} as never)) as Promise<unknown>;
    const rows = answer.then(
      (data) =>
        (Array.isArray(data) ? data : ((data as { items?: unknown }).items ?? [])) as Named[],
      () => [],
    );
    lists.set(kind, rows);
    return rows;
  };
  const options = async (kind: string, by: string): Promise<readonly Option[]> =>
    (await read(kind)).map((row) => optionOf(row, by));
  return {
    options,
    find: (kind, by) => async (text) => fitting(await options(kind, by), text),
  };
};

/** The references of a form. */
export const useReferences = (rest: StaffLive['rest']): References =>
  useState(() => makeReferences(rest))[0];
