import { onContentUpdated, type Theme } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import { h } from "vue";
import TryIt from "./TryIt.vue";
import "../../../dashboard/src/theme/fonts.css";
import "../../../dashboard/src/theme/tokens.css";
import "./site.css";

/** No page of this site: with a target, the router leaves the click to the browser. */
const toDashboard = (place: string) =>
  h("a", { class: `to-dashboard ${place}`, href: "/dashboard", target: "_self" }, "Dashboard");

export const theme: Theme = {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      "nav-bar-content-after": () => toDashboard("in-bar"),
      "nav-screen-content-after": () => toDashboard("in-menu"),
    }),
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
