// The keys of a store that fetches its messages.

import type { OperatorStore } from "@segue/sdk";
import { Empty } from "../../../components/states.tsx";
import { segue } from "../../../data/api.ts";
import { useList } from "../../../data/data.ts";
import { CredentialList, lastUsedColumn, sinceColumn } from "../../developers/credential-list.tsx";

export function StoreCredentials({ store: { store_id, name } }: { store: OperatorStore }) {
  const list = useList(["operator.stores.credentials.list", store_id], (page) =>
    segue.operator.stores.credentials.list(store_id, page),
  );
  return (
    <CredentialList
      title="Credentials"
      one="credential"
      list={list}
      idOf={({ id }) => id}
      last4Of={({ last4 }) => last4}
      columns={[lastUsedColumn, sinceColumn]}
      empty={
        <Empty title="No credentials yet" example={`npx segue store credential create ${store_id} --sandbox`}>
          {name} fetches its messages with a credential of its own. Create one and give it to the store.
        </Empty>
      }
      parts={{}}
      create={async (values) => (await segue.operator.stores.credentials.create(store_id, { name: values.name })).key}
      revoke={({ id }) => segue.operator.stores.credentials.delete(store_id, id)}
      revokeText={({ last4 }) =>
        `The store can no longer fetch its messages with …${last4}. Give it another one first.`
      }
    />
  );
}
