// Files made to break what looks into them. Each must end with its code, soon, in little memory, and alone.

import type { FailureCode } from "../src/assets/inspection/failure.ts";
import { hostileArtwork } from "./hostile-artwork.ts";
import { hostileAudio } from "./hostile-audio.ts";

export type HostileFile = {
  name: string;
  type: "audio" | "artwork";
  bytes(): Buffer | Promise<Buffer>;
  code: FailureCode;
};

/** Each is made once: some take seconds. */
export const hostileFiles: readonly HostileFile[] = [...hostileAudio, ...hostileArtwork].map(madeOnce);

function madeOnce(file: HostileFile): HostileFile {
  let made: Buffer | Promise<Buffer> | undefined;
  return {
    ...file,
    bytes: () => {
      made ??= file.bytes();
      return made;
    },
  };
}
