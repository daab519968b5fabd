// A page used by keyboard alone. Nothing is clicked: Tab must come to everything that is used, and the page must show where
// the focus is.

import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** More than any page has places to stop at. */
const MOST_STOPS = 150;

/** For the browser: whether what has the focus looks otherwise than without it, by itself or by what is around it. */
const isFocusShown = `(() => {
  const at = document.activeElement;
  const around = [at, at.nextElementSibling, at.parentElement, at.parentElement?.parentElement].filter(Boolean);
  const look = () => {
    for (const animation of document.getAnimations()) animation.finish();
    const styles = around.flatMap((element) => [getComputedStyle(element), getComputedStyle(element, "::after")]);
    return styles.map((style) => style.outline + style.boxShadow + style.borderColor + style.backgroundColor).join();
  };
  const focused = look();
  at.blur();
  const blurred = look();
  at.focus();
  return focused !== blurred;
})()`;

/** From the list that is opening, by what its option begins with. The list is gone through only once it stands there and has
 *  marked what was chosen before, which it does by a timer: keys that come before are lost. */
export async function chooseMarked(page: Page, option: string): Promise<void> {
  const options = page.getByRole("option").filter({ visible: true });
  await options.first().waitFor();
  await page.evaluate("new Promise((resolve) => setTimeout(resolve, 10))");
  const marked = page.locator("[data-combobox-selected]");
  for (
    let left = await options.count();
    !(await marked.allTextContents()).some((text) => text.startsWith(option));
    left--
  ) {
    if (left < 0) throw new Error(`the list has no "${option}"`);
    await page.keyboard.press("ArrowDown");
  }
  await page.keyboard.press("Enter");
}

export type Keyboard = ReturnType<typeof keyboardOf>;

export function keyboardOf(page: Page) {
  /** Tab by Tab, from where the focus is. */
  async function reach(wanted: Locator): Promise<void> {
    await wanted.first().waitFor();
    for (let stops = 0; stops < MOST_STOPS; stops++) {
      if (await wanted.first().evaluate((element) => element === element.ownerDocument.activeElement)) {
        expect(await page.evaluate(isFocusShown), `the focus is not seen at ${String(wanted)}`).toBe(true);
        return;
      }
      await page.keyboard.press("Tab");
    }
    throw new Error(`Tab does not come to ${String(wanted)}`);
  }

  return {
    async press(wanted: Locator, key: "Enter" | "Space" = "Enter"): Promise<void> {
      await reach(wanted);
      await page.keyboard.press(key);
    },
    async type(wanted: Locator, text: string): Promise<void> {
      await reach(wanted);
      await page.keyboard.type(text);
    },
    /** From a list that opens at what is chosen. */
    async choose(wanted: Locator, option: string): Promise<void> {
      await reach(wanted);
      await page.keyboard.press("ArrowDown");
      await chooseMarked(page, option);
    },
    button: (name: string | RegExp) => page.getByRole("button", { name, exact: true }),
    link: (name: string | RegExp) => page.getByRole("link", { name, exact: true }),
  };
}
