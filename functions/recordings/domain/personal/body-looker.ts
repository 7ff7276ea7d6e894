import { jsonOf } from '../../../platform/values/json-text.ts';
import { bodyFormatOf } from '../bodies/field-format.ts';
import { type MultipartPart, multipartParts } from '../bodies/multipart-parts.ts';
import { firstLines } from '../bodies/redact-lines.ts';
import type { fieldNoter } from './field-noter.ts';
import { leavesIn, MAX_ELEMENTS } from './json-leaves.ts';
import { visitMarkup } from './markup-leaves.ts';
import { isName, stepTo } from './plain-name.ts';
import { valueInLine } from './text-value.ts';

/** Maximum characters of a body that is read. */
export const MAX_BODY = 1024 * 1024;
/** Characters of a line of text that are looked at together. */
const MAX_LINE = 4000;
/** Texts that are the same for every user. */
const PROGRAM = /javascript|ecmascript|css|wasm|font|^image\//i;

/** Where a body stands. */
interface BodyFacts {
  contentType: string;
  side: 'request' | 'response' | 'call';
}

/** A file of bytes has none, whatever its name is. */
const hasFields = ({ head, contentType }: MultipartPart): boolean =>
  !/;\s*filename=/i.test(head) || /text|json|xml|html/i.test(contentType);

/** Looks at bodies of every format. */
export function bodyLooker({ note, hasRoom }: ReturnType<typeof fieldNoter>) {
  function json(value: unknown): void {
    for (const { path, name, text } of leavesIn(value)) {
      if (!hasRoom()) return;
      note(`path ${path}`, name, text);
    }
  }

  /** JSON, or lines of it as their list; else a text. */
  function jsonBody(text: string, facts: BodyFacts): void {
    const content = text.replace(/^\uFEFF/, '');
    const whole = jsonOf(content);
    if (whole !== undefined) json(whole);
    else if (!linesOf(content)) lines(text, facts);
  }

  function linesOf(text: string): boolean {
    const values = firstLines(text, MAX_ELEMENTS).map(jsonOf);
    if (values.length < 2 || values.includes(undefined)) return false;
    json(values);
    return true;
  }

  /** A text without fields: no rule reaches what is in it. */
  function lines(text: string, { side }: BodyFacts): void {
    for (let at = 0; at < text.length && hasRoom(); ) {
      const newline = text.indexOf('\n', at);
      const end = Math.min(newline < 0 ? text.length : newline, at + MAX_LINE);
      const { name, value } = valueInLine(text.slice(at, end).trim());
      note(`text ${side}`, name, value);
      at = end === newline ? end + 1 : end;
    }
  }

  function parts(text: string, facts: BodyFacts): void {
    for (const part of multipartParts(text) ?? []) {
      if (!hasRoom()) return;
      if (part.content !== '' && hasFields(part)) partBody(part, facts);
    }
  }

  function partBody({ name, contentType, content }: MultipartPart, facts: BodyFacts): void {
    const format = bodyFormatOf({ headers: [['content-type', contentType]] }, content);
    if (format !== null && format !== 'multipart') body(content, { ...facts, contentType });
    else if (isName(name))
      note(facts.side === 'request' ? `parameter ${name}` : `path $${stepTo(name)}`, name, content);
  }

  function body(text: string, facts: BodyFacts): void {
    if (text.length > MAX_BODY) return;
    const format = bodyFormatOf({ headers: [['content-type', facts.contentType]] }, text);
    if (format === 'json') jsonBody(text, facts);
    else if (format === 'multipart') parts(text, facts);
    else if (format === null) {
      if (!PROGRAM.test(facts.contentType)) lines(text, facts);
    } else
      visitMarkup(text, format === 'html', (leaf) => {
        note(`path ${leaf.path}`, leaf.name, leaf.text);
        return hasRoom();
      });
  }

  return { json, body };
}
