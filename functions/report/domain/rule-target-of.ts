import type { DifferingCall } from '../../compare/domain/difference.ts';
import { HEADERS_SUBJECT, parseRulePath } from '../../compare/domain/rules/rules.ts';
import { rulePathOf } from '../../noise/domain/suggestions.ts';

/** Target of a rule for a difference: a field of the body, of the headers, or of a downstream call (interface 11). */
export const ruleTargetOf = (subject: string, call?: DifferingCall): { target: string; path: string } =>
  call
    ? { target: call.target, path: call.field === null ? '$' : rulePathOf(call.field) }
    : subject.startsWith(HEADERS_SUBJECT)
      ? { target: 'response-headers', path: `$${subject.slice(HEADERS_SUBJECT.length)}` }
      : { target: 'response', path: rulePathOf(subject) };

/** Whether a rule can name this field. Some paths are too deep or too long for a rule (interface 11). */
export const canBeRule = (subject: string, call?: DifferingCall): boolean =>
  parseRulePath(ruleTargetOf(subject, call).path).ok;
