import { type Validated, validated } from '../../api/validated.ts';
import { COMPONENT_NAMES, Pins } from '../domain/pins.ts';

/** Reads the five pins of a body: an entry for each that is missing or no digest, at the member that holds it (evaluation 3.6, 5.5). */
export const readPins = (body: Readonly<Record<string, unknown>>): Validated<Pins> =>
  validated(Pins, Object.fromEntries(COMPONENT_NAMES.map((name) => [name, isObject(body[name]) ? body[name] : {}])));

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
