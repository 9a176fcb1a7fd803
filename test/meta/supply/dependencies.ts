// The project's packages: compares what npm installs of each with the reviewed list.

import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The list: `npm run dependencies` writes it, a person looks at what changed in it. */
export const LIST = join('test', 'dependencies.json');

/** Licences that a package may have; of several that it offers, one. */
export const LICENCES = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-3.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
];

/** What packages without a word about it in their package.json say in their licence file. */
const STATED: Readonly<Record<string, string>> = { 'jsonc-simple-parser@3.0.0': 'MIT' };

/** Licences of packages that tests run and nothing ships. */
const RUN_BY_TESTS: Readonly<Record<string, string>> = { 'axe-core': 'MPL-2.0' };

/** npm runs these of a package when it installs it. */
const SCRIPTS = ['preinstall', 'install', 'postinstall'];
/** How a program begins that Linux runs; those of other systems have a telling end of name. */
const ELF = Buffer.from('\x7fELF', 'latin1');
const BINARY_NAME = /\.(node|so|dylib|dll|exe)(\.\d+)*$/;

/** What is known of one package. */
export interface Dependency {
  readonly version: string;
  readonly licence: string;
  /** The commands that npm would run when it installs the package, by their names. */
  readonly scripts?: Readonly<Record<string, string>>;
  /** The system that it is for; elsewhere it is not installed, and its files are not known. */
  readonly platform?: string;
  /** Its native binaries. */
  readonly binaries?: readonly string[];
}

/** Packages by the folder that they lie in. */
export type Dependencies = Readonly<Record<string, Dependency>>;

interface Locked {
  readonly version: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
}

/** What the lock file says of every package, by folder. */
export const lockedPackages = (): Readonly<Record<string, Locked>> => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const { '': _project, ...others } = packages;
  return others;
};

const isElf = (path: string): boolean => {
  const file = openSync(path, 'r');
  const head = Buffer.alloc(ELF.length);
  readSync(file, head, 0, head.length, 0);
  closeSync(file);
  return head.equals(ELF);
};

/** A package's native binaries, without those of packages that lie within it. */
const binariesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : binariesIn(path);
    if (!entry.isFile()) return [];
    const isBinary = BINARY_NAME.test(entry.name) || (!entry.name.includes('.') && isElf(path));
    return isBinary ? [path] : [];
  });

/** Without a word of its own npm compiles a package that has a `binding.gyp`. */
const scriptsOf = (folder: string): Record<string, string> => {
  const { scripts = {}, gypfile = true } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as { scripts?: Record<string, string>; gypfile?: boolean };
  const named = Object.entries(scripts).filter(([name]) => SCRIPTS.includes(name));
  const compiles = gypfile && existsSync(join(folder, 'binding.gyp')) && !scripts.install;
  return Object.fromEntries(compiles ? [...named, ['install', 'node-gyp rebuild']] : named);
};

const installed = (folder: string): Pick<Dependency, 'scripts' | 'binaries'> => {
  const scripts = scriptsOf(folder);
  const binaries = binariesIn(folder).map((path) => relative(folder, path));
  return {
    ...(Object.keys(scripts).length > 0 && { scripts }),
    ...(binaries.length > 0 && { binaries: binaries.sort() }),
  };
};

/** The name of the package that lies in a folder. */
export const nameOf = (folder: string): string => folder.split('node_modules/').at(-1) ?? '';

/** What is installed here, and of what is not, what the lock file says. */
export const findDependencies = (): Dependencies =>
  Object.fromEntries(
    Object.entries(lockedPackages()).map(([folder, locked]) => {
      const { version, os = [], cpu = [], libc = [] } = locked;
      const { license = STATED[`${nameOf(folder)}@${version}`] ?? 'none' } = locked;
      const platform = [...os, ...cpu, ...libc].join(' ');
      const found = {
        version,
        licence: license,
        ...(platform !== '' && { platform }),
        ...(existsSync(folder) && installed(folder)),
      };
      return [folder, found];
    }),
  );

/** May a package with this licence be used? Of `A OR B` one is enough. */
export const isAllowed = (licence: string): boolean =>
  licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => LICENCES.includes(one.trim())));

const LOOK =
  'look at what it does and who makes it, then have `npm run dependencies` write the list again';

const scriptFaults = (name: string, found: Dependency, known: Dependency): string[] =>
  Object.entries(found.scripts ?? {})
    .filter(([script, command]) => known.scripts?.[script] !== command)
    .map(([script, command]) => `${name} has an unlisted ${script} script, "${command}": ${LOOK}`);

/** What a package for one system is made of is known only where it is installed. */
const binaryFaults = (name: string, found: Dependency, known: Dependency): string[] => {
  if (known.platform !== undefined && known.binaries === undefined) return [];
  return (found.binaries ?? [])
    .filter((binary) => !known.binaries?.includes(binary))
    .map((binary) => `${name} has an unlisted native binary, ${binary}: ${LOOK}`);
};

const faultsOf = (folder: string, found: Dependency, known: Dependency | undefined): string[] => {
  const name = `${folder} ${found.version}`;
  const isFine = isAllowed(found.licence) || RUN_BY_TESTS[nameOf(folder)] === found.licence;
  const licence = isFine
    ? []
    : [`${name} has the licence ${found.licence}, which is not allowed: use another package`];
  if (known === undefined) return [...licence, `${name} is not in the list: ${LOOK}`];
  if (known.version !== found.version) {
    return [...licence, `${name} is listed as ${known.version}: ${LOOK}`];
  }
  if (known.licence !== found.licence) {
    licence.push(`${name} is listed under ${known.licence}, not ${found.licence}: ${LOOK}`);
  }
  return [...licence, ...scriptFaults(name, found, known), ...binaryFaults(name, found, known)];
};

/** Every difference that a person must look at, in words that say what to do. */
export const dependencyFaults = (found: Dependencies, known: Dependencies): string[] => [
  ...Object.entries(found).flatMap(([folder, one]) => faultsOf(folder, one, known[folder])),
  ...Object.keys(known)
    .filter((folder) => found[folder] === undefined)
    .map((folder) => `${folder} is listed and not used: have \`npm run dependencies\` drop it`),
];
