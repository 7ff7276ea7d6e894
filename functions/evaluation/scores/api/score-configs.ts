import { ok } from '../../../platform/http/api.ts';
import { problem, problemOf } from '../../../platform/http/problem.ts';
import { isoText } from '../../../platform/time/iso-text.ts';
import { EVALUATION_BODY, evaluationEndpoint } from '../../common/api/evaluation-endpoint.ts';
import { listPage, pageOf } from '../../common/api/list-page.ts';
import { validateBody } from '../../common/api/validate-body.ts';
import type { EvaluationUses } from '../../composition.ts';
import { canonicalJson } from '../../domain/canonical-json.ts';
import { ulidOf } from '../../domain/identifiers.ts';
import { type ScoreConfig, ScoreConfigBody } from '../../domain/scores/score-config.ts';
import { scoreConfigDocs } from './score-configs.doc.ts';

const PATH = '/api/v2/score-configs';

const configView = (config: ScoreConfig) => ({ ...config, created_at: isoText(config.created_at) });

/** Adds a config (evaluation 3.12). Repeating the request returns the stored config. */
export const addScoreConfig = evaluationEndpoint({
  method: 'POST',
  path: PATH,
  scope: 'scores:write',
  body: EVALUATION_BODY,
  doc: scoreConfigDocs.addScoreConfig,

  async answer({ body }, { evaluation, now, newId }: EvaluationUses<'scoreConfigs', 'now' | 'newId'>) {
    const read = validateBody(ScoreConfigBody, body);
    if (!read.ok) return problemOf(read, { errors: read.errors });
    const created_at = now();
    const config_id = read.value.config_id ?? `scfg_${ulidOf(created_at, newId())}`;
    const config: ScoreConfig = { ...read.value, config_id, created_at };
    if (await evaluation.scoreConfigs.add(config)) return { status: 201, body: configView(config) };
    const stored = await evaluation.scoreConfigs.find(config_id);
    return stored && canonicalJson({ ...stored, created_at }) === canonicalJson(config)
      ? ok(configView(stored))
      : problem('name_conflict', 'A config with this config_id already exists.');
  },
});

/** Lists all configs, newest first. */
export const listScoreConfigs = evaluationEndpoint({
  method: 'GET',
  path: PATH,
  scope: 'eval:read',
  doc: scoreConfigDocs.listScoreConfigs,

  async answer(request, { evaluation }: EvaluationUses<'scoreConfigs'>) {
    const page = pageOf(request);
    if (!page.ok) return problemOf(page);
    const { items, next } = await evaluation.scoreConfigs.page(page.value);
    return listPage(request, { items: items.map(configView), next });
  },
});

/** Returns one config. */
export const readScoreConfig = evaluationEndpoint({
  method: 'GET',
  path: `${PATH}/{configId}`,
  scope: 'eval:read',
  doc: scoreConfigDocs.readScoreConfig,

  async answer({ params: { configId = '' } }, { evaluation }: EvaluationUses<'scoreConfigs'>) {
    const config = await evaluation.scoreConfigs.find(configId);
    return config ? ok(configView(config)) : problem('not_found', 'There is no such score config.');
  },
});
