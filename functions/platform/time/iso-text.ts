/** A time in epoch ms as ISO-8601 in UTC with milliseconds. */
export const isoText = (time: number): string => new Date(time).toISOString();

/** The same; null for a time that there is not. */
export const isoTextOrNull = (time: number | null): string | null => (time === null ? null : isoText(time));

/** The day of a time in UTC, as YYYY-MM-DD. */
export const isoDate = (time: number): string => isoText(time).slice(0, 'YYYY-MM-DD'.length);
