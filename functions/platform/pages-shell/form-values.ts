/** The text of a field; empty where it was not sent, or is a file. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/** The texts of every field of this name. */
export const textsOf = (form: FormData, name: string): string[] =>
  form.getAll(name).flatMap((value) => (typeof value === 'string' && value.trim() !== '' ? [value.trim()] : []));

/** The lines of a field that say something. */
export const linesOf = (form: FormData, name: string): string[] =>
  textOf(form, name)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** A number; what is none stays text, for the endpoint to refuse it by name. Undefined where nothing was typed. */
export function numberOf(form: FormData, name: string): number | string | undefined {
  const text = textOf(form, name);
  if (text === '') return undefined;
  const number = Number(text);
  return Number.isNaN(number) ? text : number;
}

/** Lines of `name<separator>value` as an object; what has no separator gets an empty value. */
export const pairsOf = (lines: readonly string[], separator: string): Record<string, string> =>
  Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(separator);
      return at < 0 ? [line, ''] : [line.slice(0, at).trim(), line.slice(at + separator.length).trim()];
    }),
  );

/** The value that a form shows: what was typed, else what is stored. */
export const shownValue = (form: FormData | null, name: string, stored: string): string =>
  form?.has(name) ? textOf(form, name) : stored;

/** Whether a tick box is on: as it was sent, else as it is stored. */
export const shownTick = (form: FormData | null, name: string, stored: boolean): boolean =>
  form === null ? stored : form.has(name);
