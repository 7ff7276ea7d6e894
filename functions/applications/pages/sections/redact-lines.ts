import type { ApplicationSettings } from '../../domain/application-settings.ts';
import type { RedactRule } from '../../domain/redact-rule.ts';

/** Reads `seal header: x-customer`, `header: authorization` or a path. */
export function redactRuleOf(line: string): RedactRule {
  const rest = line.replace(/^seal\s+/i, '');
  const rule = /^header:/i.test(rest) ? { header: rest.slice('header:'.length).trim() } : { path: rest };
  return rest === line ? rule : { ...rule, seal: true };
}

/** The rules as they are typed, one a line. */
export const redactLines = ({ redact }: Pick<ApplicationSettings, 'redact'>): string =>
  redact
    .map((rule) => `${rule.seal === true ? 'seal ' : ''}${'header' in rule ? `header: ${rule.header}` : rule.path}`)
    .join('\n');
