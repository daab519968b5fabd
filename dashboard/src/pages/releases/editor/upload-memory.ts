// Which file an open upload belongs to, kept in the browser: after a reload the reader chooses the file again, and it goes
// on only if it is the very same. A file that was made anew has the same name, and often the same size.

export type RememberedUpload = {
  release_id: string;
  type: "audio" | "artwork";
  filename: string;
  size_bytes: number;
  modified_ms: number;
  begun_ms: number;
};

const KEY = "segue.uploads";
/** The service keeps an open upload for a day. */
const KEPT_MS = 24 * 3_600_000;

type Remembered = Record<string, RememberedUpload>;

let memory: Remembered = {};

/** A browser may refuse to keep anything: then uploads go on only within the page. */
function readAll(): Remembered {
  try {
    memory = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Remembered;
  } catch {
    // What this page remembers itself is used.
  }
  return memory;
}

function writeAll(all: Remembered): void {
  const since = Date.now() - KEPT_MS;
  memory = Object.fromEntries(Object.entries(all).filter(([, { begun_ms }]) => begun_ms > since));
  try {
    localStorage.setItem(KEY, JSON.stringify(memory));
  } catch {
    // It stays in this page's memory.
  }
}

export function rememberUpload(asset_id: string, upload: Omit<RememberedUpload, "begun_ms">): void {
  writeAll({ ...readAll(), [asset_id]: { ...upload, begun_ms: Date.now() } });
}

export function forgetUpload(asset_id: string): void {
  const { [asset_id]: _, ...others } = readAll();
  writeAll(others);
}

export function isRememberedFile(asset_id: string, file: File): boolean {
  const upload = readAll()[asset_id];
  return upload?.filename === file.name && upload.size_bytes === file.size && upload.modified_ms === file.lastModified;
}

/** The artwork of a release whose upload did not end. */
export function rememberedArtwork(release_id: string): string | undefined {
  return Object.entries(readAll()).find(
    ([, upload]) => upload.type === "artwork" && upload.release_id === release_id,
  )?.[0];
}
