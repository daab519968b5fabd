import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/**
 * What the first visit needs, in one file: ours that is small and on most pages, and the ground of the library without its inputs,
 * dialogs and menus.
 */
const parts = [
  /dashboard\/src\/(charts\/(bars|chart|scale|steps|value-axis)|values|data|pages\/deliveries\/store-states)[./]/,
  /dashboard\/src\/components\/(artwork|facts|id|money|page-head|release-name|row-name|section|skeleton-rows|standing|states)[./]/,
  /dashboard\/src\/components\/(status|status-line|store-strip|when|work-title)[./]/,
  /@mantine\/(hooks|core\/esm\/core)\//,
  /@mantine\/core\/esm\/components\/(ActionIcon|Alert|Anchor|Button|Card|Center|Code|Group|Loader|Paper|Stack|Text|Title|UnstyledButton)\//,
  /@tabler\/icons-react/,
  // Before our styles, which change them.
  /@mantine\/core\/styles\.css/,
];

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  base: "/dashboard/",
  plugins: [react()],
  resolve: {
    alias: [{ find: /^@segue\/sdk$/, replacement: fileURLToPath(new URL("../sdk/src/client.ts", import.meta.url)) }],
  },
  build: {
    // `connect-src 'self'` refuses data: addresses, and a picture in a script would be loaded with every page.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    // They know light-dark(), which older ones would need as a copy of every colour.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: "react",
              test: /rolldown\/runtime|node_modules\/(react|react-dom|scheduler|@tanstack\/(react-)?query[^/]*)\//,
              priority: 3,
            },
            { name: "parts", test: (id) => parts.some((part) => part.test(id)), priority: 2 },
            // The rest of what pages share: the library's inputs and dialogs, and ours made of them.
            {
              name: "controls",
              test: /node_modules|dashboard\/src\/(components|data|forms)\//,
              minShareCount: 2,
              priority: 1,
            },
          ],
        },
      },
    },
  },
});
