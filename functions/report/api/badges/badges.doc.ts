import * as v from 'valibot';
import { answers, badParameterDoc, docs, refusal } from '../../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../../platform/http/documents/path-parts.ts';
import { lists } from '../../../platform/http/documents/shown-schemas.ts';
import { MAX_BADGES } from '../../domain/badge/badge-token.ts';
import { BADGE_EXAMPLE, CreatedBadge, ShownBadge } from './shown-badge.ts';

export const TOO_MANY_BADGES = refusal(
  409,
  'TOO_MANY_BADGES',
  `the application has ${MAX_BADGES} badges already; remove one first`,
);
export const NO_BADGE = refusal(404, 'NOT_FOUND', 'there is no such badge');

const TOKEN = `rrb_${EXAMPLE.badgeId}_${'A'.repeat(43)}`;

/** What the OpenAPI document says of badges. */
export const badgeDocs = docs('Runs', {
  readBadge: {
    summary: 'Show the state of the last run as an image',
    description:
      'An SVG for READMEs. Needs no key, but the token of a badge, which shows this application only. An unknown token and an unknown application answer alike: with a grey badge that says *unknown*.',
    query: {
      token: { schema: v.string(), description: 'The token of the badge.', example: TOKEN },
      branch: {
        schema: v.string(),
        description: 'The last run of this branch. Default: of any branch.',
        example: 'main',
      },
    },
    responses: {
      200: { 'image/svg+xml': { schema: v.string(), example: '<svg xmlns="http://www.w3.org/2000/svg"/>' } },
    },
    refusals: [],
  },
  listBadges: {
    summary: 'List the badges of an application',
    description: 'Without their tokens.',
    responses: lists(ShownBadge, BADGE_EXAMPLE),
    refusals: [badParameterDoc('appId')],
  },
  createBadge: {
    summary: 'Create a badge of an application',
    description: `Only this response contains its token. An application has at most ${MAX_BADGES}.`,
    responses: answers(CreatedBadge, { ...BADGE_EXAMPLE, token: TOKEN }),
    refusals: [badParameterDoc('appId'), TOO_MANY_BADGES],
  },
  removeBadge: {
    summary: 'Remove a badge of an application',
    description: 'Its token shows *unknown* from then on.',
    responses: answers(v.object({ id: v.string() }), { id: EXAMPLE.badgeId }),
    refusals: [badParameterDoc('appId'), NO_BADGE],
  },
});
