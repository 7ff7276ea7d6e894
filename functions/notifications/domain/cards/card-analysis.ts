import type { Analysis, AnalysisReason, AnalysisState, CodeChange } from '../../../analysis/domain/analysis.ts';
import type { NotificationFacts } from '../notification-facts.ts';
import type { CardSize } from './card.ts';
import { cleanLines, cut, nameText } from './card-text.ts';

/** Why an analysis is PARTIAL or SKIPPED (spec 2.5). */
const REASONS: Readonly<Record<AnalysisReason, string>> = {
  QUOTA_EXHAUSTED: '今日自动分析次数已用完',
  NO_EXECUTOR: '未接入分析服务',
  MODEL_QUOTA: 'AI 服务额度不足',
  STALE: '分析中断，没有完成',
};

/** Progress of the analysis (spec 3.5, 6.2.3). */
const PROGRESS: Readonly<Record<AnalysisState, (analysis: Analysis) => string>> = {
  RUNNING: (analysis) => `分析尚未完成：${analyzed(analysis)}，完成后的结论见报告`,
  DONE: ({ failedCases }) => `分析已完成，共 ${failedCases} 个未通过用例`,
  PARTIAL: (analysis) => `分析中途停止${because(analysis)}：${analyzed(analysis)}`,
  SKIPPED: (analysis) => `未进行分析${because(analysis)}`,
};

/**
 * Texts of an analysis' counts, by severity (spec 2.5). An undetermined case may still be analysed until the analysis
 * is DONE.
 */
const TIERS: readonly (readonly [
  words: string,
  of: (analysis: Analysis) => readonly [cases: number, interfaces: number],
])[] = [
  ['由代码改动引起', (a) => [a.codeChangeCases, a.codeChangeInterfaces]],
  ['原因未能确定', (a) => (a.state === 'DONE' ? [a.undeterminedCases, a.undeterminedInterfaces] : [0, 0])],
  ['无效', (a) => [a.invalidCases, a.invalidInterfaces]],
];

/** Maximum code changes listed. */
const MAX_CHANGES = 5;
/** Maximum lines of the analysis text. */
const MAX_LINES = 30;

/** The analysis or its progress (spec 6.3), line by line. Empty if no analysis applies. */
export function cardAnalysis(
  { analysis, summary }: Pick<NotificationFacts, 'analysis' | 'summary'>,
  size: CardSize,
): string[] {
  if (analysis === null) return [];
  const progress = PROGRESS[analysis.state](analysis);
  if (analysis.state === 'SKIPPED') return [progress];
  const { codeChanges, markedCases } = analysis;
  const shown = codeChanges.slice(0, MAX_CHANGES);
  return [
    progress,
    ...tierLine(analysis),
    ...(markedCases > 0 ? [`${markedCases} 个用例已由人工标记为通过`] : []),
    ...shown.map((change) => changeLine(change, size)),
    ...(codeChanges.length > shown.length ? [`另有 ${codeChanges.length - shown.length} 处差异见报告`] : []),
    ...(analysis.state === 'RUNNING' ? [] : summaryLines(summary ?? '', size)),
  ];
}

function tierLine(analysis: Analysis): string[] {
  const parts = TIERS.flatMap(([words, of]) => {
    const [cases, interfaces] = of(analysis);
    const where = interfaces > 0 ? `（${interfaces} 个接口）` : '';
    return cases > 0 ? [`${cases} 个用例${words}${where}`] : [];
  });
  return parts.length === 0 ? [] : [parts.join('，')];
}

function changeLine(
  { title, affectedCases, replayedCases, sampleOperation, ...change }: CodeChange,
  { name }: CardSize,
): string {
  const example = nameText(sampleOperation ?? '', name);
  const parts = [
    `影响 ${affectedCases}/${replayedCases} 个用例`,
    ...(example === '' ? [] : [`例如 ${example}`]),
    ...place(change, name),
    ...(change.inferred ? ['由响应数据推断'] : []),
    change.consecutive > 1 ? `连续 ${change.consecutive} 次出现` : '首次出现',
  ];
  return `• ${nameText(title, name) || '差异'}：${parts.join('，')}`;
}

function place({ location }: Pick<CodeChange, 'location'>, name: number): string[] {
  if (location === null) return [];
  const { file, line, symbol } = location;
  const at = file === null ? '' : `${nameText(file, name)}${line === null ? '' : `:${line}`}`;
  const words = [nameText(symbol ?? '', name), at].filter((part) => part !== '').join(' ');
  return words === '' ? [] : [`位于 ${words}`];
}

/** The text written by the model: at most `aiText` characters and MAX_LINES lines. */
function summaryLines(summary: string, { aiText }: CardSize): string[] {
  const lines = cleanLines(summary);
  const text = lines.slice(0, MAX_LINES).join('\n');
  return lines.length === 0 ? [] : `AI 说明：${cut(lines.length > MAX_LINES ? `${text}…` : text, aiText)}`.split('\n');
}

const analyzed = ({ analyzedCases, failedCases }: Analysis) => `已分析 ${analyzedCases}/${failedCases} 个未通过用例`;

function because({ reason }: Analysis): string {
  const words = Object.entries(REASONS).find(([code]) => code === reason)?.[1];
  return words === undefined ? '' : `（${words}）`;
}
