// The rights of each role, from the service's own table.

import { Table, Text } from "@mantine/core";
import { scopesOfRole } from "../../../../server/src/rights/role.ts";
import { staffRights } from "../../../../server/src/rights/staff-right.ts";
import { Section } from "../../components/section.tsx";
import { showWord } from "../../values/format.ts";
import { showOperation } from "./operation.ts";
import { PAYEE } from "./seat-payees.tsx";
import { roleWords, scopeWords } from "./words.ts";

/** As a sentence. */
function rightsOfMember(role: string): string {
  const scopes = scopesOfRole[role as keyof typeof scopesOfRole];
  if (scopes === undefined) return "";
  if (scopes === "all") return roleWords.everything;
  if (role === PAYEE) return roleWords.payee;
  const text = listed(scopes.map((scope) => scopeWords[scope]));
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function rightsOfStaff(role: string): string {
  const rights = staffRights[role as keyof typeof staffRights];
  if (rights === undefined) return roleWords.staffAdmin;
  const all = rights.except ? roleWords.everythingBut(listed(rights.except.map(showOperation))) : roleWords.everything;
  const reads = rights.reads === "all" ? [all] : rights.reads.filter(isList).map(readable);
  return roleWords.ofStaff(listed(reads), listed(rights.writes.map(showOperation)));
}

/** Who may list something may also read one of them. */
const isList = (operation: string) => /^(list|search)/.test(operation);

/** "listAllDeliveries" as "deliveries". */
const readable = (operation: string) => showOperation(operation).replace(/^(List|Search) (all |operator )?/, "");

function listed(parts: readonly string[]): string {
  return parts.map((part) => part.charAt(0).toLowerCase() + part.slice(1)).join(", ") || roleWords.nothing;
}

const rightsOf = (role: string, isStaff: boolean) => (isStaff ? rightsOfStaff(role) : rightsOfMember(role));

export function RoleSummary({ role, isStaff }: { role: string; isStaff: boolean }) {
  return (
    <Text size="sm" c="dimmed">
      {rightsOf(role, isStaff)}
    </Text>
  );
}

export function RoleTable({ roles, isStaff = false }: { roles: readonly string[]; isStaff?: boolean }) {
  return (
    <Section title={roleWords.title}>
      <Table aria-label={roleWords.title}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={110}>{roleWords.role}</Table.Th>
            <Table.Th>{roleWords.may}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {roles.map((role) => (
            <Table.Tr key={role}>
              <Table.Th scope="row" fw={600}>
                {showWord(role)}
              </Table.Th>
              <Table.Td>{rightsOf(role, isStaff)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  );
}
