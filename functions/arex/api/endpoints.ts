import type { Endpoint } from '../../platform/http/api.ts';
import type { ArexServices } from '../composition.ts';
import { agentStatus, loadConfig } from './agent-status.ts';
import { invalidCase } from './invalid-case.ts';
import { queryMocker } from './query-mocker.ts';
import { queryMockers } from './query-mockers.ts';
import { saveMockers } from './save-mockers.ts';

/** What the AREX Java agent asks for (interface 12). */
export const endpoints: readonly Endpoint<ArexServices>[] = [
  loadConfig,
  agentStatus,
  saveMockers,
  queryMocker,
  queryMockers,
  invalidCase,
];
