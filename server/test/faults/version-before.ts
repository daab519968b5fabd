// The version before this one, as a checkout beside this one that can be started.

import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { makeRunFolder } from "../postgres.ts";
import { buildService } from "../service-process.ts";

/**
 * After a release this is its commit. FAULTS_BEFORE names another one, or a tag. `reads_marks`: it starts on a newer schema if the
 * migrations say that it runs on it.
 */
const before = { commit: "8a0adb03c3952f004ce3db16f77fe2dc95745af1", reads_marks: false };
const commit = process.env.FAULTS_BEFORE ?? before.commit;

export type VersionBefore = {
  folder: string;
  /** Why it cannot run on this version's schema, by what the migrations say. */
  must_stop: string | undefined;
  /** It starts when this version has migrated. */
  starts_again: boolean;
  remove(): Promise<void>;
};

const run = promisify(execFile);
const repository = fileURLToPath(new URL("../../..", import.meta.url));
const MIGRATIONS = "server/migrations";

/** Builds it. Answers with a sentence if this copy of the repository does not have it: one without history, or with a short one. */
export async function openVersionBefore(): Promise<VersionBefore | string> {
  const isThere = await run("git", ["cat-file", "-e", `${commit}^{commit}`], { cwd: repository }).then(
    () => true,
    () => false,
  );
  if (!isThere) return `this copy of the repository has no commit ${commit}`;
  const folder = await makeRunFolder();
  const archive = join(folder, "archive.tar");
  await run("git", ["archive", "--output", archive, commit], { cwd: repository });
  await run("tar", ["-xf", archive, "-C", folder]);
  await rm(archive);
  await installPackages(folder);
  await buildService(folder);
  const known = await readdir(join(folder, MIGRATIONS));
  const unknown = (await readdir(join(repository, MIGRATIONS))).filter((name) => !known.includes(name));
  const texts = await Promise.all(unknown.map((name) => readFile(join(repository, MIGRATIONS, name), "utf8")));
  const [must_stop] = texts.flatMap((text) => /^-- Stop all versions before it first: .+$/m.exec(text) ?? []);
  const starts_again = unknown.length === 0 || (before.reads_marks && must_stop === undefined);
  return { folder, must_stop, starts_again, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Those of this checkout if they are the same; its own workspaces in any case. */
async function installPackages(folder: string): Promise<void> {
  const locks = await Promise.all([repository, folder].map((one) => readFile(join(one, "package-lock.json"), "utf8")));
  if (locks[0] !== locks[1]) return void (await run("npm", ["ci", "--no-audit", "--no-fund"], { cwd: folder }));
  const ours = join(repository, "node_modules");
  await mkdir(join(folder, "node_modules/@segue"), { recursive: true });
  for (const name of await readdir(ours))
    if (name !== "@segue" && name !== ".cache") await symlink(join(ours, name), join(folder, "node_modules", name));
  for (const name of await readdir(join(ours, "@segue")))
    await symlink(join("../..", name), join(folder, "node_modules/@segue", name));
  for (const workspace of ["cli", "dashboard", "sdk", "server"])
    await symlink(join(repository, workspace, "node_modules"), join(folder, workspace, "node_modules"));
}
