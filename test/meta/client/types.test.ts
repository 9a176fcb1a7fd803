// The client as it is published: its declarations stand alone, and browsers can load it.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import t from 'tap';
import ts from 'typescript';

const { exports, files } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  exports: Record<string, unknown>;
  files: string[];
};

t.test('What the package exports is built, with its types, and published', async (t) => {
  const targets = JSON.stringify(exports['./client']).match(/\.\/[^"]+/g) ?? [];
  t.equal(targets.length, 4, 'for Node and for browsers');
  for (const target of targets) t.ok(existsSync(target), target);
  t.ok(files.includes('dist/client'));
});

t.test('The declarations stand alone: browsers need no types of Node', async (t) => {
  const options: ts.CompilerOptions = {
    ...{ target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.NodeNext, types: [], strict: true },
    ...{ lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'], noEmit: true },
    ...{ exactOptionalPropertyTypes: true },
  };
  const entries = ['index.d.ts', 'node.d.ts'].map((name) => join('dist', 'client', name));
  const program = ts.createProgram(entries, options);
  const declared = readdirSync(join('dist', 'client'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.d.ts'))
    .flatMap((path) => program.getSourceFile(join('dist', 'client', path)) ?? []);
  t.ok(declared.length > 10, `${declared.length} files`);
  const faults = declared.flatMap((file) => program.getSemanticDiagnostics(file));
  t.same(
    faults.map(({ file, messageText }) => `${file?.fileName}: ${JSON.stringify(messageText)}`),
    [],
  );
});

t.test('A page loads the client in one small file', async (t) => {
  const { outputFiles, metafile } = await build({
    ...{ entryPoints: [join('dist', 'client', 'index.js')], bundle: true, minify: true },
    ...{ format: 'esm', platform: 'browser', write: false, metafile: true },
  });
  const strangers = Object.keys(metafile.inputs).filter(
    (path) => !/^dist\/client\/|^node_modules\/openapi-fetch\//.test(path),
  );
  t.same(strangers, []);
  const bytes = outputFiles[0]?.contents.length ?? 0;
  t.ok(bytes > 5_000 && bytes < 40_000, `${bytes} bytes`);
});
