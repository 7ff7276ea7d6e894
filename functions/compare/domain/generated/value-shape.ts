/** The least length of a part whose letters and digits are mixed; shorter ones are sizes and codes. */
const MIN_MIXED = 6;
const MAX_LENGTH = 100;

/**
 * The shape of a text that contains a generated part: its words, and the length of long parts with letters and digits.
 * Null for texts without such a part, such as names, states and numbers. `pod-7f9c4d` and `pod-b81d3e` share `pod-<6>`.
 */
export function valueShape(text: string): string | null {
  if (text.length > MAX_LENGTH || !/^[\w.:/-]+$/.test(text)) return null;
  let hasMixed = false;
  const shape = text.replaceAll(/[A-Za-z0-9]+/g, (part) => {
    if (part.length < MIN_MIXED || !/[A-Za-z]/.test(part) || !/\d/.test(part)) return part;
    hasMixed = true;
    return `<${part.length}>`;
  });
  return hasMixed ? shape : null;
}
