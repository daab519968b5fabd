// The organization's own keys.

import { Empty } from "../../components/states.tsx";
import { segue } from "../../data/api.ts";
import { useList } from "../../data/data.ts";
import { KeyList } from "./key-list.tsx";
import { developersWords } from "./words.ts";

export function ApiKeys() {
  const list = useList(["apiKeys.list"], (page) => segue.apiKeys.list(page));
  return (
    <KeyList
      about={developersWords.keys.about}
      list={list}
      empty={
        <Empty title={developersWords.keys.none} example="npx segue key create --name Nightly --scopes catalog:read">
          {developersWords.keys.noneHint}
        </Empty>
      }
      create={async (values) => (await segue.apiKeys.create(values)).key}
      revoke={({ id }) => segue.apiKeys.delete(id)}
      revokeText={({ last4 }) => developersWords.keys.revokeHint(last4)}
    />
  );
}
