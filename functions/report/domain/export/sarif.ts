import { createHash } from 'node:crypto';
import type { Location, Log, Notification, PhysicalLocation, Result, Run } from 'sarif';
import { KIND_LABELS } from '../../../compare/domain/kind-labels.ts';
import type { Group } from '../../../compare/domain/kinds.ts';
import { endpointNames } from '../../../findings/domain/endpoint-labels.ts';
import { entryTotal } from '../../../findings/domain/endpoints/endpoint-counts.ts';
import { countOmitted, type FindingsEntry } from '../../../findings/domain/findings.ts';
import {
  conditionLine,
  entriesOf,
  expectedLines,
  type ReplayRun,
  type ReportedRun,
  runningBuildLines,
  secondAnswerLines,
  settledFindings,
} from './exported-run.ts';

export interface SarifOptions {
  /** Path of the file for results whose location in the code is unknown; null: they have a logical location only. */
  anchor: string | null;
}

/**
 * Formats a run as SARIF 2.1.0: rules are the kinds of difference, results the entries of the findings. A result is
 * located at the code that the analysis found for its endpoints, if that is one location; otherwise its endpoints are
 * its logical locations.
 */
export function sarifReport({ planId, run, ...more }: ReportedRun, { anchor }: SarifOptions): string {
  const findings = settledFindings(run);
  const entries = findings === null ? [] : entriesOf(findings);
  const kinds = [...new Set(entries.map(({ entry }) => entry.kind))].sort();
  const omitted = findings === null ? 0 : countOmitted(findings);
  const notes: Notification[] = [
    ...(run.errorMessage ? [{ level: 'error' as const, message: { text: run.errorMessage } }] : []),
    ...(omitted > 0
      ? [
          {
            level: 'note' as const,
            message: {
              text: `${omitted} more ${omitted === 1 ? 'finding is' : 'findings are'} counted, but not listed.`,
            },
          },
        ]
      : []),
    ...[...runningBuildLines(run), ...expectedLines(run), ...secondAnswerLines(more)].map((text) => ({
      level: 'note' as const,
      message: { text },
    })),
    ...(more.conditions ?? []).map((one) => ({
      level: one.outcome === 'does not hold' ? ('note' as const) : ('error' as const),
      message: { text: conditionLine(one) },
    })),
  ];
  const sarifRun: Run = {
    tool: {
      driver: {
        name: 'replay',
        fullName: 'Replay Regression Service',
        rules: kinds.map((id) => ({
          id,
          shortDescription: { text: KIND_LABELS[id].en },
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
        ...(notes.length > 0 && { toolExecutionNotifications: notes }),
      },
    ],
    properties: {
      planId,
      state: findings?.state ?? run.status,
      verdict: run.verdict,
      ...(findings?.omitted && { omitted: findings.omitted }),
      ...(run.expected !== undefined && { expected: run.expected }),
    },
    results: entries.map(({ group, entry }) => resultOf(group, entry, kinds, run.analysis, anchor)),
  };
  const log: Log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [sarifRun] };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function resultOf(
  group: Group,
  entry: FindingsEntry,
  kinds: readonly string[],
  analysis: ReplayRun['analysis'],
  anchor: string | null,
): Result {
  const operations = entry.interfaces.map(({ operationName }) => operationName);
  const names = entry.interfaces.flatMap(endpointNames);
  const logicalLocations = names.map((name) => ({ fullyQualifiedName: name, kind: 'resource' }));
  const codeLocations = codeLocationsOf(operations, analysis);
  const [only] = codeLocations.length === 1 ? codeLocations : [];
  const physicalLocation =
    only ?? (anchor === null ? undefined : { artifactLocation: { uri: uriOf(anchor) }, region: { startLine: 1 } });
  const location: Location = { logicalLocations, ...(physicalLocation && { physicalLocation }) };
  return {
    ruleId: entry.kind,
    ruleIndex: kinds.indexOf(entry.kind),
    level: group === 'needsAction' ? 'error' : 'warning',
    message: {
      text: `${KIND_LABELS[entry.kind].en}: ${entry.subjects.join(', ')} in ${entry.affectedRequests} of ${entryTotal(entry)} requests of ${names.join(', ')}${entry.likelyNoise ? ' (likely noise)' : ''}`,
    },
    locations: [location],
    ...(codeLocations.length > 1 && {
      relatedLocations: codeLocations.map((physical, id) => ({ id, physicalLocation: physical })),
    }),
    partialFingerprints: { 'finding/v1': fingerprint(entry, operations) },
    properties: { group, ...(entry.likelyNoise && { likelyNoise: true }) },
  };
}

/** The distinct locations of these endpoints' changes, as the analysis found them. */
function codeLocationsOf(operationNames: readonly string[], analysis: ReplayRun['analysis']): PhysicalLocation[] {
  const byLine = new Map<string, PhysicalLocation>();
  for (const { operations, location } of analysis?.codeChanges ?? []) {
    if (!location?.file || !operations.some((name) => operationNames.includes(name))) continue;
    const startLine = location.line && location.line > 0 ? location.line : 1;
    byLine.set(`${location.file}:${startLine}`, {
      artifactLocation: { uri: uriOf(location.file) },
      region: { startLine },
    });
  }
  return [...byLine.values()];
}

/** A path inside the repository as a relative URI reference. */
const uriOf = (path: string): string =>
  path
    .replaceAll('\\', '/')
    .replace(/^\/+|^\.\//, '')
    .split('/')
    .map(encodeURIComponent)
    .join('/');

/** Equal for the same difference in every run, so that a code host recognizes it. */
const fingerprint = ({ kind, subjects }: FindingsEntry, operations: readonly string[]) =>
  createHash('sha256')
    .update(JSON.stringify([kind, subjects, [...operations].sort()]))
    .digest('hex');
