import { areTimes, timeEntity } from './times/issued-times.ts';
import { sentEntity } from './value-entity.ts';
import { isUrl, urlPairs, type ValuePair } from './value-pair.ts';

/** Longer pages are not read. */
const MAX_LENGTH = 1024 * 1024;

/** A shorter value of a CSRF field may be a constant. */
const MIN_TOKEN_LENGTH = 8;

/** The pairs in two pages: fields and meta elements of one name in the same order, and links in the same position. */
export function htmlPairs(recorded: string, replayed: string): ValuePair[] {
  if (Math.max(recorded.length, replayed.length) > MAX_LENGTH) return [];
  const others = fieldsOf(replayed);
  const pairs: ValuePair[] = [];
  for (const [name, values] of fieldsOf(recorded)) {
    const field = name.replace(/^.*\[([^[\]]+)\]$/, '$1');
    const entity = sentEntity({ field, parent: '', collection: '' });
    for (const [at, value] of values.entries()) {
      const other = others.get(name)?.[at];
      if (other === undefined || other === value || value === '' || other === '') continue;
      const isCarrier = entity === 'csrf';
      pairs.push({
        recorded: value,
        replayed: other,
        entity: areTimes(value, other) ? timeEntity(entity, value) : isCarrier ? entity : null,
        location: `html ${name}`,
        // A token means nothing by itself, so no later request has to send it.
        isOwn: isCarrier && value.length >= MIN_TOKEN_LENGTH && other.length >= MIN_TOKEN_LENGTH,
        isCarrier,
      });
    }
  }
  const [links, otherLinks] = [linksOf(recorded), linksOf(replayed)];
  if (links.length !== otherLinks.length) return pairs;
  for (const [at, link] of links.entries()) {
    const other = otherLinks[at] ?? '';
    if (link !== other && isUrl(link) && isUrl(other)) pairs.push(...urlPairs(link, other, 'html link', false));
  }
  return pairs;
}

function fieldsOf(page: string): Map<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const [tag] of page.matchAll(/<(?:input|meta)\b[^>]{1,4000}>/gi)) {
    const name = attributeOf(tag, 'name') ?? attributeOf(tag, 'property');
    const value = attributeOf(tag, tag.startsWith('<m') || tag.startsWith('<M') ? 'content' : 'value');
    if (name !== undefined && value !== undefined) fields.set(name, [...(fields.get(name) ?? []), value]);
  }
  return fields;
}

function attributeOf(tag: string, name: string): string | undefined {
  const [, double, single, bare] =
    new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag) ?? [];
  return unescaped(double ?? single ?? bare);
}

const linksOf = (page: string): string[] =>
  Array.from(page.matchAll(/\s(?:href|action|src|data-url)\s*=\s*"([^"]*)"/gi), ([, url = '']) => unescaped(url) ?? '');

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  '#39': "'",
  '#x27': "'",
  lt: '<',
  gt: '>',
  '#x2F': '/',
  '#43': '+',
  '#61': '=',
};

const unescaped = <T extends string | undefined>(text: T): T | string =>
  text === undefined
    ? text
    : text.replace(/&(amp|quot|#39|#x27|lt|gt|#x2F|#43|#61);/g, (_, name: string) => ENTITIES[name] ?? '');
