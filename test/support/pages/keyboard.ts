import type { Locator, Page } from 'playwright-core';

/** A page of the console has fewer stops. */
const MAX_STOPS = 150;

/** A person at a page without a mouse. Elements are named by selectors; the first one that matches is meant. */
export function keyboard(page: Page) {
  const hasFocus = (target: Locator) => target.evaluate((element) => element === element.ownerDocument.activeElement);

  /** Tab, or another key, until the element has the focus. */
  async function reach(selector: string, key = 'Tab'): Promise<void> {
    const target = page.locator(selector).first();
    await target.waitFor({ state: 'attached' });
    for (let stop = 0; stop < MAX_STOPS; stop++) {
      if (await hasFocus(target)) return;
      await page.keyboard.press(key);
    }
    throw new Error(`${key} does not reach ${selector} on ${new URL(page.url()).pathname}`);
  }

  return {
    reach,

    /** Reaches the element and presses a key there: Enter, unless it says another. */
    async press(selector: string, key = 'Enter'): Promise<void> {
      await reach(selector);
      await page.keyboard.press(key);
    },

    /** Replaces the text of a field. */
    async type(selector: string, text: string): Promise<void> {
      await reach(selector);
      await page.keyboard.press('Control+A');
      await page.keyboard.insertText(text);
    },
  };
}
