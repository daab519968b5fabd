import { Button } from "@mantine/core";

type ProviderButtonProps = {
  /** Accepted by the sign-in there. */
  invitation_id?: string | undefined;
  /** There is no other way. */
  isMain: boolean;
  children: string;
};

/** Leaves these pages for the identity provider, which sends the visitor back signed in. */
export function ProviderButton({ invitation_id, isMain, children }: ProviderButtonProps) {
  const query = invitation_id ? `?invitation=${encodeURIComponent(invitation_id)}` : "";
  return (
    <Button component="a" href={`/dashboard/oidc/start${query}`} variant={isMain ? "filled" : "default"}>
      {children}
    </Button>
  );
}
