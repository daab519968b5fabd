import { Command } from "commander";
import { settings } from "../../../server/src/settings.ts";
import { settingLines } from "../settings.ts";
import { getOperating } from "./server-build.ts";

export function serveCommand(): Command {
  const command = new Command("serve").description("run the service: both environments and their background work");
  command.addHelpText("after", `\nEnvironment variables (name, default, meaning):\n${settingLines(settings)}`);
  command.addHelpText("after", EXAMPLES);
  return command.action(async () => {
    const operating = await getOperating("serve");
    await operating.serve();
  });
}

const EXAMPLES = `
Examples:
  $ segue serve
  $ SEGUE_PORT=80 SEGUE_HOST=0.0.0.0 segue serve
  $ DATABASE_URL=postgres://segue@db/segue SEGUE_STORAGE=s3://music SEGUE_ROLE=worker segue serve`;
