import type { ApplicationSettings } from '../../domain/application-settings.ts';
import type { RedactRule } from '../../domain/redact-rule.ts';

/**
 * Reads `seal header: x-customer`, `header: authorization`, `parameter: email`, `segment: /users/{mail}`, `column:
 * email` or a path.
 */
export function redactRuleOf(line: string): RedactRule {
  const rest = line.replace(/^seal\s+/i, '');
  const rule = ruleOf(rest);
  return rest === line ? rule : { ...rule, seal: true };
}

function ruleOf(text: string): RedactRule {
  const [, place = '', name = ''] = /^(header|parameter|segment|column):\s*(.*?)\s*$/i.exec(text) ?? [];
  switch (place.toLowerCase()) {
    case 'header':
      return { header: name };
    case 'segment':
      return { segment: name };
    case 'column':
      return { column: name };
    case 'parameter':
      return { parameter: name };
    default:
      return { path: text };
  }
}

/** The rules as they are typed, one a line. */
export const redactLines = ({ redact }: Pick<ApplicationSettings, 'redact'>): string =>
  redact.map((rule) => `${rule.seal === true ? 'seal ' : ''}${textOf(rule)}`).join('\n');

function textOf(rule: RedactRule): string {
  if ('header' in rule) return `header: ${rule.header}`;
  if ('segment' in rule) return `segment: ${rule.segment}`;
  if ('column' in rule) return `column: ${rule.column}`;
  return 'parameter' in rule ? `parameter: ${rule.parameter}` : rule.path;
}
