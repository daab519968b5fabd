// Rules of the standard that a sender should keep, and that we can go on without. They are warnings; every other one refuses the
// message.

import type { MessageProblem } from "../ddex/ern.ts";

const UNSAID_ROLE = /\/(Artistic)?Role(\[\d+\])? is UserDefined without/;

const tolerated: readonly RegExp[] = [
  /\/DisplayArtistName must not be empty$/,
  // A track without artists of its own has those of the release.
  /^ResourceList\/SoundRecording\[\d+\]\/DisplayArtist must have a MainArtist$/,
  /\/DisplayArtist must be numbered/,
  /\/DisplayGenre must be there$/,
  /\/ReleaseLabelReference must be there$/,
  // The first day of the deals is the release date. Without a deal the date is missing.
  /\/ReleaseDate must be there/,
  /^ReleaseList\/TrackRelease\[\d+\]\/(ReleaseId|DisplayTitle) /,
  / is a (party|resource|visibility) that nothing refers to/,
  / refers to a visibility that is not there/,
  /\/ContainsAI must not be/,
  /\/(CommercialModelType|UseType) must be there$/,
  /\/RightsClaimPolicy must say/,
  /^ResourceList\/Image must have exactly one FrontCoverImage/,
  /^ResourceList\/Image\[\d+\]\/ResourceId must have/,
  /\/ResourceGroup must link the FrontCoverImage$/,
  // A UPC is assigned.
  /^ReleaseList\/Release\/ReleaseId must have a GRid/,
  UNSAID_ROLE,
  // The file itself says how long it is.
  /\/Duration must be there, longer than zero, in the form PT3M25S$/,
];

export function isTolerated({ path, issue }: MessageProblem): boolean {
  return tolerated.some((rule) => rule.test(`${path} ${issue}`));
}

/** Adds our reading of the value where it is not plain. */
export function toleratedIssue({ path, issue }: MessageProblem): string {
  return UNSAID_ROLE.test(`${path} ${issue}`) ? `${issue}: the role is taken as Other` : issue;
}
