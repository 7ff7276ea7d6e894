import { createHash } from 'node:crypto';

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
