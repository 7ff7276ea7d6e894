/** Maximum fields of one finding that reports name; the page of the finding names every one. */
const MAX_NAMED_FIELDS = 200;

/** The fields of a finding as reports name them, and how many more there are. */
export const namedFields = (subjects: readonly string[]): { names: readonly string[]; more: number } => ({
  names: subjects.slice(0, MAX_NAMED_FIELDS),
  more: Math.max(0, subjects.length - MAX_NAMED_FIELDS),
});
