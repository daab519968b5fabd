// The keys of a store that fetches its messages.

import type { OperatorStore } from "@segue/sdk";
import { Empty } from "../../../components/states.tsx";
import { segue } from "../../../data/api.ts";
import { useList } from "../../../data/data.ts";
import { CredentialList, lastUsedColumn, sinceColumn } from "../../developers/credential-list.tsx";
import { storeCredentialWords } from "./words.ts";

export function StoreCredentials({ store: { store_id, name } }: { store: OperatorStore }) {
  const list = useList(["operator.stores.credentials.list", store_id], (page) =>
    segue.operator.stores.credentials.list(store_id, page),
  );
  return (
    <CredentialList
      title={storeCredentialWords.title}
      kind="credential"
      list={list}
      idOf={({ id }) => id}
      last4Of={({ last4 }) => last4}
      columns={[lastUsedColumn, sinceColumn]}
      empty={
        <Empty title={storeCredentialWords.none} example={`npx segue store credential create ${store_id} --sandbox`}>
          {storeCredentialWords.noneHint(name)}
        </Empty>
      }
      parts={{}}
      create={async (values) => (await segue.operator.stores.credentials.create(store_id, { name: values.name })).key}
      revoke={({ id }) => segue.operator.stores.credentials.delete(store_id, id)}
      revokeText={({ last4 }) => storeCredentialWords.revoke(last4)}
    />
  );
}
