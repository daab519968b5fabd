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
  IconHistory,
  IconHome,
  IconInbox,
  IconReportMoney,
  IconScale,
  IconSpeakerphone,
  IconTool,
  IconTruckDelivery,
  IconWebhook,
} from "@tabler/icons-react";
import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import type { Session } from "./data/api.ts";
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
  page("organization", "/", "Overview", () => import("./pages/overview/overview.tsx"), IconHome),
  page("organization", "/releases", "Releases", () => import("./pages/releases/releases.tsx"), IconDisc),
  page("organization", "/releases/new", "New release", () => import("./pages/releases/editor/release-editor.tsx")),
  page("organization", "/releases/:release_id", "Release", () => import("./pages/releases/release.tsx")),
  page("organization", "/releases/:release_id/edit", "Edit release", () => import("./pages/releases/editor/release-editor.tsx")),
  page("organization", "/deliveries", "Deliveries", () => import("./pages/deliveries/deliveries.tsx"), IconTruckDelivery),
  page("organization", "/deliveries/new", "New delivery", () => import("./pages/deliveries/delivery-new.tsx")),
  page("organization", "/deliveries/:delivery_id", "Delivery", () => import("./pages/deliveries/delivery.tsx")),
  page("organization", "/earnings", "Earnings", () => import("./pages/money/earnings.tsx"), IconChartBar),
  page("organization", "/statements/:statement_id", "Statement", () => import("./pages/money/statement.tsx")),
  page("organization", "/balance", "Balance", () => import("./pages/money/balance.tsx"), IconScale),
  page("organization", "/payouts", "Payouts", () => import("./pages/money/payouts.tsx"), IconCash),
  page("organization", "/payouts/:payout_id", "Payout", () => import("./pages/money/payout.tsx")),
  page("organization", "/webhooks", "Webhooks", () => import("./pages/webhooks/webhooks.tsx"), IconWebhook),
  page("organization", "/webhooks/:webhook_id", "Endpoint", () => import("./pages/webhooks/webhook.tsx")),
  page("organization", "/events", "Events", () => import("./pages/webhooks/events.tsx"), IconBolt),
  page("organization", "/events/:event_id", "Event", () => import("./pages/webhooks/event.tsx")),
  page("organization", "/developers", "Developers", () => import("./pages/developers/developers.tsx"), IconCode),
  page("organization", "/request-log", "Request log", () => import("./pages/developers/request-log.tsx")),
  page("organization", "/changelog", "Changelog", () => import("./pages/developers/changelog.tsx")),
  page("organization", "/components", "Components", () => import("./pages/components/components.tsx")),
  page("operator", "/", "Inbox", () => import("./pages/operator/inbox.tsx"), IconInbox),
  page("operator", "/review", "Review", () => import("./pages/operator/review/review.tsx"), IconClipboardCheck),
  page("operator", "/review/:submission_id", "Review", () => import("./pages/operator/review/review-one.tsx")),
  page("operator", "/deliveries", "Deliveries", () => import("./pages/operator/deliveries/store-deliveries.tsx"), IconTruckDelivery),
  page("operator", "/stores", "Stores", () => import("./pages/operator/stores/stores.tsx"), IconBuildingStore),
  page("operator", "/stores/new", "New store", () => import("./pages/operator/stores/store-setup.tsx")),
  page("operator", "/stores/:store_id/setup", "Set up a store", () => import("./pages/operator/stores/store-setup.tsx")),
  page("operator", "/stores/:store_id", "Store", () => import("./pages/operator/stores/store.tsx")),
  page("operator", "/sales-reports", "Sales reports", () => import("./pages/operator/reports/sales-reports.tsx"), IconReportMoney),
  page("operator", "/sales-reports/:report_id", "Sales report", () => import("./pages/operator/reports/sales-report.tsx")),
  page("operator", "/sales-reports/:report_id/rows", "Rows of a report", () => import("./pages/operator/reports/report-rows.tsx")),
  page("operator", "/statements", "Statements", () => import("./pages/operator/money/all-statements.tsx"), IconFileDollar),
  page("operator", "/statements/:statement_id", "Statement", () => import("./pages/operator/money/any-statement.tsx")),
  page("operator", "/payouts", "Payouts", () => import("./pages/operator/money/all-payouts.tsx"), IconCash),
  page("operator", "/organizations", "Organizations", () => import("./pages/operator/organizations/organizations.tsx"), IconBuilding),
  page("operator", "/organizations/:org_id", "Organization", () => import("./pages/operator/organizations/organization.tsx")),
  page("operator", "/jobs", "Jobs", () => import("./pages/operator/jobs.tsx"), IconTool),
  page("operator", "/audit-log", "Audit log", () => import("./pages/operator/audit-log.tsx"), IconHistory),
  page("operator", "/changelog", "Changelog", () => import("./pages/operator/announcements.tsx"), IconSpeakerphone),
];
