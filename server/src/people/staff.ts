import { type Static, Type } from "typebox";
import { Id, OneOf, Timestamp } from "../platform/schema.ts";
import { staffRoles } from "../rights/role.ts";
import { InvitationUrl, Invited } from "./member.ts";
import { GivenEmail, PersonShown } from "./person.ts";

export const MAX_STAFF = 200;

const Role = OneOf(staffRoles, { examples: ["reviewer"] });

const StaffFields = { id: Id("stf"), person: PersonShown, role: Role, ...Invited, created_at: Timestamp };

export const Staff = Type.Object(StaffFields, { title: "Staff" });
export type Staff = Static<typeof Staff>;

export const InvitedStaff = Type.Object({ ...StaffFields, invitation_url: InvitationUrl }, { title: "InvitedStaff" });
export type InvitedStaff = Staff & { invitation_url: string | null };

export const NewStaff = Type.Object(
  { email: GivenEmail, role: Role },
  { title: "NewStaff", additionalProperties: false },
);
export type NewStaff = Static<typeof NewStaff>;

export const StaffChanges = Type.Partial(
  Type.Object({
    role: Role,
    status: OneOf(["active", "suspended"], { description: "Suspended staff is signed out." }),
  }),
  { title: "StaffChanges", additionalProperties: false },
);
export type StaffChanges = Static<typeof StaffChanges>;

/** Filters of the list of staff. */
export const StaffFilter = Type.Object({
  role: Role,
  status: Invited.status,
  q: Type.String({ minLength: 1, maxLength: 200, description: "A part of the name or the email." }),
});
