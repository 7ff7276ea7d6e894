/** The text of a field; empty if it is absent, or a file. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/** The texts of every field of this name. */
export const textsOf = (form: FormData, name: string): string[] =>
  form.getAll(name).flatMap((value) => (typeof value === 'string' && value.trim() !== '' ? [value.trim()] : []));

/** The lines of a field that are not blank. */
export const linesOf = (form: FormData, name: string): string[] =>
  textOf(form, name)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/**
 * Parses a number; invalid text is returned as it is, for the endpoint to reject by name. Undefined if the field is
 * empty.
 */
export function numberOf(form: FormData, name: string): number | string | undefined {
  const text = textOf(form, name);
  if (text === '') return undefined;
  const number = Number(text);
  return Number.isNaN(number) ? text : number;
}

/** Parses lines of `name<separator>value` into an object; a line without a separator gets an empty value. */
export const pairsOf = (lines: readonly string[], separator: string): Record<string, string> =>
  Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(separator);
      return at < 0 ? [line, ''] : [line.slice(0, at).trim(), line.slice(at + separator.length).trim()];
    }),
  );

/** The value that a form shows: the submitted one, else the stored one. */
export const shownValue = (form: FormData | null, name: string, stored: string): string =>
  form?.has(name) ? textOf(form, name) : stored;

/** Whether a checkbox is on: as submitted, else as stored. */
export const shownChecked = (form: FormData | null, name: string, stored: boolean): boolean =>
  form === null ? stored : form.has(name);
