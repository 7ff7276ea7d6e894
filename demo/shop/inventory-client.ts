/** Pieces of a product in a warehouse. */
export interface Stock {
  pieces: number;
  warehouse: string;
}

export type InventoryClient = ReturnType<typeof inventoryClient>;

/** Calls the inventory service. */
export const inventoryClient = (url: string) => ({
  async stock(productId: number): Promise<Stock> {
    const response = await fetch(`${url}/stock/${productId}`);
    if (!response.ok) throw new Error(`the inventory answered ${response.status}`);
    return (await response.json()) as Stock; // the inventory is part of the demo
  },

  async reserve(items: readonly { productId: number; quantity: number }[]): Promise<void> {
    const response = await fetch(`${url}/reservations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ items }),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the inventory answered ${response.status}`);
  },
});
