import { explainedByOthers } from './explained-by-others.ts';
import { type FieldNoise, keyOf, type NoiseFacts, NoiseReason } from './noise-facts.ts';

/**
 * Fields of a round that are not explained yet, and that further answers of the same build may explain: not those that
 * changed in another way too, not those of endpoints that cannot be judged, and not those of downstream calls.
 */
export function openFields({ fields, changed, unjudged }: NoiseFacts): ReadonlySet<string> {
  const never = new Set(changed.map(({ operation, subject }) => JSON.stringify([operation, subject])));
  const isOpen = ({ operation, subject, call, unexplained }: FieldNoise) =>
    unexplained > 0 &&
    call === undefined &&
    !unjudged.includes(operation) &&
    !never.has(JSON.stringify([operation, subject]));
  return new Set(explainedByOthers(fields).filter(isOpen).map(keyOf));
}

/** Whether a request has one of these fields, unexplained. */
export const hasOpenField = ({ fields }: NoiseFacts, open: ReadonlySet<string>): boolean =>
  fields.some((field) => field.unexplained > 0 && open.has(keyOf(field)));

/**
 * What is known of a request by the answer at once, and by all those of some seconds later; `first` may hold what
 * earlier ones of these said.
 */
export function withLater(first: NoiseFacts, later: NoiseFacts): NoiseFacts {
  const byKey = new Map(later.fields.map((field) => [keyOf(field), field]));
  return {
    ...first,
    fields: first.fields.map((field) => {
      const other = byKey.get(keyOf(field));
      if (other === undefined || other.sentAgain === 0) return field;
      return field.sentAgain === 0 ? other : together(field, other);
    }),
    ...(first.secondAnswers && { secondAnswers: { ...first.secondAnswers, later: later.secondAnswers?.later } }),
  };
}

function together(first: FieldNoise, later: FieldNoise): FieldNoise {
  // Reasons count requests, and this is one.
  const reasons = NoiseReason.options.flatMap((reason) => {
    const forms = [...first.reasons, ...later.reasons].filter((by) => by.reason === reason);
    return forms.length === 0
      ? []
      : [{ reason, requests: 1, forms: [...new Set(forms.flatMap((by) => by.forms))].sort() }];
  });
  return { ...first, unexplained: Math.min(first.unexplained, later.unexplained), reasons };
}
