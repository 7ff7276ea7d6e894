import type { Kind } from '../../compare/domain/kinds.ts';
import { compareText } from '../../platform/values/text-order.ts';

/** Each kind and subject once, in one order. */
export const distinctDifferences = <D extends { kind: Kind; subject: string }>(differences: readonly D[]): D[] =>
  [...new Map(differences.map((one) => [`${one.kind} ${one.subject}`, one])).values()].sort(
    (a, b) => compareText(a.kind, b.kind) || compareText(a.subject, b.subject),
  );
