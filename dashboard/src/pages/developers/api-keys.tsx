// The organization's own keys.

import { Empty } from "../../components/states.tsx";
import { segue } from "../../data/api.ts";
import { useList } from "../../data/data.ts";
import { KeyList } from "./key-list.tsx";

export function ApiKeys() {
  const list = useList(["apiKeys.list"], (page) => segue.apiKeys.list(page));
  return (
    <KeyList
      about="Give each program a key of its own, with no more scopes than it needs."
      list={list}
      empty={
        <Empty title="No API keys yet" example="npx segue key create --name Nightly --scopes catalog:read">
          A program needs a key to call the API.
        </Empty>
      }
      create={async (values) => (await segue.apiKeys.create(values)).key}
      revoke={({ id }) => segue.apiKeys.delete(id)}
      revokeText={({ last4 }) =>
        `Every program that uses the key …${last4} is refused within seconds, and who signed in with it is signed out. This cannot be undone.`
      }
    />
  );
}
