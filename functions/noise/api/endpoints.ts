import type { Endpoint } from '../../platform/http/api.ts';
import type { NoiseServices } from '../composition.ts';
import { applyNoise, listNoise, revertNoise } from './noise.ts';

/** Endpoints of noise reduction suggestions (interface 3.1). */
export const endpoints: readonly Endpoint<NoiseServices>[] = [listNoise, applyNoise, revertNoise];
