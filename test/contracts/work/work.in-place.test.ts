import { describe } from 'vitest';
import { workInPlace } from '../../../functions/platform/work-in-place.ts';
import { workContract } from './work.contract.ts';

describe('the Work port in place', () => workContract(() => workInPlace));
