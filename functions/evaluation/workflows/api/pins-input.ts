import { isObject } from '../../../platform/json/is-object.ts';
import { type ValidatedBody, validateBody } from '../../common/api/validate-body.ts';
import { COMPONENT_NAMES, Pins } from '../../domain/workflows/pins.ts';

/**
 * Parses the five pins of a body. Returns an error for each that is missing or not a digest, with the pointer of its
 * member (evaluation 3.6, 5.5).
 */
export const parsePins = (body: Readonly<Record<string, unknown>>): ValidatedBody<Pins> =>
  validateBody(Pins, Object.fromEntries(COMPONENT_NAMES.map((name) => [name, isObject(body[name]) ? body[name] : {}])));
