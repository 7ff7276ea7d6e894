import { attributeText } from '../../../replay/domain/attribute-text.ts';
import type { NotificationFacts } from '../notification-facts.ts';
import type { CardField, CardSize } from './card.ts';
import { httpLink } from './card-link.ts';
import { cleanText, nameText } from './card-text.ts';
import type { CardTexts } from './texts/card-texts.ts';

type Label = 'environment' | 'pipeline' | 'branch' | 'commit';
type Row = readonly [label: Label, read: (attributes: unknown, name: number) => Omit<CardField, 'label'>];

const COMMIT_CHARACTERS = 7;

/** The attributes of spec 2.1 that cards show, in its order. The title shows the application's name. */
const ROWS: readonly Row[] = [
  ['environment', text('deployment.environment.name')],
  ['pipeline', pipeline],
  ['branch', text('vcs.ref.head.name')],
  ['commit', (attributes) => ({ text: commit(attributeText(attributes, 'vcs.ref.head.revision')), link: null })],
];

/** Deployment details of a card, without absent ones (spec 6.3). */
export const cardDeployment = (
  { attributes }: Pick<NotificationFacts, 'attributes'>,
  { name }: CardSize,
  texts: CardTexts,
): CardField[] =>
  ROWS.map(([label, read]) => ({ label: texts[label], ...read(attributes, name) })).filter(
    (field) => field.text !== '',
  );

/** Address of the pipeline run, if it is a safe link. */
export function pipelineLink(attributes: unknown): string | null {
  const url = attributeText(attributes, 'cicd.pipeline.run.url.full');
  return url === null ? null : httpLink(url.trim());
}

/** `<name> #<run>`. If both are absent, a text for the link. */
function pipeline(attributes: unknown, max: number): Omit<CardField, 'label'> {
  const link = pipelineLink(attributes);
  const name = nameText(attributeText(attributes, 'cicd.pipeline.name') ?? '', max);
  const run = nameText(attributeText(attributes, 'cicd.pipeline.run.id') ?? '', max);
  const named = [name, run && `#${run}`].filter((part) => part !== '').join(' ');
  const address = nameText(attributeText(attributes, 'cicd.pipeline.run.url.full') ?? '', max);
  return { text: named || address, link };
}

const commit = (revision: string | null) => [...cleanText(revision ?? '')].slice(0, COMMIT_CHARACTERS).join('');

function text(key: string): Row[1] {
  return (attributes, max) => ({ text: nameText(attributeText(attributes, key) ?? '', max), link: null });
}
