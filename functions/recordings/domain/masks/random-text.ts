/** What no random text that identifies something is shorter than. */
const MIN_LENGTH = 12;
/** Words with numbers change less often: `SUMMER2024SALE50` three times. */
const MIN_CHANGES = 4;
const CLASSES = [/[a-z]/, /[A-Z]/, /\d/];

/**
 * Whether a text was drawn at random, as tokens and authorization codes are: letters and digits that change between
 * lower case, upper case and digits again and again. Words, numbers, dates and codes of countries, errors or sales are
 * not.
 */
export function isRandomText(text: string): boolean {
  if (text.length < MIN_LENGTH || !/^[\w.~/+=-]+$/.test(text) || !/\d/.test(text) || !/[A-Za-z]/.test(text))
    return !/\d/.test(text) && isMixedCase(text);
  if (/^\d{4}-\d\d-\d\d/.test(text)) return false;
  return changesOf(text) >= MIN_CHANGES;
}

/** Without digits, only letters whose case changes within words are random. */
const isMixedCase = (text: string): boolean =>
  text.length >= 2 * MIN_LENGTH && /^[A-Za-z_-]+$/.test(text) && changesOf(text) >= text.length / 3;

/** How often the class of a character differs from that of the one before it; others are passed over. */
function changesOf(text: string): number {
  let changes = 0;
  let before = -1;
  for (const character of text) {
    const one = CLASSES.findIndex((form) => form.test(character));
    if (one < 0) continue;
    if (before >= 0 && one !== before) changes++;
    before = one;
  }
  return changes;
}
