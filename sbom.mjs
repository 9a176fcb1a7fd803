// Prints the bill of materials of all that is shipped, as CycloneDX, from the lock file and from the
// build's list of the packages that the apps for browsers carry. npm's own `--omit dev` leaves out
// what is shipped and used by a package for tests as well.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const ASKED = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];

const { packages: carried } = JSON.parse(readFileSync('dist/apps/manifest.json', 'utf8'));
const inApps = new Set(carried.map((name) => `node_modules/${name}`));
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const shipped = new Set(
  Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && (!dev || inApps.has(path)))
    .map(([path, { name, version }]) => `${name ?? path.split('node_modules/').at(-1)}@${version}`),
);

const printed = execFileSync('npm', [...ASKED, '--package-lock-only', ...process.argv.slice(2)], {
  encoding: 'utf8',
  maxBuffer: 64 << 20,
});
const bill = JSON.parse(printed);
const components = bill.components.filter((one) => shipped.has(one['bom-ref']));
const known = new Set([bill.metadata.component['bom-ref'], ...shipped]);
const dependencies = bill.dependencies
  .filter(({ ref }) => known.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => known.has(one)) }));
console.log(JSON.stringify({ ...bill, components, dependencies }, null, 2));
