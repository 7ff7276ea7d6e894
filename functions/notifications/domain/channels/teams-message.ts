import type { Card, CardField } from '../cards/card.ts';
import type { CardColour } from '../cards/card-colour.ts';
import { GROUP_MARKS } from '../cards/card-problems.ts';
import { ENGLISH } from '../cards/texts/english-texts.ts';

/** Styles of a container, which colour its background. */
const STYLES: Readonly<Record<CardColour, string>> = {
  red: 'attention',
  orange: 'warning',
  green: 'good',
  gray: 'emphasis',
};

/** An element of Adaptive Cards. External text is in `TextRun`s, in which nothing is markup. */
type Element = Readonly<Record<string, unknown>>;

/** The sections of spec 6.3, in order. */
const SECTIONS: readonly ((card: Card) => Element[])[] = [
  ({ title, colour }) => [
    {
      type: 'Container',
      style: STYLES[colour],
      bleed: true,
      items: [paragraph([{ text: title, weight: 'Bolder', size: 'Medium' }])],
    },
  ],
  ({ deployment }) => fields(deployment),
  ({ numbers }) => fields(numbers),
  ({ analysis }) =>
    analysis.length === 0 ? [] : [heading(ENGLISH.analysis), ...analysis.map((text) => paragraph([{ text }]))],
  ({ problems, problemsLeftOut }) => [
    ...(problems.length === 0 ? [] : [heading(ENGLISH.problems)]),
    ...problems.map(({ group, name, subjects, reach }) =>
      paragraph([
        { text: `${GROUP_MARKS[group]} ${name}`, weight: 'Bolder' },
        ...(subjects === '' ? [] : [{ text: `${ENGLISH.colon}${subjects}` }]),
        { text: `, ${reach}` },
      ]),
    ),
    ...(problemsLeftOut === 0 ? [] : [paragraph([{ text: ENGLISH.moreProblems(problemsLeftOut) }])]),
  ],
  ({ footnotes }) => footnotes.map((text) => paragraph([{ text, isSubtle: true, size: 'Small' }])),
];

/** The message of a webhook of Microsoft Teams: one Adaptive Card 1.5. */
export const teamsMessage = (card: Card): Readonly<Record<string, unknown>> => ({
  type: 'message',
  summary: card.title,
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.5',
        msteams: { width: 'Full' },
        fallbackText: card.title,
        body: SECTIONS.flatMap((section) => section(card)),
        actions: card.links.map(({ text, url }) => ({ type: 'Action.OpenUrl', title: text, url })),
      },
    },
  ],
});

interface Run {
  text: string;
  weight?: 'Bolder';
  size?: 'Medium' | 'Small';
  isSubtle?: true;
}

const paragraph = (runs: readonly Run[]): Element => ({
  type: 'RichTextBlock',
  inlines: runs.map((run) => ({ type: 'TextRun', ...run })),
});

/** Heading with a text of the service. */
const heading = (text: string): Element => ({ type: 'TextBlock', text, weight: 'Bolder', separator: true, wrap: true });

const fields = (rows: readonly CardField[]): Element[] =>
  rows.length === 0
    ? []
    : [
        paragraph(
          rows.flatMap(({ label, text }, index): Run[] => [
            { text: `${index === 0 ? '' : ' · '}${label}${ENGLISH.colon}`, isSubtle: true },
            { text },
          ]),
        ),
      ];
