import type { Context } from "../platform/context.ts";
import { type FoundFile, findFiles } from "./queries.ts";
import type { MessageIssue } from "./received-message.ts";
import type { ReceivedRelease, WantedFile } from "./received-release.ts";

type Files = {
  artwork_asset_id: string | undefined;
  /** In the order of the tracks. */
  audio: (string | undefined)[];
  issues: MessageIssue[];
};

/** The caller's asset with the stated SHA-256. If the message states none: the newest of that name, with a warning. */
export async function findWantedFiles(
  ctx: Context,
  organization_id: string,
  { artwork, tracks }: ReceivedRelease,
): Promise<Files> {
  const wanted = [artwork, ...tracks.map(({ file }) => file)].flatMap((file) => file ?? []);
  const found = await findFiles(ctx.db, organization_id, {
    checksums: wanted.flatMap(({ sha256 }) => sha256 ?? []),
    names: wanted.flatMap(({ sha256, name }) => (sha256 ? [] : [name])),
  });
  const by = (type: string) => ({
    checksum: indexed(found.by_checksum, type, "checksum_sha256"),
    name: indexed(found.by_name, type, "filename"),
  });
  const [pictures, sounds] = [by("artwork"), by("audio")];
  const issues: MessageIssue[] = [];
  return {
    artwork_asset_id: artwork && choose(artwork, pictures, "artwork", issues),
    audio: tracks.map(({ file }) => file && choose(file, sounds, "audio", issues)),
    issues,
  };
}

function indexed(files: readonly FoundFile[], type: string, key: "checksum_sha256" | "filename"): Map<string, string> {
  return new Map(files.filter((file) => file.type === type).map((file) => [file[key] ?? "", file.id]));
}

type Index = ReadonlyMap<string, string>;

function choose(
  { path, sha256, name }: WantedFile,
  { checksum, name: names }: { checksum: Index; name: Index },
  noun: string,
  issues: MessageIssue[],
): string | undefined {
  const warn = (issue: string) => void issues.push({ severity: "warning", path, issue });
  if (sha256 !== undefined) {
    const id = checksum.get(sha256);
    if (!id) warn(`no ${noun} of yours has the SHA-256 ${sha256.slice(0, 64)}; upload the file and send an update`);
    return id;
  }
  const id = names.get(name);
  if (id)
    warn(`states no SHA-256; ${id} was chosen because it is the newest ${noun} of yours named ${name.slice(0, 100)}`);
  else warn(`no ${noun} of yours is named ${name.slice(0, 100)}; upload the file and send an update`);
  return id;
}
