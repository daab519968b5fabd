// Keys and OAuth clients of one organization, made by the operator.

import type { Organization } from "@segue/sdk";
import { Empty } from "../../../components/states.tsx";
import { segue } from "../../../data/api.ts";
import { useList } from "../../../data/data.ts";
import { CredentialList, scopesColumn, sinceColumn } from "../../developers/credential-list.tsx";
import { KeyList } from "../../developers/key-list.tsx";
import { organizationCredentialWords } from "./words.ts";

const words = organizationCredentialWords;

export function OrganizationKeys({ organization: { id: org_id, name } }: { organization: Organization }) {
  const list = useList(["operator.apiKeys.list", org_id], (page) => segue.operator.apiKeys.list(org_id, page));
  return (
    <KeyList
      list={list}
      empty={
        <Empty title={words.noKeys} example={`npx segue key create --org ${org_id} --name "Label back office"`}>
          {words.noKeysHint(name)}
        </Empty>
      }
      create={async (values) => (await segue.operator.apiKeys.create(org_id, values)).key}
      revoke={({ id }) => segue.operator.apiKeys.delete(org_id, id)}
      revokeText={({ last4 }) => words.revokeKey(last4)}
    />
  );
}

export function OrganizationClients({ organization: { id: org_id, tier } }: { organization: Organization }) {
  const isEligible = tier === "enterprise";
  const list = useList(["operator.oauthClients.list", org_id], (page) =>
    segue.operator.oauthClients.list(org_id, page),
  );
  return (
    <CredentialList
      title={words.clients}
      kind="oauth-client"
      list={list}
      idOf={({ client_id }) => client_id}
      columns={[scopesColumn, sinceColumn]}
      empty={<Empty title={words.noClients}>{isEligible ? words.noClientsHint : words.notEligible}</Empty>}
      parts={isEligible ? { hasScopes: true } : undefined}
      create={async ({ name, scopes }) => {
        const { client_id, client_secret } = await segue.operator.oauthClients.create(org_id, {
          name,
          ...(scopes && { scopes }),
        });
        return client_secret && `${client_id}\n${client_secret}`;
      }}
      revoke={({ client_id }) => segue.operator.oauthClients.delete(org_id, client_id)}
      revokeText={({ client_id }) => words.revokeClient(client_id)}
    />
  );
}
