const TIME = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)([.,]\d{1,9})?)?\s?(Z|UTC|[+-]\d{2}:?\d{2})?$/i;

/**
 * A time as epoch ms: ISO 8601 (UTC by default, only in strings), or epoch seconds or milliseconds; NaN for anything
 * else.
 */
export function timeValue(value: string, isString: boolean): number {
  if (/^\d{10}(\.\d+)?$/.test(value)) return Number(value) * 1000;
  if (/^\d{13}$/.test(value)) return Number(value);
  const [, date, time = '00:00', fraction = '', zone = 'Z'] = (isString && TIME.exec(value)) || [];
  if (date === undefined) return Number.NaN;
  const offset = /^(Z|UTC)$/i.test(zone) ? 'Z' : zone.replace(/^(...)(\d\d)$/, '$1:$2');
  return Date.parse(
    `${date}T${time}${fraction === '' ? '' : `${time.length === 5 ? ':00' : ''}.${fraction.slice(1, 4)}`}${offset}`,
  );
}
