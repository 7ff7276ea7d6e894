import type { ReplayRun } from '../../client/paths.ts';
import { settledCallsText } from '../../functions/findings/domain/calls-texts.ts';
import { endpointNames } from '../../functions/findings/domain/endpoint-labels.ts';
import { endpointCounts, entryTotal } from '../../functions/findings/domain/endpoints/endpoint-counts.ts';
import { countOmitted, type Findings, type FindingsEntry } from '../../functions/findings/domain/findings.ts';
import { namedFields } from '../../functions/findings/domain/summary/named-fields.ts';
import { shortStateText } from '../../functions/findings/domain/summary/short-state-text.ts';
import {
  conditionLine,
  type DecidedCondition,
  entriesOf,
  expectedLines,
  runningBuildLines,
  secondAnswerLines,
  settledFindings,
} from '../../functions/report/domain/export/exported-run.ts';
import { tableText } from '../output.ts';
import { plainLine } from '../plain-text.ts';
import type { RunFacts } from './run-facts.ts';
import type { Settling } from './settling.ts';

/** Formats a run for a terminal: the state, its meaning, the entries, and links; or what it waits for. */
export function runText(
  planId: string,
  run: ReplayRun,
  {
    title = null,
    settling = null,
    hints = [],
    calls = null,
    conditions = [],
    ...more
  }: Partial<RunFacts> & { settling?: Settling; conditions?: readonly DecidedCondition[] } = {},
  width?: number,
): string {
  const findings = settledFindings(run);
  if (findings === null) {
    const percent = Math.floor((run.progress ?? 0) * 100);
    return [
      ...titleLines(title),
      `${run.status}  ${percent} %`,
      ...(settling ? [plainLine(settling.reason)] : []),
      ...(settling?.until ? [`findings settle at ${settling.until}`] : []),
      `follow it:  replay status ${planId} --wait`,
    ].join('\n');
  }
  const { state, coverage } = findings;
  const endpoints = endpointCounts(findings);
  const { means, next } = shortStateText(findings);
  const rows = entriesOf(findings).map(({ group, entry }) => [
    group === 'needsAction' ? 'needs action' : entry.likelyNoise ? 'likely noise' : 'to review',
    entry.kind,
    subjectsOf(entry),
    interfacesOf(entry),
    `${entry.affectedRequests} of ${entryTotal(entry)}`,
  ]);
  return [
    ...titleLines(title),
    `${state}: ${means}`,
    ...(run.errorMessage ? [plainLine(run.errorMessage)] : []),
    ...hints.flatMap(({ message, setting, settingUrl }) => [
      plainLine(message),
      `setting ${setting}: ${plainLine(settingUrl)}`,
    ]),
    `${endpoints.replayed} of ${endpoints.inScope} endpoints replayed, ${endpoints.unchanged} unchanged; ${run.successCases ?? 0} of ${run.totalCases ?? 0} requests as recorded`,
    ...(calls === null ? [] : [`downstream calls: ${callsLine(calls)}`]),
    ...secondAnswerLines(more),
    ...(coverage.uncoveredMainOperations.length > 0
      ? [`main endpoints not replayed: ${coverage.uncoveredMainOperations.map(plainLine).join(', ')}`]
      : []),
    ...(rows.length > 0 ? ['', tableText(['', 'kind', 'what', 'endpoints', 'requests'], rows, '', width)] : []),
    ...omittedLines(findings),
    ...runningBuildLines(run),
    ...expectedLines(run).map(plainLine),
    ...(run.findingsPending ? ['rules or marks have changed: their findings are still being computed'] : []),
    ...analysisLines(run),
    ...(conditions.length > 0 ? ['', ...conditions.map((one) => plainLine(conditionLine(one)))] : []),
    '',
    `next:    ${next}`,
    `report:  ${run.reportUrl ?? ''}`,
  ].join('\n');
}

const omittedLines = (findings: Findings): string[] => {
  const left = countOmitted(findings);
  return left === 0 ? [] : [`… and ${left} more ${left === 1 ? 'finding' : 'findings'}`];
};

const titleLines = (title: string | null): string[] => (title === null ? [] : [plainLine(title)]);

const callsLine = ({ state, requests, ...counts }: NonNullable<RunFacts['calls']>): string =>
  settledCallsText({
    state,
    recording: counts.answered,
    target: counts.real,
    default: counts.byDefault,
    nothing: counts.unanswered,
    misses: counts.mockMisses,
    unasked: requests.notAsked,
  });

/** Maximum endpoints that a line names; the report has every one. */
const MAX_ENDPOINTS = 4;

function subjectsOf({ subjects }: FindingsEntry): string {
  const { names, more } = namedFields(subjects);
  return withRest(names, more);
}

function interfacesOf({ interfaces }: FindingsEntry): string {
  const names = interfaces.flatMap(endpointNames);
  return withRest(names.slice(0, MAX_ENDPOINTS), names.length - MAX_ENDPOINTS);
}

/** Names, and the number of remaining ones. */
const withRest = (names: readonly string[], more: number): string =>
  `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;

function analysisLines({ analysis }: ReplayRun): string[] {
  if (analysis === null) return [];
  const lines = analysis.codeChanges.map(
    ({ title, location }) =>
      `  ${plainLine(title)}${location?.file ? `  (${plainLine(location.file)}${location.line ? `:${location.line}` : ''})` : ''}`,
  );
  // Without an executor there is nothing to know or to do.
  if (analysis.reason === 'NO_EXECUTOR' && lines.length === 0) return [];
  return ['', `analysis: ${analysis.state}${analysis.reason ? ` (${plainLine(analysis.reason)})` : ''}`, ...lines];
}
