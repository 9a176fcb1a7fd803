// The supply chain: every package is on the reviewed list, complete and with its licence.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import t from 'tap';
import {
  type Dependencies,
  dependencyFaults,
  findDependencies,
  isAllowed,
  LIST,
  lockedPackages,
  nameOf,
} from './dependencies.js';

const known = JSON.parse(readFileSync(LIST, 'utf8')) as Dependencies;
const { allowScripts, dependencies, optionalDependencies } = JSON.parse(
  readFileSync('package.json', 'utf8'),
) as {
  allowScripts: Record<string, boolean>;
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
};

t.test('Every dependency, its scripts, binaries and licence are in the list', async (t) => {
  t.same(dependencyFaults(findDependencies(), known), []);
});

t.test('Each kind of surprise is told in words that say what to do', async (t) => {
  const listed = {
    a: { version: '1.0.0', licence: 'MIT' },
    b: { version: '1.0.0', licence: 'MIT', platform: 'linux x64' },
  };
  const { a } = listed;
  const only = (found: Dependencies): string => {
    const faults = dependencyFaults({ ...listed, ...found }, listed);
    t.equal(faults.length, 1, faults.join('; '));
    return faults[0] ?? '';
  };
  t.match(only({ c: a }), /^c 1\.0\.0 is not in the list: look at .*npm run dependencies/);
  t.match(only({ a: { ...a, version: '1.0.1' } }), /^a 1\.0\.1 is listed as 1\.0\.0: look/);
  t.match(only({ a: { ...a, licence: 'ISC' } }), /listed under MIT, not ISC: look/);
  t.match(only({ a: { ...a, scripts: { install: 'x' } } }), /unlisted install script, "x": look/);
  t.match(only({ a: { ...a, binaries: ['x.node'] } }), /unlisted native binary, x\.node: look/);
  t.match(dependencyFaults({ b: listed.b }, listed)[0], /^a is listed and not used/);
  const elsewhere = { ...listed, b: { ...listed.b, binaries: ['x.node'] } };
  const why = 'the binaries of a package for one system are listed where it is installed';
  t.same(dependencyFaults(elsewhere, listed), [], why);
  const strange = { version: '1.0.0', licence: 'SSPL-1.0' };
  t.match(dependencyFaults({ c: strange }, { c: strange }), [/SSPL-1\.0, which is not allowed/]);
});

t.test('Of several licences one must be allowed, of joined ones all', async (t) => {
  t.ok(isAllowed('(WTFPL OR MIT)'));
  t.ok(isAllowed('MIT AND ISC'));
  t.notOk(isAllowed('MIT AND GPL-3.0-only'));
  t.notOk(isAllowed('none'));
});

t.test('Every install script is allowed or forbidden by name', async (t) => {
  const withScript = Object.entries(lockedPackages())
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([folder]) => nameOf(folder));
  t.same(withScript.sort(), Object.keys(allowScripts).sort());
  const scripted = Object.entries(known).filter(([, { scripts }]) => scripts !== undefined);
  const names = scripted.map(([folder]) => nameOf(folder));
  t.same(
    names.filter((name) => !withScript.includes(name)),
    [],
  );
  // The registry says so of each package with a `binding.gyp`, also where `gypfile` is false.
  const without = withScript.filter((name) => !names.includes(name));
  t.same(
    without.filter((name) => allowScripts[name] !== false),
    [],
  );
});

t.test('The lock file has the hash of every package, and no address of a registry', async (t) => {
  for (const [folder, { integrity = '', resolved }] of Object.entries(lockedPackages())) {
    t.match(integrity, /^sha512-[A-Za-z0-9+/]{86}==$/, folder);
    t.equal(resolved, undefined, folder);
  }
});

t.test('The bill of materials names all that is shipped, without the network', async (t) => {
  const printed = execFileSync('npm', ['run', '--silent', 'sbom', '--', '--offline'], {
    encoding: 'utf8',
  });
  const { bomFormat, components } = JSON.parse(printed) as {
    bomFormat: string;
    components: { purl: string; hashes: unknown[] }[];
  };
  t.equal(bomFormat, 'CycloneDX');
  const packages = components.map(({ purl }) => decodeURIComponent(purl));
  for (const [name, version] of Object.entries({ ...dependencies, ...optionalDependencies })) {
    const one = version.startsWith('npm:') ? version.slice('npm:'.length) : `${name}@${version}`;
    t.ok(packages.includes(`pkg:npm/${one}`), one);
  }
  const { packages: carried } = JSON.parse(readFileSync('dist/apps/manifest.json', 'utf8')) as {
    packages: string[];
  };
  t.ok(carried.includes('preact'), 'the apps for browsers carry packages');
  const shipped = Object.entries(lockedPackages())
    .filter(([folder, { dev }]) => dev !== true || carried.includes(nameOf(folder)))
    .map(([folder, { version }]) => `${folder.split('node_modules/').at(-1)}@${version}`);
  t.equal(packages.length, new Set(shipped).size, 'used by packages for tests as well or not');
  t.notMatch(packages.join(), /npm\/tap@/, 'what only tests need is not shipped');
  t.ok(components.every(({ hashes }) => hashes.length > 0));
  t.notMatch(printed, /"type": ?"distribution"/, 'nor does it name a registry');
});
