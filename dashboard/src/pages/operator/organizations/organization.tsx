// One organization: its terms, its credentials, its money, and whether it may work.

import { Button, Card, Group, Stack } from "@mantine/core";
import type { Organization } from "@segue/sdk";
import { Facts } from "../../../components/facts.tsx";
import { Id } from "../../../components/id.tsx";
import { PageHead } from "../../../components/page-head.tsx";
import { PageTabs } from "../../../components/page-tabs.tsx";
import { Ready } from "../../../components/states.tsx";
import { Status } from "../../../components/status.tsx";
import { segue } from "../../../data/api.ts";
import { useAct, useRead } from "../../../data/data.ts";
import { useMayOperate } from "../../../data/session.ts";
import { ConfirmButton } from "../../../forms/confirm-button.tsx";
import { Link, type PageProps } from "../../../router.tsx";
import { showBytes, showDay, showTerritories, showWord } from "../../../values/format.ts";
import { percentOf } from "../../../values/percent.ts";
import { FeeTerms } from "./fee-terms.tsx";
import { OrganizationClients, OrganizationKeys } from "./organization-credentials.tsx";
import { OrganizationForm } from "./organization-form.tsx";
import { OrganizationMembers } from "./organization-members.tsx";
import { OrganizationMoney } from "./organization-money.tsx";
import { changesOf, valuesOf } from "./organization-settings.ts";
import { ViewButton } from "./view-button.tsx";
import { organizationsWords, organizationWords } from "./words.ts";

export default function OneOrganization({ params: { org_id = "" } }: PageProps) {
  const organization = useRead(["operator.organizations.get", org_id], () => segue.operator.organizations.get(org_id));
  return (
    <Ready of={organization} isPage>
      {(found) => <Shown organization={found} />}
    </Ready>
  );
}

function Shown({ organization }: { organization: Organization }) {
  const mayOperate = useMayOperate();
  return (
    <>
      <PageHead
        title={organization.name}
        about={
          <Group gap="xs">
            <Status value={organization.status} />
            <Id value={organization.id} />
          </Group>
        }
        back={{ to: "/organizations", label: organizationsWords.title }}
      >
        {mayOperate("GET", "listAuditLog") && (
          <Button variant="default" component={Link} to={`/audit-log?organization_id=${organization.id}`}>
            {organizationWords.auditLog}
          </Button>
        )}
        <ViewButton organization={organization} />
        {mayOperate("PATCH", "updateOrganization") && <SuspendButton organization={organization} />}
      </PageHead>
      <PageTabs
        titles={organizationWords.tabs}
        tabs={{
          overview: <Overview organization={organization} />,
          ...(mayOperate("GET", "listAllBalances") && { money: <OrganizationMoney org_id={organization.id} /> }),
          ...(mayOperate("GET", "listApiKeys") && { credentials: <Credentials organization={organization} /> }),
          ...(mayOperate("GET", "listOrganizationMembers") && {
            members: <OrganizationMembers org_id={organization.id} />,
          }),
          ...(mayOperate("PATCH", "updateOrganization") && { settings: <Settings organization={organization} /> }),
        }}
      />
    </>
  );
}

function Credentials({ organization }: { organization: Organization }) {
  return (
    <Stack gap="xl">
      <OrganizationKeys organization={organization} />
      <OrganizationClients organization={organization} />
    </Stack>
  );
}

function Settings({ organization }: { organization: Organization }) {
  return (
    <OrganizationForm
      key={organization.updated_at}
      initial={valuesOf(organization)}
      save={(values) => segue.operator.organizations.update(organization.id, changesOf(valuesOf(organization), values))}
      done={organizationWords.saved}
    />
  );
}

const words = organizationWords.facts;

function Overview({ organization }: { organization: Organization }) {
  const { rate_limit, storage_used_bytes, storage_quota_bytes } = organization;
  return (
    <Stack gap="lg">
      <Card withBorder>
        <Facts
          of={[
            [words.tier, showWord(organization.tier)],
            [words.label, organization.label],
            [words.review, organization.review === "manual" ? words.manual : words.automatic],
            [words.fee, words.percent(percentOf(organization.fee_rate))],
            [words.tax, words.percent(percentOf(organization.withholding_rate))],
            [words.taxForm, organization.requires_tax_form ? words.taxFormNeeded : words.taxFormFree],
            [words.payoutCurrency, organization.payout_currency ?? words.everyCurrency],
            [words.territories, showTerritories(organization.licensed_territories)],
            [words.storage, words.storageUse(showBytes(storage_used_bytes), showBytes(storage_quota_bytes))],
            [words.rateLimit, rate_limit ? words.rate(rate_limit.per_minute, rate_limit.burst) : words.rateOfTier],
            [words.isrcPrefix, organization.isrc_prefix ?? words.none],
            [words.upcRanges, organization.upc_ranges.map(({ first, last }) => words.upcRange(first, last)).join(", ")],
            [words.ddexParty, organization.ddex_party_id ?? words.none],
            [words.since, showDay(organization.created_at)],
          ]}
        />
      </Card>
      <FeeTerms terms={organization.fee_terms} />
    </Stack>
  );
}

function SuspendButton({ organization: { id, name, status } }: { organization: Organization }) {
  const reinstate = useAct(() => segue.operator.organizations.update(id, { status: "active" }), {
    done: organizationWords.reinstated(name),
  });
  if (status === "suspended")
    return (
      <Button variant="default" loading={reinstate.isPending} onClick={() => reinstate.mutate(undefined)}>
        {organizationWords.reinstate}
      </Button>
    );
  return (
    <ConfirmButton
      label={organizationWords.suspend}
      title={organizationWords.suspendQuestion(name)}
      act={() => segue.operator.organizations.update(id, { status: "suspended" })}
      done={organizationWords.suspended(name)}
    >
      {organizationWords.suspendHint}
    </ConfirmButton>
  );
}
