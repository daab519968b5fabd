// A zip archive, written by hand, so that tests can also make those that no program writes.

import { crc32, deflateRawSync } from "node:zlib";

export type Zipped = {
  name: string;
  bytes: Buffer | string;
  /** 0: stored; 8: deflated (default); others are written as they are. */
  method?: number;
  crc?: number;
  flags?: number;
  /** The mode of a file on Unix, such as a link's. */
  mode?: number;
};

export function makeZip(files: readonly Zipped[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes, method = 8, crc, flags = 0x800, mode = 0o100644 } of files) {
    const content = Buffer.from(bytes);
    const packed = method === 8 ? deflateRawSync(content) : content;
    const name_bytes = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(crc ?? crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(name_bytes.length, 22);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), common, name_bytes, packed]);
    const made_by_unix = Buffer.from([20, 3]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((mode << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\u0001\u0002"), made_by_unix, common, rest, name_bytes]));
    parts.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", "latin1");
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, list, end]);
}
