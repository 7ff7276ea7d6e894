/** Fields of a round that noise reduction suggests ignoring, by endpoint. */
export type SuggestedFields = ReadonlyMap<string, ReadonlySet<string>>;
