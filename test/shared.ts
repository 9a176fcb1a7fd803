// Compares the contract's facts that tests carry with the documents in the shared folder, and runs
// the acceptance cases of FIX as they are given there.
//
//   node dist/test/shared.js ../shared           says what differs
//   node dist/test/shared.js ../shared --write   takes the routes' facts over into test/routes.json

import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { openAcceptor } from './actors/providers/fix/acceptor.js';

type Json = Record<string, unknown>;

const read = <T>(...path: string[]): T => JSON.parse(readFileSync(join(...path), 'utf8')) as T;

const pick = (from: Json, names: readonly string[]): Json =>
  Object.fromEntries(names.filter((name) => name in from).map((name) => [name, from[name]]));

const pickEach = (from: unknown, names: readonly string[]): Json =>
  Object.fromEntries(
    Object.entries((from ?? {}) as Json).map(([field, spec]) => [field, pick(spec as Json, names)]),
  );

/** A route of the contract: names, figures, when rights count, and how many rules it has. */
const routeFacts = (route: Json): Json => ({
  ...pick(route, ['method', 'path', 'family', 'audience', 'session', 'csrf', 'account_header']),
  rights: pick(route.rights as Json, ['all', 'any', 'conditional']),
  query: pickEach(route.query, ['type', 'default', 'min', 'max', 'required']),
  body: pickEach(route.body, ['type', 'required']),
  errors: route.errors,
  rules: (route.rules as unknown[]).length,
});

/** A worked example without its sentences. */
const vectorFacts = (vector: Json): Json => pick(vector, ['id', 'input', 'expect']);

const vectorsOf = (file: Json[] | { vectors: Json[] }): Json[] =>
  Array.isArray(file) ? file : file.vectors;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Says which facts are missing, changed or ours alone; counts those that fit and those not. */
const compare = (what: string, ours: readonly Json[], theirs: readonly Json[], key: string[]) => {
  const name = (fact: Json) => key.map((part) => fact[part]).join(' ');
  const mine = new Map(ours.map((fact) => [name(fact), fact]));
  const wrong = theirs.filter((fact) => !isDeepStrictEqual(mine.get(name(fact)), fact));
  for (const fact of wrong) say(`${what} ${name(fact)} differs from the shared documents`);
  const known = new Set(theirs.map(name));
  const alone = ours.filter((fact) => !known.has(name(fact)));
  for (const fact of alone) say(`${what} ${name(fact)} is not in the shared documents`);
  return { passed: theirs.length - wrong.length, failed: wrong.length + alone.length };
};

/** Runs the given acceptance cases against an acceptor on a port; says which fail. */
const runCases = async (peers: string): Promise<{ passed: number; failed: number }> => {
  const names = readdirSync(join(peers, 'fix44')).filter((name) => name.endsWith('.def'));
  const files = names.map((name) => join(peers, 'fix44', name));
  const { port, close } = await openAcceptor(0);
  const args = [join(peers, 'run-def.mjs'), '--relaxed', '127.0.0.1', String(port), ...files];
  const said = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, (_, stdout, stderr) => resolve(stdout + stderr));
  });
  close();
  const passed = Number(/^(\d+)\/\d+ passed/m.exec(said)?.[1] ?? 0);
  say(`FIX acceptance cases: ${said.trim()}`);
  return { passed, failed: Math.max(files.length, 1) - passed };
};

const shared = process.argv[2] ?? join('..', 'shared');
const routes = read<Json[]>(shared, 'contract', 'routes.json').map(routeFacts);
const ownRoutes = join('test', 'routes.json');
if (process.argv[3] === '--write') {
  writeFileSync(ownRoutes, `[\n${routes.map((route) => JSON.stringify(route)).join(',\n')}\n]\n`);
}
const vectors = vectorsOf(read(shared, 'design', 'trading-vectors.json')).map(vectorFacts);
const ownVectors = vectorsOf(read('test', 'vectors.json')).map(vectorFacts);
const results = [
  compare('route', read(ownRoutes), routes, ['method', 'path']),
  compare('vector', ownVectors, vectors, ['id']),
  await runCases(join(shared, 'peers', 'fix')),
];
const sum = (of: 'passed' | 'failed') => results.reduce((total, result) => total + result[of], 0);
say(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') > 0 ? 1 : 0;
