import { apiFunction } from '../../composition/aws/api-function.ts';
import { blobs } from '../../platform/aws/ports/blobs.ts';
import { keys } from '../../platform/aws/ports/keys.ts';
import { table } from '../../platform/aws/ports/table.ts';
import { compare } from '../capability.ts';

/** What answers for this capability. */
export const api = {
  capability: compare,
  ports: { table, blobs, keys },
};

export const handler = apiFunction(api);
