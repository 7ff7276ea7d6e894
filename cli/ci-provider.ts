import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

type Env = Readonly<Record<string, string | undefined>>;

/** A CI service, identified by the variables that it sets. */
interface CiProvider {
  name: string;
  /** The variable that only this service sets. */
  mark: string;
  /** Variables that together identify one job of one pipeline run and do not change when the job is retried. */
  job: readonly string[];
  /** The sources of the trigger's attributes (spec 2.1). */
  attributes: Readonly<Record<string, (env: Env) => string | undefined>>;
}

const variable = (name: string) => (env: Env) => env[name] || undefined;

/** The title of a pull request or of a commit in the event that started a GitHub workflow; undefined without one. */
function gitHubTitle({ GITHUB_EVENT_PATH }: Env): string | undefined {
  if (!GITHUB_EVENT_PATH) return undefined;
  try {
    const event: unknown = JSON.parse(readFileSync(GITHUB_EVENT_PATH, 'utf8'));
    return textIn(event, 'pull_request', 'title') ?? firstLine(textIn(event, 'head_commit', 'message'));
  } catch {
    // A run does without a title that cannot be read.
    return undefined;
  }
}

function textIn(event: unknown, member: string, name: string): string | undefined {
  const { [member]: part } = (event ?? {}) as Record<string, unknown>; // any JSON; members of other types are undefined
  const { [name]: text } = (part ?? {}) as Record<string, unknown>; // the same
  return typeof text === 'string' && text !== '' ? text : undefined;
}

const firstLine = (text: string | undefined): string | undefined => text?.split('\n', 1)[0]?.trim() || undefined;

const PROVIDERS: readonly CiProvider[] = [
  {
    name: 'github',
    mark: 'GITHUB_ACTIONS',
    job: ['GITHUB_SERVER_URL', 'GITHUB_REPOSITORY', 'GITHUB_RUN_ID', 'GITHUB_JOB'],
    attributes: {
      'cicd.pipeline.name': variable('GITHUB_WORKFLOW'),
      'cicd.pipeline.run.id': variable('GITHUB_RUN_ID'),
      'cicd.pipeline.run.url.full': ({ GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID }) =>
        GITHUB_SERVER_URL && GITHUB_REPOSITORY && GITHUB_RUN_ID
          ? `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`
          : undefined,
      'vcs.ref.head.name': ({ GITHUB_HEAD_REF, GITHUB_REF_NAME }) => GITHUB_HEAD_REF || GITHUB_REF_NAME || undefined,
      'vcs.ref.head.revision': variable('GITHUB_SHA'),
      'vcs.change.title': gitHubTitle,
    },
  },
  {
    name: 'gitlab',
    mark: 'GITLAB_CI',
    job: ['CI_SERVER_URL', 'CI_PROJECT_ID', 'CI_PIPELINE_ID', 'CI_JOB_NAME'],
    attributes: {
      'cicd.pipeline.name': variable('CI_PROJECT_PATH'),
      'cicd.pipeline.run.id': variable('CI_PIPELINE_ID'),
      'cicd.pipeline.run.url.full': variable('CI_PIPELINE_URL'),
      'vcs.ref.head.name': variable('CI_COMMIT_REF_NAME'),
      'vcs.ref.head.revision': variable('CI_COMMIT_SHA'),
      'vcs.change.title': (env) => env.CI_MERGE_REQUEST_TITLE || env.CI_COMMIT_TITLE || undefined,
    },
  },
  {
    name: 'jenkins',
    mark: 'JENKINS_URL',
    job: ['JENKINS_URL', 'JOB_NAME', 'BUILD_ID', 'STAGE_NAME'],
    attributes: {
      'cicd.pipeline.name': variable('JOB_NAME'),
      'cicd.pipeline.run.id': variable('BUILD_ID'),
      'cicd.pipeline.run.url.full': variable('BUILD_URL'),
      'vcs.ref.head.name': variable('GIT_BRANCH'),
      'vcs.ref.head.revision': variable('GIT_COMMIT'),
      'vcs.change.title': variable('CHANGE_TITLE'),
    },
  },
  {
    name: 'azure',
    mark: 'TF_BUILD',
    job: ['SYSTEM_COLLECTIONURI', 'SYSTEM_TEAMPROJECT', 'BUILD_BUILDID', 'SYSTEM_STAGENAME', 'SYSTEM_JOBNAME'],
    attributes: {
      'cicd.pipeline.name': variable('BUILD_DEFINITIONNAME'),
      'cicd.pipeline.run.id': variable('BUILD_BUILDID'),
      'vcs.ref.head.name': variable('BUILD_SOURCEBRANCHNAME'),
      'vcs.ref.head.revision': variable('BUILD_SOURCEVERSION'),
      'vcs.change.title': (env) => firstLine(env.BUILD_SOURCEVERSIONMESSAGE),
    },
  },
  {
    name: 'circleci',
    mark: 'CIRCLECI',
    job: ['CIRCLE_WORKFLOW_ID', 'CIRCLE_JOB', 'CIRCLE_NODE_INDEX'],
    attributes: {
      'cicd.pipeline.name': variable('CIRCLE_PROJECT_REPONAME'),
      'cicd.pipeline.run.id': variable('CIRCLE_WORKFLOW_ID'),
      'vcs.ref.head.name': variable('CIRCLE_BRANCH'),
      'vcs.ref.head.revision': variable('CIRCLE_SHA1'),
    },
  },
  {
    name: 'buildkite',
    mark: 'BUILDKITE',
    job: ['BUILDKITE_BUILD_ID', 'BUILDKITE_STEP_ID'],
    attributes: {
      'cicd.pipeline.name': variable('BUILDKITE_PIPELINE_SLUG'),
      'cicd.pipeline.run.id': variable('BUILDKITE_BUILD_ID'),
      'cicd.pipeline.run.url.full': variable('BUILDKITE_BUILD_URL'),
      'vcs.ref.head.name': variable('BUILDKITE_BRANCH'),
      'vcs.ref.head.revision': variable('BUILDKITE_COMMIT'),
      'vcs.change.title': (env) => firstLine(env.BUILDKITE_MESSAGE),
    },
  },
];

const providerOf = (env: Env) => PROVIDERS.find(({ mark }) => env[mark]);

/**
 * Attributes of the trigger that the CI service knows (spec 2.1); empty outside CI. None of them changes when a job is
 * retried.
 */
export function ciAttributes(env: Env): Record<string, string> {
  return Object.fromEntries(
    Object.entries(providerOf(env)?.attributes ?? {}).flatMap(([name, read]) => {
      const value = read(env);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/**
 * The Idempotency-Key of a job (interface 2.1): the same when the job is retried, different for another job and for
 * another trigger of the same job. Null outside CI.
 */
export function ciIdempotencyKey(env: Env, trigger: object): string | null {
  const provider = providerOf(env);
  if (provider === undefined) return null;
  const facts = [provider.job.map((name) => env[name] ?? ''), trigger];
  return `${provider.name}-${createHash('sha256').update(JSON.stringify(facts)).digest('hex')}`;
}
