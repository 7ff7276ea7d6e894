import type { ApiRequest } from '../../platform/http/api.ts';
import { numbersAsText, parseKeepingNumbers } from '../../platform/values/json-text.ts';
import type { TriggerInput } from '../domain/trigger.ts';

/**
 * The members of a trigger in a request's body, with numbers of attributes and tags as they were written (spec 2.1).
 */
export const sentTrigger = (
  request: Pick<ApiRequest, 'body' | 'bytes'>,
): Pick<TriggerInput, 'body' | 'attributesText'> => ({
  body: bodyOf(request),
  attributesText: attributesText(request),
});

/** The body's `attributes` with every number as it was written. */
function attributesText({ body, bytes }: Pick<ApiRequest, 'body' | 'bytes'>): string | null {
  if (typeof body.attributes !== 'object' || body.attributes === null) return null;
  // `body` was parsed from the same text, so it is an object.
  const { attributes } = parseKeepingNumbers(new TextDecoder().decode(bytes)) as { attributes: unknown };
  return JSON.stringify(attributes);
}

/** The body with numeric tag values as they were written: tags are compared by their raw value (spec 2.1). */
function bodyOf({ body, bytes }: Pick<ApiRequest, 'body' | 'bytes'>): ApiRequest['body'] {
  return body.caseTags ? { ...body, caseTags: numbersAsText(new TextDecoder().decode(bytes), 'caseTags') } : body;
}
