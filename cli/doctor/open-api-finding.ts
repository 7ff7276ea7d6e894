import type { Session } from '../session.ts';
import { responseData } from '../unwrap-response.ts';
import { failed } from './failed.ts';
import { type Finding, finding } from './finding.ts';

/** The id of no run. */
const NO_RUN = '0'.repeat(24);

/** Whether this command line may trigger runs and read their state. */
export async function openApiFinding({ client }: Session): Promise<Finding> {
  try {
    await responseData(client.GET('/openapi/v1/replay-runs/{planId}', { params: { path: { planId: NO_RUN } } }));
    return finding('open api', 'ok', 'trigger and status are available');
  } catch (fault) {
    return failed('open api', fault);
  }
}
