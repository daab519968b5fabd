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
import { pageWords } from "./words.ts";

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
  page("organization", "/", pageWords.overview, () => import("./pages/overview/overview.tsx"), IconHome),
  page("organization", "/releases", pageWords.releases, () => import("./pages/releases/releases.tsx"), IconDisc),
  page("organization", "/releases/new", pageWords.newRelease, () => import("./pages/releases/editor/release-editor.tsx")),
  page("organization", "/releases/:release_id", pageWords.release, () => import("./pages/releases/release.tsx")),
  page("organization", "/releases/:release_id/edit", pageWords.editRelease, () => import("./pages/releases/editor/release-editor.tsx")),
  page("organization", "/deliveries", pageWords.deliveries, () => import("./pages/deliveries/deliveries.tsx"), IconTruckDelivery),
  page("organization", "/deliveries/new", pageWords.newDelivery, () => import("./pages/deliveries/delivery-new.tsx")),
  page("organization", "/deliveries/:delivery_id", pageWords.delivery, () => import("./pages/deliveries/delivery.tsx")),
  page("organization", "/earnings", pageWords.earnings, () => import("./pages/money/earnings.tsx"), IconChartBar),
  page("organization", "/statements/:statement_id", pageWords.statement, () => import("./pages/money/statement.tsx")),
  page("organization", "/balance", pageWords.balance, () => import("./pages/money/balance.tsx"), IconScale),
  page("organization", "/payouts", pageWords.payouts, () => import("./pages/money/payouts.tsx"), IconCash),
  page("organization", "/payouts/:payout_id", pageWords.payout, () => import("./pages/money/payout.tsx")),
  page("organization", "/webhooks", pageWords.webhooks, () => import("./pages/webhooks/webhooks.tsx"), IconWebhook),
  page("organization", "/webhooks/:webhook_id", pageWords.endpoint, () => import("./pages/webhooks/webhook.tsx")),
  page("organization", "/events", pageWords.events, () => import("./pages/webhooks/events.tsx"), IconBolt),
  page("organization", "/events/:event_id", pageWords.event, () => import("./pages/webhooks/event.tsx")),
  page("organization", "/developers", pageWords.developers, () => import("./pages/developers/developers.tsx"), IconCode),
  page("organization", "/request-log", pageWords.requestLog, () => import("./pages/developers/request-log.tsx")),
  page("organization", "/changelog", pageWords.changelog, () => import("./pages/developers/changelog.tsx")),
  page("organization", "/components", pageWords.components, () => import("./pages/components/components.tsx")),
  page("operator", "/", pageWords.inbox, () => import("./pages/operator/inbox.tsx"), IconInbox),
  page("operator", "/review", pageWords.review, () => import("./pages/operator/review/review.tsx"), IconClipboardCheck),
  page("operator", "/review/:submission_id", pageWords.review, () => import("./pages/operator/review/review-one.tsx")),
  page("operator", "/deliveries", pageWords.deliveries, () => import("./pages/operator/deliveries/store-deliveries.tsx"), IconTruckDelivery),
  page("operator", "/stores", pageWords.stores, () => import("./pages/operator/stores/stores.tsx"), IconBuildingStore),
  page("operator", "/stores/new", pageWords.newStore, () => import("./pages/operator/stores/store-setup.tsx")),
  page("operator", "/stores/:store_id/setup", pageWords.setUpStore, () => import("./pages/operator/stores/store-setup.tsx")),
  page("operator", "/stores/:store_id", pageWords.store, () => import("./pages/operator/stores/store.tsx")),
  page("operator", "/sales-reports", pageWords.reports, () => import("./pages/operator/reports/sales-reports.tsx"), IconReportMoney),
  page("operator", "/sales-reports/:report_id", pageWords.report, () => import("./pages/operator/reports/sales-report.tsx")),
  page("operator", "/sales-reports/:report_id/rows", pageWords.reportRows, () => import("./pages/operator/reports/report-rows.tsx")),
  page("operator", "/statements", pageWords.statements, () => import("./pages/operator/money/all-statements.tsx"), IconFileDollar),
  page("operator", "/statements/:statement_id", pageWords.statement, () => import("./pages/operator/money/any-statement.tsx")),
  page("operator", "/payouts", pageWords.payouts, () => import("./pages/operator/money/all-payouts.tsx"), IconCash),
  page("operator", "/organizations", pageWords.organizations, () => import("./pages/operator/organizations/organizations.tsx"), IconBuilding),
  page("operator", "/organizations/:org_id", pageWords.organization, () => import("./pages/operator/organizations/organization.tsx")),
  page("operator", "/jobs", pageWords.jobs, () => import("./pages/operator/jobs.tsx"), IconTool),
  page("operator", "/audit-log", pageWords.auditLog, () => import("./pages/operator/audit-log.tsx"), IconHistory),
  page("operator", "/changelog", pageWords.changelog, () => import("./pages/operator/announcements.tsx"), IconSpeakerphone),
];
