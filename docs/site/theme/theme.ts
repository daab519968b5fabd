import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import TryIt from "./TryIt.vue";
import "./site.css";

export const theme: Theme = {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component("TryIt", TryIt);
  },
};
