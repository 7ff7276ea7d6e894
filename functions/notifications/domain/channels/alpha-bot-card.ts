import type { Card, CardField } from '../cards/card.ts';
import type { CardColour } from '../cards/card-colour.ts';
import { GROUP_MARKS } from '../cards/card-problems.ts';
import type { CardTexts } from '../cards/texts/card-texts.ts';

/** `header.template` of a card. The vendor spells gray with an e (facts: bots 1.1). */
const TEMPLATES: Readonly<Record<CardColour, string>> = { red: 'red', orange: 'orange', green: 'green', gray: 'grey' };

/**
 * An element of card JSON 1.0. External text is `plain_text`; only the label of a link, which must be `lark_md`, is
 * escaped.
 */
type Element = Readonly<Record<string, unknown>>;

/** The sections of spec 6.3, in order. A section without elements is omitted. */
const SECTIONS: readonly ((card: Card, texts: CardTexts) => Element[])[] = [
  ({ deployment }, texts) => fields(deployment, texts),
  ({ numbers }, texts) => fields(numbers, texts),
  ({ analysis }, texts) => (analysis.length === 0 ? [] : [heading(texts.analysis), text(analysis.join('\n'))]),
  ({ problems, problemsLeftOut }, texts) => [
    ...(problems.length === 0 ? [] : [heading(texts.problems)]),
    ...problems.map(({ group, name, subjects, reach }) =>
      text(`${GROUP_MARKS[group]} ${name}${subjects && `${texts.colon}${subjects}`}\n${reach}`),
    ),
    ...(problemsLeftOut === 0 ? [] : [text(texts.moreProblems(problemsLeftOut))]),
  ],
  ({ footnotes, links }) => [
    { tag: 'note', elements: [plain(footnotes.join('\n'))] },
    {
      tag: 'action',
      actions: links.map(({ text: label, url }, index) => ({
        tag: 'button',
        text: plain(label),
        type: index === 0 ? 'primary' : 'default',
        url,
      })),
    },
  ],
];

/** The message of alpha_bot: an interactive card, JSON 1.0, which every client supports (facts: bots 1.1). */
export function alphaBotCard(card: Card, texts: CardTexts): Readonly<Record<string, unknown>> {
  const sections = SECTIONS.map((section) => section(card, texts)).filter((elements) => elements.length > 0);
  return {
    msg_type: 'interactive',
    card: {
      config: { wide_screen_mode: true },
      header: { template: TEMPLATES[card.colour], title: plain(card.title) },
      elements: sections.flatMap((elements, index) => (index === 0 ? elements : [{ tag: 'hr' }, ...elements])),
    },
  };
}

const plain = (content: string): Element => ({ tag: 'plain_text', content });
const text = (content: string): Element => ({ tag: 'div', text: plain(content) });
/** Heading with a text of the service. */
const heading = (content: string): Element => ({ tag: 'div', text: { tag: 'lark_md', content: `**${content}**` } });

function fields(rows: readonly CardField[], { colon }: CardTexts): Element[] {
  if (rows.length === 0) return [];
  return [
    {
      tag: 'div',
      fields: rows.map(({ label, text: value, link }) => ({
        is_short: true,
        text:
          link === null
            ? plain(`${label}${colon}${value}`)
            : { tag: 'lark_md', content: `${label}${colon}[${linkLabel(value)}](${link})` },
      })),
    },
  ];
}

/** Look-alikes of lark_md markup characters, because the vendor does not document an escape. */
const HOMOGLYPHS: Readonly<Record<string, string>> = {
  '[': '［',
  ']': '］',
  '*': '＊',
  '~': '～',
  '`': '｀',
  '\\': '＼',
};
const linkLabel = (clean: string) => clean.replace(/[[\]*~`\\]/g, (character) => HOMOGLYPHS[character] ?? '');
