import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { analysesBinding } from '../../../analysis/composition.ts';
import { caseManifestsBinding } from '../../../evaluation/artifacts/composition.ts';
import { evaluation } from '../../../evaluation/capability.ts';
import { runningServices } from '../../../evaluation/composition.ts';
import { tickPolicies } from '../../../evaluation/policies/steps/policy-tick.ts';
import { resumeRuns } from '../../../evaluation/steps/resume-runs.ts';
import { suggestionsBinding } from '../../../noise/composition.ts';
import { bucketArchive } from '../../../platform/aws/row-archive.ts';
import { lambdaFunction } from '../../../platform/http/lambda/lambda-function.ts';
import { ConfigError } from '../../../platform/settings/read-variables.ts';
import { declared } from '../api-application.ts';
import { functionHost, type Ports } from '../function-host.ts';
import { stepsOf } from '../step-function.ts';
import { ticker } from '../ticker.ts';

/** What answers for this capability. */
export const api = () =>
  declared({ capability: evaluation, bindings: [suggestionsBinding, analysesBinding, caseManifestsBinding] });

/** What runs its steps. */
export const steps = () => stepsOf({ capability: evaluation, bindings: [suggestionsBinding, analysesBinding] });

/** Looks on a schedule after runs that no execution looks after (evaluation 3.15). */
export function runSweeper(ports: Ports<typeof evaluation, 'run-sweeper'>) {
  const host = functionHost({ ports, bindings: [suggestionsBinding, analysesBinding] });
  const servicesOf = host.servicesOf(runningServices);
  return ticker(host, () => resumeRuns(host.world, servicesOf), 'some evaluation runs could not be resumed');
}

/** Does each minute what is due of online policies and backfills (evaluation 3.15). */
export function policyTicker(ports: Ports<typeof evaluation, 'policy-ticker'>) {
  const host = functionHost({ ports, bindings: [suggestionsBinding, analysesBinding] });
  const servicesOf = host.servicesOf(runningServices);
  return ticker(host, () => tickPolicies(host.world, servicesOf), 'some online policies could not be run');
}

/** Stores originals of audit entries and ledger events as the stream of the table brings them. */
export function archiver(ports: Ports<typeof evaluation, 'archiver'>) {
  const host = functionHost({ ports });
  let archive: ReturnType<typeof bucketArchive> | undefined;
  return lambdaFunction<DynamoDBStreamEvent, DynamoDBBatchResponse>(host, ({ Records }) => {
    const { SVC_ARCHIVE_BUCKET_NAME: bucketName } = process.env;
    if (!bucketName) throw new ConfigError('SVC_ARCHIVE_BUCKET_NAME is missing');
    archive ??= bucketArchive(bucketName, host.log);
    return archive(Records);
  });
}
