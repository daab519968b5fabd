// The part of the site that the tests of the browser look at: one page of every kind, and all guides that lead to each other.

export const only =
  /^(index|quickstart|concepts|deliveries|webhooks|python|settings|errors\/(index|asset_not_ready)|reference\/(index|releases|create-release|get-own-organization|list-releases|list-jobs))$/;
