// Who signs in for the organization, with which role, and who is invited.

import { Stack } from "@mantine/core";
import { type MemberRole, memberRoles } from "@segue/sdk";
import { rolesWithLabels, scopesOf } from "../../../../server/src/rights/role.ts";
import { PageHead } from "../../components/page-head.tsx";
import { Empty } from "../../components/states.tsx";
import { segue } from "../../data/api.ts";
import { useMay } from "../../data/session.ts";
import { findPayees } from "../../forms/payee-select.tsx";
import { RoleTable } from "./roles.tsx";
import type { SeatPlace } from "./seat.ts";
import { Seats } from "./seats.tsx";
import { membersWords } from "./words.ts";

export default function Members() {
  const may = useMay();
  const place: SeatPlace = {
    ...memberPlace,
    key: ["members.list"],
    mayGive: (role) => scopesOf(role as MemberRole, null).every(may),
    mayChange: may("members:write"),
    list: (query) => segue.members.list(query as Parameters<typeof segue.members.list>[0]),
    invite: (values) => segue.members.create(values as Parameters<typeof segue.members.create>[0]),
    update: (id, changes) => segue.members.update(id, changes as Parameters<typeof segue.members.update>[1]),
    resend: (id) => segue.members.resend(id),
    remove: (id) => segue.members.delete(id),
    findPayees: (q) => findPayees(q),
  };
  return (
    <>
      <PageHead title={membersWords.title} about={membersWords.about} />
      <Stack gap="xl">
        <div>
          <Seats
            label={membersWords.title}
            place={place}
            empty={
              <Empty title={membersWords.none} example="npx segue member invite ana@example.com --role editor">
                {membersWords.noneHint}
              </Empty>
            }
          />
        </div>
        <RoleTable roles={memberRoles} />
      </Stack>
    </>
  );
}

/** The same for an organization's own page and for the operator's. */
export const memberPlace = { roles: memberRoles, rolesWithLabels };
