import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useFilter } from "../router.tsx";
import { formWords } from "./words.ts";

const PAUSE_MS = 250;

/** A word to look for, kept in the address as `q` when the typing pauses. */
export function SearchInput({ placeholder }: { placeholder: string }) {
  const [q, setQ] = useFilter("q");
  const [typed, setTyped] = useState(q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The address may get another word by a link or a saved view. A word that is being typed is newer.
  useEffect(() => {
    if (timer.current === undefined) setTyped((text) => (text.trim() === q ? text : q));
  }, [q]);
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      setQ(text.trim());
    }, PAUSE_MS);
  };
  return (
    <TextInput
      aria-label={formWords.search}
      placeholder={placeholder}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      flex={1}
      miw={200}
    />
  );
}
