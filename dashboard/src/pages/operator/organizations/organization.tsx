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
import { ConfirmButton } from "../../../forms/confirm-button.tsx";
import { Link, type PageProps } from "../../../router.tsx";
import { showBytes, showDay, showTerritories, showWord } from "../../../values/format.ts";
import { OrganizationClients, OrganizationKeys } from "./organization-credentials.tsx";
import { OrganizationForm } from "./organization-form.tsx";
import { OrganizationMoney } from "./organization-money.tsx";
import { changesOf, percentOf, valuesOf } from "./organization-settings.ts";

export default function OneOrganization({ params: { org_id = "" } }: PageProps) {
  const organization = useRead(["operator.organizations.get", org_id], () => segue.operator.organizations.get(org_id));
  return <Ready of={organization}>{(found) => <Shown organization={found} />}</Ready>;
}

function Shown({ organization }: { organization: Organization }) {
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
        back={{ to: "/organizations", label: "Organizations" }}
      >
        <Button variant="default" component={Link} to={`/audit-log?organization_id=${organization.id}`}>
          Audit log
        </Button>
        <SuspendButton organization={organization} />
      </PageHead>
      <PageTabs
        tabs={{
          overview: <Overview organization={organization} />,
          money: <OrganizationMoney org_id={organization.id} />,
          credentials: (
            <Stack gap="xl">
              <OrganizationKeys organization={organization} />
              <OrganizationClients organization={organization} />
            </Stack>
          ),
          settings: (
            <OrganizationForm
              key={organization.updated_at}
              initial={valuesOf(organization)}
              save={(values) =>
                segue.operator.organizations.update(organization.id, changesOf(valuesOf(organization), values))
              }
              done="The settings are saved."
            />
          ),
        }}
      />
    </>
  );
}

function Overview({ organization }: { organization: Organization }) {
  const { rate_limit, storage_used_bytes, storage_quota_bytes } = organization;
  const withholding = `${percentOf(organization.withholding_rate)} %`;
  return (
    <Card withBorder>
      <Facts
        of={[
          ["Tier", showWord(organization.tier)],
          ["Label", organization.label],
          ["Review", organization.review === "manual" ? "By the operator" : "Automatic"],
          ["Distribution fee", `${percentOf(organization.fee_rate)} %`],
          ["Withholding tax", withholding],
          ["Licensed for", showTerritories(organization.licensed_territories)],
          ["Storage", `${showBytes(storage_used_bytes)} of ${showBytes(storage_quota_bytes)}`],
          [
            "Rate limit",
            rate_limit ? `${rate_limit.per_minute} a minute, ${rate_limit.burst} a second` : "As its tier",
          ],
          ["ISRC prefix", organization.isrc_prefix ?? "None"],
          ["UPC ranges", organization.upc_ranges.map(({ first, last }) => `${first} to ${last}`).join(", ")],
          ["DDEX Party ID", organization.ddex_party_id ?? "None"],
          ["Since", showDay(organization.created_at)],
        ]}
      />
    </Card>
  );
}

function SuspendButton({ organization: { id, name, status } }: { organization: Organization }) {
  const reinstate = useAct(() => segue.operator.organizations.update(id, { status: "active" }), {
    done: `${name} may work again.`,
  });
  if (status === "suspended")
    return (
      <Button variant="default" loading={reinstate.isPending} onClick={() => reinstate.mutate(undefined)}>
        Reinstate
      </Button>
    );
  return (
    <ConfirmButton
      label="Suspend"
      title={`Suspend ${name}?`}
      act={() => segue.operator.organizations.update(id, { status: "suspended" })}
      done={`${name} is suspended.`}
    >
      All its keys and sessions are refused at once. Its releases stay in stores, and its money stays its own. You can
      reinstate it at any time.
    </ConfirmButton>
  );
}
