import * as v from 'valibot';
import { isObject } from '../../platform/json/is-object.ts';

/** An object with members of any name, and no list: valibot's own objects and records take lists too. */
export const PlainObject = v.custom<Record<string, unknown>>(isObject);
