// Every page: its address, its name in the menu, and the file that shows it, loaded when it is first opened.

import { IconDisc, IconTruckDelivery } from "@tabler/icons-react";
import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import type { Session } from "./api.ts";

export type PageProps = { params: Readonly<Record<string, string>> };
type Loaded = { default: ComponentType<PageProps> };

export type Page = {
  path: string;
  title: string;
  for: Session["kind"];
  /** In the menu, with this picture. Other pages are reached from these. */
  icon?: typeof IconDisc;
  view: LazyExoticComponent<ComponentType<PageProps>>;
};

function page(
  kind: Session["kind"],
  path: string,
  title: string,
  load: () => Promise<Loaded>,
  icon?: typeof IconDisc,
): Page {
  return { for: kind, path, title, view: lazy(load), ...(icon && { icon }) };
}

// biome-ignore format: one line a page.
export const pages: readonly Page[] = [
  page("organization", "/releases", "Releases", () => import("./pages/releases.tsx"), IconDisc),
  page("organization", "/releases/new", "New release", () => import("./pages/release-editor.tsx")),
  page("organization", "/releases/:release_id", "Release", () => import("./pages/release.tsx")),
  page("organization", "/releases/:release_id/edit", "Edit release", () => import("./pages/release-editor.tsx")),
  page("organization", "/deliveries", "Deliveries", () => import("./pages/deliveries.tsx"), IconTruckDelivery),
];
