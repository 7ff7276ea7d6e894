/** The CI systems with a snippet, and their names. */
export const CI_SYSTEMS = [
  ['github', 'GitHub'],
  ['gitlab', 'GitLab'],
  ['jenkins', 'Jenkins'],
] as const;
export type CiSystem = (typeof CI_SYSTEMS)[number][0];

const COMMAND = 'npx --yes --package ./tools/replay-regression-cli-0.2.0.tgz replay trigger';

interface CiRun {
  appId: string;
  targetEnv: string;
}

/**
 * The step that starts a run of an application and waits for its result, as the complete files in docs/ci contain it.
 */
export const ciSnippet = (system: CiSystem, run: CiRun): string => SNIPPETS[system](run);

const SNIPPETS: Readonly<Record<CiSystem, (run: CiRun) => string>> = {
  github: (run) => `- name: Replay
  id: replay
  env:
    SVC_URL: \${{ vars.REPLAY_URL }}
    # Only if the Open API has a token:
    SVC_OPENAPI_TOKEN: \${{ secrets.REPLAY_OPENAPI_TOKEN }}
    # Optional, for more in JUnit:
    SVC_TOKEN: \${{ secrets.REPLAY_TOKEN }}
  run: >
    ${COMMAND}
    ${targetOptions(run).join('\n    ')}
    --attribute deployment.environment.name=staging
    --wait
    --github
    --junit out/replay.xml`,

  gitlab: (run) => `script:
  - >
    ${COMMAND}
    ${targetOptions(run).join('\n    ')}
    --attribute deployment.environment.name=staging
    --wait
    --junit out/replay.xml
    --markdown out/replay.md`,

  jenkins: (run) => `sh '''
  ${COMMAND} \\
    ${targetOptions(run).map(inGroovy).join(' \\\n    ')} \\
    --attribute deployment.environment.name=staging \\
    --wait \\
    --junit out/replay.xml \\
    --markdown out/replay.md
'''`,
};

const targetOptions = ({ appId, targetEnv }: CiRun): string[] => [
  `--app-id ${shellWord(appId)}`,
  `--target-env ${shellWord(targetEnv)}`,
];

/** A word of a POSIX shell. */
const shellWord = (text: string): string =>
  /^[\w.:/@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The same inside a Groovy string of three single quotes. */
const inGroovy = (text: string): string => text.replaceAll(/[\\']/g, String.raw`\$&`);
