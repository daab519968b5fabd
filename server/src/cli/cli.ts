// The command line: `segue serve`, and commands that are thin clients of the HTTP API.

import { Command, CommanderError } from "commander";
import manifest from "../../package.json" with { type: "json" };
import type { Variables } from "../config.ts";
import { ConnectionError, ServiceError } from "./client.ts";
import { examples } from "./command.ts";
import { completionCommand } from "./completion.ts";
import { deliverCommand, deliveryCommand } from "./delivery.ts";
import { eventCommand, triggerCommand } from "./event.ts";
import { importCommand } from "./import.ts";
import { jobCommand } from "./job.ts";
import { keyCommand } from "./key.ts";
import { listenCommand } from "./listen.ts";
import { clientCommand } from "./oauth.ts";
import { orgCommand } from "./org.ts";
import { printFailure } from "./output.ts";
import { releaseCommand } from "./release.ts";
import { serveCommand } from "./serve.ts";
import { clientSettings, settingLines, UsageError } from "./settings.ts";
import { storeCommand } from "./store.ts";
import { uploadCommand } from "./upload.ts";
import { webhookCommand } from "./webhook.ts";

const USAGE = 2;
const FAILURE = 1;

function createProgram(variables: Variables): Command {
  const program = new Command("segue")
    .description("Music distribution: run the service, or talk to one that runs.")
    .version(manifest.version)
    .option("--sandbox", "call the sandbox, not production")
    .option("--json", "print the service's JSON and nothing else");
  program.addHelpText("after", `\nThe commands read (name, default, meaning):\n${settingLines(clientSettings)}`);
  examples(program, ["serve", "serve --help", "org list --sandbox", "import catalog.csv --dry-run"]);
  program.addCommand(serveCommand()).addCommand(orgCommand(variables)).addCommand(keyCommand(variables));
  program.addCommand(clientCommand(variables)).addCommand(storeCommand(variables)).addCommand(jobCommand(variables));
  program.addCommand(uploadCommand(variables)).addCommand(releaseCommand(variables));
  program.addCommand(importCommand(variables)).addCommand(deliverCommand(variables));
  program.addCommand(deliveryCommand(variables)).addCommand(webhookCommand(variables));
  program.addCommand(eventCommand(variables)).addCommand(triggerCommand(variables));
  program.addCommand(listenCommand(variables)).addCommand(completionCommand(program));
  for (const command of commandsOf(program)) {
    command.exitOverride().configureHelp({ showGlobalOptions: true }).showHelpAfterError("(--help shows how)");
  }
  return program;
}

function commandsOf(command: Command): Command[] {
  return [command, ...command.commands.flatMap(commandsOf)];
}

async function run(): Promise<void> {
  // Whoever reads us may have read enough: `segue job list | head -1`.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
  try {
    await createProgram(process.env).parseAsync();
  } catch (error) {
    process.exitCode = exitCodeOf(error);
  }
}

/** What was wrong is told once: commander has told its own already. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE;
  const isKnown = error instanceof UsageError || error instanceof ServiceError || error instanceof ConnectionError;
  if (!isKnown && !isFileError(error)) throw error;
  printFailure(error);
  return error instanceof UsageError ? USAGE : FAILURE;
}

/** Such as a folder that may not be read: the system's sentence names it. */
function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && "path" in error;
}

await run();
