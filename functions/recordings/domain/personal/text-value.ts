import { personalMatch } from './personal-value.ts';

/** A value in a line of text, with the name that stands before it. */
interface TextValue {
  name: string;
  value: string;
}

/** `name: value`, as in headers of mails and in settings. */
const NAMED = /^\s*([A-Za-z][\w .-]{0,40}?)\s*[:=]\s*(\S.*)$/;
/** Formats that nothing else has, inside a text: phone numbers with their country, accounts, cards in groups. */
const FORMATS = [
  /(?<![\w+])\+[1-9][\d ()./-]{6,22}\d/,
  /(?<!\w)[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?(?!\w)/,
  /(?<![\w-])\d{4}([ -])\d{4}\1\d{4}\1\d{1,7}(?![\w-])/,
];

/** What may be personal in a line of text: the value behind a name, a piece in a format, else the line. */
export function valueInLine(line: string): TextValue {
  const [, name = '', value = line] = NAMED.exec(line) ?? [];
  if (name !== '' && personalMatch(name, value)?.isSure) return { name, value };
  const piece = FORMATS.map((format) => format.exec(line)?.[0]).find(
    (found) => found !== undefined && personalMatch('', found)?.isSure,
  );
  return { name: '', value: piece ?? line };
}
