// The description of the API as tests read it.

import { openApi } from '../../../http/reference/openapi.js';
import { routes, TAGS } from '../../../http/routes/table.js';
import { Cookies } from '../../../http/session/cookies.js';
import type { Audience } from '../../../wire/accounts/identity.js';

/** A schema of the description, as far as tests look at it. */
export interface DocumentSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly title?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, DocumentSchema>>;
  readonly items?: DocumentSchema;
  readonly anyOf?: readonly DocumentSchema[];
  readonly 'x-section'?: string;
  readonly 'x-unit'?: string;
  readonly 'x-format'?: string;
  readonly 'x-reference'?: { readonly kind: string; readonly by: string };
  readonly writeOnly?: boolean;
}

/** An operation of the description. */
export interface DocumentOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly description: string;
    readonly schema: DocumentSchema;
    readonly example?: string | number;
    readonly $ref?: string;
  }[];
  readonly requestBody?: {
    /** By media type. */
    readonly content: Readonly<Record<string, { readonly example?: unknown }>>;
  };
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string;
        readonly 'x-codes'?: readonly string[];
        /** By media type. */
        readonly content?: Readonly<Record<string, object>>;
      }
    >
  >;
}

/** The description. */
export interface ApiDocument {
  readonly info: { readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, DocumentSchema>>;
    readonly securitySchemes: Readonly<Record<string, { readonly description?: string }>>;
  };
}

/** The version that a described document is given. */
export const VERSION = '7.8.9';

/** The description of the whole table, or of one audience. */
export const described = async (audience?: Audience): Promise<ApiDocument> => {
  const api = { routes, tags: TAGS, cookies: new Cookies(false), version: VERSION };
  const made = await openApi(audience === undefined ? api : { ...api, audience });
  return JSON.parse(JSON.stringify(made)) as ApiDocument;
};

/** The values of `pattern` in a document, each once. */
const patternsIn = (part: unknown): readonly string[] => {
  if (typeof part !== 'object' || part === null) return [];
  const found = Object.entries(part).flatMap(([name, value]) =>
    name === 'pattern' && typeof value === 'string' ? [value] : patternsIn(value),
  );
  return [...new Set(found)];
};

/** What only some regular expressions know: Unicode classes, code points, lookbehind, names. */
const SPECIAL = /\\[pPkK]|\\u\{|\(\?<|\(\?[a-z]|\\[^dDsSwWutnr.*+?^$()[\]{}|/-]/;

/** The patterns of a document that generators of other languages cannot compile. */
export const specialPatterns = (document: unknown): readonly string[] =>
  patternsIn(document).filter((pattern) => {
    try {
      new RegExp(pattern);
      new RegExp(pattern, 'u');
    } catch {
      return true;
    }
    return SPECIAL.test(pattern.replaceAll('\\\\', ''));
  });
