// Who acts for the operator, and who is invited to.

import { Stack } from "@mantine/core";
import { staffRoles } from "@segue/sdk";
import { PageHead } from "../../../components/page-head.tsx";
import { Empty } from "../../../components/states.tsx";
import { segue } from "../../../data/api.ts";
import { useMayOperate } from "../../../data/session.ts";
import { RoleTable } from "../../members/roles.tsx";
import type { SeatPlace } from "../../members/seat.ts";
import { Seats } from "../../members/seats.tsx";
import { staffWords } from "./words.ts";

export default function AllStaff() {
  const mayOperate = useMayOperate();
  const { staff } = segue.operator;
  const place: SeatPlace = {
    key: ["operator.staff.list"],
    roles: staffRoles,
    rolesWithLabels: [],
    mayGive: () => true,
    mayChange: mayOperate("POST", "addStaff"),
    list: (query) => staff.list(query as Parameters<typeof staff.list>[0]),
    invite: ({ email, role }) => staff.create({ email, role } as Parameters<typeof staff.create>[0]),
    update: (id, changes) => staff.update(id, changes as Parameters<typeof staff.update>[1]),
    resend: (id) => staff.resend(id),
    remove: (id) => staff.delete(id),
  };
  return (
    <>
      <PageHead title={staffWords.title} about={staffWords.about} />
      <Stack gap="xl">
        <div>
          <Seats
            label={staffWords.title}
            place={place}
            empty={
              <Empty title={staffWords.none} example="npx segue staff add ana@example.com --role admin">
                {staffWords.noneHint}
              </Empty>
            }
          />
        </div>
        <RoleTable roles={staffRoles} isStaff />
      </Stack>
    </>
  );
}
