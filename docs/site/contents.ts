// The order of the pages written by hand, as the sidebar and llms.txt show them. Each is the Markdown file of that name
// in docs/, or a file elsewhere in the repository.

export type Chapter = { title: string; pages: { path: string; file: string }[] };

const page = (path: string, file = `docs/${path}.md`) => ({ path, file });

export const chapters: Chapter[] = [
  { title: "Start", pages: [page("quickstart"), page("concepts"), page("sdk", "sdk/README.md"), page("python")] },
  {
    title: "Guides",
    pages: [
      page("dashboard"),
      page("your-team"),
      page("uploads"),
      page("importing"),
      page("preflight"),
      page("deliveries"),
      page("pre-orders"),
      page("webhooks"),
      page("royalties"),
      page("pay-your-artists"),
      page("advances"),
      page("ddex"),
      page("commands"),
      page("mcp"),
      page("going-live"),
      page("deliver-to-stores"),
      page("moving"),
      page("not-yet"),
    ],
  },
  {
    title: "How the API behaves",
    pages: [
      page("idempotency"),
      page("rate-limits"),
      page("pagination"),
      page("versioning"),
      page("changelog", "CHANGELOG.md"),
    ],
  },
  {
    title: "For the operator",
    pages: [
      page("operations"),
      page("mail"),
      page("single-sign-on"),
      page("cost"),
      page("scale"),
      page("reliability"),
      page("royalties-operator"),
      page("reading-reports"),
      page("report-formats"),
      page("one-currency"),
      page("paying-out"),
    ],
  },
  {
    title: "For contributors",
    pages: [
      page("contributing", "CONTRIBUTING.md"),
      page("architecture"),
      page("style"),
      page("glossary"),
      page("measurements", "bench/results.md"),
    ],
  },
];
