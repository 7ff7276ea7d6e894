import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import type { ApiResponse, EndpointFacts } from '../../platform/http/api.ts';
import type { ReportServices } from '../../report/composition.ts';
import { SAMPLE_APP, type SampleShop } from './sample-shop.ts';

/** Calls an endpoint on behalf of the user who loads the sample. */
type Ask = (
  method: EndpointFacts['method'],
  path: string,
  asked: { params?: Readonly<Record<string, string>>; body?: unknown; bytes?: Uint8Array },
) => Promise<ApiResponse>;

const Created = v.object({ data: v.object({ replayPlanId: v.string() }) });

/** The pace of the sample: its shop is a part of this process. */
const LOAD = { maxQps: 500, concurrency: 8 };
/** How long the run of the production build may take before the other one is given up, ms. */
const FIRST_RUN_MS = 30_000;
const POLL_MS = 50;

/**
 * Records the sample shop, and runs the recording against its production build and then against its next one. Returns
 * the planId of the second run, which continues; null if a step was refused.
 */
export async function loadSample(
  shop: SampleShop,
  ask: Ask,
  { plans }: Pick<ReportServices, 'plans'>,
): Promise<string | null> {
  const params = { appId: SAMPLE_APP };
  const cases = await shop.record(SAMPLE_APP);
  const stored = await ask('POST', '/api/recorder/cases', { bytes: Buffer.from(JSON.stringify(cases)) });
  if (stored.status !== 200) return null;
  for (const rule of shop.rules) await ask('POST', '/api/apps/{appId}/compare-rules', { params, body: rule });

  const run = async (targetEnv: string, planName: string) => {
    const body = { appId: SAMPLE_APP, targetEnv, planName, load: LOAD };
    const created = v.safeParse(Created, (await ask('POST', '/api/createPlan', { body })).body);
    return created.success ? created.output.data.replayPlanId : null;
  };
  const { production, next } = await shop.start();
  const first = await run(production, 'Production build, as recorded');
  for (let waited = 0; first !== null && waited < FIRST_RUN_MS; waited += POLL_MS) {
    if ((await plans.find(first))?.status === 'COMPLETED') break;
    await sleep(POLL_MS);
  }
  return run(next, 'Next build, with four bugs');
}
