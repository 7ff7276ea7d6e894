import { stepFunction } from '../../composition/aws/step-function.ts';
import { blobs } from '../../platform/aws/ports/blobs.ts';
import { http } from '../../platform/aws/ports/http.ts';
import { keys } from '../../platform/aws/ports/keys.ts';
import { model } from '../../platform/aws/ports/model.ts';
import { table } from '../../platform/aws/ports/table.ts';
import { noise } from '../capability.ts';
import { suggestionsBinding } from '../services.ts';

export const handler = stepFunction(noise, {
  ports: { table, blobs, http, model, keys },
  bindings: [suggestionsBinding],
});
