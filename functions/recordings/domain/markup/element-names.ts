const CONTROLS = new Set('input select textarea button output'.split(' '));

/** A word of a program: an id or a class with digits may be a value itself. */
const WORD = /^[A-Za-z_][A-Za-z_:.-]{0,63}$/;

const wordIn = (text: string | undefined): string | null => (text !== undefined && WORD.test(text) ? text : null);

/** The name of a field of a form or of a `meta` element; null if it has none. */
export function controlNameOf(tag: string, attributes: ReadonlyMap<string, string>): string | null {
  if (CONTROLS.has(tag)) return wordIn(attributes.get('name'));
  if (tag !== 'meta') return null;
  return wordIn(attributes.get('name') ?? attributes.get('property') ?? attributes.get('itemprop'));
}

/**
 * What paths call an element of HTML, as comparisons do: by its tag, its first class (`td.mail`), its id (`td#mail`),
 * and the name of a field of a form. The most specific one is last.
 */
export function namesOf(tag: string, attributes: ReadonlyMap<string, string>): string[] {
  const first = wordIn(attributes.get('class')?.split(' ', 1)[0]);
  const id = wordIn(attributes.get('id'));
  const control = controlNameOf(tag, attributes);
  return [
    tag,
    ...(first === null ? [] : [`${tag}.${first}`]),
    ...(id === null ? [] : [`${tag}#${id}`]),
    ...(control === null ? [] : [control]),
  ];
}
