import type { ApiKey } from "@segue/sdk";
import {
  CredentialList,
  type CredentialListProps,
  createdByColumn,
  lastUsedColumn,
  scopesColumn,
  untilColumn,
} from "./credential-list.tsx";
import { developersWords } from "./words.ts";

type KeyListProps = Pick<CredentialListProps<ApiKey>, "about" | "list" | "empty" | "create" | "revoke" | "revokeText">;

/** API keys, whether the organization itself or the operator makes them. */
export function KeyList(props: KeyListProps) {
  return (
    <CredentialList
      {...props}
      title={developersWords.keys.title}
      kind="api-key"
      idOf={({ id }) => id}
      last4Of={({ last4 }) => last4}
      columns={[scopesColumn, createdByColumn, lastUsedColumn, untilColumn]}
      parts={{ hasScopes: true, canExpire: true }}
    />
  );
}
