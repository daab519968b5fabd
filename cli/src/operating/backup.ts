import { settings } from "../../../server/src/settings.ts";
import { counted } from "../counted.ts";
import { givenUpBySignal } from "../interruption.ts";
import { flag } from "../option.ts";
import { createProgress, sizeText } from "../progress.ts";
import { command } from "../row.ts";
import { settingLines } from "../settings.ts";
import { getOperating } from "./server-build.ts";

export const backupCommand = command(
  "backup <file>",
  "write both databases, all files and the secret into one file, while the service runs",
  {
    arguments: { file: { meaning: "guard it like a password: it holds the secret and every key's hash" } },
    notes,
    examples: ["backup segue-backup.tar", "backup /mnt/backups/segue-$(date +%F).tar"],
    async run({ variables, output }, { file: path }) {
      const operating = await getOperating("backup");
      const begin = (total_bytes: number) => createProgress(total_bytes, output.is_json);
      const report = await givenUpBySignal("Stopped: no backup was written.", (signal) =>
        operating.backup(variables, { path, begin, signal }),
      );
      output.report(report, [
        `Backed up to ${path} (${sizeText(report.size_bytes)}): both databases and ${counted(report.files, "file")}.`,
      ]);
      // Missing files cannot be saved. The operator should know while older backups still have them.
      if (report.missing > 0) process.exitCode = 1;
    },
  },
);

export const restoreCommand = command("restore <file>", "restore a backup into an empty data folder or database", {
  arguments: { file: { meaning: "a file that `segue backup` wrote" } },
  options: { check: flag("--check", "only read the backup through, and say whether it is whole") },
  notes,
  examples: [
    "restore segue-backup.tar",
    "restore --check segue-backup.tar",
    "restore segue-backup.tar   # with DATABASE_URL and SEGUE_STORAGE: into those",
  ],
  async run({ variables, output, name }, { file: path, check }) {
    const operating = await getOperating("restore");
    const begin = (total_bytes: number) => createProgress(total_bytes, output.is_json);
    if (check) {
      const unread = "Stopped: the backup was not read to its end.";
      const report = await givenUpBySignal(unread, (signal) => operating.check({ path, begin, signal }));
      const made = `made at ${report.made_at} by version ${report.version}`;
      const held = `both databases and ${counted(report.files, "file")}`;
      output.report(report, [`${path} is whole (${sizeText(report.size_bytes)}), ${made}: ${held}.`]);
      return;
    }
    const stopped = "Stopped: the restore is not finished. Run the same command again.";
    const report = await givenUpBySignal(stopped, (signal) => operating.restore(variables, { path, begin, signal }));
    output.report(report, [
      `Restored ${path}, made at ${report.made_at}: both databases and ${counted(report.files, "file")}.`,
      `Start it with \`${name} serve\`, with the same settings. Where the original still runs, read docs/operations.md first.`,
    ]);
  },
});

/** The service's own variables that say where the data is. */
function notes(): string {
  const { SEGUE_DATA_DIR, DATABASE_URL, SANDBOX_DATABASE_URL, SEGUE_STORAGE, SEGUE_SECRET, SEGUE_OPERATOR_KEY } =
    settings;
  const read = { SEGUE_DATA_DIR, DATABASE_URL, SANDBOX_DATABASE_URL, SEGUE_STORAGE, SEGUE_SECRET, SEGUE_OPERATOR_KEY };
  return `Environment variables, the same as for \`segue serve\`:\n${settingLines(read)}`;
}
