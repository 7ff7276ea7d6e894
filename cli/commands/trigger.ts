import { randomUUID } from 'node:crypto';
import { Option } from 'commander';
import type { ReplayTrigger } from '../../client/paths.ts';
import { latencyLimitOf } from '../checks/fail-conditions.ts';
import { applicationAdvice, unknownApplication } from '../checks/known-application.ts';
import { ciAttributes, ciIdempotencyKey } from '../ci-provider.ts';
import { CliFailure } from '../cli-failure.ts';
import { checkWaitOptions, finishRun, type WaitOptions, withWaitOptions } from '../finish-run.ts';
import { addressValue, baselineValue, countValue, namingOptions, numberFrom, pairValue } from '../option-values.ts';
import type { Program } from '../program.ts';
import { openReportOf } from '../reports/open-report.ts';
import { RETRIED_FAULTS } from '../service-fetch.ts';
import type { Session } from '../session.ts';
import { acceptedData } from '../unwrap-response.ts';
import { withRetry } from '../with-retry.ts';

interface TriggerOptions extends WaitOptions {
  appId: string;
  targetEnv: string;
  operations?: string[];
  baseline?: string;
  caseSource?: 'rolling' | 'pinned';
  caseSourceHours?: number;
  caseCountLimit?: number;
  caseSelection?: 'newest' | 'spread';
  order?: 'sessions' | 'recorded';
  pace?: number;
  caseTag?: Record<string, string>;
  mock: boolean;
  withoutCredentials?: boolean;
  passThreshold?: number;
  attribute?: Record<string, string>;
  ciAttributes: boolean;
  /** False with --no-idempotency-key. */
  idempotencyKey?: string | boolean;
}

/** The options by the members of the trigger that they set. */
const OPTION_OF: Readonly<Record<string, string>> = {
  appId: '--app-id',
  targetEnv: '--target-env',
  baselineEnv: '--baseline',
  operations: '--operations',
  caseSource: '--case-source',
  caseSourceHours: '--case-source-hours',
  caseCountLimit: '--case-count-limit',
  caseSelection: '--case-selection',
  order: '--order',
  pace: '--pace',
  caseTags: '--case-tag',
  enableMock: '--no-mock',
  credentials: '--without-credentials',
  passThreshold: '--pass-threshold',
  attributes: '--attribute',
  latencyLimit: '--fail-if',
};

const RETRY_MS = 90_000;
/** Another replay of the application is being created at this moment (spec 7.1). */
const WORTH_ANOTHER_TRY = new Set([...RETRIED_FAULTS, 'REASON_1']);

const EXAMPLES = `
Examples:
  Replay the last day against staging and decide in CI:
    $ replay trigger --app-id shop --target-env https://staging.internal --wait

  Two endpoints, pinned cases, with reports:
    $ replay trigger --app-id shop --target-env http://127.0.0.1:8080 \\
        --operations /orders/{id} /carts --case-source pinned --wait --junit replay.xml

  Also fail if an endpoint is slower than recorded by more than a fifth, for certain:
    $ replay trigger --app-id shop --target-env http://127.0.0.1:8080 --wait --fail-if "latency.p95 > 1.2x"

  Compare with a running build in place of the recordings, whose data may have moved:
    $ replay trigger --app-id shop --target-env https://new.staging.internal --baseline https://old.staging.internal --wait

  Only cases that were recorded with a tag:
    $ replay trigger --app-id shop --target-env http://127.0.0.1:8080 --case-tag tier=gold

In CI the same job never starts a run twice: its Idempotency-Key is made of the pipeline's run, the job and the options, and
holds for 24 hours. A retried job follows the run that it started. --no-idempotency-key starts another.

Exit codes with --wait: 0 CLEAN · 1 NEEDS_ACTION, REVIEW_ONLY, or --fail-if holds · 2 anything else · 130 interrupted (the run continues)`;

/** `replay trigger`: starts a replay (spec 4.1) and with --wait follows it until it completes. */
export function addTrigger({ program, open, exit }: Program): void {
  const command = program
    .command('trigger')
    .description('start a replay of recorded requests against a build')
    .requiredOption('--app-id <id>', 'application whose recordings are replayed')
    .requiredOption('--target-env <url>', 'address of the service under test, http:// or https://', addressValue)
    .option(
      '--baseline <url>',
      'address of a second instance with the old build, to compare with; none: with the recordings',
      baselineValue,
    )
    .option('--operations <path...>', 'only these endpoints, as `replay cases operations` lists them')
    .addOption(new Option('--case-source <source>', 'which recordings').choices(['rolling', 'pinned']))
    .option('--case-source-hours <hours>', 'how far back recent recordings go (service: 24)', countValue)
    .option('--case-count-limit <count>', 'maximum cases per endpoint', countValue)
    .addOption(
      new Option(
        '--case-selection <order>',
        'up to that limit: the newest cases, or different structures first',
      ).choices(['newest', 'spread']),
    )
    .addOption(
      new Option('--order <order>', 'sessions side by side, or all requests as recorded').choices([
        'sessions',
        'recorded',
      ]),
    )
    .option(
      '--pace <factor>',
      'keep the gaps of the recording, divided by this: 1 as recorded, 2 twice as fast; 0: as fast as allowed (default: setting replay.pace)',
      numberFrom(0, 100),
    )
    .option('--case-tag <name=value>', 'only cases with this tag; may be repeated', pairValue)
    .option('--no-mock', 'make downstream calls for real')
    .option(
      '--without-credentials',
      'send [redacted] in place of recorded credentials, to any target; needs a key with the scope write',
    )
    .option('--pass-threshold <rate>', '0 to 1; decides verdict, never the state or the exit code', numberFrom(0, 1))
    .option(
      '--attribute <name=value>',
      'detail of the deployment, such as service.name=shop; may be repeated',
      pairValue,
    )
    .option('--no-ci-attributes', 'leave out pipeline, branch and commit from CI variables')
    .option('--idempotency-key <key>', 'the same key starts one run only; in CI there is one by default')
    .option('--no-idempotency-key', 'always start a new run');
  withWaitOptions(command)
    .addHelpText('after', EXAMPLES)
    .action(async (options: TriggerOptions) => {
      checkWaitOptions(options);
      const session = await open(command);
      const started = await start(session, options);
      const { planId } = started;
      if (!planId) throw new CliFailure('NO_PLAN', 'the service answered without a planId');
      if (options.wait) {
        session.output.say(`run ${planId} of ${options.appId} against ${options.targetEnv}`);
        exit(await finishRun(session, planId, options));
      } else {
        session.output.result(started, () => `${planId}\nfollow it:  replay status ${planId} --wait`);
        await openReportOf(session, planId, options);
      }
    });
}

async function start(session: Session, options: TriggerOptions) {
  const { client, host, output } = session;
  const body = bodyOf(options, host.env);
  const { idempotencyKey } = options;
  // Without an idempotency key, a request that received no response could not be retried.
  const key =
    typeof idempotencyKey === 'string'
      ? idempotencyKey
      : ((idempotencyKey === false ? null : ciIdempotencyKey(host.env, body)) ?? randomUUID());
  try {
    return await withRetry(
      () =>
        acceptedData(
          client.POST('/openapi/v1/replay-triggers', { params: { header: { 'idempotency-key': key } }, body }),
        ),
      {
        when: WORTH_ANOTHER_TRY,
        forMs: RETRY_MS,
        signal: new AbortController().signal,
        onRetry: ({ message }, pauseMs) => output.say(`${message}; trying again in ${pauseMs / 1000} s`),
      },
    );
  } catch (fault) {
    if (!(fault instanceof CliFailure)) throw fault;
    const unknown = NO_ENDPOINT.has(fault.code) ? await unknownApplication(session, options.appId) : null;
    if (unknown !== null) throw new CliFailure(fault.code, unknown, applicationAdvice(options.appId));
    const message = namingOptions(fault.message, OPTION_OF);
    throw new CliFailure(fault.code, message, adviceFor(fault, options) ?? fault.advice);
  }
}

/** Codes of an application without recordings, whose name may be misspelled. */
const NO_ENDPOINT: ReadonlySet<string> = new Set(['APP_NOT_REGISTERED', 'REASON_101']);

/** What to do about a rejected trigger (spec 7.1). */
function adviceFor(
  { code, message }: Pick<CliFailure, 'code' | 'message'>,
  { appId, targetEnv, baseline, caseSource }: TriggerOptions,
): string | null {
  if (code === 'CREATE_PLAN_FAILED' && message.includes('replay targets allow'))
    return `An administrator runs: replay targets allow ${appId} ${new URL(message.includes(OPTION_OF.baselineEnv ?? '') && baseline ? baseline : targetEnv).origin}\nOr leave credentials out: --without-credentials`;
  if (NO_ENDPOINT.has(code)) {
    return `Import recordings first: replay import session.har --app-id ${appId}`;
  }
  if (code === 'REASON_200' && caseSource === 'pinned')
    return 'Pin recordings with replay cases pin, or leave out --case-source.';
  if (code === 'REASON_200') return 'Widen the window with --case-source-hours, or record traffic.';
  if (code === 'UNKNOWN_OPERATION') return `See the endpoints: replay cases operations ${appId}`;
  if (code.startsWith('PLAN_RUNNING_')) return 'Follow that run: replay status <planId> --wait';
  return null;
}

function bodyOf(options: TriggerOptions, env: Session['host']['env']): ReplayTrigger {
  const latencyLimit = latencyLimitOf(options.failIf);
  const attributes = { ...(options.ciAttributes && ciAttributes(env)), ...options.attribute };
  return {
    appId: options.appId,
    targetEnv: options.targetEnv,
    ...(options.baseline && { baselineEnv: options.baseline }),
    ...(options.operations && { operations: options.operations }),
    ...(options.caseSource && { caseSource: options.caseSource }),
    ...(options.caseSourceHours !== undefined && { caseSourceHours: options.caseSourceHours }),
    ...(options.caseCountLimit !== undefined && { caseCountLimit: options.caseCountLimit }),
    ...(options.caseSelection && { caseSelection: options.caseSelection }),
    ...(options.order && { order: options.order }),
    ...(options.pace !== undefined && { pace: options.pace }),
    ...(latencyLimit !== undefined && { latencyLimit }),
    ...(options.caseTag && { caseTags: options.caseTag }),
    ...(!options.mock && { enableMock: false }),
    ...(options.withoutCredentials && { credentials: 'none' as const }),
    ...(options.passThreshold !== undefined && { passThreshold: options.passThreshold }),
    ...(Object.keys(attributes).length > 0 && { attributes }),
  };
}
