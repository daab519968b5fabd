// The part of the site that the tests of the browser look at: a few operations of the reference, and every other page, because the search
// must find the right one among them.

export const only =
  /^((?!reference\/).*|reference\/(index|releases|create-release|create-delivery|get-own-organization|list-releases|list-jobs))$/;
