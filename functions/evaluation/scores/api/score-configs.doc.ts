import * as v from 'valibot';
import { docs, json, named } from '../../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../../platform/http/documents/path-parts.ts';
import { Time } from '../../../platform/http/documents/shown-schemas.ts';
import { problemDocs } from '../../../platform/http/problem.ts';
import { listDoc, readDoc } from '../../common/api/resource-docs.ts';
import { ScoreConfig, ScoreConfigBody } from '../../domain/scores/score-config.ts';

const Shown = named('ScoreConfig', v.object({ ...ScoreConfig.entries, created_at: Time }));
const BODY = { config_id: 'helpfulness-1', name: 'helpfulness', data_type: 'numeric', min: 0, max: 1 } as const;
const CONFIG: v.InferOutput<typeof Shown> = { ...BODY, categories: null, created_at: EXAMPLE.time };

/** What the OpenAPI document says of score configs. */
export const scoreConfigDocs = docs('Scores', {
  addScoreConfig: {
    summary: 'Create a score config',
    description:
      'Scores with this `config_id` must match its name, data_type, bounds (inclusive) and categories. A config never changes. Repeating the request returns 200.',
    request: json(named('ScoreConfigToAdd', ScoreConfigBody), BODY),
    responses: { 201: json(Shown, CONFIG), 200: json(Shown, CONFIG) },
    refusals: problemDocs('name_conflict', 'validation_failed'),
  },
  listScoreConfigs: listDoc(Shown, CONFIG, { summary: 'List score configs, newest first' }),
  readScoreConfig: readDoc(Shown, CONFIG, {
    summary: 'Read a score config',
    params: { configId: { schema: v.string(), description: 'Id of a score config.', example: BODY.config_id } },
  }),
});
