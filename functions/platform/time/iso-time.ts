/** ISO-8601 with a time zone; years of four digits. */
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d([.,]\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/i;

/** Parses an ISO-8601 time with a time zone to epoch ms; null for anything else and for times before 1970. */
export function isoTime(text: string): number | null {
  if (!ISO_TIME.test(text)) return null;
  const time = Date.parse(
    text
      .toUpperCase()
      .replace(',', '.')
      .replace(/([+-]\d\d)(\d\d)$/, '$1:$2'),
  );
  return Number.isNaN(time) || time < 0 ? null : time;
}
