// NewReleaseMessage as XML, in the form of its version.

import type { ErnVersion, MessageHeader, NewReleaseContent } from "./ern.ts";
import { writeErn3AfterHeader } from "./ern3-new-release.ts";
import { writeAfterHeader } from "./new-release-message.ts";

export type WriterOptions = {
  version: ErnVersion;
  /** Titles, names, genres and labels say that they hold worldwide. ERN 3 says it anyway. */
  territory_attributes: boolean;
  /** For ERN 3, as the store wants it. Null: as DDEX calls it. */
  release_profile: string | null;
};

/** All but the header is written once; the answer puts a header to it. In steps: a release may have a thousand tracks. */
export function writeNewRelease(
  message: NewReleaseContent,
  { version, territory_attributes, release_profile }: WriterOptions,
): Generator<undefined, (header: MessageHeader) => string, undefined> {
  return version === "3.8.3"
    ? writeErn3AfterHeader(message, release_profile)
    : writeAfterHeader(message, { version, territory_attributes });
}
