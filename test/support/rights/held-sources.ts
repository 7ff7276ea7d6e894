import { join, sep } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

/** What exported functions are replaced by: `own` is the function itself. */
const REPLACED: Readonly<Record<string, readonly [exported: string, held: string]>> = {
  'platform/standalone/table.ts': ['openTable', '(...given) => heldTable(own(...given))'],
  'platform/standalone/blobs.ts': ['fileBlobs', '(...given) => heldBlobs(own(...given))'],
  'platform/aws/table.ts': ['dynamoTable', '(...given) => heldTable(own(...given))'],
  'notifications/service/handle-message.ts': ['handleMessage', "actingAs('notifications/notifier', own)"],
  'notifications/service/sweep-deliveries.ts': ['sweepDeliveries', "actingAs('notifications/sweeper', own)"],
  'notifications/steps/resume-plans.ts': ['resumePlans', "actingAs('notifications/sweeper', own)"],
  'notifications/steps/end-round.ts': ['endRound', "(...given) => actingAs('notifications/sweeper', own(...given))"],
  'evaluation/steps/resume-runs.ts': ['resumeRuns', "actingAs('evaluation/run-sweeper', own)"],
  'evaluation/policies/steps/policy-tick.ts': ['tickPolicies', "actingAs('evaluation/policy-ticker', own)"],
  'replay/schedules/steps/start-due-schedules.ts': ['startDueSchedules', "actingAs('replay/schedule-ticker', own)"],
  'console/steps/apply-retention.ts': ['applyRetention', "actingAs('console/retention-ticker', own)"],
  'recordings/steps/seal-stored.ts': ['sealStored', "actingAs('recordings/sealing-ticker', own)"],
  // The sample shop is of the standalone service alone.
  'console/service/load-sample.ts': ['loadSample', 'actingAs(undefined, own)'],
  'console/service/remove-sample.ts': ['removeSample', 'actingAs(undefined, own)'],
};

/** What is added to lists of endpoints, pages and steps. */
const ADDED: readonly (readonly [path: RegExp, exported: RegExp, added: (name: string, exported: string) => string])[] =
  [
    [
      /\/(endpoints|pages)\.ts$/,
      /^export const (endpoints|scheduleEndpoints|pages)\b/m,
      (name, list) => `answerAs('${name}/api', ${list});`,
    ],
    [/\/api\/gateway\.ts$/, /^export const (gateway)\b/m, (name, one) => `answerAs('${name}/api', [${one}]);`],
    [/\/steps\/steps\.ts$/, /^export const (steps)\b/m, (name, list) => `runAs('${name}/steps', ${list});`],
  ];

/**
 * A source of the service as tests load it: what functions of AWS do is done as these functions, over ports that hold
 * them to what they declare. Undefined for a source that stays as it is.
 */
export function heldSource(path: string, text: string): string | undefined {
  const [folder, ...rest] = path.startsWith(`${ROOT}${sep}functions${sep}`)
    ? path.slice(ROOT.length + 1).split(sep)
    : [];
  if (folder === undefined) return undefined;
  const own = rest.join('/');
  const [exported, held] = REPLACED[own] ?? [];
  if (exported !== undefined) {
    const found = RegExp(`^export ((?:async )?function) ${exported}\\b`, 'm');
    if (!found.test(text)) throw new Error(`${own} does not export the function ${exported} any more`);
    return withHelpers(
      text.replace(found, `$1 own${exported}`),
      `export const ${exported} = ((own) => ${held})(own${exported});`,
    );
  }
  const [, list, added] = ADDED.find(([file]) => file.test(`/${own}`)) ?? [];
  const name = list?.exec(text)?.[1];
  return name && added ? withHelpers(text, added(rest[0] ?? '', name)) : undefined;
}

/** Each helper only where it is used: what holds ports imports every capability, and they import their endpoints. */
function withHelpers(text: string, added: string): string {
  const helpers = [
    ['acting-function.ts', ['actingAs', 'answerAs', 'runAs']],
    ['held-ports.ts', ['heldBlobs', 'heldTable']],
  ] as const;
  const imports = helpers.flatMap(([file, names]) => {
    const used = names.filter((name) => added.includes(`${name}(`));
    const from = JSON.stringify(join(import.meta.dirname, file));
    return used.length > 0 ? [`import { ${used.join(', ')} } from ${from};`] : [];
  });
  return [...imports, text, added].join('\n');
}
