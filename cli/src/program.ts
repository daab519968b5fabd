// All commands, as one tree.

import { Command } from "commander";
import type { Variables } from "../../server/src/settings.ts";
import manifest from "../package.json" with { type: "json" };
import { examples } from "./command.ts";
import { assetCommand } from "./commands/asset.ts";
import { adjustmentCommand, balanceCommand } from "./commands/balance.ts";
import { dashboardCommand } from "./commands/dashboard.ts";
import { deliverCommand, deliveryCommand } from "./commands/delivery.ts";
import { ernCommand } from "./commands/ern.ts";
import { eventCommand, triggerCommand } from "./commands/event.ts";
import { jobCommand } from "./commands/job.ts";
import { keyCommand } from "./commands/key.ts";
import { loginCommand, logoutCommand, whoamiCommand } from "./commands/login.ts";
import { clientCommand } from "./commands/oauth.ts";
import { orgCommand } from "./commands/org.ts";
import { payoutCommand } from "./commands/payout.ts";
import { periodCommand } from "./commands/period.ts";
import { releaseCommand } from "./commands/release.ts";
import { reportCommand } from "./commands/report.ts";
import { statementCommand } from "./commands/statement.ts";
import { storeCommand } from "./commands/store.ts";
import { submissionCommand } from "./commands/submission.ts";
import { trackCommand } from "./commands/track.ts";
import { webhookCommand } from "./commands/webhook.ts";
import { completionCommand } from "./completion.ts";
import { demoCommand } from "./demo/demo.ts";
import { importCommand } from "./import/import.ts";
import { listenCommand } from "./listen/listen.ts";
import { mcpCommand } from "./mcp/mcp.ts";
import { backupCommand, restoreCommand } from "./operating/backup.ts";
import { serveCommand } from "./operating/serve.ts";
import { clientSettings, settingLines } from "./settings.ts";
import { uploadCommand } from "./upload/upload.ts";

export function createProgram(variables: Variables): Command {
  const program = new Command("segue")
    .description("Music distribution: run the service, or call a running one.")
    .version(manifest.version)
    .option("--sandbox", "call the sandbox as its operator; an organization's key already selects its environment")
    .option("--json", "print the service's JSON and nothing else")
    .option("-q, --quiet", "print ids and nothing else");
  program.addHelpText(
    "after",
    `\nEnvironment variables of the commands (name, default, meaning):\n${settingLines(clientSettings)}`,
  );
  examples(program, ["serve", "serve --help", "org list --sandbox", "import catalog.csv --dry-run"]);
  program.addCommand(loginCommand(variables)).addCommand(whoamiCommand(variables));
  program.addCommand(logoutCommand(variables)).addCommand(dashboardCommand(variables));
  program.addCommand(serveCommand()).addCommand(demoCommand(variables));
  program.addCommand(backupCommand(variables)).addCommand(restoreCommand(variables));
  program.addCommand(orgCommand(variables)).addCommand(keyCommand(variables));
  program.addCommand(clientCommand(variables)).addCommand(storeCommand(variables)).addCommand(jobCommand(variables));
  program.addCommand(uploadCommand(variables)).addCommand(assetCommand(variables));
  program.addCommand(releaseCommand(variables)).addCommand(trackCommand(variables));
  program.addCommand(submissionCommand(variables)).addCommand(reportCommand(variables));
  program.addCommand(importCommand(variables)).addCommand(deliverCommand(variables));
  program.addCommand(deliveryCommand(variables)).addCommand(webhookCommand(variables));
  program.addCommand(balanceCommand(variables)).addCommand(payoutCommand(variables));
  program.addCommand(adjustmentCommand(variables)).addCommand(ernCommand(variables));
  program.addCommand(eventCommand(variables)).addCommand(triggerCommand(variables));
  program.addCommand(periodCommand(variables)).addCommand(statementCommand(variables));
  program.addCommand(listenCommand(variables)).addCommand(mcpCommand(variables));
  program.addCommand(completionCommand(program));
  for (const command of commandsOf(program)) {
    command.exitOverride().configureHelp({ showGlobalOptions: true }).showHelpAfterError("(see --help)");
  }
  return program;
}

/** The command and all below it. */
export function commandsOf(command: Command): Command[] {
  return [command, ...command.commands.flatMap(commandsOf)];
}
