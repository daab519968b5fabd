// Every page: its address, its name in the menu, and the file that shows it, loaded when it is first opened.

import type { Scope } from "@segue/sdk";
import {
  IconArrowsExchange,
  IconBolt,
  IconBuilding,
  IconBuildingStore,
  IconCash,
  IconChartBar,
  IconClipboardCheck,
  IconCode,
  IconContract,
  IconDisc,
  IconFileDollar,
  IconHistory,
  IconHome,
  IconInbox,
  IconMail,
  IconReceipt,
  IconReportMoney,
  IconScale,
  IconSpeakerphone,
  IconTool,
  IconTransferIn,
  IconTruckDelivery,
  IconUser,
  IconUserShield,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
} from "@tabler/icons-react";
import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import type { Session } from "./data/api.ts";
import { mayIn, mayOperateIn } from "./data/session.ts";
import type { PageProps } from "./router.tsx";
import { pageWords } from "./words.ts";

type Loaded = { default: ComponentType<PageProps> };

/** A payee is a member of an organization that sees its own statements and nothing else. */
type Kind = Session["kind"] | "payee";

export const kindOf = ({ kind, role }: Session): Kind => (role === "payee" ? "payee" : kind);

type InMenu = {
  /** In the menu, with this picture. Other pages are reached from these. */
  icon?: typeof IconDisc;
  /** The scope without which the page shows nothing, or the operation that staff must have the right to. */
  needs?: Scope | { operation: string };
  /** It is about the whole organization: members who are limited to labels may not read it. */
  is_beyond_labels?: true;
};

export type Page = InMenu & {
  path: string;
  title: string;
  for: Kind;
  view: LazyExoticComponent<ComponentType<PageProps>>;
};

function page(kind: Kind, path: string, title: string, load: () => Promise<Loaded>, menu: InMenu = {}): Page {
  return { ...menu, for: kind, path, title, view: lazy(load) };
}

/** The page of the person who is signed in. */
export const ownPage = "/me";

/** Whether a page is offered to one who is signed in so. */
export function mayOpen(session: Session, { for: kind, path, needs, is_beyond_labels }: Page): boolean {
  if (is_beyond_labels && session.labels !== null) return false;
  if (kind !== kindOf(session)) return false;
  if (path === ownPage) return session.person !== null;
  if (session.lacks_second_factor) return false;
  if (needs === undefined) return true;
  return typeof needs === "string"
    ? mayIn(session, needs)
    : mayOperateIn(session, { operation: needs.operation, method: "GET" });
}

const staff = (operation: string) => ({ operation });

// biome-ignore format: one line a page.
export const pages: readonly Page[] = [
  page("organization", "/", pageWords.overview, () => import("./pages/overview/overview.tsx"), { icon: IconHome }),
  page("organization", "/releases", pageWords.releases, () => import("./pages/releases/releases.tsx"), { icon: IconDisc, needs: "catalog:read" }),
  page("organization", "/releases/new", pageWords.newRelease, () => import("./pages/releases/editor/release-editor.tsx")),
  page("organization", "/releases/:release_id", pageWords.release, () => import("./pages/releases/release.tsx")),
  page("organization", "/releases/:release_id/edit", pageWords.editRelease, () => import("./pages/releases/editor/release-editor.tsx")),
  page("organization", "/deliveries", pageWords.deliveries, () => import("./pages/deliveries/deliveries.tsx"), { icon: IconTruckDelivery, needs: "deliveries:read" }),
  page("organization", "/deliveries/new", pageWords.newDelivery, () => import("./pages/deliveries/delivery-new.tsx")),
  page("organization", "/deliveries/:delivery_id", pageWords.delivery, () => import("./pages/deliveries/delivery.tsx")),
  page("organization", "/migrations", pageWords.migrations, () => import("./pages/migrations/migrations.tsx"), { icon: IconTransferIn, needs: "catalog:read" }),
  page("organization", "/migrations/:migration_id", pageWords.migration, () => import("./pages/migrations/migration.tsx")),
  page("organization", "/earnings", pageWords.earnings, () => import("./pages/money/earnings.tsx"), { icon: IconChartBar, needs: "royalties:read" }),
  page("organization", "/statements/:statement_id", pageWords.statement, () => import("./pages/money/statement.tsx")),
  page("organization", "/payee-statements", pageWords.payeeStatements, () => import("./pages/payee-statements/payee-statements.tsx"), { icon: IconReceipt, needs: "payees:read" }),
  page("organization", "/payee-statements/:payee_statement_id", pageWords.payeeStatement, () => import("./pages/payee-statements/payee-statement.tsx")),
  page("organization", "/balance", pageWords.balance, () => import("./pages/money/balance.tsx"), { icon: IconScale, needs: "payouts:read" }),
  page("organization", "/payouts", pageWords.payouts, () => import("./pages/money/payouts.tsx"), { icon: IconCash, needs: "payouts:read" }),
  page("organization", "/payouts/:payout_id", pageWords.payout, () => import("./pages/money/payout.tsx")),
  page("organization", "/payees", pageWords.payees, () => import("./pages/payees/payees.tsx"), { icon: IconUsersGroup, needs: "payees:read" }),
  page("organization", "/payees/:payee_id", pageWords.payee, () => import("./pages/payees/payee.tsx")),
  page("organization", "/contracts", pageWords.contracts, () => import("./pages/contracts/contracts.tsx"), { icon: IconContract, needs: "payees:read" }),
  page("organization", "/contracts/new", pageWords.newContract, () => import("./pages/contracts/contract-editor.tsx")),
  page("organization", "/contracts/:contract_id", pageWords.contract, () => import("./pages/contracts/contract.tsx")),
  page("organization", "/contracts/:contract_id/edit", pageWords.editContract, () => import("./pages/contracts/contract-editor.tsx")),
  page("organization", "/webhooks", pageWords.webhooks, () => import("./pages/webhooks/webhooks.tsx"), { icon: IconWebhook, needs: "webhooks:read" }),
  page("organization", "/webhooks/:webhook_id", pageWords.endpoint, () => import("./pages/webhooks/webhook.tsx")),
  page("organization", "/events", pageWords.events, () => import("./pages/webhooks/events.tsx"), { icon: IconBolt, needs: "webhooks:read" }),
  page("organization", "/events/:event_id", pageWords.event, () => import("./pages/webhooks/event.tsx")),
  page("organization", "/members", pageWords.members, () => import("./pages/members/members.tsx"), { icon: IconUsers, needs: "members:read" }),
  page("organization", "/audit-log", pageWords.auditLog, () => import("./pages/members/audit-log.tsx"), { icon: IconHistory, needs: "members:read" }),
  page("organization", "/developers", pageWords.developers, () => import("./pages/developers/developers.tsx"), { icon: IconCode, is_beyond_labels: true }),
  page("organization", "/request-log", pageWords.requestLog, () => import("./pages/developers/request-log.tsx"), { is_beyond_labels: true }),
  page("organization", "/changelog", pageWords.changelog, () => import("./pages/developers/changelog.tsx")),
  page("organization", ownPage, pageWords.me, () => import("./pages/me/me.tsx")),
  page("operator", ownPage, pageWords.me, () => import("./pages/me/me.tsx")),
  page("organization", "/components", pageWords.components, () => import("./pages/components/components.tsx")),
  page("payee", "/", pageWords.overview, () => import("./pages/payee-statements/own-statements.tsx"), { icon: IconHome }),
  page("payee", "/payee-statements/:payee_statement_id", pageWords.payeeStatement, () => import("./pages/payee-statements/own-statement.tsx")),
  page("payee", ownPage, pageWords.me, () => import("./pages/me/me.tsx"), { icon: IconUser }),
  page("operator", "/", pageWords.inbox, () => import("./pages/operator/inbox.tsx"), { icon: IconInbox }),
  page("operator", "/review", pageWords.review, () => import("./pages/operator/review/review.tsx"), { icon: IconClipboardCheck, needs: staff("listAllSubmissions") }),
  page("operator", "/review/:submission_id", pageWords.review, () => import("./pages/operator/review/review-one.tsx")),
  page("operator", "/deliveries", pageWords.deliveries, () => import("./pages/operator/deliveries/store-deliveries.tsx"), { icon: IconTruckDelivery, needs: staff("listAllDeliveries") }),
  page("operator", "/stores", pageWords.stores, () => import("./pages/operator/stores/stores.tsx"), { icon: IconBuildingStore, needs: staff("listOperatorStores") }),
  page("operator", "/stores/new", pageWords.newStore, () => import("./pages/operator/stores/store-setup.tsx")),
  page("operator", "/stores/:store_id/setup", pageWords.setUpStore, () => import("./pages/operator/stores/store-setup.tsx")),
  page("operator", "/stores/:store_id", pageWords.store, () => import("./pages/operator/stores/store.tsx")),
  page("operator", "/sales-reports", pageWords.reports, () => import("./pages/operator/reports/sales-reports.tsx"), { icon: IconReportMoney, needs: staff("listSalesReports") }),
  page("operator", "/sales-reports/:report_id", pageWords.report, () => import("./pages/operator/reports/sales-report.tsx")),
  page("operator", "/sales-reports/:report_id/rows", pageWords.reportRows, () => import("./pages/operator/reports/report-rows.tsx")),
  page("operator", "/reconciliation", pageWords.reconciliation, () => import("./pages/operator/money/reconciliation.tsx"), { icon: IconScale, needs: staff("listReconciliation") }),
  page("operator", "/exchange-rates", pageWords.exchangeRates, () => import("./pages/operator/money/exchange-rates.tsx"), { icon: IconArrowsExchange, needs: staff("listExchangeRates") }),
  page("operator", "/statements", pageWords.statements, () => import("./pages/operator/money/all-statements.tsx"), { icon: IconFileDollar, needs: staff("listAllStatements") }),
  page("operator", "/statements/:statement_id", pageWords.statement, () => import("./pages/operator/money/any-statement.tsx")),
  page("operator", "/payouts", pageWords.payouts, () => import("./pages/operator/money/all-payouts.tsx"), { icon: IconCash, needs: staff("listAllPayouts") }),
  page("operator", "/organizations", pageWords.organizations, () => import("./pages/operator/organizations/organizations.tsx"), { icon: IconBuilding, needs: staff("listOrganizations") }),
  page("operator", "/organizations/:org_id", pageWords.organization, () => import("./pages/operator/organizations/organization.tsx")),
  page("operator", "/staff", pageWords.staff, () => import("./pages/operator/people/staff.tsx"), { icon: IconUserShield, needs: staff("listStaff") }),
  page("operator", "/people", pageWords.people, () => import("./pages/operator/people/people.tsx"), { icon: IconUsers, needs: staff("listPeople") }),
  page("operator", "/mails", pageWords.mails, () => import("./pages/operator/people/mails.tsx"), { icon: IconMail, needs: staff("listMails") }),
  page("operator", "/jobs", pageWords.jobs, () => import("./pages/operator/jobs.tsx"), { icon: IconTool, needs: staff("listJobs") }),
  page("operator", "/audit-log", pageWords.auditLog, () => import("./pages/operator/audit-log.tsx"), { icon: IconHistory, needs: staff("listAuditLog") }),
  page("operator", "/changelog", pageWords.changelog, () => import("./pages/operator/announcements.tsx"), { icon: IconSpeakerphone }),
];
