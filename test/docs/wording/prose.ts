/** A sentence of a text and the line where its paragraph begins. */
export type Sentence = { readonly line: number; readonly text: string };

/** Abbreviations whose full stop ends no sentence. */
const ABBREVIATION = /\b(?:e\.g|i\.e|vs|etc)\.$/;

/**
 * What a reader reads of a piece of Markdown: links are their text, inline code is one word, and a bracket that holds
 * only links is dropped.
 */
const readable = (markdown: string): string =>
  markdown
    .replace(/!\[[^\]]*\]\([^)]*\)/g, ' ')
    .replace(/`[^`]*`/g, 'code')
    .replace(/\s?\((?:\[[^\]]*\]\([^)]*\)[,;]?\s?(?:and )?)+\)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<https?:[^>]*>|https?:\/\/\S+/g, 'url')
    .replace(/<\/?[a-z][^>]*>/gi, ' ')
    .replace(/\*\*|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)/g, '');

/**
 * Splits a paragraph of Markdown where a full stop, question or exclamation mark precedes the beginning of a sentence.
 */
export function sentencesOf(paragraph: string): string[] {
  const sentences: string[] = [];
  for (const piece of paragraph.split(/(?<=[.!?][)"”*]{0,3})\s+(?=["“([*`]{0,3}[A-Z0-9]|`)/)) {
    const before = sentences.at(-1);
    if (before !== undefined && ABBREVIATION.test(before)) sentences[sentences.length - 1] = `${before} ${piece}`;
    else sentences.push(piece.trim());
  }
  return sentences.filter((sentence) => sentence !== '');
}

/** The number of words of a sentence. Signs and numbers with their units count as they are spoken. */
export const wordCount = (sentence: string): number =>
  readable(sentence)
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** The sentences of a Markdown document, without code blocks, tables and comments. */
export function markdownSentences(markdown: string): Sentence[] {
  const found: Sentence[] = [];
  let [paragraph, start, fence] = ['', 0, ''];
  const close = () => {
    for (const text of sentencesOf(paragraph)) found.push({ line: start, text });
    paragraph = '';
  };
  const lines = markdown.replace(/<!--[\s\S]*?-->/g, (all) => all.replace(/[^\n]/g, '')).split('\n');
  for (const [index, line] of lines.entries()) {
    const mark = /^\s*(```+|~~~+)/.exec(line)?.[1];
    if (fence !== '' || mark !== undefined) {
      close();
      if (mark !== undefined) fence = fence === '' ? mark : line.trim() === fence ? '' : fence;
      continue;
    }
    if (/^\s*\|/.test(line) || line.trim() === '') {
      close();
      continue;
    }
    if (/^(#+|\s*[-*]|\s*\d+\.)\s/.test(line)) close();
    if (paragraph === '') start = index + 1;
    paragraph += ` ${line.replace(/^\s*(?:#+|[-*]|\d+\.|>)\s+/, '').trim()}`;
    if (/^#/.test(line)) close();
  }
  close();
  return found;
}
