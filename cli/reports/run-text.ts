import type { ReplayRun } from '../../client/paths.ts';
import { settledCallsText } from '../../functions/findings/domain/calls-words.ts';
import { endpointNames } from '../../functions/findings/domain/endpoint-words.ts';
import { endpointCounts, entryTotal } from '../../functions/findings/domain/endpoints/endpoint-counts.ts';
import { countOmitted, type Findings, type FindingsEntry } from '../../functions/findings/domain/findings.ts';
import { SHORT_STATE_WORDS } from '../../functions/findings/domain/state-words.ts';
import { entriesOf, settledFindings } from '../../functions/report/domain/export/exported-run.ts';
import { tableText } from '../output.ts';
import { plainLine } from '../plain-text.ts';
import type { RunFacts } from './run-facts.ts';
import type { Settling } from './settling.ts';

/** Formats a run for a terminal: the state, its meaning, the entries, and links; or what it waits for. */
export function runText(
  planId: string,
  run: ReplayRun,
  { title = null, settling = null, hints = [], calls = null }: Partial<RunFacts> & { settling?: Settling } = {},
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
  const { means, next } = SHORT_STATE_WORDS[state];
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
    ...(coverage.uncoveredMainOperations.length > 0
      ? [`main endpoints not replayed: ${coverage.uncoveredMainOperations.map(plainLine).join(', ')}`]
      : []),
    ...(rows.length > 0 ? ['', tableText(['', 'kind', 'what', 'endpoints', 'requests'], rows, '', width)] : []),
    ...omittedLines(findings),
    ...(run.findingsPending ? ['rules or marks have changed: their findings are still being computed'] : []),
    ...analysisLines(run),
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

const MAX_NAMED = 4;

/** The first names, and the number of remaining ones. */
function named(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  return `${names.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const subjectsOf = ({ subjects }: FindingsEntry) => named(subjects);
const interfacesOf = ({ interfaces }: FindingsEntry) => named(interfaces.flatMap(endpointNames));

function analysisLines({ analysis }: ReplayRun): string[] {
  if (analysis === null) return [];
  const places = analysis.codeChanges.map(
    ({ title, location }) =>
      `  ${plainLine(title)}${location?.file ? `  (${plainLine(location.file)}${location.line ? `:${location.line}` : ''})` : ''}`,
  );
  // Without an executor there is nothing to know or to do.
  if (analysis.reason === 'NO_EXECUTOR' && places.length === 0) return [];
  return ['', `analysis: ${analysis.state}${analysis.reason ? ` (${plainLine(analysis.reason)})` : ''}`, ...places];
}
