import type { Card, CardField } from '../cards/card.ts';
import type { CardColour } from '../cards/card-colour.ts';
import { GROUP_MARKS } from '../cards/card-problems.ts';
import type { CardTexts } from '../cards/texts/card-texts.ts';

/** The vendor has no coloured header, so the title has a mark and a text colour instead (facts: bots 1.2). */
const TITLES: Readonly<Record<CardColour, readonly [mark: string, colour: string]>> = {
  red: ['🔴', '#D9363E'],
  orange: ['🟠', '#D46B08'],
  green: ['🟢', '#389E0D'],
  gray: ['⚪', '#8C8C8C'],
};

const SMALL_PRINT = '#8C8C8C';

/** The title and the sections of spec 6.3, in order, as paragraphs. Links become buttons. */
const SECTIONS: readonly ((card: Card, texts: CardTexts) => string[])[] = [
  ({ colour, title }) => [`### ${coloured(TITLES[colour][1], `${TITLES[colour][0]} ${escaped(title)}`)}`],
  ({ deployment }, texts) => joined(deployment, texts),
  ({ numbers }, texts) => joined(numbers, texts),
  ({ analysis }, texts) => (analysis.length === 0 ? [] : [`**${texts.analysis}**`, ...analysis.map(paragraph)]),
  ({ problems, problemsLeftOut }, texts) => [
    ...(problems.length === 0 ? [] : [`**${texts.problems}**`]),
    ...problems.map(
      ({ group, name, subjects, reach }) =>
        `${GROUP_MARKS[group]} **${name}**${subjects && `${texts.colon}${escaped(subjects)}`}${texts.semicolon}${escaped(reach)}`,
    ),
    ...(problemsLeftOut === 0 ? [] : [texts.moreProblems(problemsLeftOut)]),
  ],
  ({ footnotes }) => footnotes.map((note) => coloured(SMALL_PRINT, escaped(note))),
];

/**
 * The message of beta_bot: an actionCard, whose Markdown supports titles, bold, links and colours (facts: bots 1.2).
 */
export function betaBotCard(card: Card, texts: CardTexts): Readonly<Record<string, unknown>> {
  const text = SECTIONS.flatMap((section) => section(card, texts)).join('\n\n');
  return { msgtype: 'actionCard', actionCard: { title: card.title, text, btnOrientation: '0', ...buttons(card) } };
}

/** The vendor documents one button as a link of the whole card, several as a list. */
function buttons({ links }: Card): Readonly<Record<string, unknown>> {
  const [only, ...others] = links;
  return only !== undefined && others.length === 0
    ? { singleTitle: only.text, singleURL: only.url }
    : { btns: links.map(({ text, url }) => ({ title: text, actionURL: url })) };
}

const coloured = (colour: string, markdown: string) => `<font color=${colour}>${markdown}</font>`;

function joined(fields: readonly CardField[], { colon }: CardTexts): string[] {
  const parts = fields.map(({ label, text, link }) =>
    link === null ? `${label}${colon}${escaped(text)}` : `${label}${colon}[${escaped(text)}](${link})`,
  );
  return parts.length === 0 ? [] : [parts.join(' ｜ ')];
}

/** Escapes clean text (card-text.ts), so that Markdown shows every character literally. */
const escaped = (clean: string) => clean.replace(/[\\`*_[\]~]/g, '\\$&');

/** The same for text at the start of a paragraph, where a heading, list, rule or code block could begin. */
const paragraph = (clean: string) =>
  escaped(clean).replace(/^(?:[#+=:|-]|\d+(?=[.)]))/, (start) => (/\d/.test(start) ? `${start}\\` : `\\${start}`));
