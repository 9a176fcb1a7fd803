// Texts of the usual operations of settings, from the few facts that differ from kind to kind.

import type { Code } from '../../wire/base/codes.js';
import type { ExampleRequest, OperationText, OperationTexts } from './operation-text.js';

type ExampleBody = NonNullable<ExampleRequest['body']>;

/** The facts of a kind of settings. */
interface SettingFacts {
  /** Before the operation in the names of its routes. */
  readonly name: string;
  /** The order of its list. */
  readonly order: string;
  /** The reason why a create is refused as a conflict. */
  readonly taken: string;
  /** The reason why a delete is refused as a conflict; absent = there is none. */
  readonly used?: string;
  /** Further sentences about a create, a change and a delete. */
  readonly creates?: string;
  readonly changes?: string;
  readonly deletes?: string;
  readonly invalid?: string;
  /** The id of the record that the example makes on the demo platform. */
  readonly id?: number | string;
  readonly create?: ExampleBody;
  readonly patch?: ExampleBody;
  readonly replace?: ExampleBody;
  readonly query?: Readonly<Record<string, string | number>>;
  /** The ids of every record, in another order. */
  readonly ids?: readonly number[];
}

const STALE = '`version` is not the newest';

const textsOf = (facts: SettingFacts): Readonly<Record<string, OperationText>> => {
  const { order, taken, used, create, patch, replace, query, ids, invalid } = facts;
  const { creates, changes, deletes } = facts;
  const path = { id: facts.id ?? 0 };
  const not_found = 'there is no such record, or it lies outside the scope';
  const input: Partial<Record<Code, string>> =
    invalid === undefined
      ? {}
      : { invalid_input: `a field is malformed or unknown, or ${invalid}` };
  const stale = [STALE, ...(taken === '' ? [] : [taken])].join(', or ');
  return {
    list: { says: `${order} Nothing is paged.`, ...(query && { example: { query } }) },
    create: {
      says: ['What is left out takes its default.', creates].filter(Boolean).join(' '),
      errors: { ...input, conflict: taken },
      ...(create && { example: { body: create } }),
    },
    read: {
      says: `Has the version that a change sends back.`,
      errors: { not_found },
      example: { path },
    },
    change: {
      says: [
        'What is not sent stays; a list that is sent takes the place of the whole list. A change ' +
          'that changes nothing keeps the version. Read-only fields cannot be sent.',
        changes,
      ]
        .filter(Boolean)
        .join(' '),
      errors: { ...input, not_found, conflict: stale },
      ...(patch && { example: { path, body: patch } }),
    },
    replace: {
      says: ['What is left out takes its default, not its old value.', changes]
        .filter(Boolean)
        .join(' '),
      errors: { ...input, not_found, conflict: stale },
      ...(replace && { example: { path, body: replace } }),
    },
    delete: {
      says: ['It cannot be undone. With `version` only that version is deleted.', deletes]
        .filter(Boolean)
        .join(' '),
      errors: { not_found, conflict: [STALE, ...(used === undefined ? [] : [used])].join(', or ') },
      example: { path },
    },
    order: {
      says: `Answers the whole list as it stands then. New positions count at once.`,
      errors: { invalid_input: `\`ids\` does not name each one exactly once` },
      ...(ids && { example: { body: { ids } } }),
    },
  };
};

/** Texts of a kind's usual operations; `ops` leaves out the operations without a route. */
export const settingTexts = (facts: SettingFacts, ops: readonly string[]): OperationTexts => {
  const texts = textsOf(facts);
  return Object.fromEntries(
    ops.map((op) => [`${facts.name}.${op}`, texts[op] as OperationText] as const),
  );
};
