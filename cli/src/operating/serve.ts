import { settings } from "../../../server/src/settings.ts";
import { command } from "../row.ts";
import { settingLines } from "../settings.ts";
import { getOperating } from "./server-build.ts";

export const serveCommand = command("serve", "run the service: both environments and their background work", {
  notes: () => `Environment variables (name, default, meaning):\n${settingLines(settings)}`,
  examples: [
    "serve",
    "SEGUE_PORT=80 SEGUE_HOST=0.0.0.0 serve",
    "DATABASE_URL=postgres://segue@db/segue SEGUE_STORAGE=s3://music SEGUE_ROLE=worker serve",
  ],
  async run({ name }) {
    const operating = await getOperating("serve");
    await operating.serve(name);
  },
});
