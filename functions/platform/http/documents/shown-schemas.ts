import * as v from 'valibot';
import { named } from './endpoint-doc.ts';

/** A time as answers show it: ISO-8601, UTC, milliseconds. */
export const Time = v.pipe(v.string(), v.isoTimestamp());

/** A whole number from 0. */
export const Count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A share of a whole. */
export const Share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

/** Spec 4: errorCode null means success. */
export const Outcome = named(
  'Outcome',
  v.object({ errorCode: v.nullable(v.string()), errorMessage: v.nullable(v.string()) }),
);

/** Interface 10: how the Open API and plain JSON word errors. */
export const Refusal = named('Refusal', v.object({ errorCode: v.string(), errorMessage: v.string() }));

const ResponseStatusType = named(
  'ResponseStatusType',
  v.object({
    responseCode: v.pipe(v.number(), v.integer()),
    responseDesc: v.string(),
    /** Epoch ms. */
    timestamp: v.pipe(v.number(), v.integer()),
  }),
);

/** Interface 4.5: how the console words errors. */
export const ConsoleRefusal = named('ConsoleRefusal', v.object({ responseStatusType: ResponseStatusType }));

/** The success envelope of interface 4.5. */
export const successOf = (body: v.GenericSchema) => v.object({ responseStatusType: ResponseStatusType, body });

/** An example in that envelope. */
export const successExample = (body: unknown) => ({
  responseStatusType: { responseCode: 0, responseDesc: 'success', timestamp: 1_795_176_000_000 },
  body,
});

/** A list of interface 10. */
export const listOf = (item: v.GenericSchema) => v.object({ items: v.array(item), nextCursor: v.nullable(v.string()) });

/** An example of such a list, the last page. */
export const listExample = (...items: unknown[]) => ({ items, nextCursor: null });
