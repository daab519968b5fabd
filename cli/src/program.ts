// All commands, as one tree.

import { Command } from "commander";
import type { Variables } from "../../server/src/settings.ts";
import manifest from "../package.json" with { type: "json" };
import { addExamples, commandOf } from "./command.ts";
import { asTyped, USUAL_NAME } from "./command-name.ts";
import { assetNoun } from "./commands/asset.ts";
import { adjustmentNoun, balanceCommand } from "./commands/balance.ts";
import { clientNoun } from "./commands/client.ts";
import { contractNoun } from "./commands/contract.ts";
import { costNoun } from "./commands/cost.ts";
import { dashboardCommand } from "./commands/dashboard.ts";
import { deliverCommand, deliveryNoun } from "./commands/delivery.ts";
import { earningsCommand, royaltiesCommand } from "./commands/earnings.ts";
import { ernNoun } from "./commands/ern.ts";
import { eventNoun, triggerCommand } from "./commands/event.ts";
import { jobNoun } from "./commands/job.ts";
import { keyNoun } from "./commands/key.ts";
import { auditLogCommand, requestLogCommand } from "./commands/log.ts";
import { loginCommand, logoutCommand, whoamiCommand } from "./commands/login.ts";
import { mailNoun } from "./commands/mail.ts";
import { memberNoun } from "./commands/member.ts";
import { migrationNoun } from "./commands/migration.ts";
import { orgNoun } from "./commands/org.ts";
import { payeeNoun } from "./commands/payee.ts";
import { payeeStatementNoun } from "./commands/payee-statement.ts";
import { payoutNoun } from "./commands/payout.ts";
import { periodNoun } from "./commands/period.ts";
import { personNoun } from "./commands/person.ts";
import { rateNoun } from "./commands/rate.ts";
import { releaseNoun } from "./commands/release.ts";
import { reportNoun } from "./commands/report.ts";
import { sandboxNoun } from "./commands/sandbox.ts";
import { staffNoun } from "./commands/staff.ts";
import { statementNoun } from "./commands/statement.ts";
import { storeNoun } from "./commands/store.ts";
import { submissionNoun } from "./commands/submission.ts";
import { trackNoun } from "./commands/track.ts";
import { webhookNoun } from "./commands/webhook.ts";
import { completionCommand } from "./completion.ts";
import { demoCommand } from "./demo/demo.ts";
import { doctorCommand } from "./doctor/doctor.ts";
import { exportCommand } from "./export/export.ts";
import { importCommand } from "./import/import.ts";
import { listenCommand } from "./listen/listen.ts";
import { mcpCommand } from "./mcp/mcp.ts";
import { backupCommand, restoreCommand } from "./operating/backup.ts";
import { serveCommand } from "./operating/serve.ts";
import type { Row } from "./row.ts";
import { clientSettings, settingLines } from "./settings.ts";
import { uploadCommand } from "./upload/upload.ts";

/** In the order of `segue --help`. */
const rows: readonly Row[] = [
  loginCommand,
  whoamiCommand,
  logoutCommand,
  dashboardCommand,
  serveCommand,
  doctorCommand,
  demoCommand,
  backupCommand,
  restoreCommand,
  orgNoun,
  memberNoun,
  staffNoun,
  personNoun,
  keyNoun,
  clientNoun,
  storeNoun,
  jobNoun,
  mailNoun,
  auditLogCommand,
  uploadCommand,
  assetNoun,
  releaseNoun,
  trackNoun,
  migrationNoun,
  submissionNoun,
  reportNoun,
  importCommand,
  exportCommand,
  deliverCommand,
  deliveryNoun,
  webhookNoun,
  earningsCommand,
  royaltiesCommand,
  balanceCommand,
  payoutNoun,
  adjustmentNoun,
  ernNoun,
  eventNoun,
  triggerCommand,
  rateNoun,
  periodNoun,
  statementNoun,
  payeeNoun,
  contractNoun,
  costNoun,
  payeeStatementNoun,
  listenCommand,
  requestLogCommand,
  sandboxNoun,
  mcpCommand,
];

/** `name`: the words that start it, as the user types them. */
export function createProgram(variables: Variables, name = USUAL_NAME): Command {
  const program = new Command(name)
    .description("Music distribution: run the service, or call a running one.")
    .version(manifest.version)
    .option("--sandbox", "call the sandbox as its operator; an organization's key already selects its environment")
    .option("--json", "print the service's JSON and nothing else")
    .option("-q, --quiet", "print ids and nothing else");
  program.addHelpText(
    "after",
    `\nEnvironment variables of the commands (name, default, meaning):\n${asTyped(settingLines(clientSettings), name)}`,
  );
  addExamples(program, name, ["serve", "serve --help", "org list --sandbox", "import catalog.csv --dry-run"]);
  for (const row of [...rows, completionCommand(program)]) program.addCommand(commandOf(row, { variables, name }));
  for (const command of commandsOf(program)) {
    command.exitOverride().configureHelp({ showGlobalOptions: true }).showHelpAfterError("(see --help)");
  }
  return program;
}

/** The command and all below it. */
export function commandsOf(command: Command): Command[] {
  return [command, ...command.commands.flatMap(commandsOf)];
}
