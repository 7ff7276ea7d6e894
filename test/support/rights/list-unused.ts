import { DECLARED } from './declared-rights.ts';
import { usesNoted } from './used-rights.ts';

/** `npm run rights`: the declared rights that no test has used since node_modules/.cache/used-rights was removed. */
const noted = usesNoted();
const declared = [...DECLARED].flatMap(([name, { table, blobs }]) => [
  ...Object.entries(table).flatMap(([kind, families]) => families.map((family) => `${name} ${kind} ${family}`)),
  ...Object.entries(blobs).flatMap(([kind, families]) => families.map((family) => `${name} blob ${kind} ${family}`)),
]);
const unused = declared.filter((use) => !noted.has(use));
for (const use of unused) process.stdout.write(`${use}\n`);
process.stdout.write(`${unused.length} of ${declared.length} rights were not used\n`);
