import type { KnownBlock, MessageAttachment, PlainTextElement } from '@slack/types';
import type { Card, CardField } from '../cards/card.ts';
import type { CardColour } from '../cards/card-colour.ts';
import { GROUP_MARKS } from '../cards/card-problems.ts';
import { cut } from '../cards/card-text.ts';
import { ENGLISH } from '../cards/texts/english-texts.ts';

/** Limits of Block Kit (https://docs.slack.dev/reference/block-kit/blocks), in characters and fields. */
const MAX = { header: 150, section: 3_000, field: 2_000, fields: 10, button: 75 } as const;

/** The bar beside the message. */
const COLOURS: Readonly<Record<CardColour, string>> = {
  red: '#b0231c',
  orange: '#b9770e',
  green: '#16683a',
  gray: '#858e9d',
};

/** The sections of spec 6.3, in order. External text is `plain_text`, in which nothing is markup. */
const SECTIONS: readonly ((card: Card) => KnownBlock[])[] = [
  ({ title }) => [{ type: 'header', text: plain(title, MAX.header) }],
  ({ deployment }) => fields(deployment),
  ({ numbers }) => fields(numbers),
  ({ analysis }) => (analysis.length === 0 ? [] : [heading(ENGLISH.analysis), text(analysis.join('\n'))]),
  ({ problems, problemsLeftOut }) => [
    ...(problems.length === 0 ? [] : [{ type: 'divider' as const }, heading(ENGLISH.problems)]),
    ...problems.map(({ group, name, subjects, reach }) =>
      text(`${GROUP_MARKS[group]} ${name}${subjects && `${ENGLISH.colon}${subjects}`}\n${reach}`),
    ),
    ...(problemsLeftOut === 0 ? [] : [text(ENGLISH.moreProblems(problemsLeftOut))]),
  ],
  ({ footnotes, links }) => [
    { type: 'context', elements: footnotes.map((note) => plain(note, MAX.field)) },
    {
      type: 'actions',
      elements: links.map(({ text: label, url }, index) => ({
        type: 'button',
        text: plain(label, MAX.button),
        url,
        ...(index === 0 && { style: 'primary' as const }),
      })),
    },
  ],
];

/** The message of an incoming webhook of Slack. `text` is what notifications and screen readers say. */
export const slackMessage = (card: Card): { text: string; attachments: MessageAttachment[] } => ({
  text: card.title,
  attachments: [
    { color: COLOURS[card.colour], fallback: card.title, blocks: SECTIONS.flatMap((section) => section(card)) },
  ],
});

const plain = (content: string, max: number): PlainTextElement => ({
  type: 'plain_text',
  text: cut(content, max),
  emoji: false,
});
const text = (content: string): KnownBlock => ({ type: 'section', text: plain(content, MAX.section) });
/** Heading with a text of the service. */
const heading = (content: string): KnownBlock => ({ type: 'section', text: { type: 'mrkdwn', text: `*${content}*` } });

const fields = (rows: readonly CardField[]): KnownBlock[] =>
  rows.length === 0
    ? []
    : [
        {
          type: 'section',
          fields: rows
            .slice(0, MAX.fields)
            .map(({ label, text: value }) => plain(`${label}${ENGLISH.colon}${value}`, MAX.field)),
        },
      ];
