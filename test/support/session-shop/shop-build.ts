/** A change that the second build of the shop contains. */
type PlantedChange = (typeof PLANTED_CHANGES)[number];

/** Every change, each in one endpoint. */
export const PLANTED_CHANGES = [
  'cart-total-ignores-quantity',
  'price-is-text',
  'task-lacks-done',
  'task-of-another-owner',
  'stale-update-fails',
] as const;

/** The behaviour of one build of the shop, and the state that one deployment of it starts with. */
export interface ShopBuild {
  planted: ReadonlySet<PlantedChange>;
  /** The first id of a sequence: deployments have different data behind them. */
  firstId: number;
  /** Lifetime of access tokens. */
  tokenSeconds: number;
}
