import { openTable } from '../../../functions/platform/standalone/table.ts';

/** Writes rows endlessly and prints each one to stdout as soon as its write is acknowledged. */
const table = openTable(process.argv[2] ?? '', Date.now);
for (let n = 0; ; n++) {
  await Promise.all([0, 1, 2].map((part) => table.put({ pk: 'P', sk: `${n}-${part}`, n })));
  process.stdout.write(`${n}\n`);
}
