import type { Gate, WorkflowRun } from '../../client/paths.ts';
import { tableText } from '../output.ts';
import { plainLine } from '../plain-text.ts';

const HEAD = ['rule', 'outcome', 'observed', 'wanted', 'baseline', 'samples'];

/** The decision of a gate, as one word and a sentence. */
function headOf({ status, decision, conclusive }: Gate): { word: string; icon: string; means: string } {
  if (status === 'pending') return { word: 'PENDING', icon: '⚪', means: 'the gate is not decided yet' };
  if (decision === null) return { word: 'NOT_APPLICABLE', icon: '⚪', means: 'the run was cancelled' };
  if (decision === 'pass') return { word: 'PASS', icon: '✅', means: 'the release may go' };
  return conclusive
    ? { word: 'FAIL', icon: '❌', means: 'a required rule does not hold' }
    : { word: 'FAIL', icon: '🟠', means: 'a required rule could not be evaluated' };
}

const rowsOf = ({ rules }: Gate): (string | number | null)[][] =>
  rules.map(({ id, outcome, enforcement, observed, op, threshold, baseline, samples }) => [
    enforcement === 'advisory' ? `${id} (advisory)` : id,
    outcome,
    observed === null ? null : String(observed),
    `${op} ${[threshold].flat().join(', ')}`,
    baseline,
    samples,
  ]);

/** Why a run ended in its status. */
const reasonOf = ({ code, detail }: NonNullable<WorkflowRun['status_reason']>): string => `${code}, ${detail}`;

/** Formats a gate for a terminal: the decision, its reason, and each rule. */
export function gateText({ workflow_run_id, status, status_reason }: WorkflowRun, gate: Gate, width?: number): string {
  const { word, means } = headOf(gate);
  return [
    `${word}: ${means}`,
    `run ${workflow_run_id} ${status}${status_reason ? `: ${plainLine(reasonOf(status_reason))}` : ''}`,
    ...(gate.reason_codes.length > 0 ? [`reasons: ${gate.reason_codes.join(', ')}`] : []),
    ...(gate.rules.length > 0 ? ['', tableText(HEAD, rowsOf(gate), '', width)] : []),
    ...(gate.status === 'pending' ? [`follow it:  replay gate ${workflow_run_id} --wait`] : []),
  ].join('\n');
}

/** Formats a gate as Markdown, for a comment or a job summary. */
export function gateMarkdown({ workflow_run_id, status, status_reason }: WorkflowRun, gate: Gate): string {
  const { word, icon, means } = headOf(gate);
  const escaped = (text: string) => plainLine(text).replaceAll(/[\\|<>`[\]*_]/g, '\\$&');
  const row = (cells: readonly (string | number | null)[]) =>
    `| ${cells.map((cell) => escaped(String(cell ?? ''))).join(' | ')} |`;
  const reason = status_reason ? `: ${escaped(reasonOf(status_reason))}` : '.';
  return `${[
    `## ${icon} Gate: ${word}`,
    '',
    `${means[0]?.toUpperCase()}${means.slice(1)}. Run \`${workflow_run_id}\` ${status}${reason}`,
    ...(gate.reason_codes.length > 0
      ? ['', `Reasons: ${gate.reason_codes.map((code) => `\`${code}\``).join(', ')}`]
      : []),
    ...(gate.rules.length > 0
      ? ['', row(HEAD), row(HEAD.map(() => '---')).replaceAll('\\', ''), ...rowsOf(gate).map(row)]
      : []),
  ].join('\n')}\n`;
}
