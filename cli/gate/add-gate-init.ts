import type { Command } from 'commander';
import { CliFailure } from '../cli-failure.ts';
import type { Program } from '../program.ts';
import { responseData } from '../unwrap-response.ts';
import { EXAMPLE_FILE, MANIFESTS, type ManifestName, manifestsOf } from './manifest-file.ts';

const EXAMPLES = `
The last line of the output is the digest of the workflow version, for \`replay gate --workflow\`.

Examples:
  $ replay gate init --example > gate.yaml
  $ replay gate init gate.yaml --revision build-4711
  $ replay gate --workflow "$(replay gate init gate.yaml --revision build-4711)" --wait`;

/**
 * `replay gate init`: commits the manifests of a YAML file and resolves them to a workflow version (evaluation 3.5,
 * 3.6).
 */
export function addGateInit(gate: Command, { open, local }: Pick<Program, 'open' | 'local'>): void {
  const init = gate
    .command('init')
    .description('commit the manifests of a YAML file, and print the workflow version for --workflow')
    .argument('[file]', 'YAML file with definition, environment, subject and policy')
    .option('--revision <revision>', 'revision of the subject: the build')
    .option('--example', 'print a complete file')
    .addHelpText('after', EXAMPLES);
  init.action(async (file: string | undefined, { revision, example }: { revision?: string; example?: boolean }) => {
    if (example) return local(init).output.result({ example: EXAMPLE_FILE }, () => EXAMPLE_FILE);
    if (file === undefined)
      throw new CliFailure('WRONG_USE', 'either a file or --example is required', 'Give one of them.');
    const manifests = await manifestsOf(file, revision);
    const { client, output } = await open(init);
    const digests: Partial<Record<ManifestName, string>> = {};
    const commit = async (name: ManifestName): Promise<string> => {
      const { digest } = await responseData(
        client.POST('/api/v1/eval/artifacts', {
          body: { kind: MANIFESTS[name].kind, media_type: 'application/json', content: manifests[name] },
        }),
      ).catch((fault: unknown) => {
        if (!(fault instanceof CliFailure)) throw fault;
        throw new CliFailure(fault.code, `${file}: ${name}: ${fault.message}`, fault.advice);
      });
      output.say(`${name} ${digest}`);
      digests[name] = digest;
      return digest;
    };
    const definition = await commit('definition');
    const environment = await commit('environment');
    const policy = await commit('policy');
    const subject = await commit('subject');
    const framework = manifests.definition.framework;
    const { built_in_runners: runners } = await responseData(client.GET('/api/v1/eval/capabilities'));
    const runner = runners.find((one) => one.framework === framework);
    if (runner === undefined)
      throw new CliFailure(
        'NO_RUNNER',
        `${file}: definition.framework must be one of ${runners.map((one) => one.framework).join(', ')}`,
        'Other runners are resolved by POST /api/v1/eval/resolve.',
      );
    const workflow = await responseData(
      client.POST('/api/v1/eval/resolve', {
        body: {
          framework_definition: { digest: definition },
          runner: { version: runner.runner_version },
          subject: { version: subject },
          environment: { version: environment },
          gate_policy: { version: policy },
        },
      }),
    );
    const { workflow_version_digest: digest, runnable, diagnostics } = workflow;
    if (!runnable)
      throw new CliFailure(
        'NOT_RUNNABLE',
        [
          `${file}: the workflow version cannot run`,
          ...diagnostics.map(({ pointer, detail }) => `${locationOf(pointer)}: ${detail}`),
        ].join('\n  '),
        'Correct the file and run replay gate init again.',
      );
    output.result({ manifests: digests, runner: runner.runner_version, workflow: digest }, () => digest);
  });
}

/** Names a place by its member of the file: `#/gate_policy/rules/0` is `policy/rules/0`. */
function locationOf(pointer: string): string {
  const [component = '', ...rest] = pointer.replace(/^#\//, '').split('/');
  const member = Object.entries(MANIFESTS).find(([, { kind }]) => kind === component)?.[0] ?? component;
  return [member, ...rest].join('/');
}
