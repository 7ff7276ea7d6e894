import { type ComparedHeaders, comparedHeadersText } from '../../../compare/domain/headers/compared-headers.ts';
import type { Group } from '../../../compare/domain/kinds.ts';
import { endpointNames } from '../../../findings/domain/endpoint-labels.ts';
import { endpointCounts, entryTotal } from '../../../findings/domain/endpoints/endpoint-counts.ts';
import { countEntries, type FindingsEntry } from '../../../findings/domain/findings.ts';
import { namedFields } from '../../../findings/domain/summary/named-fields.ts';
import { shortStateText } from '../../../findings/domain/summary/short-state-text.ts';
import {
  conditionLine,
  entriesOf,
  expectedLines,
  type ReportedRun,
  runningBuildLines,
  secondAnswerLines,
  settledFindings,
} from './exported-run.ts';

/** A proven cause of failures, and the setting that fixes it. */
export interface ReportedHint {
  message: string;
  setting: string;
  settingUrl: string;
}

const MAX_ROWS = 50;
const ICONS = { CLEAN: '✅', NEEDS_ACTION: '❌', REVIEW_ONLY: '🟠' } as const;

/** Formats a run as Markdown, for a comment or a job summary; at most 50 rows per group. */
export function markdownReport(
  { planId, run, ...more }: ReportedRun,
  hints: readonly ReportedHint[] = [],
  headers: ComparedHeaders | null = null,
): string {
  const findings = settledFindings(run);
  if (findings === null) return `## Replay: ${run.status}\n\nThe run ${code(planId)} has not completed.\n`;
  const { state, coverage } = findings;
  const endpoints = endpointCounts(findings);
  const { means, next } = shortStateText(findings);
  const icon = state in ICONS ? ICONS[state as keyof typeof ICONS] : '⚪';
  const groups = (['needsAction', 'toReview'] as const).flatMap((group) =>
    groupLines(
      group,
      entriesOf(findings).filter((one) => one.group === group),
      countEntries(findings, group),
    ),
  );
  return `${[
    `## ${icon} Replay: ${state}`,
    '',
    `${means[0]?.toUpperCase()}${means.slice(1)}. ${next}`,
    ...(run.errorMessage ? ['', code(run.errorMessage)] : []),
    ...hintLines(hints),
    '',
    '| Endpoints replayed | Unchanged | Requests | As recorded | Verdict |',
    '|---|---|---|---|---|',
    `| ${endpoints.replayed} of ${endpoints.inScope} | ${endpoints.unchanged} | ${run.totalCases ?? 0} | ${run.successCases ?? 0} (${percent(run.passRate)}) | ${run.verdict ?? ''} |`,
    ...(coverage.uncoveredMainOperations.length > 0
      ? ['', `Main endpoints not replayed: ${coverage.uncoveredMainOperations.slice(0, MAX_ROWS).map(code).join(', ')}`]
      : []),
    ...paragraph(runningBuildLines(run)),
    ...groups,
    ...expectedList(run),
    ...analysisLines(run.analysis),
    ...paragraph(secondAnswerLines(more)),
    ...conditionLines(more.conditions),
    ...(headers === null ? [] : ['', `Compared headers: ${code(comparedHeadersText(headers))}`]),
    '',
    `[Report](${linkTo(run.reportUrl ?? '')}) · run ${code(planId)}`,
  ].join('\n')}\n`;
}

function groupLines(group: Group, entries: ReturnType<typeof entriesOf>, all: number): string[] {
  if (entries.length === 0) return [];
  const left = entries.length - Math.min(entries.length, MAX_ROWS);
  const omitted = all - entries.length;
  return [
    '',
    `### ${group === 'needsAction' ? 'Needs action' : 'To review'}`,
    '',
    '| Kind | What | Endpoints | Requests |',
    '|---|---|---|---|',
    ...entries.slice(0, MAX_ROWS).map(({ entry }) => {
      const names = entry.interfaces.flatMap(endpointNames);
      return `| ${entry.kind}${entry.likelyNoise ? ' (likely noise)' : ''} | ${fieldCodes(entry)} | ${codes(names)} | ${entry.affectedRequests} of ${entryTotal(entry)} |`;
    }),
    ...(left > 0 ? ['', `… and ${left} more in the report.`] : []),
    ...(omitted > 0
      ? ['', `${omitted} more of fewer requests ${omitted === 1 ? 'is' : 'are'} counted, but not listed.`]
      : []),
  ];
}

function hintLines(hints: readonly ReportedHint[]): string[] {
  if (hints.length === 0) return [];
  return [
    '',
    ...hints.map(
      ({ message, setting, settingUrl }) => `- ${code(message)} [Setting ${code(setting)}](${linkTo(settingUrl)})`,
    ),
  ];
}

const conditionLines = (conditions: ReportedRun['conditions'] = []): string[] =>
  conditions.length === 0
    ? []
    : ['', '### Conditions', '', ...conditions.map((one) => `- ${code(conditionLine(one))}`)];

function expectedList(run: ReportedRun['run']): string[] {
  const [all, ...lines] = expectedLines(run);
  if (all === undefined) return [];
  const more = lines.length - MAX_ROWS;
  return [
    '',
    '### Expected',
    '',
    all,
    ...(lines.length > 0 ? ['', ...lines.slice(0, MAX_ROWS).map((line) => `- ${code(line)}`)] : []),
    ...(more > 0 ? ['', `… and ${more} more in the report.`] : []),
  ];
}

const paragraph = (sentences: readonly string[]): string[] => (sentences.length === 0 ? [] : ['', sentences.join(' ')]);

const linkTo = (url: string) => `<${url.replaceAll(/[<>\s]/g, encodeURIComponent)}>`;

function analysisLines(analysis: ReportedRun['run']['analysis']): string[] {
  if (analysis === null || analysis.codeChanges.length === 0) return [];
  return [
    '',
    '### Causes found',
    '',
    ...analysis.codeChanges.slice(0, MAX_ROWS).map(({ title, location, affectedCases }) => {
      const shownLocation = location?.file
        ? ` in ${code(`${location.file}${location.line ? `:${location.line}` : ''}`)}`
        : '';
      return `- ${code(title)}${shownLocation}, ${affectedCases} ${affectedCases === 1 ? 'request' : 'requests'}`;
    }),
  ];
}

const MAX_NAMED = 3;

const codes = (names: readonly string[]): string =>
  withRest(names.slice(0, MAX_NAMED).map(code), names.length - MAX_NAMED);

function fieldCodes({ subjects }: FindingsEntry): string {
  const { names, more } = namedFields(subjects);
  return withRest(names.map(code), more);
}

const withRest = (names: readonly string[], more: number): string =>
  `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;

const percent = (rate: number | null) => `${Math.floor((rate ?? 0) * 1000) / 10} %`;

/** Formats external text as HTML code, which disables its Markdown, HTML and mentions. */
export function code(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ');
  return `<code>${line.replaceAll(/[^\p{L}\p{N} ,.:/=-]/gu, (character) => `&#${character.codePointAt(0)};`)}</code>`;
}
