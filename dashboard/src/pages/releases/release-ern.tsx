// The DDEX message as a store would get it.

import { Button, Code, Group, Modal, ScrollArea, Select, Stack } from "@mantine/core";
import type { Release } from "@segue/sdk";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { Ready } from "../../components/states.tsx";
import { segue } from "../../data/api.ts";
import { useRead } from "../../data/data.ts";
import { saveFile } from "../../data/save-file.ts";
import { useStores } from "../../data/stores.ts";
import { ernWords } from "./words.ts";

export default function ErnPreview({ release, onClose }: { release: Release; onClose: () => void }) {
  const { data: stores = [] } = useStores();
  const [store_id, setStore] = useState<string | null>(null);
  const message = useRead(["releases.ern", release.id, store_id], async () => {
    const answer = await segue.releases.ern(release.id, { store_id: store_id ?? undefined });
    return answer.text();
  });
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={ernWords.title}
      closeButtonProps={{ "aria-label": ernWords.close }}
    >
      <Stack>
        <Group align="flex-end">
          <Select
            label={ernWords.sentTo}
            placeholder={ernWords.anyStore}
            data={stores.map(({ store_id: value, name: label }) => ({ value, label }))}
            value={store_id}
            onChange={setStore}
            searchable
            clearable
            flex={1}
          />
          {message.data !== undefined && <SaveButton name={`${release.upc}.xml`} text={message.data} />}
        </Group>
        <Ready of={message}>
          {(text) => (
            <ScrollArea.Autosize mah="60vh" viewportProps={{ tabIndex: 0, "aria-label": ernWords.message }}>
              <Code block>{text}</Code>
            </ScrollArea.Autosize>
          )}
        </Ready>
      </Stack>
    </Modal>
  );
}

function SaveButton({ name, text }: { name: string; text: string }) {
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => saveFile(name, new Blob([text], { type: "application/xml" }))}
    >
      {ernWords.save}
    </Button>
  );
}
