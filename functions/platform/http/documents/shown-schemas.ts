import * as v from 'valibot';
import { answers, named } from './endpoint-doc.ts';

/** What domains describe their answers with, too. */
export { Count, Share, Time } from '../../values/shown-values.ts';

/** The result of a call (spec 4): errorCode null means success. */
export const Outcome = named(
  'Outcome',
  v.object({ errorCode: v.nullable(v.string()), errorMessage: v.nullable(v.string()) }),
);

/** The error format of the Open API and plain JSON (interface 10). */
export const Refusal = named('Refusal', v.object({ errorCode: v.string(), errorMessage: v.string() }));

/** What became of a request (interface 4.5). */
export const ResponseStatusType = named(
  'ResponseStatusType',
  v.object({
    responseCode: v.pipe(v.number(), v.integer()),
    responseDesc: v.string(),
    /** Epoch ms. */
    timestamp: v.pipe(v.number(), v.integer()),
  }),
);

/** The error format of the console (interface 4.5). */
export const ConsoleRefusal: v.GenericSchema<
  ConsoleStatus,
  // Otherwise every success would be a refusal with one member more.
  ConsoleStatus & { body?: never }
> = named('ConsoleRefusal', v.object({ responseStatusType: ResponseStatusType }));
interface ConsoleStatus {
  responseStatusType: v.InferOutput<typeof ResponseStatusType>;
}

/** The success envelope of interface 4.5. */
export const successOf = <S extends v.GenericSchema>(body: S) =>
  v.object({ responseStatusType: ResponseStatusType, body });

/** An example in the success envelope. */
export const successExample = (body: unknown) => ({
  responseStatusType: { responseCode: 0, responseDesc: 'success', timestamp: 1_795_176_000_000 },
  body,
});

/** A list of interface 10. */
export const listOf = <S extends v.GenericSchema>(item: S) =>
  v.object({ items: v.array(item), nextCursor: v.nullable(v.string()) });

/** An example of a list, with its last page. */
export const listExample = (...items: unknown[]) => ({ items, nextCursor: null });

/** What an endpoint answers with status 200 in the success envelope. */
export const succeeds = <S extends v.GenericSchema>(schema: S, example: unknown) =>
  answers(successOf(schema), successExample(example));

/** What a list answers. */
export const lists = <S extends v.GenericSchema>(item: S, example: unknown) =>
  answers(listOf(item), listExample(example));
