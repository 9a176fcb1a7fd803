// The client's table of defaults of live rows, generated from the server's description.

import { join } from 'node:path';
import { socketDescription } from '../../support/described-frames.js';

/** Where the generated table lies: `npm run client-types` writes it. */
export const ROW_DEFAULTS_PATH = join('client', 'types', 'row-defaults.ts');

/** The schemas of the description, by the members of an event's data that have them. */
const SCHEMAS = {
  data: 'ChangedExecution',
  deals: 'EventDeal',
  orders: 'EventOrder',
  positions: 'EventPosition',
  money: 'EventMoney',
  cause: 'Cause',
} as const;

const HEAD = `// The defaults of fields in live frames, generated from \`/asyncapi.json\`.
// \`npm run client-types\` writes this file; changes by hand are lost.

/** The defaults of the fields of an event's \`data\`, and of its rows. */
export const ROW_DEFAULTS = {
`;

interface Described {
  readonly components: {
    readonly schemas: Readonly<
      Record<string, { readonly properties: Readonly<Record<string, { default?: unknown }>> }>
    >;
  };
}

/** Writes a value as the formatter of the project writes it. */
const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value}'` : JSON.stringify(value);

/** The text of the generated file. */
export const rowDefaults = (): string => {
  const { schemas } = (socketDescription() as unknown as Described).components;
  const tables = Object.entries(SCHEMAS).map(([member, schema]) => {
    const fields = Object.entries(schemas[schema]?.properties ?? {});
    const lines = fields.flatMap(([name, field]) =>
      'default' in field ? [`    ${name}: ${literal(field.default)},\n`] : [],
    );
    return `  ${member}: {\n${lines.join('')}  },\n`;
  });
  return `${HEAD}${tables.join('')}} as const;\n`;
};
