import type { Model } from '../../world.ts';
import { lazyPort } from '../lazy-port.ts';
import type { AwsPort } from '../world.ts';
import { http } from './http.ts';

/**
 * The Model port: Bedrock or an OpenAI-compatible endpoint, over the guarded client; null where SVC_AI_MODEL is not
 * set.
 */
export const model: AwsPort<Model | null> = ({ ai }, { log, port }) =>
  ai &&
  lazyPort(async () => {
    const { languageModel } = await import('../../model/language-model.ts');
    return languageModel(ai, { http: port(http), log });
  });
