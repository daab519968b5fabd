import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Shared by nearly all pages, a module goes into one file with the others: a page then asks for few files. */
const SHARED_BY = 30;
/** Small, on most pages, and without the library's larger components. */
const parts =
  /dashboard\/src\/(charts|values|data\/(api|catalog|data|session|stores|toasts)|components\/(artwork|page-head|release-name|row-name|section|skeleton-rows|states|status|store-strip|work-title))[./]/;

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
              test: /node_modules\/(react|react-dom|scheduler|@tanstack\/(react-)?query[^/]*)\//,
              priority: 3,
            },
            { name: "shared", minShareCount: SHARED_BY, priority: 2 },
            { name: "shared", test: parts, priority: 1 },
          ],
        },
      },
    },
  },
});
