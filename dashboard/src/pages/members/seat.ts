// A seat is a place that a person has: in an organization as a member, or at the operator's as staff.

import type { List, MemberStatus } from "@segue/sdk";
import type { Choice } from "../../forms/search-select.tsx";

export type Seat = {
  id: string;
  person: { id: string; email: string; name: string };
  role: string;
  /** Members alone have them. Null: all releases. */
  labels?: readonly string[] | null;
  /** Members with the role payee alone have them. */
  payee_ids?: readonly string[] | null;
  status: MemberStatus;
  invited_by: string;
  invited_at: string;
  invitation_expires_at: string | null;
  joined_at?: string | null;
  last_seen_at: string | null;
};

type SeatFilter = { role?: string; status?: MemberStatus; q?: string };
type SeatValues = { role: string; labels?: string[] | null; payee_ids?: string[] | null };
type Invited = { invitation_url: string | null };

/** Where seats are kept, and what one may do there. */
export type SeatPlace = {
  /** Names the list among all questions. */
  key: readonly string[];
  roles: readonly string[];
  /** Roles that may be limited to labels. */
  rolesWithLabels: readonly string[];
  /** By a part of the name, or by a whole id. Without it, no role has payees. */
  findPayees?: (q: string) => Promise<Choice[]>;
  mayGive: (role: string) => boolean;
  mayChange: boolean;
  list: (query: SeatFilter & { limit: number; cursor?: string }) => List<Seat>;
  invite: (values: SeatValues & { email: string }) => Promise<Invited>;
  update: (id: string, changes: Partial<SeatValues> & { status?: "active" | "suspended" }) => Promise<unknown>;
  resend: (id: string) => Promise<Invited>;
  remove: (id: string) => Promise<unknown>;
};

/** An invited person has its address as its name. */
export const isInvited = ({ status }: Pick<Seat, "status">) => status === "invited";
