// Tests whose titles end with the tags of the rules that they show: `[POST #3] [PATCH /{id} #8]`.

import t, { type Test } from 'tap';

/** A template's text, in which line breaks are spaces. */
export const textOf = (parts: TemplateStringsArray, values: readonly unknown[]): string =>
  String.raw({ raw: parts }, ...values)
    .replace(/\s+/g, ' ')
    .trim();

/** A title whose tags name whole paths: those that do not are of rules below this one. */
export const tagged = (says: string, path: string): string =>
  says.replace(
    /\[([A-Z]+) (?!\/(?:admin|trader)\/)(\/\S+ )?(#[\d, #]+)\]/g,
    (_, method: string, below = '', rules: string) =>
      `[${method} /admin/v1/${path}${below.trim()} ${rules}]`,
  );

/** Shows what a title says. */
export type Shown<Given> = (run: (t: Test, given: Given) => unknown) => void;
/** Begins a test by its title. */
export type Titled<Given> = (
  parts: TemplateStringsArray,
  ...values: readonly unknown[]
) => Shown<Given>;

/** Tests of what is below a path, each with what is opened for it. */
export const testsWith =
  <Given>(path: string, open: (t: Test) => Promise<Given>): Titled<Given> =>
  (parts, ...values) =>
  (run) => {
    const title = tagged(textOf(parts, values), path);
    void t.test(title, async (t) => void (await run(t, await open(t))));
  };

/** Tests that need nothing opened: of what is below a path, or with whole paths in their tags. */
export const testsBelow = (path: string) => testsWith(path, async () => undefined);
export const test = testsBelow('');
