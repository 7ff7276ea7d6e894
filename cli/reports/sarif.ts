import { createHash } from 'node:crypto';
import type { Location, Log, PhysicalLocation, Result, Run } from 'sarif';
import type { Analysis } from '../../client/paths.ts';
import { entriesOf, type FindingsEntry, type Group, type ReportedRun, settledFindings } from './findings-of.ts';
import { KIND_WORDS } from './kind-words.ts';

export interface SarifOptions {
  /** Path of a file at which results are shown whose place in the code is not known; none: they have a logical location only. */
  anchor: string | null;
}

/**
 * A run as SARIF 2.1.0: rules are the kinds of difference, results the entries of the findings. A result stands at the code that
 * the analysis found for its endpoints, when that is one place; else its endpoints are its logical locations.
 */
export function sarifReport({ planId, run }: ReportedRun, { anchor }: SarifOptions): string {
  const findings = settledFindings(run);
  const entries = findings === null ? [] : entriesOf(findings);
  const kinds = [...new Set(entries.map(({ entry }) => entry.kind))].sort();
  const told: Run = {
    tool: {
      driver: {
        name: 'replay',
        fullName: 'Replay Regression Service',
        rules: kinds.map((id) => ({
          id,
          shortDescription: { text: KIND_WORDS[id] },
          ...(run.reportUrl && URL.canParse(run.reportUrl) && { helpUri: run.reportUrl }),
        })),
      },
    },
    automationDetails: { id: `replay/${planId}` },
    columnKind: 'utf16CodeUnits',
    invocations: [
      {
        executionSuccessful:
          findings !== null && !['INTERRUPTED', 'NO_CASES', 'ENVIRONMENT_FAILURE'].includes(findings.state),
        ...(run.errorMessage && {
          toolExecutionNotifications: [{ level: 'error', message: { text: run.errorMessage } }],
        }),
      },
    ],
    properties: { planId, state: findings?.state ?? run.status, verdict: run.verdict },
    results: entries.map(({ group, entry }) => resultOf(group, entry, kinds, run.analysis, anchor)),
  };
  const log: Log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [told] };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function resultOf(
  group: Group,
  entry: FindingsEntry,
  kinds: readonly string[],
  analysis: Analysis | null,
  anchor: string | null,
): Result {
  const names = entry.interfaces.map(({ operationName }) => operationName);
  const logicalLocations = names.map((name) => ({ fullyQualifiedName: name, kind: 'resource' }));
  const places = placesOf(names, analysis);
  const [only] = places.length === 1 ? places : [];
  const physicalLocation =
    only ?? (anchor === null ? undefined : { artifactLocation: { uri: uriOf(anchor) }, region: { startLine: 1 } });
  const location: Location = { logicalLocations, ...(physicalLocation && { physicalLocation }) };
  return {
    ruleId: entry.kind,
    ruleIndex: kinds.indexOf(entry.kind),
    level: group === 'needsAction' ? 'error' : 'warning',
    message: {
      text: `${KIND_WORDS[entry.kind]}: ${entry.subjects.join(', ')} in ${entry.affectedRequests} of ${entry.totalRequests} requests of ${names.join(', ')}`,
    },
    locations: [location],
    ...(places.length > 1 && { relatedLocations: places.map((place, id) => ({ id, physicalLocation: place })) }),
    partialFingerprints: { 'finding/v1': fingerprint(entry, names) },
    properties: { group },
  };
}

/** Where the analysis located changes of these endpoints; each place once. */
function placesOf(names: readonly string[], analysis: Analysis | null): PhysicalLocation[] {
  const places = new Map<string, PhysicalLocation>();
  for (const { operations, location } of analysis?.codeChanges ?? []) {
    if (!location?.file || !operations.some((name) => names.includes(name))) continue;
    const startLine = location.line && location.line > 0 ? location.line : 1;
    places.set(`${location.file}:${startLine}`, {
      artifactLocation: { uri: uriOf(location.file) },
      region: { startLine },
    });
  }
  return [...places.values()];
}

/** A path inside the repository as a relative URI reference. */
const uriOf = (path: string): string =>
  path
    .replaceAll('\\', '/')
    .replace(/^\/+|^\.\//, '')
    .split('/')
    .map(encodeURIComponent)
    .join('/');

/** The same for the same difference of every run, so that a code host knows it again. */
const fingerprint = ({ kind, subjects }: FindingsEntry, names: readonly string[]) =>
  createHash('sha256')
    .update(JSON.stringify([kind, subjects, [...names].sort()]))
    .digest('hex');
