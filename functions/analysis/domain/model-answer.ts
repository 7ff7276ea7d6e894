import * as v from 'valibot';
import { groupOf } from '../../compare/domain/kinds.ts';
import { plainLine, plainText } from '../../noise/domain/model-text.ts';
import { compareText } from '../../platform/values/text-order.ts';
import { planItemId } from '../../replay/domain/plan.ts';
import type { FailedCluster } from '../../replay/domain/results/failed-cases.ts';
import { MAX_SHORT_TITLE_LENGTH } from './code-changes.ts';
import type { DeploymentFacts } from './deployment-facts.ts';
import { TIERS } from './named-cases.ts';

/** Schema of a model's answer about some clusters. */
export const ModelAnswer = v.object({
  summary: v.string(),
  clusters: v.array(v.object({ cluster: v.number(), tier: v.picklist(TIERS), change: v.nullable(v.string()) })),
  codeChanges: v.array(
    v.object({
      key: v.string(),
      title: v.string(),
      shortTitle: v.string(),
      location: v.nullable(
        v.object({ file: v.nullable(v.string()), line: v.nullable(v.number()), symbol: v.nullable(v.string()) }),
      ),
    }),
  ),
});
export type ModelAnswer = v.InferOutput<typeof ModelAnswer>;

/** An entry of a diagnosis' codeChanges (interface 2.5). */
const ModelChange = v.object({
  key: v.string(),
  title: v.string(),
  shortTitle: v.string(),
  operations: v.array(v.string()),
  kind: v.string(),
  subject: v.string(),
  location: v.nullable(v.object({ file: v.string(), line: v.nullable(v.number()), symbol: v.nullable(v.string()) })),
  inferred: v.boolean(),
});
export type ModelChange = v.InferOutput<typeof ModelChange>;

/** The diagnosis members derived from an answer, in the format of every executor. */
export const ModelFindings = v.object({
  summary: v.string(),
  cases: v.array(v.object({ planItemId: v.string(), tier: v.picklist(TIERS), change: v.nullable(v.string()) })),
  codeChanges: v.array(ModelChange),
});
export type ModelFindings = v.InferOutput<typeof ModelFindings>;

const MAX_CHANGES = 20;
const MAX_TITLE_LENGTH = 200;
const MAX_SYMBOL_LENGTH = 200;
const MAX_SUMMARY_LENGTH = 2000;
/** Maximum length of an endpoint or subject in a diagnosis. */
const MAX_OPERATION_LENGTH = 1024;
const MAX_SUBJECT_LENGTH = 1000;

/**
 * Extracts what a model may decide: a tier for each cluster, texts, and a location in the diff. Cases, endpoints, kinds
 * and fields come from the stored data. Entries that name anything else are dropped, and their cluster is UNDETERMINED.
 * `known`: changes of earlier parts; one that is named again is returned with its additional endpoints.
 */
export function findingsOfAnswer(
  answer: ModelAnswer,
  clusters: readonly FailedCluster[],
  {
    planId,
    part,
    known,
    files,
  }: { planId: string; part: number; known: readonly ModelChange[] } & Pick<DeploymentFacts, 'files'>,
): ModelFindings {
  const keys = new Map(known.map(({ key }) => [key, key]));
  const reported = answer.codeChanges.slice(0, MAX_CHANGES).flatMap((change, index) => {
    const title = plainLine(change.title, MAX_TITLE_LENGTH);
    if (title === '' || keys.has(change.key)) return [];
    const key = `${part}-${index}`;
    keys.set(change.key, key);
    return [{ ...change, key, title }];
  });
  const answers = new Map(answer.clusters.map((one) => [one.cluster, one]));
  const named = clusters.map((cluster, index) => {
    const one = answers.get(index);
    const change = one?.tier === 'CODE_CHANGE' && one.change !== null ? (keys.get(one.change) ?? null) : null;
    const tier = one === undefined || (one.tier === 'CODE_CHANGE' && change === null) ? 'UNDETERMINED' : one.tier;
    return { cluster, tier, change } as const;
  });
  const causedBy = (key: string) => named.filter(({ change }) => change === key).map(({ cluster }) => cluster);

  const again = known.flatMap((change) => {
    const caused = causedBy(change.key);
    return caused.length === 0 ? [] : [{ ...change, operations: operationsOf(caused, change.operations) }];
  });
  const anew = reported.flatMap(({ key, title, shortTitle, location }) => {
    const caused = causedBy(key);
    const difference = differenceOf(caused);
    if (difference === undefined) return [];
    const checked = checkedLocation(location, files);
    return {
      key,
      title,
      shortTitle: plainLine(shortTitle, MAX_SHORT_TITLE_LENGTH),
      operations: operationsOf(caused),
      kind: difference.kind,
      subject: difference.subject.slice(0, MAX_SUBJECT_LENGTH),
      location: checked,
      inferred: checked === null,
    };
  });
  return {
    summary: plainText(answer.summary, MAX_SUMMARY_LENGTH),
    cases: named.flatMap(({ cluster, tier, change }) =>
      cluster.items.map((item) => ({ planItemId: planItemId(planId, item), tier, change })),
    ),
    codeChanges: [...again, ...anew],
  };
}

/**
 * The difference with the most cases that needs action, so that the same cause has the same findingId in every replay.
 */
function differenceOf(clusters: readonly FailedCluster[]) {
  const differences = clusters
    .toSorted((a, b) => b.items.length - a.items.length)
    .flatMap(({ differences: some }) => some);
  return differences.find((one) => groupOf(one) === 'needsAction') ?? differences[0];
}

const operationsOf = (clusters: readonly FailedCluster[], before: readonly string[] = []) =>
  [...new Set([...before, ...clusters.map(({ operation }) => operation)])]
    .filter((name) => name.length <= MAX_OPERATION_LENGTH)
    .sort(compareText);

/** A location is valid only if its file is in the diff. */
function checkedLocation(location: ModelAnswer['codeChanges'][number]['location'], files: ReadonlySet<string>) {
  const named = location?.file ?? '';
  const file = [named, named.replace(/^(?:\.\/|[ab]\/)/, '')].find((one) => files.has(one));
  if (location === null || file === undefined) return null;
  const line =
    location.line !== null && Number.isSafeInteger(location.line) && location.line >= 1 ? location.line : null;
  return { file, line, symbol: plainLine(location.symbol ?? '', MAX_SYMBOL_LENGTH) || null };
}
