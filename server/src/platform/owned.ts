/** A resource of one organization. The two ids travel together: as two strings side by side they could be swapped. */
export type Owned = { organization_id: string; id: string };
