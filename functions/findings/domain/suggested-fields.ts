/** What noise reduction suggests ignoring of one endpoint, by normalised path. */
interface SuggestedOfEndpoint {
  fields: ReadonlySet<string>;
  /** Lists of which only the order is suggested. */
  orders: ReadonlySet<string>;
}

/** Fields of a round that noise reduction suggests ignoring, by endpoint. */
export type SuggestedFields = ReadonlyMap<string, SuggestedOfEndpoint>;
