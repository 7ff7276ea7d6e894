import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { program } from 'commander';
import { CliFailure } from '../cli/cli-failure.ts';
import { sendCases } from '../cli/send-cases.ts';
import { serviceAddress } from '../cli/service-address.ts';
import { serviceFetch } from '../cli/service-fetch.ts';
import { acceptedData, responseData } from '../cli/unwrap-response.ts';
import type { ReplayRun } from '../client/paths.ts';
import { serviceClient } from '../client/service-client.ts';

const POLL_MS = 1_000;

/**
 * `npm run smoke:aws -- --target-env <url>`: records a case, replays it and reads the result, as a recorder and a
 * pipeline do, and prints each step. SVC_URL is the address of the deployment, SVC_TOKEN an API key with the scopes
 * read, write and record. Ends with 1 at the first step that fails.
 */
const { targetEnv, path, appId, timeout } = program
  .name('smoke-aws')
  .description('Records a case, replays it against a target and reads the result.')
  .requiredOption('--target-env <url>', 'address of an instance that functions of the service reach')
  .option('--path <path>', 'path of the GET request that is replayed', '/')
  .option('--app-id <id>', 'application of the recording', 'smoke')
  .option('--timeout <seconds>', 'how long the run may take; findings settle 180 s after the last request', '600')
  .parse()
  .opts<{ targetEnv: string; path: string; appId: string; timeout: string }>();

const { SVC_URL, SVC_TOKEN: apiKey = '', SVC_OPENAPI_TOKEN } = process.env;
const caseId = `smoke-${randomUUID()}`;

try {
  const address = {
    ...serviceAddress(SVC_URL ?? ''),
    ...(SVC_OPENAPI_TOKEN && { openApiToken: SVC_OPENAPI_TOKEN }),
  };
  const client = serviceClient({ url: address.url, apiKey, fetch: serviceFetch(address) });

  await step('the API accepts the key', async () => {
    await responseData(client.GET('/api/recorder/apps'));
    return 'read';
  });
  await step('a case is recorded', async () => {
    const request = { method: 'GET', path, headers: [], body: null };
    const recorded = { caseId, appId, tags: { smoke: caseId }, recordedAt: new Date().toISOString(), request };
    const { accepted, rejected } = await sendCases(client, JSON.stringify(recorded));
    if (accepted !== 1) throw new Error(rejected[0]?.reason ?? 'the case was not accepted');
    return caseId;
  });
  try {
    const planId = await step('a replay is triggered', async () => {
      const body = { appId, targetEnv, caseTags: { smoke: caseId } };
      const { planId: started } = await acceptedData(client.POST('/openapi/v1/replay-triggers', { body }));
      if (!started) throw new Error('the service answered without a planId');
      return started;
    });
    const poll = () => acceptedData(client.GET('/openapi/v1/replay-runs/{planId}', { params: { path: { planId } } }));
    const run = await step(
      'the run completes',
      () => completed(poll, Number(timeout) * 1000),
      ({ findings }) => findings?.state ?? 'without findings',
    );
    await step('the target responded to the request', async () => {
      if (run.totalCases !== 1) throw new Error(`the run has ${run.totalCases} requests instead of 1`);
      if (run.failedCases !== 0) throw new Error(run.errorMessage ?? 'no response: see targetRanges and the routes');
      return `${run.successCases} of ${run.totalCases}`;
    });
  } finally {
    await step('the case is deleted', async () => {
      await responseData(client.DELETE('/api/recorder/cases/{caseId}', { params: { path: { caseId } } }));
      return caseId;
    });
  }
  process.stdout.write('the deployment works\n');
} catch (fault) {
  const advice = fault instanceof CliFailure && fault.advice ? `\n      ${fault.advice}` : '';
  process.stdout.write(`FAIL  ${fault instanceof Error ? fault.message : 'an unexpected fault'}${advice}\n`);
  process.exitCode = 1;
}

/** Runs a step, and prints what came of it and how long it took. */
async function step<Result>(
  name: string,
  work: () => Promise<Result>,
  shown: (result: Result) => string = String,
): Promise<Result> {
  const began = performance.now();
  const result = await work().catch((fault: unknown) => {
    process.stdout.write(`FAIL  ${name}\n`);
    throw fault;
  });
  process.stdout.write(`ok    ${name}: ${shown(result)} (${Math.round(performance.now() - began)} ms)\n`);
  return result;
}

/** Polls as a pipeline does. */
async function completed(poll: () => Promise<ReplayRun>, timeoutMs: number): Promise<ReplayRun> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const run = await poll();
    if (run.status === 'COMPLETED') return run;
    if (performance.now() > deadline) throw new Error(`the run is ${run.status} after ${timeoutMs / 1000} s`);
    await sleep(POLL_MS);
  }
}
