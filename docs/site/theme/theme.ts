import { onContentUpdated, type Theme } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import Layout from "./Layout.vue";
import TryIt from "./TryIt.vue";
import "../../../dashboard/src/theme/fonts.css";
import "../../../dashboard/src/theme/tokens.css";
import "./site.css";

export const theme: Theme = {
  extends: DefaultTheme,
  Layout,
  setup: () => onContentUpdated(reachWideTables),
  enhanceApp({ app }) {
    app.component("TryIt", TryIt);
  },
};

/** Words in tables are not broken, so a wide table scrolls; then it can be scrolled by keys, too. */
function reachWideTables(): void {
  for (const table of document.querySelectorAll<HTMLElement>(".vp-doc table"))
    if (table.scrollWidth > table.clientWidth) table.tabIndex = 0;
}
