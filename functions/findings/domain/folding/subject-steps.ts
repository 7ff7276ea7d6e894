const STEP = /\[\*\]|\[\d+\]|\['(?:[^'\\]|\\.)*'\]|\.?[^.[]+/gy;

/**
 * Returns the steps of a normalised subject as they are written (`.price`, `['a.b']`, `[*]`); the first has no dot.
 * Null for a subject that is not a place in a body: the root, a header, `response`, and places too deep to be written.
 */
export function subjectSteps(subject: string): readonly string[] | null {
  if (/^[$@…]/u.test(subject)) return null;
  const steps = subject.match(STEP);
  return steps?.join('') === subject ? steps : null;
}

/** The name in a step that selects a member; null for elements, and where names are folded already. */
export function nameOfStep(step: string): string | null {
  if (step.startsWith("['")) return step.slice(2, -2);
  const name = step.startsWith('.') ? step.slice(1) : step;
  return step.startsWith('[') || name === '*' ? null : name;
}
