import { shownOperation, shownPath } from '../../noise/domain/shown-name.ts';
import type { FailedCluster } from '../../replay/domain/results/failed-cases.ts';
import type { DeploymentFacts } from './deployment-facts.ts';
import type { MaterialSample } from './material-sample.ts';
import type { ModelChange } from './model-answer.ts';

/** A cluster with a stored sample of its requests. */
export interface ClusterToShow {
  cluster: FailedCluster;
  /** Null if it was deleted. */
  sample: MaterialSample | null;
}

/** Maximum bytes of one cluster in the prompt. Shapes are omitted to stay below it. */
const MAX_CLUSTER_BYTES = 6 * 1024;
const MAX_DIFFERENCES = 30;

/** The prompt about some clusters, between markers unique to this question. Never contains values. */
export function analysisMaterial(
  clusters: readonly ClusterToShow[],
  { attributes, diff, isDiffCut }: DeploymentFacts,
  known: readonly Pick<ModelChange, 'key' | 'title'>[],
  mark: string,
): string {
  const shown = clusters.map((one, index) => ({ cluster: index, ...shownCluster(one) }));
  const parts = [
    fenced(
      'replay',
      mark,
      JSON.stringify({
        deployment: attributes,
        knownChanges: known.map(({ key, title }) => ({ key, title })),
        clusters: shown,
      }),
    ),
  ];
  if (diff !== null) parts.push(fenced(isDiffCut ? 'diff-beginning' : 'diff', mark, diff));
  return parts.join('\n\n');
}

function shownCluster({ cluster, sample }: ClusterToShow) {
  const head = {
    endpoint: shownOperation(cluster.operation),
    failedRequests: cluster.items.length,
    differences: cluster.differences
      .slice(0, MAX_DIFFERENCES)
      .map(
        ({ kind, subject }) =>
          `${kind} ${kind.endsWith('_CALLS') || kind === 'CALL_PARAMETERS' ? shownOperation(subject) : shownPath(subject)}`,
      ),
  };
  const whole = sample === null ? head : { ...head, sample };
  return Buffer.byteLength(JSON.stringify(whole)) <= MAX_CLUSTER_BYTES ? whole : head;
}

/** Data cannot close its block, because its author does not know the mark. */
const fenced = (name: string, mark: string, data: string) => `<${name}-${mark}>\n${data}\n</${name}-${mark}>`;
