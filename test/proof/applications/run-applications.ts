import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasNoPostgres } from '../../support/real-servers/postgres.ts';
import { hasNoRedis } from '../../support/real-servers/redis.ts';
import type { Application } from './application.ts';
import { APPLICATIONS } from './applications.ts';
import { installedVersions } from './install-application.ts';
import { type ReplayOutcome, recordApplication } from './replay-application.ts';

/**
 * `npm run proof:agent`: published applications, recorded with the agent and replayed with their databases stopped,
 * once as they were and once with a planted change. `npm run proof:agent -- vendure` runs those with the word in their
 * name. It installs them from npm at the first run, about 1.5 GB together.
 */
if (hasNoPostgres() || hasNoRedis()) process.exit(0);
const words = process.argv.slice(2);
const chosen = APPLICATIONS.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
for (const application of chosen) if (!(await prove(application))) process.exitCode = 1;

async function prove(application: Application): Promise<boolean> {
  await using running = new AsyncDisposableStack();
  say(`\n${application.name}: ${installedVersions(application)}; ${application.builtOn}`);
  const { sent, operations, replay } = await recordApplication(application, running);
  const statuses = Object.entries(Object.groupBy(sent, ({ status }) => `${Math.floor(status / 100)}xx`));
  const endpoints = new Set(sent.map(({ endpoint }) => endpoint)).size;
  say(
    `  ${sent.length} requests to ${endpoints} endpoints (${operations} operations), ${statuses.map(([key, list]) => `${list?.length} ${key}`).join(', ')}`,
  );

  for (const { operation, path, why } of application.ignored ?? []) say(`  ignored: ${path} of ${operation}: ${why}`);
  const unchanged = await replay();
  const asRecorded = report(application, 'unchanged', unchanged);
  const changed = await replay(application.planted);
  const known = new Set(foundIn(unchanged));
  const found = foundIn(changed).some((finding) => !known.has(finding));
  report(application, 'planted', changed);
  say(`  planted: ${application.planted.what}: ${found ? 'found' : 'NOT FOUND'}`);
  return asRecorded && found;
}

/** Each finding with the fields and endpoints that it names. */
function foundIn({ run: { findings } }: ReplayOutcome): string[] {
  return [...findings.needsAction, ...findings.toReview].map(({ kind, subjects, interfaces }) =>
    JSON.stringify([kind, subjects, interfaces.map((one: { operationName: string }) => one.operationName)]),
  );
}

/** Prints what a replay gave; true if nothing needs action. */
function report({ name }: Application, build: string, { run, results, output }: ReplayOutcome): boolean {
  const { findings } = run;
  const calls: { state: string; made?: { reason?: string | null } | null }[] = results.flatMap((one) => one.calls);
  const misses = calls.filter(({ made }) => made?.reason).length;
  say(
    `  ${build}: ${run.findings.state}, ${run.successCases} of ${run.totalCases} passed, ${findings.needsAction.length} in needsAction, ${findings.toReview.length} in toReview, ${calls.length} calls, ${calls.filter(({ state }) => state === 'SAME').length} of them the same, ${misses} misses`,
  );
  const file = join(tmpdir(), `replay-${name}-${build}.json`);
  writeFileSync(file, JSON.stringify({ run, results, output }, null, 1));
  for (const { kind, subjects, interfaces } of [...findings.needsAction, ...findings.toReview])
    say(
      `    ${kind} ${subjects.slice(0, 3).map(shortened).join(', ')} in ${interfaces
        .slice(0, 3)
        .map((one: { operationName: string }) => one.operationName)
        .join(', ')}`,
    );
  say(`    details: ${file}`);
  return findings.needsAction.length === 0 && findings.scope.requestsWithoutResult === 0;
}

/** Statements may be as long as a page. */
function shortened(subject: string): string {
  return subject.length > 200 ? `${subject.slice(0, 200)}…` : subject;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
