import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  base: "/dashboard/",
  plugins: [react()],
  resolve: {
    alias: [{ find: /^@segue\/sdk$/, replacement: fileURLToPath(new URL("../sdk/src/client.ts", import.meta.url)) }],
  },
  // `connect-src 'self'` refuses data: addresses, and a picture in a script would be loaded with every page.
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false } },
});
