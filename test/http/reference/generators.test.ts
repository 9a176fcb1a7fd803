// What a generator of others, quicktype, makes of the descriptions: types that have every field,
// each with a type of its own, and that compile. openapi-typescript makes those of the client.
//
// `npm test` looks at the trader's records and events, the deep run at all schemas and frames.

import t from 'tap';
import { socketDescription } from '../../support/described-frames.js';
import { countOf } from '../../support/run.js';
import { described } from './document.js';
import { checkTypes, type SchemaSource, type TypeSchema, typesOf } from './generated-types.js';

const IS_DEEP = countOf({ test: 0, deep: 1, soak: 1 }) === 1;

/** The records that a trader's program reads, each with all that it refers to. */
const RECORDS = [
  ...['OfferedSymbol', 'Quote', 'Bar', 'News', 'TradeResult', 'AccountPicture'],
  ...['OpenOrder', 'EndedOrder', 'Deal', 'OpenPosition', 'ClosedPosition', 'InputFaults'],
];

/** Fields that map names to values: the settings of a page, pages of a brand by their language. */
const MAPS = IS_DEEP ? ['content', 'links'] : [];

/** Schemas that have fields, by name. */
const shownOf = (components: SchemaSource['components'], names: readonly string[]) =>
  Object.fromEntries(
    names
      .map((name) => [name, components[name] ?? {}] as const)
      .filter(([, { properties }]) => properties !== undefined),
  );

/** Schemas of the routes. */
const ofRoutes = async (): Promise<SchemaSource> => {
  const { schemas } = (await described('trader')).components;
  const components = schemas as Record<string, TypeSchema>;
  return { shown: shownOf(components, IS_DEEP ? Object.keys(components) : RECORDS), components };
};

/** Frames of the socket: `trader.event.quotes` as `FrameEventQuotes`. */
const ofFrames = (): SchemaSource => {
  const { components } = JSON.parse(JSON.stringify(socketDescription())) as {
    components: {
      messages: Record<string, { payload: TypeSchema }>;
      schemas: Record<string, TypeSchema>;
    };
  };
  const shown: Record<string, TypeSchema> = {};
  for (const [key, { payload }] of Object.entries(components.messages)) {
    const [audience, ...words] = key.split(/[._]/);
    if (audience !== 'trader' || !(IS_DEEP || words[0] === 'event')) continue;
    const name = words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`).join('');
    shown[`Frame${name}`] = payload;
  }
  return { shown, components: components.schemas };
};

t.test('A generator makes whole types of the descriptions for traders', async (t) => {
  const sources = [await ofRoutes(), ofFrames()];
  const text = await typesOf(sources);
  const { faults, fields } = checkTypes(text, sources);
  t.same(faults.slice(0, 20), []);
  t.ok(fields > 1000, `${fields} fields were compared`);
  const maps = [...text.matchAll(/^ +(\w+)\??: +\{ \[key: string\]/gm)].map(([, name]) => name);
  t.same([...new Set(maps)], MAPS);
  const lame = text.replace(/^( +(?:spread|volume|symbols)\??: +)[^;]+;/gm, '$1unknown;');
  t.ok(checkTypes(lame, sources).faults.length >= 3, 'and a field without a type is found');
  const short = text.replace(/^ +(?:digits)\??: +[^;]+;\n/gm, '');
  t.ok(checkTypes(short, sources).faults.length >= 3, 'and so is one that is missing');
});
