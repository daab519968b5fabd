import { Button, FileButton, Group, Stack, Text } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { type DragEvent, type ReactNode, useEffect, useState } from "react";
import classes from "./drop-zone.module.css";

type DropZoneProps = {
  /** What is dropped here, in words. */
  children: ReactNode;
  label: string;
  accept: string;
  multiple?: boolean;
  disabled?: boolean;
  onFiles: (files: File[]) => void;
  /** Other ways to get files. */
  more?: ReactNode;
};

/** Files by drag and drop, or by the browser's own choice of files. */
export function DropZone({
  children,
  label,
  accept,
  multiple = false,
  disabled = false,
  onFiles,
  more,
}: DropZoneProps) {
  const [isOver, setIsOver] = useState(false);
  useStrayDrops();
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const files = [...event.dataTransfer.files];
    if (files.length > 0 && !disabled) onFiles(multiple ? files : files.slice(0, 1));
  };
  return (
    <Stack
      className={classes.zone}
      data-over={isOver || undefined}
      align="center"
      gap="xs"
      p="lg"
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <IconUpload aria-hidden />
      <Text size="sm" ta="center">
        {children}
      </Text>
      <Group gap="xs" justify="center">
        <FileButton
          multiple={multiple}
          accept={accept}
          disabled={disabled}
          onChange={(chosen: File[] | File | null) => chosen && onFiles([chosen].flat())}
          inputProps={{ "aria-label": label }}
        >
          {(props) => (
            <Button {...props} variant="default" disabled={disabled}>
              {label}
            </Button>
          )}
        </FileButton>
        {more}
      </Group>
    </Stack>
  );
}

/** A file that is dropped beside the zone must not replace the page. */
function useStrayDrops(): void {
  useEffect(() => {
    const keep = (event: globalThis.DragEvent) => event.preventDefault();
    window.addEventListener("dragover", keep);
    window.addEventListener("drop", keep);
    return () => {
      window.removeEventListener("dragover", keep);
      window.removeEventListener("drop", keep);
    };
  }, []);
}
