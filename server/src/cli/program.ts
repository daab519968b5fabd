// All commands, as one tree.

import { Command } from "commander";
import manifest from "../../package.json" with { type: "json" };
import type { Variables } from "../config.ts";
import { assetCommand } from "./asset.ts";
import { backupCommand, restoreCommand } from "./backup.ts";
import { adjustmentCommand, balanceCommand } from "./balance.ts";
import { examples } from "./command.ts";
import { completionCommand } from "./completion.ts";
import { dashboardCommand } from "./dashboard.ts";
import { deliverCommand, deliveryCommand } from "./delivery.ts";
import { demoCommand } from "./demo.ts";
import { ernCommand } from "./ern.ts";
import { eventCommand, triggerCommand } from "./event.ts";
import { importCommand } from "./import.ts";
import { jobCommand } from "./job.ts";
import { keyCommand } from "./key.ts";
import { listenCommand } from "./listen.ts";
import { loginCommand, logoutCommand, whoamiCommand } from "./login.ts";
import { mcpCommand } from "./mcp.ts";
import { clientCommand } from "./oauth.ts";
import { orgCommand } from "./org.ts";
import { payoutCommand } from "./payout.ts";
import { periodCommand } from "./period.ts";
import { releaseCommand } from "./release.ts";
import { reportCommand } from "./report.ts";
import { serveCommand } from "./serve.ts";
import { clientSettings, settingLines } from "./settings.ts";
import { statementCommand } from "./statement.ts";
import { storeCommand } from "./store.ts";
import { submissionCommand } from "./submission.ts";
import { trackCommand } from "./track.ts";
import { uploadCommand } from "./upload.ts";
import { webhookCommand } from "./webhook.ts";

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
