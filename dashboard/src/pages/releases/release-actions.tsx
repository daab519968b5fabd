// The acts that a release offers as it stands.

import { ActionIcon, Button, Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { Release, RequestedDelivery, Submission } from "@segue/sdk";
import { IconDots, IconFileCode, IconPencil, IconSend, IconTrash, IconTruckDelivery } from "@tabler/icons-react";
import { lazy, Suspense } from "react";
import { segue } from "../../data/api.ts";
import { useDeliveriesOf, usePreflight } from "../../data/catalog.ts";
import { useAct } from "../../data/data.ts";
import { canChange } from "../../data/moves.ts";
import { useMay, useSession } from "../../data/session.ts";
import { ConfirmModal } from "../../forms/confirm-button.tsx";
import { Link, navigate } from "../../router.tsx";
import { actionWords } from "./words.ts";

const ErnPreview = lazy(() => import("./release-ern.tsx"));

type ReleaseActionsProps = { release: Release; submission: Submission | null | undefined };

export function ReleaseActions({ release, submission }: ReleaseActionsProps) {
  const may = useMay();
  const isOpen = canChange(release);
  return (
    <>
      {may("catalog:write") && (
        <Button
          component={Link}
          to={`/releases/${release.id}/edit`}
          variant="default"
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          {actionWords.edit}
        </Button>
      )}
      {isOpen && may("catalog:write") && <SubmitButton release={release} />}
      {submission?.review_status === "approved" && may("deliveries:write") && (
        <Button
          component={Link}
          to={`/deliveries/new?release_id=${release.id}`}
          leftSection={<IconTruckDelivery size={16} aria-hidden />}
        >
          {actionWords.deliver}
        </Button>
      )}
      <MoreActions release={release} />
    </>
  );
}

/** Submits at once, or leads to what is missing. */
function SubmitButton({ release }: { release: Release }) {
  const preflight = usePreflight(release.id);
  const submit = useSubmit(release.id);
  if (preflight.data && !preflight.data.ready)
    return (
      <Button component={Link} to={`/releases/${release.id}/edit?step=check`} variant="light">
        {actionWords.seeMissing}
      </Button>
    );
  return (
    <Button
      leftSection={<IconSend size={16} aria-hidden />}
      loading={submit.isPending}
      disabled={!preflight.data?.ready}
      onClick={() => submit.mutate(undefined)}
    >
      {sayToSubmit(release)}
    </Button>
  );
}

export function sayToSubmit({ status }: Release): string {
  return status === "rejected" ? actionWords.submitAgain : actionWords.submit;
}

/** With the delivery that its approval makes, or without one. A form says itself why it was refused. */
export function useSubmit(release_id: string, { isQuiet = false }: { isQuiet?: boolean } = {}) {
  return useAct((deliver: RequestedDelivery | undefined) => segue.releases.submit(release_id, deliver && { deliver }), {
    isQuiet,
    done: saySubmitted,
    onDone: ({ delivery_id }) => navigate(delivery_id ? `/deliveries/${delivery_id}` : `/releases/${release_id}`),
  });
}

function saySubmitted({ review_status, deliver, delivery_id }: Submission): string {
  if (review_status !== "approved") return deliver ? actionWords.submittedToDeliver : actionWords.submitted;
  if (!deliver) return actionWords.approved;
  return delivery_id ? actionWords.delivered : actionWords.notDelivered;
}

function MoreActions({ release }: { release: Release }) {
  const may = useMay();
  const tier = useSession()?.session?.tier;
  const [isDeleting, deletion] = useDisclosure();
  const [isPreview, preview] = useDisclosure();
  const deliveries = useDeliveriesOf(release.id);
  // A draft that was at stores stays.
  const canDelete = release.status === "draft" && !deliveries.data?.length && may("catalog:write");
  if (tier !== "enterprise" && !canDelete) return null;
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={actionWords.more}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {tier === "enterprise" && (
            <Menu.Item leftSection={<IconFileCode size={16} aria-hidden />} onClick={preview.open}>
              {actionWords.previewErn}
            </Menu.Item>
          )}
          {canDelete && (
            <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={deletion.open}>
              {actionWords.delete.label}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <DeleteDraft release={release} isOpen={isDeleting} close={deletion.close} />
      {isPreview && (
        <Suspense>
          <ErnPreview release={release} onClose={preview.close} />
        </Suspense>
      )}
    </>
  );
}

type DeleteDraftProps = { release: Release; isOpen: boolean; close: () => void };

function DeleteDraft({ release: { id, title }, isOpen, close }: DeleteDraftProps) {
  return (
    <ConfirmModal
      isOpen={isOpen}
      close={close}
      title={actionWords.delete.question}
      action={actionWords.delete.label}
      act={() => segue.releases.delete(id)}
      done={actionWords.delete.done}
      onDone={() => navigate("/releases", { replaces: true })}
    >
      {actionWords.delete.hint(title)}
    </ConfirmModal>
  );
}
