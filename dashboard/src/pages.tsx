// Every page: its address, its name in the menu, and the file that shows it, loaded when it is first opened.

import {
  IconBolt,
  IconBuilding,
  IconBuildingStore,
  IconCash,
  IconChartBar,
  IconClipboardCheck,
  IconCode,
  IconDisc,
  IconFileDollar,
  IconHandStop,
  IconHistory,
  IconHome,
  IconReportMoney,
  IconScale,
  IconSpeakerphone,
  IconTool,
  IconTruckDelivery,
  IconWebhook,
} from "@tabler/icons-react";
import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import type { Session } from "./api.ts";
import type { PageProps } from "./router.tsx";

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
  page("organization", "/", "Overview", () => import("./pages/overview.tsx"), IconHome),
  page("organization", "/releases", "Releases", () => import("./pages/releases.tsx"), IconDisc),
  page("organization", "/releases/new", "New release", () => import("./pages/release-editor.tsx")),
  page("organization", "/releases/:release_id", "Release", () => import("./pages/release.tsx")),
  page("organization", "/releases/:release_id/edit", "Edit release", () => import("./pages/release-editor.tsx")),
  page("organization", "/deliveries", "Deliveries", () => import("./pages/deliveries.tsx"), IconTruckDelivery),
  page("organization", "/deliveries/new", "New delivery", () => import("./pages/delivery-new.tsx")),
  page("organization", "/deliveries/:delivery_id", "Delivery", () => import("./pages/delivery.tsx")),
  page("organization", "/earnings", "Earnings", () => import("./pages/earnings.tsx"), IconChartBar),
  page("organization", "/statements/:statement_id", "Statement", () => import("./pages/statement.tsx")),
  page("organization", "/balance", "Balance", () => import("./pages/balance.tsx"), IconScale),
  page("organization", "/payouts", "Payouts", () => import("./pages/payouts.tsx"), IconCash),
  page("organization", "/payouts/:payout_id", "Payout", () => import("./pages/payout.tsx")),
  page("organization", "/webhooks", "Webhooks", () => import("./pages/webhooks.tsx"), IconWebhook),
  page("organization", "/webhooks/:webhook_id", "Endpoint", () => import("./pages/webhook.tsx")),
  page("organization", "/events", "Events", () => import("./pages/events.tsx"), IconBolt),
  page("organization", "/events/:event_id", "Event", () => import("./pages/event.tsx")),
  page("organization", "/developers", "Developers", () => import("./pages/developers.tsx"), IconCode),
  page("organization", "/request-log", "Request log", () => import("./pages/request-log.tsx")),
  page("organization", "/changelog", "Changelog", () => import("./pages/changelog.tsx")),
  page("operator", "/", "What needs a hand", () => import("./pages/needs-a-hand.tsx"), IconHandStop),
  page("operator", "/review", "Review", () => import("./pages/review.tsx"), IconClipboardCheck),
  page("operator", "/review/:submission_id", "Review", () => import("./pages/review-one.tsx")),
  page("operator", "/deliveries", "Deliveries", () => import("./pages/operator-deliveries.tsx"), IconTruckDelivery),
  page("operator", "/stores", "Stores", () => import("./pages/operator-stores.tsx"), IconBuildingStore),
  page("operator", "/stores/:store_id", "Store", () => import("./pages/operator-store.tsx")),
  page("operator", "/sales-reports", "Sales reports", () => import("./pages/sales-reports.tsx"), IconReportMoney),
  page("operator", "/sales-reports/:report_id", "Sales report", () => import("./pages/sales-report.tsx")),
  page("operator", "/sales-reports/:report_id/rows", "Rows of a report", () => import("./pages/report-rows.tsx")),
  page("operator", "/statements", "Statements", () => import("./pages/operator-statements.tsx"), IconFileDollar),
  page("operator", "/statements/:statement_id", "Statement", () => import("./pages/operator-statement.tsx")),
  page("operator", "/payouts", "Payouts", () => import("./pages/operator-payouts.tsx"), IconCash),
  page("operator", "/organizations", "Organizations", () => import("./pages/organizations.tsx"), IconBuilding),
  page("operator", "/organizations/:org_id", "Organization", () => import("./pages/organization.tsx")),
  page("operator", "/jobs", "Jobs", () => import("./pages/jobs.tsx"), IconTool),
  page("operator", "/audit-log", "Audit log", () => import("./pages/audit-log.tsx"), IconHistory),
  page("operator", "/changelog", "Changelog", () => import("./pages/operator-changelog.tsx"), IconSpeakerphone),
];
