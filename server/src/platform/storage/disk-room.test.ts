import { expect, test } from "vitest";
import { diskWarning } from "./disk-room.ts";

const GIB = 1024 ** 3;
const files = { disk: "files", path: "/srv/files", free_bytes: 3 * GIB, total_bytes: 10 * GIB } as const;

test("a start below 2 GiB is warned of, with how much is left where", () => {
  expect(diskWarning([])).toBeUndefined();
  expect(diskWarning([files, { ...files, free_bytes: 2 * GIB }])).toBeUndefined();
  expect(diskWarning([files, { ...files, disk: "database", path: "/srv/data", free_bytes: 1.5 * GIB }])).toBe(
    "Less than 2 GiB is free: /srv/data has 1536 MiB left. Uploads are refused before the disk is full; make room",
  );
});
