import { InvalidArgumentError, type Option } from 'commander';

/** Parses a number; the service checks its range. */
export function numberValue(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) throw new InvalidArgumentError('It must be a number.');
  return value;
}

/** Returns a parser of numbers from `min` to `max`. */
export const numberFrom =
  (min: number, max: number) =>
  (text: string): number => {
    const value = numberValue(text);
    if (value < min || value > max) throw new InvalidArgumentError(`It must be a number from ${min} to ${max}.`);
    return value;
  };

/** Checks that a text is the address of an HTTP server; the service checks the rest. */
export function addressValue(text: string): string {
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? ''))
    throw new InvalidArgumentError('It must be an http:// or https:// address.');
  return text;
}

/** The same for a running build; `none` compares with the recordings, whatever the application has. */
export const baselineValue = (text: string): string => (text === 'none' ? text : addressValue(text));

/** Parses the number of entries of a list: 1 or more. */
export function countValue(text: string): number {
  const value = numberValue(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('It must be a whole number from 1.');
  return value;
}

/** Parses `name=value` and adds it to the previous pairs. */
export function pairValue(text: string, before: Readonly<Record<string, string>> | undefined): Record<string, string> {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('It must be name=value.');
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
}

/** Parses ISO-8601 with a time zone and returns it in UTC, as the service requires. */
export function timeValue(text: string): string {
  const time = /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time))
    throw new InvalidArgumentError('It must be an ISO-8601 time with its zone, such as 2026-11-20T10:00:00Z.');
  return new Date(time).toISOString();
}

/** Adds a text to the previous ones. */
export const listValue = (text: string, before: readonly string[] = []): string[] => [...before, text];

/** Replaces the names of the API's members in a message of the service with the options that set them. */
export const namingOptions = (message: string, options: Readonly<Record<string, string>>): string =>
  message.replaceAll(/\b[a-z]+\w*\b/gi, (word) => (Object.hasOwn(options, word) ? (options[word] ?? word) : word));

/**
 * Replaces the member of the API with which a refusal begins by the option of the command that sets it. An option such
 * as --url-env names the variable of a member.
 */
export const namingOption = (message: string, options: readonly Option[]): string =>
  message.replace(/^[a-z]\w*(?= (?:is|must|does|cannot)\b)/i, (member) => {
    const option = options.find((one) => [member, `${member}Env`].includes(one.attributeName()));
    return option?.long ?? member;
  });
