const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Marks of cards, which fonts without emoji lack. */
const MARKS: Readonly<Record<string, string>> = { '🔴': '#f54a45', '🟠': '#ff8800', '🟢': '#34c724', '⚪': '#bbbfc4' };

/** Text as HTML, with its coloured marks drawn. */
export const escapedHtml = (text: string): string =>
  text
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '')
    .replace(/[🔴🟠🟢⚪]/gu, (mark) => `<span style="color:${MARKS[mark]}">●</span>`);
