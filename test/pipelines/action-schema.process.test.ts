import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { actionParser } from './action-parser.ts';

const content = readFileSync('pipelines/github/action.yml', 'utf8');
const { parseAction, NoOperationTraceWriter } = await actionParser();
const faultsOf = (text: string) =>
  parseAction({ name: 'action.yml', content: text }, new NoOperationTraceWriter())
    .context.errors.getErrors()
    .map(({ message }) => message);

describe('the action for GitHub', () => {
  test('fits the schema that GitHub checks actions against', () => {
    expect(faultsOf(content)).toEqual([]);
    expect(faultsOf(content.replace('using: composite', 'using: bash'))).not.toEqual([]);
    expect(faultsOf(content.replace('      shell: bash\n', ''))).not.toEqual([]);
  });

  test('has no expression in a script, where an input would be code', () => {
    const { runs } = load(content) as { runs: { steps: { run: string }[] } }; // checked above
    expect(runs.steps.map(({ run }) => run).filter((run) => run.includes('${{'))).toEqual([]);
  });
});

describe('the files for pipelines', () => {
  test.for([
    'pipelines/github/action.yml',
    'pipelines/gitlab/templates/replay.yml',
    'pipelines/jenkins/vars/replayRegression.groovy',
  ])('%s takes the command line of the present version', (file) => {
    const versions = [...readFileSync(file, 'utf8').matchAll(/replay-regression-cli[@-](\d+\.\d+\.\d+)/g)];
    expect(versions.length).toBeGreaterThan(0);
    expect(new Set(versions.map(([, version]) => version))).toEqual(new Set([manifest.version]));
  });
});
