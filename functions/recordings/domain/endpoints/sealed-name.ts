import type { RedactRule } from '../../../applications/domain/redact-rule.ts';
import { redactSegments, segmentPatterns } from '../bodies/redact-segments.ts';
import { pathOfName } from './patterned-name.ts';

/** The name of an endpoint in which `sealed` stands for the segments that rules select; parameters stay. */
export function sealedName(name: string, rules: readonly RedactRule[]): string {
  const patterns = rules.flatMap((rule) => ('segment' in rule ? [rule.segment] : []));
  const path = patterns.length === 0 ? null : pathOfName(name);
  if (path === null) return name;
  const sealed = redactSegments(path, segmentPatterns(patterns), (one) => (one.includes('{') ? one : 'sealed'));
  return name.replace(path, () => sealed);
}
