// The settings of VitePress. They are plain data: the build writes them beside the pages, with the one function.

import { ranking } from "../../cli/src/mcp/ranking.ts";
import { codeTheme } from "./code-colors.ts";
import { chapters } from "./contents.ts";
import type { Description } from "./description.ts";
import { titleOf } from "./markdown.ts";
import type { Pages } from "./pages.ts";
import { nounPath, nounsOf, operationPath } from "./reference-pages.ts";

type Item = { text: string; link?: string; collapsed?: boolean; items?: Item[] };

export function siteConfig(pages: Pages, description: Description) {
  return {
    base: "/docs/",
    lang: "en",
    title: "Segue",
    description: "Music distribution as an API: guides, API reference and errors.",
    srcDir: "pages",
    outDir: "out",
    cleanUrls: true,
    // The list of pages as a file of its own, so that no page carries it in an inline script.
    metaChunk: true,
    // Not a page of VitePress: the service serves it.
    ignoreDeadLinks: ["/plain"],
    // Its switch would write a style element, which the policy of the pages forbids.
    appearance: { disableTransition: false },
    router: { prefetchLinks: false },
    head: [["link", { rel: "icon", href: "/docs/icon.svg", type: "image/svg+xml" }]],
    markdown: { theme: codeTheme },
    vite: { logLevel: "warn", build: { chunkSizeWarningLimit: 5_000 } },
    themeConfig: {
      logo: { src: "/icon.svg", alt: "" },
      nav: [
        { text: "Quickstart", link: "/quickstart" },
        { text: "Guides", link: "/concepts", activeMatch: guidesPattern() },
        { text: "API reference", link: "/reference/", activeMatch: "^/docs/reference/" },
        { text: "Errors", link: "/errors/", activeMatch: "^/docs/errors/" },
      ],
      sidebar: {
        "/reference/": referenceSidebar(description),
        "/errors/": errorSidebar(pages),
        "/": guideSidebar(pages),
      },
      outline: { level: [2, 3] },
      search: { provider: "local", options: { miniSearch: { searchOptions: ranking } } },
      externalLinkIcon: true,
      footer: { message: "Apache-2.0" },
    },
  };
}

function guidesPattern(): string {
  const paths = chapters.flatMap(({ pages }) => pages).map(({ path }) => path);
  return `^/docs/(${paths.filter((path) => path !== "quickstart").join("|")})$`;
}

function guideSidebar(pages: Pages): Item[] {
  const item = (path: string): Item[] => {
    const markdown = pages.get(path);
    return markdown === undefined ? [] : [{ text: titleOf(markdown), link: `/${path}` }];
  };
  const decisions = [...pages.keys()].filter((path) => path.startsWith("decisions/"));
  return [
    ...chapters.map(({ title, pages }) => ({
      text: title,
      items: [...pages.flatMap(({ path }) => item(path)), ...(title === "For the operator" ? item("settings") : [])],
    })),
    { text: "Decisions", link: "/architecture#decisions", collapsed: true, items: decisions.flatMap(item) },
  ];
}

function referenceSidebar(description: Description): Item[] {
  const nouns = nounsOf(description).map((noun) => ({
    text: noun.name,
    // A group that is a link has one button; without one it would be a button inside a button.
    link: `/${nounPath(noun)}`,
    collapsed: true,
    items: noun.operations.map((operation) => ({ text: operation.summary, link: `/${operationPath(operation)}` })),
  }));
  return [{ text: "Overview", link: "/reference/" }, ...nouns, { text: "Event types", link: "/reference/event-types" }];
}

function errorSidebar(pages: Pages): Item[] {
  const codes = [...pages.keys()].filter((path) => path.startsWith("errors/") && path !== "errors/index");
  return [
    { text: "All errors", link: "/errors/" },
    { text: "Codes", items: codes.map((path) => ({ text: path.slice("errors/".length), link: `/${path}` })) },
  ];
}
