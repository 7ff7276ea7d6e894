/** As newspapers abbreviate months: with a period, short names in full (Associated Press, Django's format `N`). */
const ABBREVIATED = /^(?:Jan|Feb|Aug|Sept|Oct|Nov|Dec)\.$|^(?:March|April|May|June|July)$/;

/** The styles in which a month may be written; several for short names such as `May`; the empty style has no trait. */
export function monthStyles(name: string): string[] {
  return [
    name.length <= 3 && '',
    (name.length > 3 || name === 'May') && !name.endsWith('.') && 'month in full',
    ABBREVIATED.test(name) && 'month abbreviated',
  ].filter((style) => style !== false);
}
