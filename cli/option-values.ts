import { InvalidArgumentError } from 'commander';

/** A number; which ones are allowed is the service's to say. */
export function numberValue(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) throw new InvalidArgumentError('It has to be a number.');
  return value;
}

/** How many entries of a list: 1 or more. */
export function countValue(text: string): number {
  const value = numberValue(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('It has to be a whole number from 1.');
  return value;
}

/** `name=value` added to those before it. */
export function pairValue(text: string, before: Readonly<Record<string, string>> | undefined): Record<string, string> {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('It has to be name=value.');
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
}

/** ISO-8601 with a zone, as the service wants it: in UTC. */
export function timeValue(text: string): string {
  const time = /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time))
    throw new InvalidArgumentError('It has to be an ISO-8601 time with its zone, such as 2026-11-20T10:00:00Z.');
  return new Date(time).toISOString();
}
