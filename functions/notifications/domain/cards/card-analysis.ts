import {
  type Analysis,
  type AnalysisState,
  type CodeChange,
  endpointsOfChange,
  tierEndpoints,
} from '../../../analysis/domain/analysis.ts';
import { endpointName } from '../../../findings/domain/endpoint-labels.ts';
import type { NotificationFacts } from '../notification-facts.ts';
import type { CardSize } from './card.ts';
import { cleanLines, cut, nameText } from './card-text.ts';
import type { CardTexts } from './texts/card-texts.ts';

/** Progress of the analysis (spec 3.5, 6.2.3). */
const PROGRESS: Readonly<Record<AnalysisState, (analysis: Analysis, texts: CardTexts) => string>> = {
  RUNNING: (analysis, texts) => texts.running(analysis),
  DONE: (analysis, texts) => texts.done(analysis),
  PARTIAL: (analysis, texts) => texts.partial(analysis, because(analysis, texts)),
  SKIPPED: (analysis, texts) => texts.skipped(because(analysis, texts)),
};

type Tier = Parameters<CardTexts['tier']>[0];

/**
 * An analysis' counts, by severity (spec 2.5). An undetermined case may still be analysed until the analysis is DONE.
 */
const TIERS: readonly (readonly [tier: Tier, casesOf: (analysis: Analysis) => number])[] = [
  ['codeChange', (a) => a.codeChangeCases],
  ['undetermined', (a) => (a.state === 'DONE' ? a.undeterminedCases : 0)],
  ['invalid', (a) => a.invalidCases],
];

/** Maximum code changes listed. */
const MAX_CHANGES = 5;
/** Maximum lines of the analysis text. */
const MAX_LINES = 30;

/** The analysis or its progress (spec 6.3), line by line. Empty if no analysis applies. */
export function cardAnalysis(
  { analysis, summary }: Pick<NotificationFacts, 'analysis' | 'summary'>,
  size: CardSize,
  texts: CardTexts,
): string[] {
  if (analysis === null) return [];
  const progress = PROGRESS[analysis.state](analysis, texts);
  if (analysis.state === 'SKIPPED') return [progress];
  const { codeChanges, markedCases } = analysis;
  const shown = codeChanges.slice(0, MAX_CHANGES);
  return [
    progress,
    ...tierLine(analysis, texts),
    ...(markedCases > 0 ? [texts.markedExpected(markedCases)] : []),
    ...shown.map((change) => changeLine(change, size, texts)),
    ...(codeChanges.length > shown.length ? [texts.moreChanges(codeChanges.length - shown.length)] : []),
    ...(analysis.state === 'RUNNING' ? [] : summaryLines(summary ?? '', size, texts)),
  ];
}

function tierLine(analysis: Analysis, texts: CardTexts): string[] {
  const endpoints = tierEndpoints(analysis);
  const parts = TIERS.flatMap(([tier, casesOf]) => {
    const cases = casesOf(analysis);
    return cases > 0 ? [texts.tier(tier, cases, endpoints[tier])] : [];
  });
  return parts.length === 0 ? [] : [texts.join(parts)];
}

function changeLine(
  { title, affectedCases, replayedCases, sampleOperation, ...change }: CodeChange,
  { name }: CardSize,
  texts: CardTexts,
): string {
  const example = nameText(exampleOf(sampleOperation ?? '', change), name);
  const parts = [
    texts.affects(affectedCases, replayedCases),
    ...(example === '' ? [] : [texts.example(example)]),
    ...locationTexts(change, name, texts),
    ...(change.inferred ? [texts.inferred] : []),
    texts.consecutive(change.consecutive),
  ];
  return texts.changeLine(nameText(title, name) || texts.change, parts);
}

/** The example endpoint of a change as method and path. */
function exampleOf(operation: string, change: Pick<CodeChange, 'operations' | 'endpoints'>): string {
  const [method] = endpointsOfChange(change).find(({ operationName }) => operationName === operation)?.methods ?? [];
  return endpointName(operation, method);
}

function locationTexts({ location }: Pick<CodeChange, 'location'>, name: number, texts: CardTexts): string[] {
  if (location === null) return [];
  const { file, line, symbol } = location;
  const at = file === null ? '' : `${nameText(file, name)}${line === null ? '' : `:${line}`}`;
  const text = [nameText(symbol ?? '', name), at].filter((part) => part !== '').join(' ');
  return text === '' ? [] : [texts.at(text)];
}

/** The text written by the model: at most `aiText` characters and MAX_LINES lines. */
function summaryLines(summary: string, { aiText }: CardSize, texts: CardTexts): string[] {
  const lines = cleanLines(summary);
  const text = lines.slice(0, MAX_LINES).join('\n');
  return lines.length === 0 ? [] : texts.summary(cut(lines.length > MAX_LINES ? `${text}…` : text, aiText)).split('\n');
}

function because({ reason }: Analysis, texts: CardTexts): string {
  const text = Object.entries(texts.reasons).find(([code]) => code === reason)?.[1];
  return text === undefined ? '' : texts.because(text);
}
