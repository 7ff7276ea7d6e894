import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { FUNCTION_ENTRIES } from '../functions/composition/aws/function-entries.ts';
import { writeAddresses, writeSite } from '../functions/composition/aws/write-bundled-files.ts';
import { AWS_VARIABLES } from '../functions/platform/settings/config.ts';
import { bundleFunctions } from '../lib/bundle.ts';
import { FIRST_EVENT, kindOfFunction } from '../test/lib/first-event.ts';
import { type Figure, figure } from './support/figure.ts';
import { median } from './support/measure/quantile.ts';
import { runBench } from './support/run-bench.ts';

const STARTS = 5;
/** Goals of a function that answers requests. */
const GOAL = { bytes: 1_200_000, ms: 120 };
const MEGABYTE = 1_000_000;

const ENVIRONMENT = {
  PATH: process.env.PATH,
  AWS_REGION: 'eu-west-1',
  SVC_LOG_LEVEL: 'SILENT',
  ...Object.fromEntries(AWS_VARIABLES.map((name) => [name, `arn:aws:test:eu-west-1:1:${name}`])),
  SVC_QUEUE_URL: 'https://sqs.test/1/q',
  SVC_DEAD_LETTER_QUEUE_URL: 'https://sqs.test/1/d',
};

/**
 * How long a fresh process takes from the start of the import to a handler that can be called; of the API: to its first
 * answer.
 */
const START = `
  const cpu = process.cpuUsage();
  const start = performance.now();
  ${FIRST_EVENT}
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  console.log(JSON.stringify({ ms, cpuMs: (user + system) / 1000 }));`;

/**
 * `npm run bench:cold-start`: bundles every function as the stack does; says how large it is and how long a fresh
 * process takes to start it.
 */
await runBench(
  `cold starts, ${STARTS} each`,
  async (running) => {
    const folder = mkdtempSync(join(tmpdir(), 'cold-start-'));
    running.defer(() => rmSync(folder, { recursive: true, force: true }));
    const figures: Figure[] = [];
    const writeBundle = await bundleFunctions();
    for (const entry of [...FUNCTION_ENTRIES.keys()].toSorted()) {
      const own = join(folder, entry);
      mkdirSync(own, { recursive: true });
      writeBundle(entry, own);
      const bytes = sizeOf(own);
      writeAddresses(own);
      if (entry.startsWith('console/')) writeSite(own, { openApi: true });
      const times = await startTimes(own, entry);
      const wall = times.map(({ ms }) => ms);
      figures.push({
        name: entry,
        value: [
          figure('', bytes / MEGABYTE, 'MB').value,
          `${figure('', median(wall), 'ms').value} (quickest ${figure('', Math.min(...wall), 'ms').value})`,
          // Other work on the machine moves it less than the time that passes.
          `CPU ${figure('', median(times.map(({ cpuMs }) => cpuMs)), 'ms').value}`,
          entry.endsWith('/api') ? verdict(bytes, median(wall)) : '',
        ].join('  '),
      });
    }
    return figures;
  },
  { timeoutMs: 600_000 },
);

/** Everything that is loaded now or later, minified; the files beside it are data. */
function sizeOf(folder: string): number {
  return readdirSync(folder).reduce((bytes, file) => bytes + statSync(join(folder, file)).size, 0);
}

/** What one start took. */
interface Started {
  ms: number;
  cpuMs: number;
}

/** Each in a process of its own, one after another. */
async function startTimes(folder: string, entry: string): Promise<Started[]> {
  const kind = kindOfFunction(entry);
  const times: Started[] = [];
  while (times.length < STARTS) {
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', START, kind], {
      cwd: folder,
      env: { ...ENVIRONMENT, ...(kind === 'no API' && { SVC_PUBLIC_URL: 'https://replay.shop.test' }) },
    });
    times.push(JSON.parse(stdout));
  }
  return times;
}

function verdict(bytes: number, ms: number): string {
  const reasons = [
    ...(bytes > GOAL.bytes ? [`${bytes} bytes are more than ${GOAL.bytes}`] : []),
    ...(ms > GOAL.ms ? [`${Math.round(ms)} ms are more than ${GOAL.ms}`] : []),
  ];
  return reasons.length === 0 ? 'held' : `MISSED: ${reasons.join(', ')}`;
}
