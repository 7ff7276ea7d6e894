import { stepFunction } from '../../composition/aws/step-function.ts';
import { caseManifestsBinding } from '../../evaluation/artifacts/services.ts';
import { secondSendingsBinding, suggestionsBinding } from '../../noise/services.ts';
import { blobs } from '../../platform/aws/ports/blobs.ts';
import { http } from '../../platform/aws/ports/http.ts';
import { keys } from '../../platform/aws/ports/keys.ts';
import { table } from '../../platform/aws/ports/table.ts';
import { replay } from '../capability.ts';

export const handler = stepFunction(replay, {
  ports: { table, blobs, http, keys },
  bindings: [caseManifestsBinding, secondSendingsBinding, suggestionsBinding],
});
