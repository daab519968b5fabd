// Members of one organization, invited and changed by the operator.

import { Stack } from "@mantine/core";
import { memberRoles } from "@segue/sdk";
import { Empty } from "../../../components/states.tsx";
import { segue } from "../../../data/api.ts";
import { takeFirst } from "../../../data/catalog.ts";
import { PAGE_ROWS } from "../../../data/data.ts";
import { useMayOperate } from "../../../data/session.ts";
import type { Choice } from "../../../forms/search-select.tsx";
import { memberPlace } from "../../members/members.tsx";
import { RoleTable } from "../../members/roles.tsx";
import type { SeatPlace } from "../../members/seat.ts";
import { Seats } from "../../members/seats.tsx";
import { membersWords } from "../../members/words.ts";
import { organizationWords } from "./words.ts";

const words = organizationWords.members;

/** An organization has no more. */
const MOST_PAYEES = 5_000;
const FOUND = 20;

/** The operator's list has no search: it is looked through here. */
async function findPayees(organization_id: string, q: string): Promise<Choice[]> {
  const all = await takeFirst(segue.operator.payees.list({ organization_id, limit: PAGE_ROWS }), MOST_PAYEES);
  return all
    .filter(({ id, name }) => id === q || name.toLowerCase().includes(q.toLowerCase()))
    .slice(0, FOUND)
    .map(({ id, name }) => ({ value: id, label: name }));
}

export function OrganizationMembers({ org_id }: { org_id: string }) {
  const mayOperate = useMayOperate();
  const members = segue.operator.members;
  const place: SeatPlace = {
    ...memberPlace,
    key: ["operator.members.list", org_id],
    mayGive: () => true,
    mayChange: mayOperate("POST", "inviteOrganizationMember"),
    list: (query) => members.list(org_id, query as Parameters<typeof members.list>[1]),
    invite: (values) => members.create(org_id, values as Parameters<typeof members.create>[1]),
    update: (id, changes) => members.update(org_id, id, changes as Parameters<typeof members.update>[2]),
    resend: (id) => members.resend(org_id, id),
    remove: (id) => members.delete(org_id, id),
    findPayees: (q) => findPayees(org_id, q),
  };
  return (
    <Stack gap="xl">
      <div>
        <Seats
          label={membersWords.title}
          place={place}
          empty={
            <Empty title={words.none} example={`npx segue member invite ana@example.com --role owner --org ${org_id}`}>
              {words.noneHint}
            </Empty>
          }
        />
      </div>
      <RoleTable roles={memberRoles} />
    </Stack>
  );
}
