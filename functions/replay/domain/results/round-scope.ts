import * as v from 'valibot';

/** The methods that endpoints of a scope were recorded with, by the endpoint's name. */
const MethodsInScope = v.record(v.string(), v.array(v.string()));

/** The endpoints of a plan's scope when the requests of a round were selected. */
export const RoundScope = v.object({
  operationsInScope: v.array(v.string()),
  /** Absent in rounds of earlier versions. */
  methodsInScope: v.optional(MethodsInScope),
});
export type RoundScope = v.InferOutput<typeof RoundScope>;

/** A scope as it is stored; earlier versions stored the names alone. */
export const StoredScope = v.union([
  RoundScope,
  v.pipe(
    v.array(v.string()),
    v.transform((operationsInScope): RoundScope => ({ operationsInScope })),
  ),
]);
